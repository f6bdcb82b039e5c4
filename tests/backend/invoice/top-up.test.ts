/** Invoices of top-ups: principal alone, once, not taxed; what is invoiced goes back after its red letter. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceApply, invoiceApplyForm } from "~/contract/invoice/apply";
import { invoiceApplyName } from "~/contract/invoice/apply-page";
import { invoiceView } from "~/contract/invoice/invoice";
import { invoiceMonth } from "~/contract/invoice/month";
import { invoiceTaxRule } from "~/contract/invoice/settings";
import { quoteTopUps, requestTopUpInvoice } from "~/contract/invoice/top-up";
import { approvalDecide } from "~/contract/platform/approval";
import { smartCard } from "~/contract/stored/card";
import { receiptCode, topUpCode } from "~server/backend/business/invoice/receipt-code";
import { makeTopUpInvoice } from "~server/backend/business/invoice/top-ups";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { inTenant } from "~tests/support/in-tenant";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { solvePuzzle } from "~tests/support/puzzle";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { openStoredShop, type StoredShop } from "../stored/support";
import { company, invoicesOf, person, settings } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId: number;
let invoices: ReturnType<typeof invoicesOf>;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  typeId = await shop.addType();
  invoices = invoicesOf(backend);
  await settings(backend);
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const topUpRule = (fields: object = {}) =>
  backend.call(invoiceTaxRule.methods.save, {
    ...{ name: "*预付卡销售*充值", scope: "topUp", validFrom: "2026-01-01", taxCode: "6010000000000000000" },
    ...{ treatment: "notTaxed", rate: null, ...fields },
  } as never);
/** A card with 500 yuan, which bring 80 as a gift. */
const card = (amount = 50_000) => shop.sold(typeId, { amount });
const press = (name: keyof typeof smartCard.commands, id: number, fields: object) =>
  backend.call(smartCard.commands[name].method, { id, ...fields } as never);
const refund = (id: number, amount: number) => press("refund", id, { amount, reason: "不用了" });
const quote = async (cardId: number, topUpIds: number[] = []) =>
  (await backend.call(quoteTopUps, { cardId, topUpIds })).data;
const request = (cardId: number, fields: object = {}) =>
  backend.call(requestTopUpInvoice, { cardId, ...person, idempotencyKey: fresh("top-key"), ...fields } as never);
async function issued(cardId: number, fields: object = {}) {
  const made = await request(cardId, fields);
  expect(made.message).toBe("");
  const { freshNumber } = await import("./support");
  expect((await invoices.press("issue", made.data.id, { number: freshNumber(), issuedOn: "2026-11-20" })).message).toBe(
    "",
  );
  return made.data;
}

test("without a rule for top-ups nothing is invoiced, and their rule is never a taxed one", async () => {
  const { id } = await card();
  expect((await request(id)).message).toContain("储值卡充值的开票税目");
  expect((await topUpRule({ treatment: "taxed", rate: 6 })).errors).toMatchObject({
    treatment: [expect.stringContaining("不征税")],
  });
  expect((await topUpRule()).message).toBe("");
});

test("its principal is invoiced once: ordinary, not taxed, without the gift", async () => {
  const { id, number } = await card();
  await press("topUp", id, { amount: 20_000, paymentType: "wechat" });
  const before = await quote(id);
  expect(before).toMatchObject({ number, gross: 70_000, whyNot: "" });
  expect(before.topUps.map(({ amount, left }) => [amount, left])).toEqual([
    [20_000, 20_000],
    [50_000, 50_000],
  ]);
  const special = { ...company, kind: "special", address: "杭州 0571-88888888", bank: "工行 6222" };
  expect((await request(id, special)).errors).toMatchObject({ kind: [expect.stringContaining("不征税")] });
  const chosen = before.topUps.slice(0, 1).map((one) => one.id);
  const first = await issued(id, { topUpIds: chosen, expected: 20_000 });
  const { data: view } = await backend.call(invoiceView, { id: first.id });
  expect(view).toMatchObject({
    gross: 20_000,
    tax: 0,
    kind: "ordinary",
    orders: [],
    topUps: [{ number, gross: 20_000 }],
  });
  expect(view.lines).toMatchObject([
    { kind: "topUp", treatment: "notTaxed", rate: null, taxCode: "6010000000000000000", gross: 20_000, tax: 0 },
  ]);
  expect((await request(id, { topUpIds: chosen })).message).toContain("没有可开票的金额");
  const written = await digests(backend);
  expect((await request(id, { expected: 70_000 })).message).toContain("¥500.00");
  expect(changed(written, await digests(backend))).toEqual([]);
  expect((await issued(id)).gross).toBe(50_000);
  expect(await quote(id)).toMatchObject({ gross: 0, whyNot: expect.stringContaining("没有可开票的金额") });
});

