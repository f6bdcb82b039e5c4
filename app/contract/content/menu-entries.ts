/** Its entry of the menu. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const contentMenu = menuEntries({
  cmsItem: { group: "system", place: 80, label: m.fun_cms_item, url: "/cms/model/item", built: true },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    content: typeof contentMenu;
  }
}
