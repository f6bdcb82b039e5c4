/** Entries of the menu for print templates. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const tickets = { group: "tickets", built: true } as const;

export const printMenu = menuEntries({
  printTemplate: { ...tickets, place: 120, label: m.fun_print_template, url: "/ticketConfig/printTemplate" },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    printing: typeof printMenu;
  }
}
