/** Cards at gates without a line: what they fetch, what they bring, and that it is what a gate with a line would have made of it. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { type CardRules, type PackedCard, planOfCards } from "~/contract/card/gate-card";
import { checkTicket, reversePassage, uploadPassages } from "~/contract/ticket/check";
import { gate } from "~/contract/ticket/gate";
import { deviceBeat, deviceBegin, devicePackage } from "~/contract/ticket/gate-device";
import { passageConflict } from "~/contract/ticket/passage-conflict";
import { restrictedVisitor } from "~/contract/ticket/restricted-visitor";
import { cardsAtGates } from "~server/backend/business/card/admission";
import { admitsAlso } from "~server/backend/business/ticket/other-codes";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race, raceIsReal, raceToInsert } from "~tests/support/race";
import { openShop, person, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let token: string;
let gateCode: string;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
  backend.setNow(friday);
  const { data } = await backend.call(deviceBegin, {}, nobody);
  token = data.token;
  const pairing = {
    ...{ id: shop.park.gateId, idempotencyKey: fresh("pair"), pairingCode: data.code, calledAs: "手机" },
  };
  await backend.call(gate.methods.pair, pairing as never);
  const [row] = await backend.sql<{ code: string }>("select code from gate where id = $1", [shop.park.gateId]);
  gateCode = row?.code ?? "";
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const nobody = { as: "" };
const { methods } = seasonCard;
const later = (minutes: number) => backend.setNow(new Date(friday.getTime() + minutes * 60_000));
const ago = (minutes: number) => new Date(friday.getTime() - minutes * 60_000).toISOString();
const cardOf = async (fields: Record<string, unknown> = {}, holders = [person()]) => {
  backend.setNow(new Date(friday.getTime() - 6 * 3_600_000));
  const { data } = await shop.sell(await shop.addType(fields), { holders });
  await backend.call(methods.activate, { id: data.cardId });
  backend.setNow(friday);
  return { ...data, holder: holders[0] ?? person() };
};
const passage = (code: string, minutesAgo: number, more: object = {}) => ({
  ...{ passageKey: fresh("silent-pass"), gateCode, code, at: ago(minutesAgo), ...more },
});
const bring = async (...passages: ReturnType<typeof passage>[]) =>
  (await backend.call(uploadPassages, { passages } as never)).data;
const check = async (code: string) =>
  (
    await backend.call(checkTicket, {
      ...{ idempotencyKey: fresh("silent-check"), gateId: shop.park.gateId, code },
    } as never)
  ).data;
const visitsOf = async (id: number) => {
  const [row] = await backend.sql<{ visits: number; passes: number }>(
    `select visits, (select count(*)::int from season_card_pass p where p.card_id = c.id and p.entries > 0) as passes
     from season_card c where id = $1`,
    [id],
  );
  return [row?.visits, row?.passes];
};

test("passages by a card count at their own moments, each once; what its rules refuse is a conflict that is kept", async () => {
  const { number, cardId } = await cardOf({ perDay: 2 });
  const passages = [passage(number, 180), passage(number, 120), passage(number, 60), passage("NOBODY-KNOWS", 50)];
  const first = await bring(...passages);
  expect(first).toMatchObject({ accepted: 2, refused: 0, repeated: 0 });
  expect(first.conflicts.map(({ reason }) => reason)).toEqual(["dayLimit", "unknown"]);
  const again = await bring(...passages);
  expect(again).toMatchObject({ accepted: 0, repeated: 4, conflicts: first.conflicts });
  expect(await visitsOf(cardId)).toEqual([2, 2]);
  const rows = await backend.sql("select admitted, through, offline, code from passage where code = $1 order by at", [
    number,
  ]);
  expect(rows.map(({ admitted, through }) => [admitted, through])).toEqual([
    [true, 1],
    [true, 1],
    [false, 1],
  ]);
  const day = await backend.sql("select distinct day::text as day from season_card_pass where card_id = $1", [cardId]);
  expect(day).toEqual([{ day: "2026-11-20" }]);
  expect((await check(number)).reason).toBe("dayLimit");
});

test("a loss that was reported afterwards, and the night that expired the card, do not reach back; one before does", async () => {
  const lost = await cardOf();
  await backend.call(methods.reportLoss, { id: lost.cardId, reason: null });
  later(10);
  const after = { at: new Date(friday.getTime() + 5 * 60_000).toISOString() };
  const told = await bring(passage(lost.number, 30), passage(lost.number, 0, after));
  expect([told.accepted, told.conflicts.map(({ reason }) => reason)]).toEqual([1, ["blocked"]]);
  const old = await cardOf();
  await backend.sql(
    "update season_card set status = 'expired', valid_from = '2026-01-01', valid_to = '2026-11-19' where id = $1",
    [old.cardId],
  );
  const yesterday = await bring(passage(old.number, 24 * 60), passage(old.number, 10));
  expect([yesterday.accepted, yesterday.conflicts.map(({ reason }) => reason)]).toEqual([1, ["tooLate"]]);
  const [row] = await backend.sql("select day::text as day from season_card_pass where card_id = $1", [old.cardId]);
  expect(row).toEqual({ day: "2026-11-19" });
});

test("what a gate refused is kept as its refusal and takes nothing; a holder's document is a card as well", async () => {
  const { number, cardId, holder } = await cardOf({ perDay: 1 });
  const no = passage(number, 40, { admitted: false, reason: "tooSoon" });
  expect(await bring(no)).toMatchObject({ accepted: 0, refused: 1, conflicts: [] });
  expect(await visitsOf(cardId)).toEqual([0, 0]);
  expect(await bring(passage(holder.identity, 30))).toMatchObject({ accepted: 1 });
  expect(await visitsOf(cardId)).toEqual([1, 1]);
});

const conflictOf = async (number: string) => {
  const [open] = await backend.sql<{ id: number }>(
    "select id::int from passage_conflict where shown = $1 and state = 'open'",
    [number],
  );
  return open?.id ?? 0;
};
const { book, strike } = passageConflict.methods;

test("a conflict of a card is decided: a visit of the card at the moment when they walked in, or nobody went through", async () => {
  const { number, cardId } = await cardOf({ perDay: 1, inAll: 2 });
  await bring(passage(number, 50), passage(number, 40));
  const id = await conflictOf(number);
  expect((await backend.call(book, { id, note: "补扣" } as never)).status).toBe(200);
  expect(await visitsOf(cardId)).toEqual([2, 2]);
  const [last] = await backend.sql<{ passage: number; at: Date }>(
    "select passage_id::int as passage, at from season_card_pass where card_id = $1 order by at desc limit 1",
    [cardId],
  );
  expect(new Date(last?.at ?? 0).toISOString()).toBe(ago(40));
  // Who walked in is counted once, and the second press does nothing.
  const people = "select sum(through)::int as through, count(*)::int as n from passage where code = $1";
  expect(await backend.sql(people, [number])).toEqual([{ through: 2, n: 3 }]);
  expect((await backend.call(book, { id, note: "补扣" } as never)).status).toBe(409);
  expect(await visitsOf(cardId)).toEqual([2, 2]);
  // It can be taken back as any visit.
  expect((await backend.call(reversePassage, { passageId: last?.passage ?? 0, reason: "误补" } as never)).status).toBe(
    200,
  );
  expect(await visitsOf(cardId)).toEqual([1, 1]);
  await bring(passage(number, 30));
  const other = await conflictOf(number);
  expect((await backend.call(strike, { id: other, note: "未进园" } as never)).status).toBe(200);
  expect(await visitsOf(cardId)).toEqual([1, 1]);
  const [sum] = await backend.sql("select sum(through)::int as n from passage where park_id = $1 and note = '未进园'", [
    shop.park.parkId,
  ]);
  expect(sum).toEqual({ n: -1 });
});

test("a card without visits left, one that was cancelled, and a code of nobody are not booked: it is said why", async () => {
  const full = await cardOf({ perDay: 1, inAll: 1 });
  const gone = await cardOf({ perDay: 1 });
  await bring(passage(full.number, 50), passage(full.number, 40), passage(gone.number, 50), passage(gone.number, 40));
  await backend.sql("update season_card set status = 'replaced' where id = $1", [gone.cardId]);
  const messageOf = async (shown: string) =>
    (await backend.call(book, { id: await conflictOf(shown), note: "补扣" } as never)).message;
  expect(await messageOf(full.number)).toContain("卡只剩 0 次，不够补扣");
  expect(await messageOf(gone.number)).toContain("卡已退、已补换或未激活");
  expect([await visitsOf(full.cardId), await visitsOf(gone.cardId)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

/** Two conflicts on the last visit of a card, booked at once; answers what came of each, and the card's visits. */
async function bothBooked() {
  const { number, cardId } = await cardOf({ perDay: 1, inAll: 2 });
  await bring(passage(number, 50), passage(number, 40), passage(number, 30));
  const open = await backend.sql<{ id: number }>(
    "select id::int from passage_conflict where shown = $1 and state = 'open' order by id",
    [number],
  );
  const both = await raceToInsert(backend, "season_card_pass", 2, async (which) =>
    backend.call(book, { id: open[which]?.id ?? 0, note: "补扣" } as never),
  );
  return { told: both.map(({ status }) => status).sort(), visits: await visitsOf(cardId) };
}

