/** Statements of agencies: a movement stands in one, a closed one changes no more, receipts pay it to the fen. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { sellTickets } from "~/contract/ticket/sale";
import { agency } from "~/contract/travel/agency";
import { agencyStatement, agencyStatementRows } from "~/contract/travel/statement";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal, raceToInsert, withoutLock } from "~tests/support/race";
import { agencyInUse } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const credit = () => agencyInUse(backend, { settlement: "credit", creditLimit: 500_000 });
/** One adult is 80 yuan. */
async function sale(id: number, quantity = 1): Promise<number> {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [id]);
  const sold = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  expect(sold.message).toBe("");
  return Number(sold.data.orderId);
}
const make = (agencyId: number, fields: object = {}, as = backend.admin) =>
  backend.call(
    agencyStatement.methods.save,
    { code: fresh("JS"), agencyId, fromDay: today, toDay: today, remark: null, ...fields } as never,
    { as },
  );
type Command = keyof typeof agencyStatement.commands;
const press = (name: Command, id: number, fields: object = {}, as = backend.admin) =>
  backend.call(agencyStatement.commands[name].method, { id, ...fields } as never, { as });
const topUp = (id: number, amount: number) =>
  backend.call(agency.commands.topUp.method, { id, amount, bankRef: fresh("BR"), remark: null } as never);
const rowsOf = async (id: number) => (await backend.call(agencyStatementRows, { id } as never)).data;
const idOf = async (reply: ReturnType<typeof make>) => {
  const { message, data } = await reply;
  expect(message).toBe("");
  return Number((data as { id: number }).id);
};
/** How a file is uploaded is not what these tests are about. */
const stamp = (id: number) =>
  backend.sql("update agency_statement set stamped = '2026/stamped.pdf' where id = $1", [id]);
async function confirmed(agencyId: number): Promise<number> {
  const id = await idOf(make(agencyId));
  await stamp(id);
  for (const name of ["send", "confirm"] as const) expect((await press(name, id)).message).toBe("");
  return id;
}
async function closed(agencyId: number): Promise<number> {
  const id = await confirmed(agencyId);
  expect((await press("close", id)).message).toBe("");
  return id;
}

describe("making one", () => {
  test("takes sales less refunds; another for the same days takes what is left, or is refused and writes nothing", async () => {
    const id = await credit();
    await sale(id, 2);
    const back = await sale(id, 1);
    await backend.call(refundOrder, { orderId: back, reason: "退", idempotencyKey: fresh("refund-key") } as never);
    const first = await idOf(make(id));
    expect(await rowsOf(first)).toMatchObject({ total: 16_000, open: 16_000, count: 3 });
    const before = await digests(backend);
    const no = await make(id);
    expect([no.status, no.message]).toEqual([409, expect.stringContaining("没有可结算的消费")]);
    expect(changed(before, await digests(backend))).toEqual([]);
    await sale(id, 1);
    expect(await rowsOf(await idOf(make(id)))).toMatchObject({ total: 8_000, count: 1 });
  });

  test("one that is void gives back what stood in it", async () => {
    const id = await credit();
    await sale(id);
    const first = await idOf(make(id));
    expect((await press("cancel", first, { reason: "期间错" })).message).toBe("");
    expect(await rowsOf(first)).toMatchObject({ total: 0, count: 0 });
    expect(await rowsOf(await idOf(make(id)))).toMatchObject({ total: 8_000 });
  });

  test("two at once: each movement stands in one; without the agency's lock and the unique index in both", async () => {
    const id = await credit();
    await sale(id);
    const made = await raceToInsert(backend, "agency_statement_row", 2, () => make(id));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
    if (!raceIsReal) return;
    const other = await credit();
    await sale(other);
    await backend.sql("drop index agency_statement_row_once");
    const lock = { mark: "select id from travel_agency", lock: " for no key update", people: 2 };
    const wrong = await withoutLock(lock, () => raceToInsert(backend, "agency_statement_row", 2, () => make(other)));
    expect(wrong.map(({ status }) => status)).toEqual([200, 200]);
    await backend.sql("delete from agency_statement_row where statement_id = $1", [wrong[1]?.data.id]);
    await backend.sql("update agency_statement set total = 0 where id = $1", [wrong[1]?.data.id]);
    await backend.sql("create unique index agency_statement_row_once on agency_statement_row (corp_code, ledger_id)");
  });
});

test("disputed with its reason, sent again, confirmed; two who close at once close it once", async () => {
  const agencyId = await credit();
  await sale(agencyId);
  const id = await idOf(make(agencyId));
  expect((await press("close", id)).status).toBe(409);
  await press("send", id);
  expect((await press("dispute", id, { reason: "人数不符" })).message).toBe("");
  await press("send", id);
  expect((await press("confirm", id)).message).toBe("请先在“编辑”中附上旅行社的盖章回执，再确认");
  await stamp(id);
  await press("confirm", id);
  const both = await race(backend, 2, () => press("close", id));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a closed one changes no more, whoever writes", async () => {
  const agencyId = await credit();
  await sale(agencyId);
  const id = await closed(agencyId);
  for (const wrong of [
    "update agency_statement set total = total + 1 where id = $1",
    "update agency_statement set status = 'draft' where id = $1",
    "delete from agency_statement_row where statement_id = $1",
    "update agency_statement_row set amount = 1 where statement_id = $1",
  ])
    await expect(backend.sql(wrong, [id])).rejects.toThrow();
});

