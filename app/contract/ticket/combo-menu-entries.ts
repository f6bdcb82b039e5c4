/** Entries of the menu for tickets that are made of others. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const tickets = { group: "tickets", built: true } as const;

export const comboMenu = menuEntries({
  combineTkSet: { ...tickets, place: 40, label: m.fun_combine_tk_set, url: "/ticket/combineTkSet" },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    combos: typeof comboMenu;
  }
}
