/** Who gets at invoices: another tenant and an account of another park find none, whatever they ask, and write nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoice, invoiceOpenOrders, invoiceView, quoteInvoice } from "~/contract/invoice/invoice";
import { invoiceMonth } from "~/contract/invoice/month";
import { invoiceRed } from "~/contract/invoice/red";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { freshNumber, invoicesOf, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let invoices: ReturnType<typeof invoicesOf>;
let others: [who: string, token: string][] = [];
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  invoices = invoicesOf(backend);
  await settings(backend);
  const far = await createPark(backend);
  const rights = ["request", "reverse", "issue", "cancel", "noteUse"].map((right) => `invoiceList/invoice:${right}`);
  const ofRed = ["issue", "confirm", "refuse", "withdraw"].map((right) => `invoiceRedList/invoiceRed:${right}`);
  const bound = await backend.createUser({
    grants: ["invoiceList", ...rights, "invoiceRedList", ...ofRed],
    parks: [far.parkId],
  });
  others = [
    ["another tenant", await backend.createCorp(fresh("T").replaceAll("-", ""))],
    ["another park", bound.token],
  ];
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

test("another tenant and an account of another park neither see nor move an invoice or a red letter", async () => {
  const orderId = (await park.sell()).orderId;
  const open = (await park.sell()).orderId;
  const made = await invoices.issued([orderId]);
  const asked = await invoices.requested([(await park.sell()).orderId]);
  await invoices.press("noteUse", made.id, { use: "booked" });
  const red = await invoices.red(made.id);
  const before = await digests(backend, { except: ["session"] });
  for (const [who, as] of others) {
    expect((await backend.call(invoice.methods.list, {}, { as })).data.records, who).toEqual([]);
    expect((await backend.call(invoiceRed.methods.list, {}, { as })).data.records, who).toEqual([]);
    expect((await backend.call(invoiceOpenOrders, {}, { as })).data, who).toMatchObject({ rows: [], owed: [] });
    const number = freshNumber();
    const answers = {
      view: await backend.call(invoiceView, { id: made.id }, { as }),
      quote: await backend.call(quoteInvoice, { orderIds: [open] }, { as }),
      request: await invoices.request([open], {}, as),
      issue: await invoices.press("issue", asked.id, { number, issuedOn: today }, as),
      cancel: await invoices.press("cancel", asked.id, { reason: "x" }, as),
      noteUse: await invoices.press("noteUse", made.id, { use: "none" }, as),
      reverse: await invoices.red(made.id, {}, as),
      confirm: await backend.call(invoiceRed.commands.confirm.method, { id: red.data.id } as never, { as }),
    };
    expect(Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status])), who).toEqual(
      Object.fromEntries(Object.keys(answers).map((name) => [name, 404])),
    );
  }
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
  const tenant = others[0]?.[1] ?? "";
  expect((await backend.call(invoiceMonth, {}, { as: tenant })).data).toMatchObject({ paid: 0, closing: 0, rates: [] });
});

test("each step takes its own right: who only reads invoices requests, issues, reverses and withdraws none", async () => {
  const made = await invoices.requested([(await park.sell()).orderId]);
  const { token } = await backend.createUser({ grants: ["invoiceList", "invoiceRedList"] });
  const before = await digests(backend, { except: ["session"] });
  expect((await backend.call(invoiceView, { id: made.id }, { as: token })).success).toBe(true);
  const refused = [
    await invoices.request([(await park.sell()).orderId], {}, token),
    await invoices.press("issue", made.id, { number: freshNumber(), issuedOn: today }, token),
    await invoices.press("cancel", made.id, { reason: "x" }, token),
    await invoices.red(made.id, {}, token),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const after = await digests(backend, { except: ["session"] });
  expect(changed(before, after).filter((table) => table.startsWith("invoice"))).toEqual([]);
});
