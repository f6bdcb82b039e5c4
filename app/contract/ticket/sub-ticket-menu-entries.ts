/** The entry of the menu for the parts that tickets are settled by. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const subTicketMenu = menuEntries({
  sonTkInfo: { group: "tickets", built: true, place: 30, label: m.fun_son_tk_info, url: "/ticket/sonTkInfo" },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    subTickets: typeof subTicketMenu;
  }
}
