/** Cards that run out: activated, never activated or reported lost; by night, or when their holder buys the next one. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { checkTicket } from "~/contract/ticket/check";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { race } from "~tests/support/race";
import { openShop, person, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  typeId = await shop.addType();
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = seasonCard;
const days = (n: number) => backend.setNow(new Date(friday.getTime() + n * 86_400_000));
const sold = async (payload: Parameters<Shop["sell"]>[1] = {}, type = typeId) => {
  const reply = await shop.sell(type, payload);
  if (!reply.success) throw new Error(`${reply.status} ${reply.message} ${JSON.stringify(reply.errors)}`);
  return reply.data;
};
const active = async (payload: Parameters<Shop["sell"]>[1] = {}, type = typeId) => {
  const card = await sold(payload, type);
  expect((await backend.call(methods.activate, { id: card.cardId })).message).toBe("");
  return card;
};
const row = async (id: number) => {
  const [found] = await backend.sql(
    "select status, valid_from::text, valid_to::text, deposit::int, frozen_for from season_card where id = $1",
    [id],
  );
  return found;
};
const steps = (id: number) =>
  backend.sql("select step, amount::int from season_card_log where card_id = $1 order by id", [id]);
const paid = { paymentType: "cash", expected: null };
/** The job that ends what is over, in the night of that day. */
const night = async (day: number) => {
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'expireCards')");
  await createWorker({
    database: backend.database,
    kinds: allKinds.filter(({ kind }) => kind === "expireCards"),
    now: () => new Date(friday.getTime() + day * 86_400_000),
  }).drain();
};
const payments = (orderId: number) =>
  backend.sql("select payment_type, amount::int from payment where order_id = $1 order by id", [orderId]);

test("one that was sold and never activated is over as well: by night, and by the next sale to its holder", async () => {
  const holders = [person("李明")];
  const first = await sold({ holders });
  const other = await sold({ holders: [person()] });
  const waiting = await sold({}, await shop.addType({ validity: "activation" }));
  days(364);
  expect((await shop.sell(typeId, { holders })).message).toContain("已有一张");
  days(365);
  const second = await sold({ holders });
  expect((await row(first.cardId))?.status).toBe("expired");
  await night(365);
  const states = [];
  for (const { cardId } of [first, other, second, waiting]) states.push((await row(cardId))?.status);
  expect(states).toEqual(["expired", "expired", "sold", "sold"]);
  expect(await steps(other.cardId)).toEqual([
    { step: "sell", amount: 31_000 },
    { step: "expire", amount: 0 },
  ]);
  // Of the term nothing goes back, the deposit whole; and what was paid stays where it was taken.
  expect(await row(other.cardId)).toMatchObject({ deposit: 2_000 });
  expect((await backend.call(methods.activate, { id: other.cardId })).status).toBe(409);
  const back = { id: other.cardId, reason: "未激活" };
  expect((await backend.call(methods.cancel, { ...back, expected: 2_001 })).status).toBe(422);
  expect((await backend.call(methods.cancel, { ...back, expected: 2_000 })).data.answer).toEqual({
    ...{ amount: 0, deposit: 2_000 },
  });
  expect(await payments(other.orderId)).toEqual([{ payment_type: "wechat", amount: 31_000 }]);
  await checkInvariants(backend);
});

test("one that is reported lost is over as well: by night, and by the next sale to its holder; one whose refund waits is not", async () => {
  const holders = [person("李明")];
  const lost = async (payload: Parameters<Shop["sell"]>[1] = {}) => {
    const card = await active(payload);
    expect((await backend.call(methods.reportLoss, { id: card.cardId, reason: null })).message).toBe("");
    return card;
  };
  const [first, other, waiting] = [await lost({ holders }), await lost(), await lost()];
  await backend.sql("update season_card set frozen_for = 'refund', held_from = 'frozen:loss' where id = $1", [
    waiting.cardId,
  ]);
  days(364);
  expect((await shop.sell(typeId, { holders })).message).toBe(`李明 已有一张“青云山年卡”（${first.number}）`);
  days(365);
  const second = await sold({ holders });
  expect(await row(first.cardId)).toMatchObject({ status: "expired", frozen_for: null, deposit: 2_000 });
  await night(365);
  const states = [];
  for (const { cardId } of [first, other, waiting, second]) states.push((await row(cardId))?.status);
  expect(states).toEqual(["expired", "expired", "frozen", "sold"]);
  expect((await steps(other.cardId)).map(({ step }) => step)).toEqual(["sell", "activate", "reportLoss", "expire"]);
  expect((await backend.call(methods.found, { id: first.cardId })).status).toBe(409);
  expect((await backend.call(methods.replace, { id: first.cardId, number: null, ...paid })).status).toBe(409);
  // It has a successor: it is not renewed beside it, and its deposit goes back.
  expect((await backend.call(methods.renew, { id: first.cardId, ...paid })).message).toContain("已有一张");
  const ended = await backend.call(methods.cancel, { id: first.cardId, reason: "过期", expected: 2_000 });
  expect(ended.data.answer).toEqual({ amount: 0, deposit: 2_000 });
  await backend.sql("update season_card set frozen_for = 'loss', held_from = null where id = $1", [waiting.cardId]);
  await checkInvariants(backend);
});

