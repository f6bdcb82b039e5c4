/** Estimated receipts: what they cost comes with the invoice, and the average is right afterwards. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stockIn } from "~/contract/stock/bill";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race } from "~tests/support/race";
import { approver, stockOf } from "./bill-fixture";

let backend: TestBackend;
let stock: ReturnType<typeof stockOf>;
let parkId = 0;
let [store, box, tape] = [0, 0, 0];
const { methods } = stockIn;

beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  stock = stockOf(backend, await approver(backend));
});
beforeEach(async () => {
  backend.setNow(friday);
  [store, box, tape] = [await stock.store(parkId), await stock.item(), await stock.item()];
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const estimate = (quantity: number, amount: number, itemId = box) =>
  stock.posted("in", store, [{ itemId, quantity, amount }], { estimated: true });
const invoice = (id: number, amount: number, more: object = {}) =>
  backend.call(methods.invoice, { id, amount, invoiceNo: "FP0001", ...more } as never);
const out = (quantity: number) => stock.posted("out", store, [{ itemId: box, quantity }]);
const costs = async () =>
  (
    await backend.sql<{ n: number }>(
      "select coalesce(-sum(amount_change), 0)::int as n from stock_value_ledger where store_id = $1 and kind in ('cost', 'costBack')",
      [store],
    )
  )[0]?.n;

test("two bills are posted by one command: the estimate back, and the receipt at its price", async () => {
  const id = await stock.posted(
    "in",
    store,
    [
      { itemId: box, quantity: 10, amount: 1_000 },
      { itemId: tape, quantity: 3, amount: 500 },
    ],
    { estimated: true, supplier: "纸业" },
  );
  const answer = await invoice(id, 1_801);
  expect(answer.data.notice).toMatch(/^已冲回暂估，按发票入库，过账号 RK20261120\d{6}$/);
  expect(await stock.has(store, box)).toMatchObject({ quantity: 10, amount: 1_201 });
  expect(await stock.has(store, tape)).toMatchObject({ quantity: 3, amount: 600 });
  const bills = await backend.sql(
    "select status, reverses is not null as twin, estimate_of is not null as priced, invoice_no, amount::int as amount, supplier from stock_in where store_id = $1 order by id",
    [store],
  );
  const shared = { supplier: "纸业" };
  expect(bills).toEqual([
    { ...shared, status: "reversed", twin: false, priced: false, invoice_no: null, amount: 1_500 },
    { ...shared, status: "posted", twin: true, priced: false, invoice_no: null, amount: 1_500 },
    { ...shared, status: "posted", twin: false, priced: true, invoice_no: "FP0001", amount: 1_801 },
  ]);
  expect((await invoice(id, 1)).status).toBe(409);
  await checkInvariants(backend);
});

test("amounts by line are taken as they are; each item once, and the sum is the invoice's", async () => {
  const id = await stock.posted(
    "in",
    store,
    [
      { itemId: box, quantity: 10, amount: 1_000 },
      { itemId: tape, quantity: 3, amount: 500 },
    ],
    { estimated: true },
  );
  const rows = await backend.sql<{ code: string }>("select code from stock_item where id in ($1, $2) order by id", [
    box,
    tape,
  ]);
  const [first, last] = [rows[0]?.code ?? "", rows[1]?.code ?? ""];
  const before = await digests(backend, { except: ["session"] });
  const wrong: [string, RegExp][] = [
    [`${first} 9.00`, /缺少“/],
    [`${first} 9.00\n${first} 9.00`, /填写了两次$/],
    [`${first} 9.00\nNO-SUCH 9.00`, /不在本单中/],
    [`${first} 9.00\n${last} nine`, /^第 2 行/],
    [`${first} 9.00\n${last} 9.02`, /合计 18.02 元，与发票金额 18.01 元不符/],
  ];
  for (const [prices, words] of wrong) {
    const refused = await invoice(id, 1_801, { prices });
    expect([refused.status, refused.errors?.prices?.[0]], prices).toEqual([422, expect.stringMatching(words)]);
  }
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
  expect((await invoice(id, 1_801, { prices: `${last.toLowerCase()}　￥9.01\r\n${first}, 9` })).message).toBe("");
  expect(await stock.has(store, box)).toMatchObject({ quantity: 10, amount: 900 });
  expect(await stock.has(store, tape)).toMatchObject({ quantity: 3, amount: 901 });
  await checkInvariants(backend);
});

test("of pieces that have gone the difference is cost, up or down; what is there has its price", async () => {
  const dear = await estimate(10, 1_000);
  await out(4);
  await invoice(dear, 1_500);
  expect([await stock.has(store, box), await costs()]).toMatchObject([{ quantity: 6, amount: 900 }, 200]);
  const cheap = await estimate(10, 1_000);
  await out(16);
  await invoice(cheap, 400);
  expect([await stock.has(store, box), await costs()]).toMatchObject([{ quantity: 0, amount: 0 }, 200 - 600]);
  await checkInvariants(backend);
});

test("nothing is worth less than nothing where cheap receipts have brought the average down", async () => {
  await stock.posted("in", store, [{ itemId: box, quantity: 90, amount: 0 }]);
  const id = await estimate(10, 1_000);
  await out(90);
  await invoice(id, 0);
  expect([await stock.has(store, box), await costs()]).toMatchObject([{ quantity: 10, amount: 0 }, -900]);
});

test("numbers stay where they are, and the priced receipt is taken back with them", async () => {
  const prefix = `E${String(store).padStart(4, "0")}X`;
  const item = await stock.item({ unit: "张", serialDigits: 6, serialPrefix: prefix });
  const goods = [{ itemId: item, quantity: 10, amount: 100, serials: `${prefix}000001` }];
  const id = await stock.posted("in", store, goods, { estimated: true });
  await invoice(id, 150);
  await checkInvariants(backend);
  const [real] = await backend.sql<{ id: number }>(
    "select id::int as id from stock_in where store_id = $1 and estimate_of is not null",
    [store],
  );
  expect((await backend.call(methods.reverse, { id: real?.id ?? 0, reason: "退货" })).success).toBe(true);
  expect(await backend.sql("select id from stock_range where item_id = $1", [item])).toEqual([]);
  expect(await stock.has(store, item)).toMatchObject({ quantity: 0, amount: 0 });
});

test("only what was estimated and posted takes an invoice, once, by who may; what is refused writes nothing", async () => {
  const plain = await stock.posted("in", store, [{ itemId: box, quantity: 1, amount: 1 }]);
  expect((await invoice(plain, 5)).message).toBe("不是暂估入库，无须补录发票");
  const id = await estimate(1, 100);
  const other = await backend.createCorp(fresh("T").replaceAll("-", ""));
  const far = await createPark(backend);
  const bound = await backend.createUser({
    grants: ["listInBillsRecord", "listInBillsRecord/stockIn:invoice"],
    parks: [far.parkId],
  });
  const without = await backend.createUser({ grants: ["listInBillsRecord"] });
  const before = await digests(backend, { except: ["session"] });
  for (const [as, status] of [
    [other, 404],
    [bound.token, 404],
    [without.token, 403],
  ] as const)
    expect((await backend.call(methods.invoice, { id, amount: 1, invoiceNo: "X", prices: null }, { as })).status).toBe(
      status,
    );
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
  const all = await race(backend, 2, () => invoice(id, 150));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await stock.has(store, box)).toMatchObject({ quantity: 2, amount: 151 });
});

test("whatever was issued between, the value and the cost together are the invoice's", async () => {
  const numbers = fc.record({
    quantity: fc.integer({ min: 1, max: 20 }),
    guess: fc.integer({ min: 0, max: 9_999 }),
    price: fc.integer({ min: 0, max: 9_999 }),
    other: fc.integer({ min: 0, max: 20 }),
    gone: fc.integer({ min: 0, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(numbers, async ({ quantity, guess, price, other, gone }) => {
      [store, box] = [await stock.store(parkId), await stock.item()];
      if (other > 0) await stock.posted("in", store, [{ itemId: box, quantity: other, amount: other * 7 }]);
      const id = await estimate(quantity, guess);
      const issued = Math.min(gone, other + quantity);
      if (issued > 0) await out(issued);
      const before = await stock.has(store, box);
      expect((await invoice(id, price)).success).toBe(true);
      const after = await stock.has(store, box);
      expect(Number(after?.amount) + Number(await costs())).toBe(Number(before?.amount) + price - guess);
      expect(Number(after?.amount) >= 0 && (after?.quantity !== 0 || after?.amount === 0)).toBe(true);
      expect(after?.quantity).toBe(before?.quantity);
    }),
    { numRuns: 20 },
  );
  await checkInvariants(backend);
}, 120_000);
