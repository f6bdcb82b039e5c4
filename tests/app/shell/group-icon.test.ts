import { expect, test } from "vitest";
import { groupIcon } from "~/shell/group-icon";
import type { MenuEntry } from "~/shell/menu";

const entry = (url: string) => ({ url }) as MenuEntry;

test("2.3z.5 pages of statistics stand under the sign of reports", () => {
  expect(groupIcon("", [entry("/statistics/day")]).icon).toBe("report");
});

test("3c the names that a function has go before its addresses; one that is no sign does not", () => {
  expect(groupIcon("gate,ticket", [entry("/statistics/day")])).toEqual({ icon: "gate", activeIcon: "ticket" });
  expect(groupIcon("nothing,ticket", [entry("/index")])).toEqual({ icon: "workbench", activeIcon: "ticket" });
  expect(groupIcon("", [entry("/elsewhere")])).toEqual({ icon: "dot" });
});