test("two at once book the last visit of a card: one does", async () => {
  expect(await bothBooked()).toEqual({ told: [200, 409], visits: [2, 2] });
});

test.runIf(raceIsReal)("control: without the lock of the card both do, and it has a visit too many", async () => {
  const back = admitsAlso("card", cardsAtGates(sql``));
  try {
    expect(await bothBooked()).toEqual({ told: [200, 200], visits: [3, 3] });
  } finally {
    back();
  }
});

test("one visit a day: a gate with a line and an upload at once let one through", async () => {
  const { number, cardId } = await cardOf({ perDay: 1 });
  const both = await race<boolean>(backend, 2, async (which) =>
    which === 0 ? (await check(number)).admitted : (await bring(passage(number, 1))).accepted === 1,
  );
  expect(both.filter(Boolean)).toHaveLength(1);
  expect(await visitsOf(cardId)).toEqual([1, 1]);
});

const packageOf = async (more: object = {}) =>
  (
    await backend.call(
      devicePackage,
      { ...{ token, day: "2026-11-20", of: "cards", masked: true }, ...more } as never,
      nobody,
    )
  ).data;
const hashOf = (salt: string, code: string) =>
  createHash("sha256").update(`${salt}\n${code}`).digest("base64url").slice(0, 22);

test("the cards of a gate's parks come under hashes, without names and numbers, and judge as the server does", async () => {
  const good = await cardOf();
  const used = await cardOf();
  await check(used.number);
  const lost = await cardOf();
  await backend.call(methods.reportLoss, { id: lost.cardId, reason: null });
  const far = await createPark(backend);
  const elsewhere = await cardOf({ places: [{ parkId: far.parkId, gateGroupId: null }] });
  const data = await packageOf();
  for (const secret of [good.number, good.holder.identity, good.holder.name])
    expect(JSON.stringify(data)).not.toContain(secret);
  expect(data.tickets).toEqual([]);
  const find = (code: string) => data.cards.find(({ codes }) => codes.includes(hashOf(data.salt, code)));
  expect(find(elsewhere.number.toLowerCase())).toBeUndefined();
  expect(find(good.holder.identity)).toEqual(find(good.number.toLowerCase()));
  const beat = { token, version: "1", queue: 0, clock: friday.toISOString() };
  const own = (await backend.call(deviceBeat, beat, nobody)).data.gate;
  for (const { number } of [used, lost, good]) {
    const facts = find(number.toLowerCase())?.facts as unknown as PackedCard;
    const rules = data.cardTypes.find(({ id }) => id === facts.cardTypeId)?.rules as unknown as CardRules;
    if (!own) throw new Error("no gate");
    const here = planOfCards([{ ...facts, number, rules }], { gate: own, people: 1, direction: "in", now: friday });
    const there = await check(number);
    expect([number, here?.reason, here?.message]).toEqual([number, there.reason, there.message]);
  }
});

