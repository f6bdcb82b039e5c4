/** What a demonstration's manager finds waiting, whatever chance made of its refunds. */
import { expect, test } from "vitest";
import { inventRefunds } from "~server/backend/business/ticket/demonstration/aftermath";
import type { DemoOrder, World } from "~server/backend/business/ticket/demonstration/history";

const now = new Date("2026-11-23T14:30:00+08:00");
const seller = { id: 3, name: "李售票" };
/** Nobody asks for anything by chance. */
const chance = {
  happens: () => false,
  integer: (least: number) => least,
  pick: <T>(values: readonly T[]) => values[0] as T,
};
const say = (words: string) => words;
const world = { chance, now, seller, say, manager: { id: 2, name: "王经理" } } as unknown as World;

function orderOf(refundRule: string, minutesAgo: number): DemoOrder {
  const ticket = { price: 10_000, state: "issued" };
  const type = { refundRule, refundBands: [] };
  const at = new Date(now.getTime() - minutesAgo * 60_000);
  return {
    channel: "window",
    at,
    visitDay: "2026-11-24",
    lines: [{ type, tickets: [ticket] }],
  } as unknown as DemoOrder;
}

test("three wait for a decision where nobody asked for one by chance: the latest that may be given back", () => {
  const orders = [500, 400, 300, 200, 100, 2].map((minutes) => orderOf("approval", minutes));
  const refunds = inventRefunds(world, [...orders, orderOf("free", 50), orderOf("never", 40)]);
  expect(refunds.map(({ order }) => orders.indexOf(order))).toEqual([4, 3, 2]);
  expect(refunds.map(({ state, needsApproval }) => [state, needsApproval])).toEqual(Array(3).fill(["waiting", true]));
  expect(refunds.every(({ requestedAt }) => requestedAt < now)).toBe(true);
  expect(orders.map(({ lines }) => lines[0]?.tickets[0]?.state)).toEqual([
    ...["issued", "issued", "refunding", "refunding", "refunding", "issued"],
  ]);
});
