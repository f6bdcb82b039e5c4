/** What a bound application sells on its agency's account counts as what the counter sells it: statement, agreed quantity, rebate, results. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { quoteInvoice } from "~/contract/invoice/invoice";
import { refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { agencyAccount } from "~/contract/travel/account";
import { agency } from "~/contract/travel/agency";
import { agreedQuantity, agreedStanding } from "~/contract/travel/agreed-quantity";
import { regionalPlan } from "~/contract/travel/plan";
import { agencyStatement, agencyStatementRows } from "~/contract/travel/statement";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { companyNumber, settings } from "../invoice/support";
import { addSalesman, agencyInUse } from "../travel/sales-support";
import { ask, createPartner, orderOf, type Partner } from "./partner";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
  await settings(backend);
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

/** One adult is 80 yuan. Answers the order and its tickets' numbers. */
async function sold(partner: Partner, quantity: number): Promise<{ orderId: number; tickets: string[] }> {
  const order = orderOf(park.adultId, today, { lines: [{ ticketTypeId: park.adultId, quantity }] });
  const { data: held } = await ask(backend, partner, "POST", "/orders", order);
  const done = await ask(backend, partner, "POST", `/orders/${held.outerNo}/confirm`, {
    ...{ payNo: `V-${held.outerNo}`, amount: held.payable },
  });
  expect([done.message, done.data.state]).toEqual(["", "paid"]);
  const tickets = await backend.sql<{ id: number; no: string }>(
    `select o.id::float8 as id, t.ticket_no as no from orders o join ticket t on t.order_id = o.id
     where o.order_no = $1 order by t.id`,
    [held.orderNo],
  );
  return { orderId: tickets[0]?.id ?? 0, tickets: tickets.map(({ no }) => no) };
}

test("sales by the open API stand in the statement, fulfil the agreed quantity, earn the rebate and are the salesman's", async () => {
  const salesmanId = await addSalesman(backend);
  const agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000, salesmanId });
  await backend.sql(
    "update travel_agency set agreement_until = '2027-12-31', tax_title = '远方旅行社', tax_number = $2 where id = $1",
    [agencyId, companyNumber],
  );
  const partner = await createPartner(backend, { agencyId, paymentType: null });
  const agreed = await backend.saved(agreedQuantity.methods.save, {
    ...{ code: fresh("XL"), agencyId, fromDay: today, toDay: today, reason: "合同第七条", remark: null },
    ...{ counts: "sold", tiers: [{ atLeast: 2, rebate: 1_000 }] },
  });
  const came = await sold(partner, 3);
  const back = await sold(partner, 1);
  const open = await sold(partner, 2);
  const refunded = await backend.call(refundOrder, {
    ...{ orderId: back.orderId, reason: "行程取消", idempotencyKey: fresh("refund-key") },
  });
  expect(refunded.message).toBe("");
  for (const no of came.tickets)
    await backend.call(checkTicket, { idempotencyKey: fresh("check-key"), gateId: park.gateId, code: no } as never);
  expect((await backend.call(agreedStanding, { id: agreed })).data).toMatchObject({
    sold: 5,
    admitted: 3,
    rebate: 3_000,
  });

  const made = await backend.call(agencyStatement.methods.save, {
    ...{ code: fresh("JS"), agencyId, fromDay: today, toDay: today, remark: null },
  } as never);
  expect(made.message).toBe("");
  const { data } = await backend.call(agencyStatementRows, { id: made.data.id } as never);
  expect(data).toMatchObject({ total: 40_000, count: 4 });

  backend.setNow(new Date(friday.getTime() + 86_400_000));
  expect((await backend.call(agreedQuantity.commands.book.method, { id: agreed } as never)).message).toBe("");
  expect((await backend.call(agencyAccount, { id: agencyId })).data.standing).toMatchObject({ used: 37_000 });
  // Its next invoice is less by it, whoever sold the order.
  const quote = (await backend.call(quoteInvoice, { orderIds: [open.orderId] })).data;
  expect(quote).toMatchObject({ gross: 13_000, rebate: 3_000 });

  const results = async () => {
    const { rows } = (await backend.call(regionalPlan, { month: today.slice(0, 7) })).data;
    return rows.find((row) => row.kind === "salesman" && row.id === salesmanId)?.amount;
  };
  const before = (await results()) ?? 0;
  await backend.call(agency.commands.topUp.method, {
    ...{ id: agencyId, amount: 37_000, bankRef: fresh("BR"), remark: null },
  } as never);
  expect(((await results()) ?? 0) - before).toBe(37_000);
});
