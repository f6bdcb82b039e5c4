/** Entries of the menu: what connected applications are told. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const openMenu = menuEntries({
  webhookList: { group: "system", place: 22, label: m.fun_webhook_list, url: "/system/webhookList", built: true },
  messageHookList: {
    ...{ group: "system", place: 24, label: m.messaging_hooks, url: "/system/messageHookList", built: true },
  },
  exportStoreList: {
    ...{ group: "system", place: 26, label: m.store_all, url: "/system/exportStoreList", built: true },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    open: typeof openMenu;
  }
}