test("one that ran out while it was reported lost is renewed as lost: whoever found it does not get in by it", async () => {
  const { cardId: id, number } = await active();
  await backend.call(methods.reportLoss, { id, reason: null });
  days(366);
  await night(366);
  expect((await row(id))?.status).toBe("expired");
  const renewed = await backend.call(methods.renew, { id, ...paid });
  expect(renewed.data.notice).toContain("仍为挂失");
  expect(await row(id)).toMatchObject({ status: "frozen", frozen_for: "loss", valid_to: "2028-11-20" });
  const check = { gateId: shop.park.gateId, code: number, idempotencyKey: fresh("gate-check-key") };
  expect((await backend.call(checkTicket, check)).data).toMatchObject({ admitted: false, reason: "blocked" });
  expect((await backend.call(methods.found, { id })).message).toBe("");
  expect(await row(id)).toMatchObject({ status: "active", frozen_for: null });
  await checkInvariants(backend);
});

test("another of the same person that is over hinders no renewal and no upgrade before the night", async () => {
  const holders = [person()];
  const dear = await shop.addType({ price: 50_000, months: 24 });
  const from = await shop.addType({ upgrades: [{ toTypeId: dear }], months: 24 });
  const old = await active({ holders }, typeId);
  await backend.call(methods.reportLoss, { id: old.cardId, reason: null });
  await backend.sql("update season_card set card_type_id = $1 where id = $2", [dear, old.cardId]);
  days(366);
  const going = await active({ holders }, from);
  const upgraded = await backend.call(methods.upgrade, { id: going.cardId, toTypeId: dear, ...paid });
  expect(upgraded.message).toBe("");
  expect((await row(old.cardId))?.status).toBe("expired");
  expect((await row(going.cardId))?.status).toBe("active");
});

test("two tills sell to somebody whose lost card is over: one sells, and the old one ends once", async () => {
  const holders = [person()];
  const old = await active({ holders });
  await backend.call(methods.reportLoss, { id: old.cardId, reason: null });
  days(366);
  const all = await race(backend, 2, () => shop.sell(typeId, { holders }));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await steps(old.cardId)).filter(({ step }) => step === "expire")).toHaveLength(1);
});

test("a sale while the lost card is found: there is never a second card that is not over", async () => {
  const holders = [person()];
  const old = await active({ holders });
  await backend.call(methods.reportLoss, { id: old.cardId, reason: null });
  days(366);
  const both = await race<{ success: boolean }>(backend, 2, (n) =>
    n === 0 ? shop.sell(typeId, { holders }) : backend.call(methods.found, { id: old.cardId }),
  );
  expect(both.some(({ success }) => success)).toBe(true);
  const live = await backend.sql("select card_id from season_card_holder where identity = $1 and live", [
    holders[0]?.identity,
  ]);
  expect(live).toHaveLength(1);
});

test("one that ran out before it was activated is renewed with the photographs that its type asks for alone", async () => {
  const { cardId: id } = await sold({}, await shop.addType({ asksPhoto: true }));
  days(367);
  await backend.sql("update season_card set status = 'expired' where id = $1", [id]);
  const renew = () => backend.call(methods.renew, { id, paymentType: "cash", expected: null });
  expect((await renew()).message).toBe("请先上传 1 位持卡人的照片");
  await backend.sql("update season_card set photos = $2 where id = $1", [id, "/f/1.jpg"]);
  expect((await renew()).message).toBe("");
  expect(await row(id)).toMatchObject({ status: "active" });
});
