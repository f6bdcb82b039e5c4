/** The entry of the menu for who buys cheaper or free, and by what proof. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const concessionMenu = menuEntries({
  concessionList: {
    ...{ group: "tickets", built: true, place: 106, label: m.fun_concession_list, url: "/ticket/concessionList" },
    money: { "concession:add": true, "concession:edit": true },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    concessions: typeof concessionMenu;
  }
}
