/** A replaced card names the new one, which has its deposit; what the log says is told in the reader's language. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { cardLedger } from "~/contract/card/card-ledger";
import { cardCounter } from "~/contract/card/counter";
import { seasonCardLog } from "~/contract/card/log";
import { smartCard } from "~/contract/stored/card";
import { smartCardLog } from "~/contract/stored/log";
import { checkTicket } from "~/contract/ticket/check";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { identityOf, openStoredShop } from "../stored/support";
import { openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = seasonCard;
const replaced = async () => {
  const { cardId, number } = (await shop.sell(await shop.addType())).data;
  await backend.call(methods.activate, { id: cardId });
  await backend.call(methods.reportLoss, { id: cardId, reason: "丢在车上" });
  const reply = await backend.call(methods.replace, { id: cardId, number: null, paymentType: "cash", expected: null });
  expect(reply.message).toBe("");
  return { old: { id: cardId, number }, next: reply.data.answer as { cardId: number; number: string } };
};
const moved = async (cardId: number) => {
  const { data } = await backend.call(cardLedger.rows.methods.list, { filters: { cardId: String(cardId) } } as never);
  return data.records.toReversed().map((row) => [row.kind, row.paymentType, row.heldChange, row.held]);
};

test("the old card leads to the new one, and the deposit is the new one's, to go back as it came", async () => {
  const { old, next } = await replaced();
  const counter = await backend.call(cardCounter, { cardId: old.id });
  expect(counter.data.card?.replacedBy).toEqual({ id: next.cardId, number: next.number });
  expect((await backend.call(methods.get, { id: old.id })).data.record).toMatchObject({
    status: "replaced",
    replacedById: next.cardId,
    deposit: 0,
  });
  expect(await moved(old.id)).toEqual([
    ["take", "wechat", 2_000, 2_000],
    ["moveOut", "wechat", -2_000, 0],
  ]);
  expect(await moved(next.cardId)).toEqual([["moveIn", "wechat", 2_000, 2_000]]);
  // Each side names the other.
  const named = async (cardId: number) => {
    const { data } = await backend.call(cardLedger.rows.methods.list, { filters: { cardId: String(cardId) } } as never);
    return data.records[0]?.source;
  };
  expect([await named(old.id), await named(next.cardId)]).toEqual([next.number, old.number]);
  const cancelled = await backend.call(methods.cancel, { id: next.cardId, reason: "搬家", expected: null });
  expect(cancelled.data.answer).toMatchObject({ deposit: 2_000 });
  expect(await moved(next.cardId)).toEqual([
    ["moveIn", "wechat", 2_000, 2_000],
    ["payBack", "wechat", -2_000, 0],
  ]);
});

test("the log and the counter say it in the language of whoever reads; a person's own words stay as they are", async () => {
  const { old, next } = await replaced();
  const said = async (language: string) => {
    const filters = { cardId: String(old.id) };
    const { data } = await backend.call(seasonCardLog.methods.list, { filters } as never, { language });
    const counter = await backend.call(cardCounter, { cardId: next.cardId }, { language });
    return {
      list: data.records.toReversed().map((row) => row.said),
      counter: counter.data.card?.history.map((row) => row.said),
    };
  };
  expect(await said("zh-CN")).toEqual({
    list: [null, null, "丢在车上", `新卡号 ${next.number}`],
    counter: [`旧卡号 ${old.number}`],
  });
  expect(await said("en")).toEqual({
    list: [null, null, "丢在车上", `new card ${next.number}`],
    counter: [`old card ${old.number}`],
  });
});

test("a stored-value card names its new one too, and is told as what it is at a gate, where it opens nothing", async () => {
  const stored = await openStoredShop(backend);
  const type = await stored.addType();
  const number = fresh("SV").replaceAll("-", "");
  const one = { number, id: await backend.saved(smartCard.methods.save, { number, cardTypeId: type, remark: null }) };
  const verdict = async (code: string) =>
    (await backend.call(checkTicket, { gateId: shop.park.gateId, code, idempotencyKey: fresh("gate-check-key") })).data;
  // Of one that nobody has bought yet nothing is told.
  expect((await verdict(number)).message).not.toContain("储值卡");
  const holder = { holderName: "王秀英", identity: identityOf(), mobile: null };
  const sale = { id: one.id, ...holder, amount: 10_000, paymentType: "cash" };
  await backend.call(smartCard.methods.sell, sale as never);
  expect(await verdict(one.number)).toMatchObject({
    admitted: false,
    reason: "unknown",
    message: expect.stringContaining("储值卡"),
  });
  await backend.call(smartCard.methods.reportLoss, { id: one.id, reason: null });
  const { data } = await backend.call(smartCard.methods.replace, { id: one.id, number: null, paymentType: "cash" });
  const next = data.answer as { cardId: number; number: string };
  expect((await backend.call(smartCard.methods.get, { id: one.id })).data.record).toMatchObject({
    replacedById: next.cardId,
  });
  const filters = { cardId: String(next.cardId) };
  const log = await backend.call(smartCardLog.methods.list, { filters } as never, { language: "en" });
  expect(log.data.records.map((row) => row.said)).toContain(`old card ${one.number}`);
});