test("whose stamped copy was taken away again is not closed, and is told all that is missing", async () => {
  const agencyId = await credit();
  const orderId = await sale(agencyId);
  const id = await confirmed(agencyId);
  const [row] = await backend.sql<{ code: string }>("select code from agency_statement where id = $1", [id]);
  expect((await make(agencyId, { id, code: row?.code, stamped: null })).message).toBe("");
  const no = await press("close", id);
  expect([no.status, no.message]).toEqual([409, "请先在“编辑”中附上旅行社的盖章回执，再关账"]);
  await backend.sql("update orders set refunding = 8000 where id = $1", [orderId]);
  const both = await press("close", id);
  await backend.sql("update orders set refunding = 0 where id = $1", [orderId]);
  expect(both.message).toMatch(/再关账；有退款待审批，不能关账：订单 /);
  await stamp(id);
  expect((await press("close", id)).message).toBe("");
});

test("a refund under way keeps it from being closed, with the order's number", async () => {
  const agencyId = await credit();
  const orderId = await sale(agencyId);
  const id = await confirmed(agencyId);
  const [order] = await backend.sql<{ no: string }>(
    "update orders set refunding = 8000 where id = $1 returning order_no as no",
    [orderId],
  );
  const no = await press("close", id);
  await backend.sql("update orders set refunding = 0 where id = $1", [orderId]);
  expect([no.status, no.message]).toEqual([409, `有退款待审批，不能关账：订单 ${order?.no}（80.00 元）`]);
  expect((await press("close", id)).message).toBe("");
});

describe("receipts", () => {
  test("pay it oldest first, never more than they are or than is open; pressed twice pays once", async () => {
    const agencyId = await credit();
    await sale(agencyId, 2);
    const id = await closed(agencyId);
    expect((await press("allocate", id, { amount: null })).message).toBe("没有可核对的收款，请先登记收款");
    await topUp(agencyId, 5_000);
    await topUp(agencyId, 20_000);
    const idempotencyKey = fresh("allocate-key");
    const before = await digests(backend);
    expect((await press("allocate", id, { amount: 16_001 })).status).toBe(422);
    expect(changed(before, await digests(backend))).toEqual([]);
    const once = await press("allocate", id, { amount: 6_000, idempotencyKey });
    expect((await press("allocate", id, { amount: 6_000, idempotencyKey })).data).toEqual(once.data);
    expect(await rowsOf(id)).toMatchObject({ state: "部分收款", paid: 6_000, open: 10_000 });
    expect((await rowsOf(id)).receipts.map(({ amount }) => amount)).toEqual([5_000, 1_000]);
    expect((await press("allocate", id, { amount: null })).message).toBe("");
    expect(await rowsOf(id)).toMatchObject({ state: "已收齐", paid: 16_000, open: 0 });
  });

  test("two statements want the same receipt at once: it is not given twice", async () => {
    const agencyId = await credit();
    await sale(agencyId);
    const first = await closed(agencyId);
    await sale(agencyId);
    const second = await closed(agencyId);
    await topUp(agencyId, 8_000);
    const both = await race(backend, 2, (n) => press("allocate", n ? second : first, { amount: 8_000 }));
    expect(both.filter(({ success }) => success)).toHaveLength(1);
  });
});

test("more than the parameter is written off by two people, less by one", async () => {
  const agencyId = await credit();
  await sale(agencyId, 1);
  const small = await closed(agencyId);
  expect((await press("writeOff", small, { reason: "尾差" })).data.waiting).toBeUndefined();
  expect(await rowsOf(small)).toMatchObject({ state: "坏账已核销", open: 0 });
  await sale(agencyId, 20);
  const big = await closed(agencyId);
  expect((await press("writeOff", big, { reason: "坏账" })).data.waiting).toBe(true);
  expect(await rowsOf(big)).toMatchObject({ state: "已关账" });
});

test("another tenant finds none, and whoever has not the right changes nothing", async () => {
  const agencyId = await credit();
  await sale(agencyId);
  const id = await confirmed(agencyId);
  const tenant = await backend.createCorp("7746");
  const reader = await backend.createUser({ grants: ["statementList"] });
  const before = await digests(backend);
  expect((await press("close", id, {}, tenant)).status).toBe(404);
  expect((await backend.call(agencyStatementRows, { id } as never, { as: tenant })).status).toBe(404);
  expect((await press("close", id, {}, reader.token)).status).toBe(403);
  expect((await make(agencyId, {}, reader.token)).status).toBe(403);
  expect(changed(before, await digests(backend))).toEqual([]);
});