test("what is spent from the card is invoiced no second time, nor less of its top-up", async () => {
  const { id } = await card(10_000);
  await press("spend", id, { amount: 4_000, what: "餐饮" });
  expect((await issued(id)).gross).toBe(10_000);
  const [order] = await backend.sql<{ id: number }>(
    "select order_id::float8 as id from stored_spend where card_id = $1",
    [id],
  );
  expect((await invoices.left(order?.id ?? 0)).whyNot).toContain("储值卡");
});

test("a refund takes what is not invoiced first; the rest waits for a red letter, and writes nothing before", async () => {
  const { id } = await card(10_000);
  await press("topUp", id, { amount: 3_000, paymentType: "cash" });
  const [, older] = (await quote(id)).topUps;
  const made = await issued(id, { topUpIds: [older?.id ?? 0] });
  expect((await refund(id, 2_000)).message).toBe("");
  expect((await quote(id)).topUps.map(({ returned, left }) => [returned, left])).toEqual([
    [2_000, 1_000],
    [0, 0],
  ]);
  const written = await digests(backend);
  const refused = await refund(id, 5_000);
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining(`${made.serial}，须先冲红 ¥40.00`)]);
  expect((await press("cancel", id, { reason: "不用了" })).message).toContain(made.serial);
  expect(changed(written, await digests(backend))).toEqual([]);
  const red = await invoices.red(made.id);
  expect((await invoices.issueRed(red.data.id)).message).toBe("");
  expect((await refund(id, 5_000)).message).toBe("");
  expect((await quote(id)).gross).toBe(6_000);
});

test("principal goes back by a second person where the buyer refuses the red letter, and is listed until it is reversed", async () => {
  const { id } = await card(10_000);
  const made = await issued(id, company);
  await invoices.press("noteUse", made.id, { use: "booked" });
  const red = await invoices.red(made.id);
  expect((await refund(id, 4_000)).status).toBe(409);
  await invoices.pressRed("refuse", red.data.id, { note: "已入账" });
  const asked = await refund(id, 4_000);
  expect([asked.message, asked.data]).toEqual(["", expect.objectContaining({ waiting: true })]);
  const principal = async () =>
    (await backend.sql("select principal::int as principal from stored_card where id = $1", [id]))[0];
  const owed = () => backend.sql("select sum(amount)::int as amount from invoice_owed where top_up_id is not null");
  expect(await principal()).toEqual({ principal: 10_000 });
  const [request] = await backend.sql<{ id: number }>(
    "select id::float8 as id from approval where kind = 'smartCard.refund' and thing_id = $1 and state = 'waiting'",
    [id],
  );
  const judge = await backend.createUser({
    grants: [smartCard.fun, `${smartCard.fun}/${smartCard.commands.refund.decides}`, "message"],
  });
  const decide = (as: string) =>
    backend.call(approvalDecide, { id: request?.id ?? 0, decision: "approve", remark: "见函" }, { as });
  expect((await decide(backend.admin)).status).toBe(409);
  expect((await decide(judge.token)).message).toBe("");
  expect((await decide(judge.token)).status).toBe(409);
  expect([await principal(), await owed()]).toEqual([{ principal: 6_000 }, [{ amount: 4_000 }]]);
  await checkInvariants(backend);
  const { data: view } = await backend.call(invoiceView, { id: made.id });
  const again = await invoices.red(made.id, { lines: [{ lineId: view.lines[0]?.id ?? 0, gross: 4_000 }] });
  await invoices.pressRed("confirm", again.data.id);
  expect((await invoices.issueRed(again.data.id)).message).toBe("");
  expect(await owed()).toEqual([{ amount: null }]);
});

test("a request that is not issued is withdrawn before principal goes back", async () => {
  const { id } = await card(10_000);
  const made = await request(id);
  expect((await refund(id, 1)).message).toContain("先在电子发票中撤回");
  expect((await invoices.press("cancel", made.data.id, { reason: "不要了" })).message).toBe("");
  expect((await refund(id, 10_000)).message).toBe("");
  expect((await quote(id)).whyNot).toContain("没有可开票的金额");
});

test("a booked one is reversed in part after the buyer confirms", async () => {
  const { id } = await card(10_000);
  const made = await issued(id, company);
  const { data: view } = await backend.call(invoiceView, { id: made.id });
  await invoices.press("noteUse", made.id, { use: "booked" });
  const red = await invoices.red(made.id, { lines: [{ lineId: view.lines[0]?.id ?? 0, gross: 2_500 }] });
  await invoices.pressRed("confirm", red.data.id);
  expect((await refund(id, 2_500)).status).toBe(409);
  expect((await invoices.issueRed(red.data.id)).message).toBe("");
  expect((await refund(id, 2_501)).status).toBe(409);
  expect((await refund(id, 2_500)).message).toBe("");
});

