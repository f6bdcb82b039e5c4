/** The invoice of an agency's statement: all of its orders at once, of which something is left, to the agency alone. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { quoteInvoice } from "~/contract/invoice/invoice";
import { refundOrder } from "~/contract/order/order";
import { sellTickets } from "~/contract/ticket/sale";
import { agencyStatement } from "~/contract/travel/statement";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race } from "~tests/support/race";
import { agencyInUse } from "../travel/sales-support";
import { companyNumber, invoicesOf, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let invoices: ReturnType<typeof invoicesOf>;
const title = "远方旅行社有限公司";
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  await settings(backend);
  invoices = invoicesOf(backend);
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

async function agencyWithTitle(): Promise<number> {
  const id = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000 });
  await backend.sql("update travel_agency set tax_title = $2, tax_number = $3 where id = $1", [
    id,
    title,
    companyNumber,
  ]);
  return id;
}
/** One adult is 80 yuan. */
async function sale(agencyId: number, quantity = 1): Promise<number> {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [agencyId]);
  const sold = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  if (!sold.success) throw new Error(sold.message);
  return Number(sold.data.orderId);
}
async function draft(agencyId: number): Promise<number> {
  return backend.saved(agencyStatement.methods.save, {
    ...{ code: fresh("JS"), agencyId, fromDay: today, toDay: today, remark: null },
  });
}
async function close(id: number): Promise<void> {
  await backend.sql("update agency_statement set stamped = '2026/stamped.pdf' where id = $1", [id]);
  for (const name of ["send", "confirm", "close"] as const) {
    const reply = await backend.call(agencyStatement.commands[name].method, { id } as never);
    if (!reply.success) throw new Error(reply.message);
  }
}
const quote = async (statementId: number, as = backend.admin) =>
  backend.call(quoteInvoice, { statementId } as never, { as });
const request = (statementId: number, fields: object = {}, as = backend.admin) =>
  invoices.request([], { statementId, title, buyerKind: "company", taxNumber: companyNumber, ...fields }, as);

test("a closed statement is invoiced at once, less what was invoiced before or went back", async () => {
  const id = await agencyWithTitle();
  const [first, second, back] = [await sale(id, 2), await sale(id, 3), await sale(id)];
  await backend.call(refundOrder, { orderId: back, reason: "退", idempotencyKey: fresh("refund-key") } as never);
  await invoices.requested([first], { title, buyerKind: "company", taxNumber: companyNumber });
  const third = await sale(id);
  const statementId = await draft(id);
  const open = (await quote(statementId)).data;
  expect([open.orders, open.whyNot]).toEqual([[], expect.stringContaining("尚未关账")]);
  expect((await request(statementId)).message).toContain("尚未关账");
  await close(statementId);
  // Sold after it was closed: of another statement.
  await sale(id);
  const { data } = await quote(statementId);
  expect(data.orders.map((order) => order.id)).toEqual([second, third]);
  expect(data).toMatchObject({ gross: 32_000, party: { title }, whyNot: "" });
  expect((await request(statementId, { title: "别的公司", taxNumber: "" })).status).toBe(422);
  expect((await request(statementId, { expected: 31_000 })).status).toBe(409);
  const made = await request(statementId, { expected: 32_000, kind: "ordinary" });
  expect(made.data.gross).toBe(32_000);
  expect(await invoices.row(made.data.id)).toMatchObject({ title, agency_id: expect.anything() });
  const again = await request(statementId);
  expect([again.status, again.message]).toEqual([409, expect.stringContaining("没有可开票金额")]);
});

test("two who invoice one statement at once make one invoice", async () => {
  const id = await agencyWithTitle();
  for (let n = 0; n < 3; n += 1) await sale(id);
  const statementId = await draft(id);
  await close(statementId);
  const all = await race(backend, 2, () => request(statementId));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [sum] = await backend.sql(
    "select sum(gross)::int as sum, count(*)::int as n from invoice where agency_id = $1",
    [id],
  );
  expect(sum).toEqual({ sum: 24_000, n: 1 });
});

test("another tenant and a role without the right are refused, and nothing is written", async () => {
  const id = await agencyWithTitle();
  await sale(id);
  const statementId = await draft(id);
  await close(statementId);
  const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
  const { token } = await backend.createUser({ grants: ["invoiceList", "statementList"] });
  const before = await digests(backend, { except: ["session"] });
  expect((await quote(statementId, tenant)).status).toBe(404);
  expect((await request(statementId, {}, tenant)).status).toBe(404);
  expect((await request(statementId, {}, token)).status).toBe(403);
  expect((await invoices.request([])).status).toBe(422);
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
});
