import { expect, it } from "vitest";
import { manifests } from "~/contract/manifests";
import { resources } from "~/contract/registry";
import { closureOrder } from "~/contract/ticket/closure";
import { ticketType } from "~/contract/ticket/ticket-type";
import { menuAbove } from "~/resource/menu-above.server";
import { findCurrent } from "~/shell/menu";

const entries = manifests.flatMap(({ menu = {} }) => Object.values(menu));
const groups = [
  { name: "", icon: "", entries: entries.map(({ url }) => ({ name: url, url })) },
] as unknown as Parameters<typeof findCurrent>[0];

it("a list that is no entry of the menu hangs under the entry of its function", () => {
  expect(menuAbove(closureOrder)).toEqual({ menuAbove: "/ticket/closureList" });
  expect(menuAbove(ticketType)).toEqual({});
});

it("every list has an entry that the sidebar shows as current", () => {
  const lost = resources.filter((one) => findCurrent(groups, menuAbove(one).menuAbove ?? one.path) === null);
  expect(lost.map(({ path }) => path)).toEqual([]);
});
