/** Its entry of the menu. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const ownMenu = menuEntries({
  ownFieldList: { group: "system", place: 55, label: m.fun_own_field_list, url: "/system/ownFieldList", built: true },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    own: typeof ownMenu;
  }
}