test("a replacement takes its card's top-ups over, with what is invoiced of them", async () => {
  const { id } = await card(10_000);
  await issued(id);
  await press("topUp", id, { amount: 3_000, paymentType: "cash" });
  await press("reportLoss", id, { reason: "丢失" });
  const next = await press("replace", id, { number: null, paymentType: "cash" });
  expect(next.message).toBe("");
  const cardId = Number((next.data as unknown as { answer: { cardId: number } }).answer.cardId);
  expect((await quote(cardId)).topUps.map(({ left }) => left)).toEqual([3_000, 0]);
  expect((await quote(id)).topUps).toEqual([]);
  expect((await refund(cardId, 3_001)).status).toBe(409);
});

test("a visitor asks by the code of the top-up, which opens no order, nor an order's it", async () => {
  const { id } = await card(10_000);
  const [topUp] = (await quote(id)).topUps;
  const topUpId = topUp?.id ?? 0;
  const keeper = { secrets: secretsOfTests };
  const codes = await inTenant(
    backend,
    async (call) => [topUpCode(call, topUpId), receiptCode(call, topUpId)],
    keeper,
    "0001",
  );
  const [code = "", order = ""] = codes;
  const look = async (text: string) =>
    (await backend.call(invoiceApplyForm, { corpCode: "0001", code: text }, { as: "" })).data;
  expect((await look(`t.${order}`)).known).toBe(false);
  expect((await look(code.slice(2))).known).toBe(false);
  expect(await look(code)).toMatchObject({
    known: true,
    of: "topUp",
    orderNo: topUp?.slipNo,
    left: 10_000,
    whyNot: "",
  });
  const sessionId = randomUUID() as string;
  await solvePuzzle(backend, sessionId, invoiceApplyName);
  const payload = { corpCode: "0001", code, ...person, clientAddress: "192.0.2.77" };
  const made = await backend.call(invoiceApply, payload as never, { as: "", sessionId });
  expect(made.data.gross).toBe(10_000);
  expect(await look(code)).toMatchObject({ left: 0, invoices: [{ serial: made.data.serial }] });
});

test("the month has top-ups and refunds of principal, and a line of what is not taxed", async () => {
  const month = async () => (await backend.call(invoiceMonth, { month: "2026-11" })).data;
  const before = await month();
  const { id } = await card(50_000);
  await refund(id, 5_000);
  await issued(id);
  const after = await month();
  expect(after.toppedUp - before.toppedUp).toBe(50_000);
  expect(after.toppedUpBack - before.toppedUpBack).toBe(5_000);
  expect(after.invoicedNow - before.invoicedNow).toBe(45_000);
  expect(after.closing).toBe(before.closing);
  const untaxed = (view: typeof after) =>
    view.rates.find(({ treatment }) => treatment === "notTaxed")?.invoiced.gross ?? 0;
  expect(untaxed(after) - untaxed(before)).toBe(45_000);
});

test("nobody invoices a card that is none, or by another card's top-up", async () => {
  const [one, two] = [await card(1_000), await card(1_000)];
  const [foreign] = (await quote(two.id)).topUps;
  expect((await request(one.id, { topUpIds: [foreign?.id ?? 0] })).status).toBe(404);
  expect((await request(987_654_321)).status).toBe(404);
});

test("of two who invoice one top-up at once one finds nothing left; a control without the lock invoices it twice", async () => {
  const { id } = await card(10_000);
  const both = await race(backend, 2, () => request(id));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  if (!raceIsReal) return;
  const topUpIds = (await quote((await card(10_000)).id)).topUps.map((one) => one.id);
  const asked = { ...person, taxNumber: "", address: "", bank: "", mail: "", remark: "", source: "staff", by: "" };
  // Both have read before either writes; serials of their own, so that the counter makes none of them wait.
  const meet = meeting(2);
  const serials = ["FP20000101000001", "FP20000101000002"];
  const serialOf = async () => {
    await meet();
    return serials.pop() ?? "";
  };
  const twice = await race(backend, 2, () =>
    inTenant(backend, (call) =>
      makeTopUpInvoice(call, { ...asked, topUpIds } as never, { lock: async () => {}, serialOf }),
    ),
  );
  expect(twice.map(({ gross }) => gross)).toEqual([10_000, 10_000]);
  await backend.sql("update invoice set status = 'cancelled' where serial = any ($1)", [
    twice.map((one) => one.serial),
  ]);
});

test("of a refund and an invoice of one top-up at once, one gives way to the other", async () => {
  for (let round = 0; round < (raceIsReal ? 6 : 1); round++) {
    const { id } = await card(10_000);
    const both = await race<{ status: number }>(backend, 2, (person) =>
      person === 0 ? request(id) : refund(id, 10_000),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await checkInvariants(backend);
  }
});
