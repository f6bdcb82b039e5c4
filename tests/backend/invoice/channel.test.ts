/** Orders of connected applications: invoiced to the application's contracting party alone, by staff; its customers are told whom to ask. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceApply, invoiceApplyForm } from "~/contract/invoice/apply";
import { invoiceApplyName } from "~/contract/invoice/apply-page";
import { invoiceOpenOrders, quoteInvoice } from "~/contract/invoice/invoice";
import { accessApp } from "~/contract/platform/access-app";
import { receiptCode } from "~server/backend/business/invoice/receipt-code";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { inTenant } from "~tests/support/in-tenant";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { solvePuzzle } from "~tests/support/puzzle";
import { ask, createPartner, orderOf, type Partner } from "../open/partner";
import { company, companyNumber, invoicesOf, person, sellerNumber, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let invoices: ReturnType<typeof invoicesOf>;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  invoices = invoicesOf(backend);
  await settings(backend);
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const title = "远航旅行网有限公司";
const party = { taxTitle: title, taxNumber: companyNumber };

async function sold(partner: Partner): Promise<number> {
  const order = orderOf(park.adultId, today);
  const placed = await ask(backend, partner, "POST", "/orders", order);
  if (!placed.success) throw new Error(placed.message);
  const paid = await ask(backend, partner, "POST", `/orders/${order.outerNo}/pay`, {
    payNo: fresh("P"),
    amount: placed.data.payable,
  });
  if (!paid.success) throw new Error(paid.message);
  const [row] = await backend.sql<{ id: number }>("select order_id::int as id from open_order where outer_no = $1", [
    order.outerNo,
  ]);
  return row?.id ?? 0;
}
const codeOf = (orderId: number) =>
  inTenant(backend, async (call) => receiptCode(call, orderId), { secrets: secretsOfTests }, "0001");
const look = async (code: string) =>
  (await backend.call(invoiceApplyForm, { corpCode: "0001", code }, { as: "" })).data;
async function apply(code: string) {
  const sessionId = randomUUID();
  await solvePuzzle(backend, sessionId, invoiceApplyName);
  const payload = { corpCode: "0001", code, ...company, clientAddress: "192.0.2.80" };
  return backend.call(invoiceApply, payload as never, { as: "", sessionId });
}

test("without a contracting party nobody invoices it: staff is told who enters it, and nothing is written", async () => {
  const partner = await createPartner(backend, { name: "远航网" });
  const orderId = await sold(partner);
  const { data } = await backend.call(quoteInvoice, { orderIds: [orderId] });
  expect(data.whyNot).toContain("由接入应用“远航网”售出，发票只能开给其签约方");
  const before = await digests(backend);
  for (const buyer of [company, person]) {
    const refused = await invoices.request([orderId], buyer);
    expect([refused.status, refused.message]).toEqual([409, data.whyNot]);
  }
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("with one it is invoiced to that party alone, and not beside orders of anybody else", async () => {
  const partner = await createPartner(backend, party);
  const orderId = await sold(partner);
  expect((await backend.call(quoteInvoice, { orderIds: [orderId] })).data).toMatchObject({
    ...{ whyNot: "", gross: 8_000, party: { title, taxNumber: companyNumber } },
  });
  const { orderNo } = (await backend.sql('select order_no as "orderNo" from orders where id = $1', [orderId]))[0] ?? {};
  const open = await backend.call(invoiceOpenOrders, { orderNo: String(orderNo) });
  expect(open.data.rows.map(({ party: name }) => name)).toEqual([expect.stringContaining("伙伴")]);
  expect((await invoices.request([orderId], company)).errors).toMatchObject({
    title: [expect.stringContaining(title)],
  });
  const other = await sold(await createPartner(backend, { taxTitle: "另一家旅行网", taxNumber: sellerNumber }));
  for (const beside of [(await park.sell()).orderId, other])
    expect((await invoices.request([orderId, beside], { ...company, title })).message).toContain("分开开票");
  const made = await invoices.requested([orderId], { ...company, title });
  expect(await invoices.row(made.id)).toMatchObject({ title, tax_number: companyNumber, agency_id: null });
});

test("a code on its receipt says whom to ask, by the name that customers know; nothing is written, and no invoice told", async () => {
  const partner = await createPartner(backend, { name: "对接账号" });
  const code = await codeOf(await sold(partner));
  expect((await look(code)).whyNot).toBe("这张订单在“对接账号”购买，请向“对接账号”索取发票");
  const before = await digests(backend, { except: ["captcha_pass", "captcha_challenge"] });
  expect(await apply(code)).toMatchObject({ status: 409, message: expect.stringContaining("对接账号") });
  expect(changed(before, await digests(backend)).filter((table) => table.startsWith("invoice"))).toEqual([]);
  const titled = await sold(await createPartner(backend, party));
  await invoices.requested([titled], { ...company, title });
  expect(await look(await codeOf(titled))).toMatchObject({
    whyNot: `这张订单在“${title}”购买，请向“${title}”索取发票`,
    invoices: [],
  });
});

test("customers of the house's own channel ask for themselves", async () => {
  const orderId = await sold(await createPartner(backend, { ownChannel: true }));
  const code = await codeOf(orderId);
  expect(await look(code)).toMatchObject({ whyNot: "", left: 8_000 });
  expect((await apply(code)).data).toMatchObject({ gross: 8_000 });
});

test("title and tax number of a party come together, and the number is a right one", async () => {
  const save = (fields: object) =>
    backend.call(accessApp.methods.save, {
      ...{ code: fresh("ota"), name: "远航网", origin: "https://a.example", channel: "network", holdMinutes: 15 },
      ...{ ratePerMinute: 600, ...fields },
    } as never);
  expect((await save({ taxTitle: title })).errors).toHaveProperty("taxNumber");
  expect((await save({ taxNumber: companyNumber })).errors).toHaveProperty("taxTitle");
  expect((await save({ ...party, taxNumber: "91110000600037341X" })).errors).toHaveProperty("taxNumber");
  expect((await save(party)).message).toBe("");
});
