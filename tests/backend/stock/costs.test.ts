/** What stock was worth on any day, what counts and write-offs cost, who approved them, and a count that is posted beside bills. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stockWriteOff } from "~/contract/stock/bill";
import { stockCount, stockCountSheet } from "~/contract/stock/count";
import { stockReport } from "~/contract/stock/report";
import { stockLedger, stockValueLedger } from "~/contract/stock/stock-ledger";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { approver, stockOf } from "./bill-fixture";

let backend: TestBackend;
let stock: ReturnType<typeof stockOf>;
let second = "";
let [parkId, store, box] = [0, 0, 0];

beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  second = await approver(backend, ["listBillCounts", "listBillCounts/stockCount:review"]);
  stock = stockOf(backend, second);
});
beforeEach(async () => {
  backend.setNow(friday);
  [store, box] = [await stock.store(parkId), await stock.item()];
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

/** By kind of movement, of the one warehouse: fen that came and went. */
async function costs() {
  const period = { from: "2026-11-20", to: "2026-11-20", by: "kind", only: { store: String(store) } };
  const { data } = await backend.call(stockReport.look, period as never);
  return Object.fromEntries(
    data.rows
      .filter(({ values }) => values.cameValue !== 0 || values.wentValue !== 0)
      .map(({ key, values }) => [key, [values.cameValue, values.wentValue]]),
  );
}

test("as of any day, and of any hour of it: what there was in pieces and what it was worth", async () => {
  const on = (text: string) => backend.setNow(new Date(`2026-${text}:00+08:00`));
  on("10-15T10:00");
  await stock.posted("in", store, [{ itemId: box, quantity: 10, amount: 1_000 }]);
  on("10-20T23:30");
  await stock.posted("out", store, [{ itemId: box, quantity: 4 }]);
  backend.setNow(friday);
  const filters = { storeId: String(store), itemId: String(box) };
  const both = async (at: string) => {
    const pieces = await backend.call(stockLedger.standing, { at, filters });
    const worth = await backend.call(stockValueLedger.standing, { at, filters });
    return [pieces.data.totals.closing.quantity ?? 0, worth.data.totals.closing.amount ?? 0];
  };
  expect(await both("2026-10-15 09:59:59")).toEqual([0, 0]);
  expect(await both("2026-10-20 23:29:59")).toEqual([10, 1_000]);
  expect(await both("2026-10-20 23:59:59")).toEqual([6, 600]);
});

test("what a write-off costs is known before it is approved, who approved it afterwards, and the report tells the cost", async () => {
  await stock.posted("in", store, [{ itemId: box, quantity: 10, amount: 1_005 }]);
  const id = await stock.save("writeOff", store, [{ itemId: box, quantity: 3 }]);
  await backend.call(stockWriteOff.methods.submit, { id });
  const read = async () => (await backend.call(stockWriteOff.methods.get, { id })).data.record;
  // 1005 × 3 / 10 = 301.5
  expect(await read()).toMatchObject({ amount: 302, status: "submitted" });
  await backend.call(stockWriteOff.methods.approve, { id }, { as: second });
  expect((await stock.post("writeOff", id)).success).toBe(true);
  const approved = await read();
  expect(approved).toMatchObject({ amount: 302, status: "posted" });
  expect(approved?.approverName).not.toBe(approved?.makerName);
  expect(String(approved?.approverName ?? "")).not.toBe("");
  expect(await costs()).toMatchObject({ writeOff: [0, 302] });
});

/** Counted by the administrator, reviewed by another person; answers the count. */
async function reviewed(lines: readonly { itemId: number; counted: number; reason?: string }[]): Promise<number> {
  const id = await backend.saved(stockCount.methods.save, { storeId: store, blind: false } as never);
  await backend.call(stockCount.methods.start, { id });
  await backend.call(stockCount.methods.save, { id, goods: lines } as never);
  await backend.call(stockCount.methods.finish, { id });
  const reply = await backend.call(stockCount.methods.review, { id }, { as: second });
  expect(reply.message).toBe("");
  return id;
}

test("what a count costs is on its sheet before it is posted, and in the report afterwards; it says who counted and who reviewed", async () => {
  const tape = await stock.item();
  await stock.posted("in", store, [
    { itemId: box, quantity: 10, amount: 1_000 },
    { itemId: tape, quantity: 4, amount: 400 },
  ]);
  const id = await reviewed([
    { itemId: box, counted: 7, reason: "破损" },
    { itemId: tape, counted: 5, reason: "少记" },
  ]);
  const { rows } = (await backend.call(stockCountSheet, { id })).data;
  expect(rows.map(({ amount }) => amount)).toEqual([-300, 100]);
  const { record } = (await backend.call(stockCount.methods.get, { id })).data;
  expect(record).toMatchObject({ amount: 400 });
  expect([record?.counterName, record?.reviewerName].filter(Boolean)).toHaveLength(2);
  expect(record?.counterName).not.toBe(record?.reviewerName);
  await backend.call(stockCount.methods.post, { id });
  expect(await costs()).toMatchObject({ less: [0, 300], more: [100, 0] });
});

test("a count and an issue at once never take more than there is: one gives way, and nothing is posted in part", async () => {
  for (let round = 0; round < (raceIsReal ? 5 : 1); round += 1) {
    [store, box] = [await stock.store(parkId), await stock.item()];
    await stock.posted("in", store, [{ itemId: box, quantity: 10, amount: 1_000 }]);
    const id = await reviewed([{ itemId: box, counted: 4, reason: "短少" }]);
    const out = await stock.ready("out", store, [{ itemId: box, quantity: 5 }]);
    const both = await race<{ status: number }>(backend, 2, (person) =>
      person === 0 ? backend.call(stockCount.methods.post, { id }) : stock.post("out", out),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const counted = both[0]?.status === 200;
    expect(await stock.has(store, box)).toMatchObject(
      counted ? { quantity: 4, amount: 400 } : { quantity: 5, amount: 500 },
    );
    await checkInvariants(backend);
  }
});

test("bills that post beside a count leave its difference as it was", async () => {
  await stock.posted("in", store, [{ itemId: box, quantity: 100, amount: 10_000 }]);
  const id = await reviewed([{ itemId: box, counted: 97, reason: "短少" }]);
  const outs = [1, 2, 3, 4].map((quantity) => stock.ready("out", store, [{ itemId: box, quantity }]));
  const ready = await Promise.all(outs);
  const all = await race<{ success: boolean }>(backend, 5, (person) =>
    person === 4 ? backend.call(stockCount.methods.post, { id }) : stock.post("out", ready[person] ?? 0),
  );
  expect(all.map(({ success }) => success)).toEqual([true, true, true, true, true]);
  expect(await stock.has(store, box)).toMatchObject({ quantity: 87, amount: 8_700 });
});
