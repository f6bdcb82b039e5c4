/** Counts: blind until they end, differences against what moved meanwhile, reasons, and another person above a limit. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stockCount, stockCountSheet } from "~/contract/stock/count";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { stockOf } from "./bill-fixture";

let backend: TestBackend;
let stock: ReturnType<typeof stockOf>;
let second = "";
let [parkId, store, box, tape] = [0, 0, 0, 0];
const { methods } = stockCount;

beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  const steps = ["start", "finish", "recount", "review", "post"].map((step) => `listBillCounts/stockCount:${step}`);
  const bills = ["listInBillsRecord", "listOutBillsRecord", "listInBillsRecord/stockIn:approve"];
  const grants = [
    ...bills,
    "listOutBillsRecord/stockOut:approve",
    "listBillCounts",
    "listBillCounts/stockCount:edit",
    ...steps,
  ];
  ({ token: second } = await backend.createUser({ grants }));
  stock = stockOf(backend, second);
});
beforeEach(async () => {
  backend.setNow(friday);
  [store, box, tape] = [await stock.store(parkId), await stock.item(), await stock.item()];
  await stock.posted("in", store, [
    { itemId: box, quantity: 10, amount: 1_000 },
    { itemId: tape, quantity: 4, amount: 400 },
  ]);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

type Counted = [itemId: number, counted: number, reason?: string][];
const type = (id: number, lines: Counted, as = backend.admin) => {
  const goods = lines.map(([itemId, counted, reason]) => ({ itemId, counted, reason }));
  return backend.call(methods.save, { id, goods } as never, { as });
};
const begin = async (fields: Record<string, unknown> = {}) => {
  const id = await backend.saved(methods.save, { storeId: store, ...fields });
  await backend.call(methods.start, { id });
  return id;
};
const sheet = async (id: number) => (await backend.call(stockCountSheet, { id })).data;

describe("a count", () => {
  test("lists what the warehouse has, hides the books while it is blind, and posts the difference at the average", async () => {
    const id = await begin();
    expect(await sheet(id)).toMatchObject({ hidden: true, rows: [{ book: null, counted: null }, { book: null }] });
    expect((await backend.call(methods.finish, { id })).message).toMatch(/还没有填写实盘数量$/);
    await type(id, [
      [box, 8, "破损未登记"],
      [tape, 5, "上月少记"],
    ]);
    expect((await backend.call(methods.finish, { id })).success).toBe(true);
    expect((await sheet(id)).rows).toMatchObject([
      { itemId: box, book: 10, counted: 8, difference: -2, amount: -200 },
      { itemId: tape, book: 4, counted: 5, difference: 1, amount: 100 },
    ]);
    expect((await backend.call(methods.review, { id }, { as: second })).success).toBe(true);
    expect((await backend.call(methods.post, { id })).data.notice).toMatch(/^已过账，过账号 PD20261120\d{6}$/);
    expect(await stock.has(store, box)).toMatchObject({ quantity: 8, amount: 800 });
    expect(await stock.has(store, tape)).toMatchObject({ quantity: 5, amount: 500 });
    expect((await backend.call(methods.post, { id })).status).toBe(409);
    await checkInvariants(backend);
  });

  test("while bills post, is reckoned against the books as they were when the counting ended", async () => {
    const id = await begin({ blind: false });
    await stock.posted("out", store, [{ itemId: box, quantity: 1 }]);
    await type(id, [
      [box, 8, "短少"],
      [tape, 4],
    ]);
    await backend.call(methods.finish, { id });
    await stock.posted("out", store, [{ itemId: box, quantity: 3 }]);
    await stock.posted("in", store, [{ itemId: box, quantity: 5, amount: 500 }]);
    await backend.call(methods.review, { id }, { as: second });
    await backend.call(methods.post, { id });
    // 10 − 1 in the books, 8 counted: one is missing, of 10 − 1 − 3 + 5.
    expect(await stock.has(store, box)).toMatchObject({ quantity: 10, amount: 1_000 });
  });

  test("whose missing pieces have gone out meanwhile is refused in words, and is not posted in part", async () => {
    const id = await begin();
    await type(id, [
      [tape, 6, "多出"],
      [box, 5, "短少"],
    ]);
    await backend.call(methods.finish, { id });
    await backend.call(methods.review, { id }, { as: second });
    await stock.posted("out", store, [{ itemId: box, quantity: 9 }]);
    expect((await backend.call(methods.post, { id })).message).toMatch(/库存不足：现有 1，需要 5$/);
    expect(await stock.has(store, tape)).toMatchObject({ quantity: 4 });
    expect((await backend.call(methods.cancel, { id })).success).toBe(true);
  });
});

describe("who, and why", () => {
  test("a difference without a reason is not reviewed; once counted, reasons alone are changed", async () => {
    const id = await begin();
    await type(id, [
      [box, 9],
      [tape, 4],
    ]);
    await backend.call(methods.finish, { id });
    expect((await backend.call(methods.review, { id }, { as: second })).message).toMatch(/请先填写差异原因$/);
    const other = await type(id, [
      [box, 10],
      [tape, 4],
    ]);
    expect(other.message).toBe("盘点已完成，只能填写差异原因");
    const told = await type(id, [
      [box, 9, "样品"],
      [tape, 4],
    ]);
    expect(told.message).toBe("");
    expect((await backend.call(methods.review, { id })).message).toBe("盘点人不能复核自己的盘点");
    expect((await backend.call(methods.review, { id }, { as: second })).success).toBe(true);
  });

  test("above the limit another person counts again, and a third reviews", async () => {
    await stock.posted("in", store, [{ itemId: tape, quantity: 1, amount: 600_000 }]);
    const id = await begin();
    const lines: Counted = [
      [box, 10],
      [tape, 4, "短少一件"],
    ];
    await type(id, lines);
    await backend.call(methods.finish, { id });
    expect((await backend.call(methods.review, { id }, { as: second })).message).toMatch(/须先由另一人复盘$/);
    await backend.call(methods.recount, { id });
    await type(id, lines);
    expect((await backend.call(methods.finish, { id })).message).toBe("复盘须由另一人进行");
    expect((await backend.call(methods.finish, { id }, { as: second })).success).toBe(true);
    expect((await backend.call(methods.review, { id }, { as: second })).status).toBe(409);
    const third = await backend.createUser({ grants: ["listBillCounts", "listBillCounts/stockCount:review"] });
    expect((await backend.call(methods.review, { id }, { as: third.token })).success).toBe(true);
  });

  test("another tenant, and an account of another park, find no count and no sheet", async () => {
    const id = await begin();
    const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
    const far = await createPark(backend);
    const bound = await backend.createUser({
      grants: ["listBillCounts", "listBillCounts/stockCount:finish"],
      parks: [far.parkId],
    });
    for (const as of [tenant, bound.token]) {
      expect((await backend.call(methods.finish, { id }, { as })).status).toBe(404);
      expect((await backend.call(stockCountSheet, { id }, { as })).status).toBe(404);
    }
  });
});
