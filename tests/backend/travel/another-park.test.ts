/** Agencies are the corp's, their orders a park's: what an account of one park finds and does about those of another. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { quoteInvoice, requestInvoice } from "~/contract/invoice/invoice";
import type { Method } from "~/contract/method";
import { orderDetail, refundOrder } from "~/contract/order/order";
import { groupBooking, groupDay, groupDesk } from "~/contract/ticket/group-booking";
import { sellTickets } from "~/contract/ticket/sale";
import { agreedQuantity, agreedStanding } from "~/contract/travel/agreed-quantity";
import { regionalPlan } from "~/contract/travel/plan";
import { agencyStatement, agencyStatementRows } from "~/contract/travel/statement";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { allRights } from "~tests/support/two-parks";
import { addSalesman, agencyInUse } from "./sales-support";

let backend: TestBackend;
let near: TestPark;
let far: TestPark;
let as: string;
let agencyId: number;
let salesmanId: number;
let orders: { near: number; far: number };
let statementId: number;
let agreedId: number;

beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  [near, far] = [await createPark(backend), await createPark(backend)];
  as = (await allRights(backend, [near.parkId])).token;
  salesmanId = await addSalesman(backend);
  agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000, salesmanId });
  orders = { near: await sale(near, 1), far: await sale(far, 3) };
  agreedId = await backend.saved(agreedQuantity.methods.save, {
    ...{ code: fresh("XL"), agencyId, fromDay: today, toDay: today, reason: "合同第七条", remark: null },
    ...{ counts: "sold", tiers: [{ atLeast: 1, rebate: 100 }] },
  });
  statementId = await backend.saved(agencyStatement.methods.save, {
    ...{ code: fresh("JS"), agencyId, fromDay: today, toDay: today, remark: null },
  });
}, 300_000);
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

/** One adult is 80 yuan. */
async function sale(park: TestPark, quantity: number): Promise<number> {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [agencyId]);
  const sold = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  expect(sold.message).toBe("");
  return Number(sold.data.orderId);
}
const call = <M extends Method>(method: M, payload: object) => backend.call(method, payload as never, { as });
const numberOf = async (orderId: number) =>
  (await backend.sql<{ no: string }>("select order_no as no from orders where id = $1", [orderId]))[0]?.no ?? "";
const refund = (orderId: number) =>
  call(refundOrder, { orderId, reason: "行程取消", idempotencyKey: fresh("refund-key") });

test("its order on account is found there, another park's is not, and nobody refunds it", async () => {
  expect((await call(orderDetail, { orderNo: await numberOf(orders.near) })).status).toBe(200);
  const before = await digests(backend, { except: ["session"] });
  expect((await call(orderDetail, { orderNo: await numberOf(orders.far) })).status).toBe(404);
  expect((await refund(orders.far)).status).toBe(404);
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
});

test("another park's group is in no list, on no sheet and at no desk, and is not confirmed", async () => {
  const book = (park: TestPark, organisation: string) =>
    backend.saved(groupBooking.methods.save, {
      ...{ organisation, contactName: "周敏", mobile: "13800138000", guide: null, parkId: park.parkId, agencyId },
      ...{ visitDay: today, slot: null, arrival: null, customerGroup: "retail", remark: null },
      people: [{ ticketTypeId: park.adultId, quantity: 20 }],
    } as never);
  const [own, other] = [await book(near, "本园团"), await book(far, "他园团")];
  const list = JSON.stringify((await call(groupBooking.methods.list, {})).data);
  expect([list.includes("本园团"), list.includes("他园团")]).toEqual([true, false]);
  expect(JSON.stringify((await call(groupDay, { day: today })).data)).not.toContain("他园团");
  expect([(await call(groupDesk, { id: own })).status, (await call(groupDesk, { id: other })).status]).toEqual([
    200, 404,
  ]);
  expect((await call(groupBooking.commands.confirm.method, { id: other })).status).toBe(404);
});

test("results and agreed quantities are of its own park, are told to be part, and book no rebate", async () => {
  const { rows } = (await call(regionalPlan, { month: today.slice(0, 7) })).data;
  const everybody = (await backend.call(regionalPlan, { month: today.slice(0, 7) })).data.rows;
  const ordersOf = (all: typeof rows) => all.filter((row) => row.kind === "salesman" && row.id === salesmanId).length;
  expect([ordersOf(rows), ordersOf(everybody)]).toEqual([1, 1]);
  const standing = (await call(agreedStanding, { id: agreedId })).data;
  expect(standing).toMatchObject({ partial: true, sold: 1 });
  expect((await backend.call(agreedStanding, { id: agreedId })).data).toMatchObject({ partial: false, sold: 4 });
  backend.setNow(new Date(friday.getTime() + 86_400_000));
  expect((await call(agreedQuantity.commands.book.method, { id: agreedId })).status).toBe(409);
  backend.setNow(friday);
});

test("a statement is the agency's and is whole for everybody; another park's orders of it are invoiced by nobody there", async () => {
  const whole = (await backend.call(agencyStatementRows, { id: statementId } as never)).data;
  expect(whole).toMatchObject({ total: 32_000, count: 2 });
  expect((await call(agencyStatementRows, { id: statementId })).data).toMatchObject({ total: 32_000, count: 2 });
  await backend.sql("update agency_statement set stamped = '2026/stamped.pdf' where id = $1", [statementId]);
  for (const name of ["send", "confirm", "close"] as const)
    expect((await backend.call(agencyStatement.commands[name].method, { id: statementId } as never)).message).toBe("");
  const before = await digests(backend, { except: ["session"] });
  expect((await call(quoteInvoice, { orderIds: [orders.far] })).status).toBe(404);
  const asked = { title: "青山", buyerKind: "company", kind: "ordinary", idempotencyKey: fresh("invoice-key") };
  expect((await call(requestInvoice, { orderIds: [orders.far], ...asked })).status).toBe(404);
  // Of the statement it is offered what it may invoice one by one, and nothing else.
  expect((await call(quoteInvoice, { statementId })).data.orders.map(({ id }) => id)).toEqual([orders.near]);
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
});
