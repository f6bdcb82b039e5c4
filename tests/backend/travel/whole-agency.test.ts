/** An agency's money is the corp's: who works in one park goes by what its orders of every park are, or waits for them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { quoteInvoice } from "~/contract/invoice/invoice";
import { decideRefund, refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { sellTickets } from "~/contract/ticket/sale";
import { agencyAccount } from "~/contract/travel/account";
import { agency } from "~/contract/travel/agency";
import { agreedQuantity } from "~/contract/travel/agreed-quantity";
import { agencyStatement, agencyStatementRows } from "~/contract/travel/statement";
import { statementsDue } from "~/contract/travel/statement-due";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { allRights } from "~tests/support/two-parks";
import { companyNumber, invoicesOf, settings } from "../invoice/support";
import { agencyInUse } from "./sales-support";

let backend: TestBackend;
let near: TestPark;
let far: TestPark;
/** Of the near park alone. */
let as: string;
const title = "远方旅行社有限公司";
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  [near, far] = [await createPark(backend), await createPark(backend)];
  as = (await allRights(backend, [near.parkId])).token;
  await settings(backend);
}, 300_000);
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

async function onCredit(): Promise<number> {
  const id = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000 });
  await backend.sql("update travel_agency set tax_title = $2, tax_number = $3 where id = $1", [
    id,
    title,
    companyNumber,
  ]);
  return id;
}
/** One adult is 80 yuan. */
async function sale(agencyId: number, park: TestPark, quantity: number): Promise<number> {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [agencyId]);
  const sold = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  expect(sold.message).toBe("");
  return Number(sold.data.orderId);
}
async function admit(orderId: number, park: TestPark): Promise<void> {
  const tickets = await backend.sql<{ no: string }>("select ticket_no as no from ticket where order_id = $1", [
    orderId,
  ]);
  for (const { no } of tickets)
    await backend.call(checkTicket, { idempotencyKey: fresh("check-key"), gateId: park.gateId, code: no } as never);
}
const refund = (orderId: number) =>
  backend.call(refundOrder, { orderId, reason: "行程取消", idempotencyKey: fresh("refund-key") });
const press = (name: keyof typeof agencyStatement.commands, id: number, fields: object = {}, who = as) =>
  backend.call(agencyStatement.commands[name].method, { id, ...fields } as never, { as: who });
const make = (agencyId: number) =>
  backend.call(
    agencyStatement.methods.save,
    { code: fresh("JS"), agencyId, fromDay: today, toDay: today, remark: null } as never,
    { as },
  );
async function confirmed(agencyId: number): Promise<number> {
  const made = await make(agencyId);
  expect(made.message).toBe("");
  const { id } = made.data as unknown as { id: number };
  await backend.sql("update agency_statement set stamped = '2026/stamped.pdf' where id = $1", [id]);
  for (const name of ["send", "confirm"] as const) expect((await press(name, id)).message).toBe("");
  return id;
}
const standing = async (id: number, who = as) => (await backend.call(agencyAccount, { id }, { as: who })).data.standing;

test("a refund that waits in another park keeps a statement open and an agency from being suspended", async () => {
  const id = await onCredit();
  const order = await sale(id, far, 10);
  const statement = await confirmed(id);
  const asked = await refund(order);
  expect(asked.data.state).toBe("waiting");
  expect(await standing(id)).toMatchObject({ underWay: 80_000 });
  const no = await press("close", statement);
  expect([no.status, no.message]).toEqual([409, expect.stringContaining("有退款待审批，不能关账")]);
  // Nothing is owed any more, and what waits would come back to it.
  const bankRef = fresh("BR");
  await backend.call(agency.commands.topUp.method, { id, amount: 80_000, bankRef, remark: null } as never);
  const suspended = await backend.call(agency.commands.suspend.method, { id, reason: "逾期" } as never, { as });
  expect([suspended.status, suspended.message]).toEqual([
    409,
    expect.stringMatching(/^账户未结清：在途退款 800\.00 元、未结清的结算单 1 份（如 JS-/),
  ]);
  const other = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
  const { refundId } = asked.data;
  const decided = await backend.call(decideRefund, { refundId, decision: "approve" }, { as: other.token });
  expect(decided.message).toBe("");
  expect((await press("close", statement)).message).toBe("");
});

test("a rebate that an invoice of another park shows is discounted by nobody again", async () => {
  const id = await onCredit();
  const agreed = await backend.saved(agreedQuantity.methods.save, {
    ...{ code: fresh("XL"), agencyId: id, fromDay: today, toDay: today, reason: "合同第七条", remark: null },
    ...{ counts: "sold", tiers: [{ atLeast: 1, rebate: 1_000 }] },
  });
  const orders = { near: await sale(id, near, 2), far: await sale(id, far, 2) };
  await admit(orders.far, far);
  backend.setNow(new Date(friday.getTime() + 86_400_000));
  expect((await backend.call(agreedQuantity.commands.book.method, { id: agreed } as never)).message).toBe("");
  const invoices = invoicesOf(backend);
  const quote = async () => (await backend.call(quoteInvoice, { orderIds: [orders.near] }, { as })).data;
  expect(await quote()).toMatchObject({ gross: 14_000, rebate: 2_000 });
  const buyer = { title, buyerKind: "company", taxNumber: companyNumber };
  expect((await invoices.requested([orders.far], buyer)).gross).toBe(14_000);
  expect(await quote()).toMatchObject({ gross: 16_000, rebate: 0 });
  const made = await invoices.request([orders.near], buyer, as);
  expect([made.message, made.data?.gross]).toEqual(["", 16_000]);
});

test("what is written off is carried by orders of another park: their refund gives nothing back that nobody paid", async () => {
  const id = await onCredit();
  const order = await sale(id, far, 3);
  const statement = await confirmed(id);
  expect((await press("close", statement)).message).toBe("");
  expect((await press("writeOff", statement, { reason: "坏账" })).message).toBe("");
  expect((await refund(order)).message).toBe("");
  expect(await standing(id)).toMatchObject({ used: 0, prepaid: 0 });
});

test("a statement by admission takes what was admitted in every park", async () => {
  const id = await onCredit();
  await backend.sql(
    `insert into travel_agreement (corp_code, code, agency_id, from_day, to_day, cycle, basis, status)
     select corp_code, 'XY-' || id, id, '2026-01-01', '2027-12-31', 'week', 'admission', 'signed'
     from travel_agency where id = $1`,
    [id],
  );
  const orders = { near: await sale(id, near, 1), far: await sale(id, far, 2) };
  await admit(orders.near, near);
  await admit(orders.far, far);
  backend.setNow(new Date(friday.getTime() + 7 * 86_400_000));
  const { due } = (await backend.call(statementsDue, {}, { as })).data;
  expect(due.find((one) => one.agencyId === id)?.total).toBe(24_000);
  const made = await make(id);
  expect(made.message).toBe("");
  const rows = await backend.call(agencyStatementRows, { id: made.data.id } as never, { as });
  expect(rows.data).toMatchObject({ total: 24_000, count: 2 });
});
