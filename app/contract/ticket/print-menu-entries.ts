/** Entries of the menu for print templates and sales pages. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const tickets = { group: "tickets", built: true } as const;

export const printMenu = menuEntries({
  printTemplate: { ...tickets, place: 120, label: m.fun_print_template, url: "/ticketConfig/printTemplate" },
  listPages: { ...tickets, place: 110, label: m.fun_list_pages, url: "/ticketConfig/listPages" },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    printing: typeof printMenu;
  }
}