test("it tells afterwards what changed: a visit, a loss, a restriction of its holder, and what its type says now", async () => {
  const quiet = await cardOf();
  const [visited, reported, banned] = [await cardOf(), await cardOf(), await cardOf({ perDay: 3 })];
  const since = new Date(Date.now() + 60_000).toISOString();
  await backend.sql("alter table season_card disable trigger season_card_changed");
  await backend.sql("update season_card set changed_at = now() - interval '1 day'");
  await backend.sql("alter table season_card enable trigger season_card_changed");
  const changed = async () => {
    const data = await packageOf({ since });
    return { ids: data.cards.map(({ facts }) => Number(facts.id)), types: data.cardTypes };
  };
  expect((await changed()).ids).toEqual([]);
  await check(visited.number);
  await backend.call(methods.reportLoss, { id: reported.cardId, reason: null });
  const { name, identity } = banned.holder;
  await backend.saved(restrictedVisitor.methods.save, {
    ...{ name, document: "resident", country: null, identity, reason: "逃票", untilDay: "2026-12-31" },
  } as never);
  await backend.sql("update restricted_visitor set updated_at = now() where identity = $1", [identity]);
  const { ids, types } = await changed();
  expect(ids).toEqual([visited.cardId, reported.cardId, banned.cardId]);
  expect(ids).not.toContain(quiet.cardId);
  expect((await check(banned.number)).reason).toBe("restricted");
  const [row] = await backend.sql<{ id: number }>("select card_type_id::int as id from season_card where id = $1", [
    banned.cardId,
  ]);
  expect(types.find(({ id }) => id === row?.id)?.rules).toMatchObject({ perDay: 3 });
});

test("another tenant's device gets none of them", async () => {
  await cardOf();
  await backend.createCorp("7741");
  const answer = await backend.call(devicePackage, { token, day: "2026-11-20", of: "cards" } as never, {
    ...nobody,
    corpCode: "7741",
  });
  expect(answer.status).toBe(401);
});
