/** The page that the code on a receipt opens, as it leaves the server: whom to ask, and what a stranger does not see. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceApplyPath } from "~/contract/invoice/apply-page";
import { deviceKey, receiptCode } from "~server/backend/business/invoice/receipt-code";
import { secretsOfTests } from "~tests/support/backend";
import { inTenant } from "~tests/support/in-tenant";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { company, invoicesOf, settings } from "../backend/invoice/support";
import { ask, createPartner, orderOf } from "../backend/open/partner";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
let park: TestPark;
beforeAll(async () => {
  whole = await openWholeConsole();
  park = await createPark(whole.backend);
  await settings(whole.backend);
  whole.backend.setNow(friday);
}, 300_000);
afterAll(() => whole?.close());

const marked = <T>(mark: Parameters<typeof inTenant<T>>[1]) =>
  inTenant(whole.backend, mark, { secrets: secretsOfTests }, "0001");

async function page(orderId: number, language = "zh-CN", cookie = ""): Promise<string> {
  const code = await marked(async (call) => receiptCode(call, orderId));
  const query = new URLSearchParams({ corpCode: "0001", code });
  const headers = { "accept-language": language, ...(cookie && { cookie }) };
  const answer = await whole.ask(`${invoiceApplyPath}?${query}`, { headers });
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll("<!-- -->", "");
}

test("an order that another platform sold says whom to ask, in both languages, and shows no form", async () => {
  const { backend } = whole;
  const partner = await createPartner(backend, { name: "远航网" });
  const order = orderOf(park.adultId, today);

  const placed = await ask(backend, partner, "POST", "/orders", order);
  const payment = { payNo: fresh("P"), amount: placed.data.payable };
  await ask(backend, partner, "POST", `/orders/${order.outerNo}/pay`, payment);
  const [{ id = 0 } = {}] = await backend.sql<{ id: number }>(
    "select order_id::int as id from open_order where outer_no = $1",
    [order.outerNo],
  );
  for (const [language, sentence] of [
    ["zh-CN", "这张订单在“远航网”购买，请向“远航网”索取发票"],
    ["en", "This order was bought on 远航网: please ask them for the invoice"],
  ] as const) {
    const html = await page(id, language);
    expect(html).toContain(sentence);
    expect(html).not.toContain('name="taxNumber"');
  }
});

test("a stranger with the receipt finds no bank, address or mail anywhere in the page; the device that asked finds them", async () => {
  const { orderId } = await park.sell();
  const typed = { address: "文三路 1 号", bank: "工商银行 1202020209900012345", mail: "finance@example.org" };
  const { serial } = await invoicesOf(whole.backend).requested([orderId], { ...company, ...typed });
  const stranger = await page(orderId);
  expect(stranger).toContain(company.title);
  expect(stranger).toContain("911100********341L");
  for (const hidden of [...Object.values(typed), company.taxNumber]) expect(stranger).not.toContain(hidden);
  const key = await marked(async (call) => deviceKey(call, serial));
  const own = await page(orderId, "zh-CN", `invoice-keys=${"x".repeat(27)}.${key}`);
  for (const shown of [...Object.values(typed), company.taxNumber]) expect(own).toContain(shown);
});
