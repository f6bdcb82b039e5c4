/** Entries of the menu for tickets that choose where they admit. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const tickets = { group: "tickets", built: true } as const;

export const selectPolicyMenu = menuEntries({
  xuandianZhengCeTkt: { ...tickets, place: 50, label: m.fun_xuandian_zheng_ce_tkt, url: "/xuandianZhengCeTkt" },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    selectPolicies: typeof selectPolicyMenu;
  }
}
