/** A plain model of the stock, and random bills that are posted in both: what the one refuses, the other does. */
import fc from "fast-check";
import { expect } from "vitest";
import type { TestBackend } from "~tests/support/backend";
import { type BillOf, bills, type stockOf } from "./bill-fixture";

type Step =
  | { do: BillOf | "transfer"; at: 0 | 1; quantity: number; amount: number }
  | { do: "receive" | "reverse"; which: number };

const moving = fc.record({
  do: fc.constantFrom<BillOf | "transfer">("in", "in", "out", "writeOff", "transfer"),
  at: fc.constantFrom<0 | 1>(0, 1),
  quantity: fc.integer({ min: 1, max: 9 }),
  amount: fc.integer({ min: 0, max: 9_999 }),
});
const later = fc.record({
  do: fc.constantFrom<"receive" | "reverse">("receive", "reverse"),
  which: fc.nat({ max: 20 }),
});
export const stepsOf = (length: { minLength: number; maxLength: number }): fc.Arbitrary<Step[]> =>
  fc.array(fc.oneof({ weight: 3, arbitrary: moving }, later), length);
export const steps = stepsOf({ minLength: 3, maxLength: 10 });

interface Side {
  quantity: number;
  amount: number;
  transit: number;
  transitAmount: number;
}
interface Posted {
  id: number;
  of: BillOf;
  at: 0 | 1;
  transfer: boolean;
  quantity: number;
  cost: number;
  state: "posted" | "received" | "reversed";
}

/** Half a fen goes up. */
const share = (amount: number, part: number, whole: number) =>
  part === whole ? amount : Math.floor((2 * amount * part + whole) / (2 * whole));

/** Takes what must be there, or nothing: value without pieces is refused as well. */
function take(side: Side, quantity: number, amount: number): boolean {
  const left = [side.quantity - quantity, side.amount - amount] as const;
  if (left[0] < 0 || left[1] < 0 || (left[0] === 0 && left[1] !== 0)) return false;
  [side.quantity, side.amount] = left;
  return true;
}

/** Plays the steps in both, and holds every account of one against the other afterwards. */
export async function play(backend: TestBackend, stock: ReturnType<typeof stockOf>, parkId: number, all: Step[]) {
  const stores = [await stock.store(parkId), await stock.store(parkId)] as const;
  const itemId = await stock.item();
  const empty = (): Side => ({ quantity: 0, amount: 0, transit: 0, transitAmount: 0 });
  const model = [empty(), empty()] as const;
  const done: Posted[] = [];
  for (const step of all) {
    if ("which" in step) {
      const bill = done[step.which % Math.max(done.length, 1)];
      if (!bill) continue;
      const { methods } = bills[bill.of];
      const call = step.do === "receive" ? bills.out.methods.receive : methods.reverse;
      if (step.do === "receive" && bill.of !== "out") continue;
      const payload = step.do === "receive" ? { id: bill.id } : { id: bill.id, reason: "试验" };
      const expected = step.do === "receive" ? receive(model, bill) : reverse(model, bill);
      expect((await backend.call(call, payload as never)).success).toBe(expected);
      continue;
    }
    const transfer = step.do === "transfer";
    const of: BillOf = step.do === "transfer" ? "out" : step.do;
    const { at, quantity } = step;
    const lines = [{ itemId, quantity, ...(of === "in" && { amount: step.amount }) }];
    const other = stores[at === 0 ? 1 : 0];
    const id = await stock.ready(of, stores[at], lines, transfer ? { kind: "transfer", toStoreId: other } : {});
    const side = model[at];
    const cost = of === "in" ? step.amount : share(side.amount, quantity, Math.max(side.quantity, 1));
    const fits = of === "in" || side.quantity >= quantity;
    expect((await stock.post(of, id)).success).toBe(fits);
    if (!fits) continue;
    const sign = of === "in" ? 1 : -1;
    side.quantity += sign * quantity;
    side.amount += sign * cost;
    if (transfer) {
      side.transit += quantity;
      side.transitAmount += cost;
    }
    done.push({ id, of, at, transfer, quantity, cost, state: "posted" });
  }
  for (const at of [0, 1] as const) {
    expect((await stock.has(stores[at], itemId)) ?? empty()).toEqual(model[at]);
  }
}

function receive(model: readonly [Side, Side], bill: Posted): boolean {
  if (!bill.transfer || bill.state !== "posted") return false;
  const [from, to] = [model[bill.at], model[bill.at === 0 ? 1 : 0]];
  from.transit -= bill.quantity;
  from.transitAmount -= bill.cost;
  to.quantity += bill.quantity;
  to.amount += bill.cost;
  bill.state = "received";
  return true;
}

function reverse(model: readonly [Side, Side], bill: Posted): boolean {
  if (bill.state === "reversed") return false;
  const [from, to] = [model[bill.at], model[bill.at === 0 ? 1 : 0]];
  if (bill.of === "in" && !take(from, bill.quantity, bill.cost)) return false;
  if (bill.state === "received" && !take(to, bill.quantity, bill.cost)) return false;
  if (bill.of !== "in") {
    from.quantity += bill.quantity;
    from.amount += bill.cost;
  }
  if (bill.transfer && bill.state === "posted") {
    from.transit -= bill.quantity;
    from.transitAmount -= bill.cost;
  }
  bill.state = "reversed";
  return true;
}
