/** Its entry of the menu. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const callMenu = menuEntries({
  callLog: { group: "system", place: 150, label: m.fun_call_log, url: "/system/callLog", built: true },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    calls: typeof callMenu;
  }
}
