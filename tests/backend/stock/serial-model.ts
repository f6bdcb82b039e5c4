/** A plain model of numbers: each number of an item at one place; and random bills that are posted in both. */
import fc from "fast-check";
import { expect } from "vitest";
import { stockSerials } from "~/contract/stock/where";
import type { TestBackend } from "~tests/support/backend";
import { type BillOf, bills, type stockOf } from "./bill-fixture";

const most = 40;
type Do = BillOf | "transfer" | "receive" | "reverse";

export interface SerialStep {
  do: Do;
  at: 0 | 1;
  first: number;
  count: number;
  which: number;
}
export const serialSteps = (length: { minLength: number; maxLength: number }): fc.Arbitrary<SerialStep[]> =>
  fc.array(
    fc.record({
      do: fc.constantFrom<Do>("in", "in", "in", "out", "writeOff", "transfer", "receive", "reverse"),
      at: fc.constantFrom<0 | 1>(0, 1),
      first: fc.integer({ min: 1, max: most }),
      count: fc.integer({ min: 1, max: 12 }),
      which: fc.nat({ max: 30 }),
    }),
    length,
  );

interface Done {
  id: number;
  of: BillOf;
  numbers: number[];
  from: string;
  to: string | null;
  arrives: string | null;
  state: "posted" | "received" | "reversed";
}

let made = 0;

/** Answers how many bills there were. */
export async function playSerials(
  backend: TestBackend,
  stock: ReturnType<typeof stockOf>,
  parkId: number,
  steps: readonly SerialStep[],
): Promise<number> {
  made += 1;
  const prefix = `M${String(made).padStart(5, "0")}X`;
  const stores = [await stock.store(parkId), await stock.store(parkId)] as const;
  const itemId = await stock.item({ unit: "张", serialDigits: 4, serialPrefix: prefix });
  const text = (number: number) => prefix + String(number).padStart(4, "0");
  const at = new Map<number, string>();
  const done: Done[] = [];
  const all = (numbers: readonly number[], place: string | null) =>
    numbers.every((number) => (at.get(number) ?? null) === place);
  const put = (numbers: readonly number[], place: string | null) => {
    for (const number of numbers) place === null ? at.delete(number) : at.set(number, place);
  };
  let posted = 0;
  for (const step of steps) {
    const { at: side, which } = step;
    if (step.do === "receive" || step.do === "reverse") {
      const bill = done[which % Math.max(done.length, 1)];
      if (!bill || (step.do === "receive" && bill.of !== "out")) continue;
      const expected = step.do === "receive" ? receive(bill) : reverse(bill);
      const payload = step.do === "receive" ? { id: bill.id } : { id: bill.id, reason: "试验" };
      const method = step.do === "receive" ? bills.out.methods.receive : bills[bill.of].methods.reverse;
      expect((await backend.call(method, payload as never)).success, JSON.stringify(step)).toBe(expected);
      continue;
    }
    const numbers = Array.from({ length: Math.min(step.count, most - step.first + 1) }, (_, n) => step.first + n);
    const of: BillOf = step.do === "transfer" ? "out" : step.do;
    const here = `stock ${side}`;
    const from = of === "in" ? null : here;
    const to = { in: here, out: "issued", writeOff: "writtenOff", transfer: `transit ${side}` }[step.do];
    const serials = `${text(step.first)}-${text(step.first + numbers.length - 1)}`;
    const goods = [{ itemId, quantity: numbers.length, serials, ...(of === "in" && { amount: numbers.length * 100 }) }];
    const other = side === 0 ? 1 : 0;
    const fields = step.do === "transfer" ? { kind: "transfer", toStoreId: stores[other] } : {};
    const id = await stock.ready(of, stores[side], goods, fields);
    posted += 1;
    const fits = all(numbers, from);
    expect((await stock.post(of, id)).success, JSON.stringify(step)).toBe(fits);
    if (!fits) continue;
    // An issue of the second warehouse is another place than one of the first, though both are called issued.
    const gone = step.do === "out" || step.do === "writeOff" ? `${to} ${side}` : to;
    put(numbers, gone);
    const arrives = step.do === "transfer" ? `stock ${other}` : null;
    done.push({ id, of, numbers, from: from ?? "", to: gone, arrives, state: "posted" });
  }
  const { data } = await backend.call(stockSerials, { itemId });
  const found = new Map<number, string>();
  for (const { first, last, state } of data.ranges)
    for (let number = Number(first.slice(-4)); number <= Number(last.slice(-4)); number += 1) found.set(number, state);
  const expected = [...at].map(([number, place]) => [number, place.split(" ")[0]] as const);
  expect([...found].sort(([a], [b]) => a - b)).toEqual(expected.sort(([a], [b]) => a - b));
  for (const side of [0, 1] as const) {
    const has = await stock.has(stores[side], itemId);
    expect(has?.quantity ?? 0).toBe([...at.values()].filter((place) => place === `stock ${side}`).length);
    expect(has?.transit ?? 0).toBe([...at.values()].filter((place) => place === `transit ${side}`).length);
  }
  return posted;

  function receive(bill: Done): boolean {
    if (bill.arrives === null || bill.state !== "posted") return false;
    put(bill.numbers, bill.arrives);
    bill.state = "received";
    return true;
  }

  /** Of a receipt, and of a transfer that arrived, the numbers must be there still; the money goes back as it came. */
  function reverse(bill: Done): boolean {
    const where = bill.state === "received" ? bill.arrives : bill.to;
    if (bill.state === "reversed" || !all(bill.numbers, where)) return false;
    put(bill.numbers, bill.from === "" ? null : bill.from);
    bill.state = "reversed";
    return true;
  }
}
