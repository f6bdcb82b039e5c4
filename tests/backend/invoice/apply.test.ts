/** Visitors who ask for an invoice by the code on the receipt: that order alone, behind the puzzle, a few a day. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceApply, invoiceApplyForm } from "~/contract/invoice/apply";
import { invoiceApplyName } from "~/contract/invoice/apply-page";
import { sellTickets } from "~/contract/ticket/sale";
import { deviceKey, receiptCode } from "~server/backend/business/invoice/receipt-code";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { inTenant } from "~tests/support/in-tenant";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { solvePuzzle } from "~tests/support/puzzle";
import { agencyInUse } from "../travel/sales-support";
import { company, invoicesOf, person, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  await settings(backend);
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const codeOf = (orderId: number, corpCode = "0001") =>
  inTenant(backend, async (call) => receiptCode(call, orderId), { secrets: secretsOfTests }, corpCode);
const look = async (code: string, corpCode = "0001", keys: string[] = []) =>
  (await backend.call(invoiceApplyForm, { corpCode, code, keys }, { as: "" })).data;

let addresses = 0;
async function apply(code: string, fields: object = {}, { solved = true, clientAddress = "" } = {}) {
  addresses += 1;
  const sessionId = randomUUID() as string;
  if (solved) await solvePuzzle(backend, sessionId, invoiceApplyName);
  const payload = {
    corpCode: "0001",
    code,
    ...person,
    clientAddress: clientAddress || `192.0.2.${addresses}`,
    ...fields,
  };
  return backend.call(invoiceApply, payload as never, { as: "", sessionId });
}

test("the code of a receipt opens that order alone; a second request finds nothing left", async () => {
  const { orderId, orderNo } = await park.sell();
  const code = await codeOf(orderId);
  expect(await look(code)).toMatchObject({ known: true, orderNo, left: 16_000, whyNot: "", invoices: [] });
  const made = await apply(code, company);
  expect(made.data).toMatchObject({ gross: 16_000, serial: expect.stringMatching(/^FP/) });
  const [row] = await backend.sql("select source, title from invoice where serial = $1", [made.data.serial]);
  expect(row).toEqual({ source: "visitor", title: company.title });
  expect(await look(code)).toMatchObject({ left: 0, invoices: [{ serial: made.data.serial }] });
  expect((await apply(code)).status).toBe(409);
});

test("a code that was made up, of another order or another tenant, is not known", async () => {
  const { orderId } = await park.sell();
  const code = await codeOf(orderId);
  await backend.createCorp("3001");
  const other = `${(orderId + 1).toString(36)}.${code.split(".")[1]}`;
  for (const [wrong, corp] of [
    [other, "0001"],
    ["zz.aaaaaaaaaaaaaaaa", "0001"],
    ["", "0001"],
    [code, "3001"],
    [code, "9999"],
  ] as const)
    expect(await look(wrong, corp)).toMatchObject({ known: false, orderNo: "" });
  expect((await apply(other)).status).toBe(404);
});

test("without a solved puzzle, or with a wrong tax number, nothing is written", async () => {
  const { orderId } = await park.sell();
  const code = await codeOf(orderId);
  const before = await digests(backend);
  expect((await apply(code, {}, { solved: false })).status).toBe(428);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await apply(code, { ...company, taxNumber: "123" })).errors).toHaveProperty("taxNumber");
  expect((await invoicesOf(backend).left(orderId)).left).toBe(16_000);
});

test("an agency's order says whom to ask; after the days that are set nobody asks by himself", async () => {
  const agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000 });
  const [agency] = await backend.sql<{ code: string; name: string }>(
    "select code, name from travel_agency where id = $1",
    [agencyId],
  );
  const sale = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity: 1 }] },
    ...{ agency: agency?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  const code = await codeOf(Number(sale.data.orderId));
  expect((await look(code)).whyNot).toContain(agency?.name);
  expect((await apply(code)).message).toContain(agency?.name);
  const own = await codeOf((await park.sell()).orderId);
  backend.setNow(new Date(friday.getTime() + 181 * 24 * 3_600_000));
  expect((await look(own)).whyNot).toContain("期限");
});

const whole = {
  ...{ ...company, kind: "special", mail: "finance@example.org" },
  ...{ address: "杭州市西湖区文三路 1 号 0571-88880000", bank: "工商银行文三支行 1202020209900012345" },
};

test("who holds the receipt sees whom the invoice is for, and no address, bank or mail; the device that asked sees all", async () => {
  const code = await codeOf((await park.sell()).orderId);
  const { key } = (await apply(code, whole)).data;
  const answer = await backend.call(invoiceApplyForm, { corpCode: "0001", code }, { as: "" });
  expect(answer.data.invoices).toMatchObject([
    {
      ...{ own: false, title: company.title, taxNumber: "911100********341L", mail: "f***" },
      ...{ address: "已填写", bank: "已填写", files: [] },
    },
  ]);
  // Not in another field either.
  const text = JSON.stringify(answer);
  for (const hidden of ["文三路", "88880000", "文三支行", "12020202", "finance", company.taxNumber])
    expect(text).not.toContain(hidden);
  const { kind: _, buyerKind: __, ...typed } = whole;
  expect((await look(code, "0001", ["x".repeat(27), key])).invoices).toMatchObject([{ own: true, ...typed }]);
  for (const keys of [["x".repeat(27)], [""], [key.toUpperCase()], [key.slice(0, 16)]])
    expect((await look(code, "0001", keys)).invoices).toMatchObject([{ own: false, bank: "已填写" }]);
});

test("a person's name is told by its first sign alone, and what was not filled in is said to be nowhere", async () => {
  const code = await codeOf((await park.sell()).orderId);
  await apply(code, person);
  expect((await look(code)).invoices).toMatchObject([
    { own: false, title: "张***", taxNumber: "", mail: "", address: "", bank: "" },
  ]);
});

test("a key is of one request in one tenant", async () => {
  const [one, two] = [await codeOf((await park.sell()).orderId), await codeOf((await park.sell()).orderId)];
  const first = (await apply(one, whole)).data;
  await apply(two, whole);
  expect((await look(two, "0001", [first.key])).invoices).toMatchObject([{ own: false }]);
  const elsewhere = await inTenant(
    backend,
    async (call) => deviceKey(call, first.serial),
    { secrets: secretsOfTests },
    await anotherCorp(),
  );
  expect((await look(one, "0001", [elsewhere])).invoices).toMatchObject([{ own: false }]);
});

async function anotherCorp(): Promise<string> {
  await backend.createCorp("3002");
  return "3002";
}

test("one address asks ten times a day", async () => {
  const clientAddress = "198.51.100.7";
  const answers: number[] = [];
  for (let n = 0; n < 11; n++)
    answers.push((await apply(await codeOf((await park.sell()).orderId), {}, { clientAddress })).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 409]);
});
