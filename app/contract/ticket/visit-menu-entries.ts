/** Entries of the menu for who may come and when: restricted visitors, closures, capacity. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const tickets = { group: "tickets", built: true } as const;

export const visitMenu = menuEntries({
  parkCapacity: { ...tickets, place: 84, label: m.fun_park_capacity, url: "/ticket/capacity" },
  closureList: {
    ...{ ...tickets, place: 86, label: m.closure_list, url: "/ticket/closureList" },
    money: { "closure:undo": true },
  },
  restrictedList: { ...tickets, place: 88, label: m.restricted_list, url: "/ticket/restrictedList" },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    visits: typeof visitMenu;
  }
}
