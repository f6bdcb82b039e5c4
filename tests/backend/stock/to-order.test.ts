/** What is to be ordered, the drafts that come of it, and the morning's warning. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stockOut } from "~/contract/stock/bill";
import { stockOrderDraft, stockToOrder } from "~/contract/stock/to-order";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, fresh, friday } from "~tests/support/park";
import { approver, stockOf } from "./bill-fixture";

let backend: TestBackend;
let stock: ReturnType<typeof stockOf>;
let parkId = 0;
let storeId = 0;
const day = 86_400_000;

beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  stock = stockOf(backend, await approver(backend));
});
beforeEach(async () => {
  backend.setNow(friday);
  storeId = await stock.store(parkId);
});
afterAll(() => backend.close());

const key = () => fresh("order-key");
const dueIn = async (id: number) => {
  const reply = await backend.call(stockToOrder, { storeId: id });
  expect(reply.success, reply.message).toBe(true);
  return reply.data.rows;
};
/** Received a hundred for fifty yuan forty days ago, and used since. */
async function used(quantity: number, fields: Record<string, unknown>) {
  const itemId = await stock.item(fields);
  backend.setNow(new Date(friday.getTime() - 40 * day));
  await stock.posted("in", storeId, [{ itemId, quantity: 100, amount: 5_000 }], { supplier: "纸业" });
  backend.setNow(new Date(friday.getTime() - 10 * day));
  if (quantity > 0) await stock.posted("out", storeId, [{ itemId, quantity }]);
  backend.setNow(friday);
  return itemId;
}

test("an order is due where what is there and coming is less than delivery and safety take", async () => {
  // 60 in thirty days, ten days to deliver: 20 are used until it comes; 40 are there.
  const calm = await used(60, { leadDays: 10, safety: 20 });
  const urgent = await used(60, { leadDays: 10, safety: 21 });
  const unused = await used(0, { leadDays: 10, safety: 100 });
  const rows = await dueIn(storeId);
  expect(rows.map(({ itemId }) => itemId)).toEqual([urgent]);
  expect(rows[0]).toMatchObject({
    ...{
      has: 40,
      coming: 0,
      used: 60,
      safety: 21,
      leadDays: 10,
      lasts: 20,
      supplier: "纸业",
      pricePerThousand: 50_000,
    },
    // 21 + 60 × 40 / 30 − 40
    proposed: 61,
  });
  expect([calm, unused].every((id) => rows.every(({ itemId }) => itemId !== id))).toBe(true);
});

test("use of more than thirty days ago, and what was taken back, is no use", async () => {
  const itemId = await used(0, { leadDays: 30, safety: 1 });
  backend.setNow(new Date(friday.getTime() - 35 * day));
  await stock.posted("out", storeId, [{ itemId, quantity: 50 }]);
  backend.setNow(new Date(friday.getTime() - 2 * day));
  const back = await stock.posted("out", storeId, [{ itemId, quantity: 49 }]);
  backend.setNow(friday);
  expect((await dueIn(storeId)).map(({ used: pieces }) => pieces)).toEqual([49]);
  await backend.call(stockOut.methods.reverse, { id: back, reason: "错领" });
  expect(await dueIn(storeId)).toEqual([]);
});

test("what is chosen becomes one draft a supplier, once, and is on its way from then on", async () => {
  const itemId = await used(90, { leadDays: 10 });
  const [row] = await dueIn(storeId);
  expect(row?.proposed).toBe(110);
  const order = { idempotencyKey: key(), lines: [{ storeId, itemId, quantity: 111 }] };
  const first = await backend.call(stockOrderDraft, order);
  expect(first.success, first.message).toBe(true);
  const again = await backend.call(stockOrderDraft, order);
  expect(again.data).toEqual(first.data);
  const drafts = await backend.sql(
    `select b.status, b.supplier, b.amount::int as total, l.quantity, l.amount::int as amount
     from stock_in b join stock_in_line l on l.corp_code = b.corp_code and l.stock_in_id = b.id
     where b.store_id = $1 and b.status = 'draft'`,
    [storeId],
  );
  // 111 at fifty fen.
  expect(drafts).toEqual([{ status: "draft", supplier: "纸业", total: 5_550, quantity: 111, amount: 5_550 }]);
  expect(await dueIn(storeId)).toEqual([]);
});

test("another tenant's warehouse is not found, a closed one refused, a role without the right stopped; nothing is written", async () => {
  const itemId = await used(90, { leadDays: 10 });
  const other = await backend.createCorp("2101");
  const without = (await backend.createUser({ grants: ["storeToOrder"] })).token;
  const before = await digests(backend, { except: ["session"] });
  const asked = (as: string, quantity = 5) =>
    backend.call(stockOrderDraft, { idempotencyKey: key(), lines: [{ storeId, itemId, quantity }] }, { as });
  expect((await asked(other)).status).toBe(404);
  expect((await asked(without)).status).toBe(403);
  expect((await asked(backend.admin, 0)).status).toBe(422);
  expect((await backend.call(stockToOrder, {}, { as: other })).data.rows).toEqual([]);
  expect((await backend.call(stockToOrder, {}, { as: without })).success).toBe(true);
  await backend.sql("update stock_store set status = 'F' where id = $1", [storeId]);
  expect((await asked(backend.admin)).status).toBe(409);
  await backend.sql("update stock_store set status = 'T' where id = $1", [storeId]);
  const after = await digests(backend, { except: ["session"] });
  expect(changed(before, after)).toEqual([]);
});

test("staff is told each morning of what has newly fallen below, and of nothing twice", async () => {
  await backend.createUser({ grants: ["storeToOrder"] });
  const told = async () => {
    await backend.sql("insert into job (corp_code, kind) values ('0001', 'warnOfStock')");
    await createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
    return backend.sql("select title from message where link = '/manage/storelist/toOrder' order by id");
  };
  await told();
  const before = (await told()).length;
  const itemId = await used(90, { leadDays: 10 });
  const after = await told();
  expect(after.length).toBeGreaterThan(before);
  expect(await told()).toEqual(after);
  // Filled up, and empty once more: that is news again.
  await stock.posted("in", storeId, [{ itemId, quantity: 500, amount: 100 }]);
  expect(await told()).toEqual(after);
  await stock.posted("out", storeId, [{ itemId, quantity: 500 }]);
  expect((await told()).length).toBeGreaterThan(after.length);
});
