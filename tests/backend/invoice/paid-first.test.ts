/** Money that went back before its invoice was reversed: a closed day waits for nobody, and the list tells what is still to be reversed. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sellCard } from "~/contract/card/counter";
import { invoiceOpenOrders, invoiceView, quoteInvoice } from "~/contract/invoice/invoice";
import { invoiceTaxRule } from "~/contract/invoice/settings";
import { requestTopUpInvoice } from "~/contract/invoice/top-up";
import { approvalDecide } from "~/contract/platform/approval";
import { smartCard } from "~/contract/stored/card";
import { closure } from "~/contract/ticket/closure";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { person as holder, openShop } from "../card/support";
import { openStoredShop } from "../stored/support";
import { company, freshNumber, invoicesOf, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let invoices: ReturnType<typeof invoicesOf>;
beforeAll(async () => {
  backend = await openTestBackend();
  invoices = invoicesOf(backend);
  await settings(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  park = await createPark(backend);
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

/** The park closes for a day of rain, and everything that was sold for it goes back. */
async function closeAndPayBack(): Promise<void> {
  const { methods } = closure;
  const payload = { reason: "暴雨", parkId: park.parkId, firstDay: today, lastDay: today };
  const id = await backend.saved(methods.save, payload as never);
  expect((await backend.call(methods.enforce, { id })).message).toBe("");
  expect((await backend.call(methods.settle, { id, toDay: null, treatment: "refund" } as never)).message).toBe("");
  await createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
}
const moneyOf = async (orderId: number) =>
  (await backend.sql("select refunded::int, refunding::int, state from orders where id = $1", [orderId]))[0];
const listed = async (number: string) =>
  (await backend.call(invoiceOpenOrders, {})).data.owed
    .filter(({ orderNo }) => orderNo === number)
    .map(({ amount, serial }) => [amount, serial]);
const lineOf = async (id: number) => (await backend.call(invoiceView, { id })).data.lines[0]?.id ?? 0;
async function reversed(id: number, gross: number): Promise<void> {
  const red = await invoices.red(id, { lines: [{ lineId: await lineOf(id), gross }] });
  await invoices.pressRed("confirm", red.data.id);
  expect((await invoices.issueRed(red.data.id)).message).toBe("");
}

test("a closed day pays at once what is invoiced; what is still to be reversed is listed until it is", async () => {
  const { orderId, orderNo } = await park.sell();
  const made = await invoices.issued([orderId], company);
  await invoices.press("noteUse", made.id, { use: "booked" });
  expect(await listed(orderNo)).toEqual([]);
  await closeAndPayBack();
  expect(await moneyOf(orderId)).toEqual({ refunded: 16_000, refunding: 0, state: "refunded" });
  expect(await listed(orderNo)).toEqual([[16_000, made.serial]]);
  await checkInvariants(backend);
  await reversed(made.id, 6_000);
  expect(await listed(orderNo)).toEqual([[10_000, made.serial]]);
  await checkInvariants(backend);
  await reversed(made.id, 10_000);
  expect(await listed(orderNo)).toEqual([]);
  expect(await moneyOf(orderId)).toEqual({ refunded: 16_000, refunding: 0, state: "refunded" });
});

test("of a request that was not issued, its withdrawal takes it off the list; what is not invoiced is not listed", async () => {
  const [asked, plain] = [await park.sell(), await park.sell()];
  const made = await invoices.requested([asked.orderId]);
  await closeAndPayBack();
  expect([await moneyOf(asked.orderId), await moneyOf(plain.orderId)]).toMatchObject([
    { refunded: 16_000 },
    { refunded: 16_000 },
  ]);
  expect([(await listed(asked.orderNo)).map(([amount]) => amount), await listed(plain.orderNo)]).toEqual([
    [16_000],
    [],
  ]);
  expect((await invoices.press("cancel", made.id, { reason: "闭园" })).message).toBe("");
  expect(await listed(asked.orderNo)).toEqual([]);
});

test("of a top-up that was paid back first, part of a red letter frees no more of the principal than it reversed", async () => {
  await backend.call(invoiceTaxRule.methods.save, {
    ...{ name: "*预付卡销售*充值", scope: "topUp", validFrom: "2026-01-01", taxCode: "6010000000000000000" },
    ...{ treatment: "notTaxed", rate: null },
  } as never);
  const shop = await openStoredShop(backend);
  const card = await shop.sold(await shop.addType(), { amount: 10_000 });
  const press = (amount: number) =>
    backend.call(smartCard.commands.refund.method, { id: card.id, amount, reason: "不用了" } as never);
  const made = await backend.call(requestTopUpInvoice, {
    ...{ cardId: card.id, topUpIds: [], ...company, idempotencyKey: fresh("top-key") },
  } as never);
  const { id } = made.data;
  await invoices.press("issue", id, { number: freshNumber(), issuedOn: today });
  await invoices.press("noteUse", id, { use: "booked" });
  const refused = await invoices.red(id);
  await invoices.pressRed("refuse", refused.data.id, { note: "已入账" });
  expect((await press(4_000)).data).toMatchObject({ waiting: true });
  const [request] = await backend.sql<{ id: number }>(
    "select id::float8 as id from approval where kind = 'smartCard.refund' and thing_id = $1 and state = 'waiting'",
    [card.id],
  );
  const judge = await backend.createUser({
    grants: [smartCard.fun, `${smartCard.fun}/${smartCard.commands.refund.decides}`, "message"],
  });
  const decision = { id: request?.id ?? 0, decision: "approve", remark: "见函" } as const;
  expect((await backend.call(approvalDecide, decision, { as: judge.token })).message).toBe("");
  const [slip] = await backend.sql<{ no: string }>("select slip_no as no from stored_top_up where card_id = $1", [
    card.id,
  ]);
  expect((await listed(slip?.no ?? "")).map(([amount]) => amount)).toEqual([4_000]);
  await reversed(id, 3_000);
  expect((await listed(slip?.no ?? "")).map(([amount]) => amount)).toEqual([1_000]);
  // 7,000 are invoiced and 6,000 stayed: nothing more goes back but by the word of a second person.
  expect((await press(1)).data).toMatchObject({ waiting: true });
  expect(await backend.sql("select principal::int as principal from stored_card where id = $1", [card.id])).toEqual([
    { principal: 6_000 },
  ]);
  await reversed(id, 1_000);
  expect(await listed(slip?.no ?? "")).toEqual([]);
});

test("a deposit is never invoiced: of a card that is sold with one, what was paid for the card alone", async () => {
  const shop = await openShop(backend);
  const typeId = await shop.addType();
  const sold = await backend.call(sellCard, {
    ...{ idempotencyKey: fresh("sell-card-key"), cardTypeId: typeId, number: "", holders: [holder()] },
    paymentType: "wechat",
  } as never);
  expect(sold.data).toMatchObject({ deposit: 2_000 });
  const { data } = await backend.call(quoteInvoice, { orderIds: [Number(sold.data.orderId)] });
  // 300 yuan for the year, 10 for the card itself.
  expect(data).toMatchObject({ gross: 31_000, whyNot: "" });
});
