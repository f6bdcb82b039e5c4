/** The log of stored-value cards: every step of each, whoever takes it, with what it put on the card or took from it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { smartCard } from "~/contract/stored/card";
import { smartCardLog } from "~/contract/stored/log";
import { issueStoredWallet, revokeStoredWallet } from "~/contract/stored/wallet";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = smartCard;
const { list } = smartCardLog.methods;

async function done(method: keyof typeof methods, payload: Record<string, unknown>) {
  const reply = await backend.call(methods[method], payload as never);
  expect(reply.message).toBe("");
  return reply.data as { answer?: { cardId?: number; number?: string; slipNo?: string } };
}

/** Oldest first. */
async function logOf(cardId: number) {
  const { data } = await backend.call(list, { filters: { cardId: String(cardId) }, pageSize: 100 } as never);
  return data.records.toReversed();
}
const figures = ({ step, principal, gift, deposit }: Record<string, unknown>) => [step, principal, gift, deposit];

test("each step of a card is a row: principal and gift of one step together, what was said, by whom, by which slip", async () => {
  const typeId = await shop.addType({ cardFeeId: shop.feeId, wallet: true });
  const { id, number } = await shop.sold(typeId, { amount: 10_000 });
  await done("topUp", { id, amount: 30_000, paymentType: "wechat" });
  await done("spend", { id, amount: 6_000, what: "午餐" });
  await done("refund", { id, amount: 4_000, reason: "用不完" });
  await backend.call(issueStoredWallet, { cardId: id });
  await backend.call(revokeStoredWallet, { cardId: id });
  await done("reportLoss", { id, reason: "丢在车上" });
  await done("found", { id });
  await done("reportLoss", { id, reason: "又丢了" });
  const { answer } = await done("replace", { id, number: null, paymentType: "cash" });
  const rows = await logOf(id);
  const forfeited = Number(rows.find(({ step }) => step === "refund")?.gift ?? 0);
  expect(rows.map(figures)).toEqual([
    ["sell", 0, 0, 0],
    ["deposit", 0, 0, 2_000],
    ["topUp", 10_000, 1_000, 0],
    ["topUp", 30_000, 1_000, 0],
    ["spend", -6_000, 0, 0],
    ["refund", -4_000, forfeited, 0],
    ["walletIssue", 0, 0, 0],
    ["walletRevoke", 0, 0, 0],
    ["reportLoss", 0, 0, 0],
    ["found", 0, 0, 0],
    ["reportLoss", 0, 0, 0],
    ["replaced", -30_000, -2_000 - forfeited, -2_000],
  ]);
  const said = rows.flatMap(({ step, said: text }) => (text ? [[step, text]] : []));
  expect(said).toEqual([
    ["refund", "用不完"],
    ["reportLoss", "丢在车上"],
    ["reportLoss", "又丢了"],
    ["replaced", `新卡号 ${answer?.number}`],
  ]);
  expect(new Set(rows.map((row) => row.number))).toEqual(new Set([number]));
  expect(rows.every((row) => row.holderName === "王秀英" && row.accountName !== "")).toBe(true);
  expect(rows.filter((row) => row.principal !== 0).every((row) => row.slipNo)).toBe(true);
  const next = Number(answer?.cardId);
  await done("cancel", { id: next, reason: "搬家" });
  expect((await logOf(next)).map(({ step }) => step)).toEqual(["replace", "refund", "cancel"]);
});

test("a card's rows are its ledger: sums of the log are what is on it", async () => {
  const { id } = await shop.sold(await shop.addType(), { amount: 50_000 });
  await done("spend", { id, amount: 12_345 });
  const [card] = await backend.sql<{ principal: number; gift: number }>(
    "select principal::int, gift::int from stored_card where id = $1",
    [id],
  );
  const rows = await logOf(id);
  const sum = (figure: "principal" | "gift") => rows.reduce((all, row) => all + Number(row[figure]), 0);
  expect({ principal: sum("principal"), gift: sum("gift") }).toEqual(card);
});

test("is filtered by step, number, day, slip and holder; a refused step and a second press leave no row", async () => {
  const { id, number } = await shop.sold(await shop.addType());
  const key = fresh("log-key-of-a-top-up");
  for (const _ of [1, 2]) await done("topUp", { id, amount: 5_000, paymentType: "cash", idempotencyKey: key });
  expect((await backend.call(methods.spend, { id, amount: 900_000 } as never)).status).toBe(409);
  expect((await logOf(id)).map(({ step }) => step)).toEqual(["sell", "topUp"]);
  const found = async (filters: Record<string, unknown>) =>
    (await backend.call(list, { filters } as never)).data.records.map(({ step }) => step);
  expect(await found({ number, step: "topUp" })).toEqual(["topUp"]);
  const [{ slipNo } = { slipNo: "" }] = (await logOf(id)).filter(({ step }) => step === "topUp");
  expect(await found({ slipNo })).toEqual(["topUp"]);
  expect(await found({ number, holderName: "秀英" })).toEqual(["topUp", "sell"]);
  expect(await found({ number, at: "2020-01-01~2020-01-02" })).toEqual([]);
});

test("misprints and extensions are there; nobody of another tenant, and nobody without the function, reads it", async () => {
  const typeId = await shop.addType({ months: 1 });
  const { id } = await shop.stock(typeId);
  await done("spoil", { id, reason: "印错" });
  expect((await logOf(id)).map(({ step, said }) => [step, said])).toEqual([["spoil", "印错"]]);
  const card = await shop.sold(typeId);
  backend.setNow(new Date(friday.getTime() + 20 * 86_400_000));
  await done("prolong", { id: card.id });
  expect((await logOf(card.id)).map(({ step }) => step)).toEqual(["sell", "prolong"]);
  const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
  expect((await backend.call(list, {} as never, { as })).data.records).toEqual([]);
  const seller = await backend.createUser({ grants: ["smartCardList"] });
  expect((await backend.call(list, {} as never, { as: seller.token })).status).toBe(403);
});
