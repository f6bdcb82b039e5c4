/** Cards at the gates: who goes through, how often, and that a reported loss is refused from that moment. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { uploadPaths } from "~/contract/files";
import { checkTicket, reversePassage } from "~/contract/ticket/check";
import { gate, gateGroup } from "~/contract/ticket/gate";
import { deviceBegin, deviceCheck, deviceTakeBack } from "~/contract/ticket/gate-device";
import { sharedGate } from "~/contract/ticket/shared-gate";
import { cardsAtGates } from "~server/backend/business/card/admission";
import { admitsAlso } from "~server/backend/business/ticket/other-codes";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { fetched, picture, send } from "../files/uploading";
import { openShop, person, type Shop } from "./support";

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
const minutes = (n: number) => backend.setNow(new Date(friday.getTime() + n * 60_000));
const cardOf = async (fields: Record<string, unknown> = {}, holders = [person()]) => {
  const type = await shop.addType(fields);
  const { data } = await shop.sell(type, { holders });
  await backend.call(methods.activate, { id: data.cardId });
  return data;
};
const check = (code: string, payload: object = {}) =>
  backend.call(checkTicket, {
    idempotencyKey: fresh("gate-check-key"),
    gateId: shop.park.gateId,
    code,
    ...payload,
  } as never);
const verdict = async (code: string, payload: object = {}) => {
  const { data, message } = await check(code, payload);
  return [data?.reason, data?.message ?? message];
};

test("a card goes through as often a day as its type says, by number and by its holder's document; the same key is one visit", async () => {
  const holder = person();
  const card = await cardOf({ perDay: 2, inAll: 3 }, [holder]);
  const first = await check(card.number, { idempotencyKey: "gate-check-key-once" });
  expect(first.data).toMatchObject({
    ...{ admitted: true, reason: "ok", passed: 1, ticket: null },
    message: "青云山年卡，有效期至 2027-11-19，今日还可入园 1 次，共剩 2 次",
    card: { number: card.number, holderName: holder.name, today: 1, leftToday: 1, leftInAll: 2 },
  });
  expect((await check(card.number, { idempotencyKey: "gate-check-key-once" })).data.admitted).toBe(true);
  expect((await verdict(holder.identity))[0]).toBe("ok");
  expect(await verdict(card.number)).toEqual(["dayLimit", "今日 2 次已用完"]);
  minutes(24 * 60);
  expect((await verdict(card.number))[0]).toBe("ok");
  expect((await verdict(card.number))[0]).toBe("usedUp");
  const [passages] = await backend.sql(
    "select count(*) filter (where admitted)::int as admitted, count(*)::int as all from passage where code = $1",
    [card.number],
  );
  expect(passages).toEqual({ admitted: 3, all: 5 });
});

test("a number of eight digits, which might be somebody's document, is the card's all the same", async () => {
  const number = String(80_000_000 + Math.floor(Math.random() * 9_999_999));
  const { cardId } = await cardOf();
  await backend.sql("update season_card set number = $1 where id = $2", [number, cardId]);
  expect((await verdict(number))[0]).toBe("ok");
  expect((await verdict(number))[0]).toBe("dayLimit");
});

test("a passage that is taken back is a visit that may be made again", async () => {
  const card = await cardOf();
  const { data } = await check(card.number);
  expect((await verdict(card.number))[0]).toBe("dayLimit");
  const [passageId = 0] = data.passageIds;
  expect((await backend.call(reversePassage, { passageId, reason: "误刷" })).message).toBe("");
  expect((await backend.call(reversePassage, { passageId, reason: "误刷" })).status).toBe(409);
  expect((await verdict(card.number))[0]).toBe("ok");
  await checkInvariants(backend);
});

test("a gate takes a card's passage back, and the visit may be made again", async () => {
  const card = await cardOf();
  const nobody = { as: "" };
  const { data: begun } = await backend.call(deviceBegin, {}, nobody);
  const pairing = { pairingCode: begun.code, calledAs: "闸机", idempotencyKey: fresh("card-pair") };
  const paired = await backend.call(gate.methods.pair, { id: shop.park.gateId, ...pairing } as never);
  expect(paired.status, JSON.stringify(paired)).toBe(200);
  const passageKey = fresh("card-device");
  const own = { token: begun.token, passageKey };
  const asked = { ...own, code: card.number };
  expect((await backend.call(deviceCheck, asked, nobody)).data).toMatchObject({ admitted: true });
  const answers = await race(backend, 2, () => backend.call(deviceTakeBack, own, nobody));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await verdict(card.number))[0]).toBe("ok");
  await checkInvariants(backend);
});

test("a way out by a card is taken back at the desk as well", async () => {
  const card = await cardOf();
  await check(card.number);
  await backend.sql("update gate set direction = 'out' where id = $1", [shop.park.gateId]);
  try {
    const { data } = await check(card.number);
    expect(data).toMatchObject({ admitted: true, direction: "out" });
    const [passageId = 0] = data.passageIds;
    const back = () => backend.call(reversePassage, { passageId, reason: "没有出园" });
    expect((await back()).message).toBe("");
    expect((await back()).status).toBe(409);
    const [sum] = await backend.sql(
      "select sum(through)::int as through from passage where park_id = $1 and direction = 'out' and (id = $2 or reverses_id = $2)",
      [shop.park.parkId, passageId],
    );
    expect(sum).toEqual({ through: 0 });
  } finally {
    await backend.sql("update gate set direction = 'in' where id = $1", [shop.park.gateId]);
  }
});

test("each rule says no in its own words", async () => {
  const offs = await cardOf({ blackouts: [{ fromDay: "2026-11-20", toDay: "2026-11-21" }] });
  expect(await verdict(offs.number)).toEqual(["wrongDay", "“青云山年卡”在 2026-11-20 至 2026-11-21 期间不可使用"]);
  const soon = await cardOf({ perDay: 5, minutesBetween: 30 });
  expect((await verdict(soon.number))[0]).toBe("ok");
  minutes(20);
  expect(await verdict(soon.number)).toEqual(["tooSoon", "30 分钟内刚在东门 1 号入园，请核对持卡人"]);
  minutes(31);
  expect((await verdict(soon.number))[0]).toBe("ok");
  backend.setNow(friday);
  const far = await createPark(backend);
  const elsewhere = await cardOf({ places: [{ parkId: far.parkId, gateGroupId: null }] });
  expect((await verdict(elsewhere.number))[0]).toBe("wrongPark");
  const west = await backend.saved(gateGroup.methods.save, {
    code: fresh("GG"),
    name: "西门",
    parkId: shop.park.parkId,
  });
  const group = await cardOf({ places: [{ parkId: shop.park.parkId, gateGroupId: west }] });
  expect((await verdict(group.number))[0]).toBe("wrongGate");
  const fixed = { validity: "fixed", months: null, fixedFrom: "2026-12-01", fixedTo: "2026-12-31" };
  expect((await verdict((await cardOf(fixed)).number))[0]).toBe("tooEarly");
  const sold = await shop.sell(await shop.addType());
  expect(await verdict(sold.data.number)).toEqual(["blocked", `卡 ${sold.data.number} 尚未激活`]);
});

test("at a gate that parks share a card opens its own park's way, and its park counts the passage", async () => {
  const lake = await createPark(backend);
  const card = await cardOf({ places: [{ parkId: lake.parkId, gateGroupId: null }], perDay: 1 });
  expect((await verdict(card.number))[0]).toBe("wrongPark");
  const parks = [shop.park.parkId, lake.parkId].map((parkId) => ({ parkId, gateGroupId: null }));
  const id = await backend.saved(sharedGate.methods.save, { name: "连廊", gateId: shop.park.gateId, parks });
  expect((await check(card.number)).data).toMatchObject({ admitted: true, message: expect.stringMatching(/^【/) });
  const [passage] = await backend.sql("select park_id::int as park from passage where code = $1 and admitted", [
    card.number,
  ]);
  expect(passage).toEqual({ park: lake.parkId });
  expect((await verdict(card.number))[0]).toBe("dayLimit");
  await backend.call(sharedGate.commands.suspend.method, { id } as never);
});

test("a family card lets in its holders and nobody more", async () => {
  const card = await cardOf({ holdersMost: 3, perDay: 1, minutesBetween: 10 }, [
    person("父"),
    person("母"),
    person("子"),
  ]);
  expect((await verdict(card.number, { people: 4 }))[0]).toBe("usedUp");
  expect((await verdict(card.number, { people: 2 }))[0]).toBe("ok");
  expect((await verdict(card.number, { people: 1 }))[0]).toBe("ok");
  expect((await verdict(card.number))[0]).toBe("dayLimit");
});

test("a card that is handed to somebody else is flagged to the keeper and in its log, once for each time that it went in", async () => {
  const card = await cardOf({ perDay: 3 });
  const log = async () =>
    (
      await backend.sql<{ said: string }>(
        "select said from season_card_log where card_id = $1 and step = 'passedBack' order by id",
        [card.cardId],
      )
    ).map(({ said }) => said);
  expect((await check(card.number)).data.card?.passedBack).toBe(false);
  minutes(2);
  // Its type has no pause between visits: it goes in, and the keeper is told to look.
  expect((await check(card.number)).data).toMatchObject({ admitted: true, card: { passedBack: true } });
  expect((await log()).map((said) => JSON.parse(said))).toEqual([
    { said: "passedBack", gate: "东门 1 号", before: "东门 1 号", at: expect.any(String) },
  ]);
  minutes(30);
  expect((await check(card.number)).data.card?.passedBack).toBe(false);
  minutes(31);
  for (let again = 0; again < 3; again += 1)
    expect((await check(card.number)).data).toMatchObject({ reason: "dayLimit", card: { passedBack: true } });
  expect(await log()).toHaveLength(2);
  minutes(90);
  expect((await check(card.number)).data).toMatchObject({ reason: "dayLimit", card: { passedBack: false } });
  expect(await log()).toHaveLength(2);
});

test("the keeper sees the holder's photograph, let in or not, with the right to check alone; nobody else reads the file", async () => {
  const [bytes, name] = [await picture("jpeg"), "照片.jpg"];
  const { data: photo } = await send(backend, uploadPaths.temporary, [{ bytes, name }]);
  const { cardId, number } = await cardOf({ perDay: 1 });
  const [{ row_version: rowVersion } = {}] = await backend.sql("select row_version from season_card where id = $1", [
    cardId,
  ]);
  expect((await backend.call(methods.save, { id: cardId, rowVersion, photos: photo } as never)).errors).toBeUndefined();
  const { token: keeper } = await backend.createUser({ grants: ["tktChevkPage", "tktChevkPage/check:pass"] });
  const { token: clerk } = await backend.createUser({});
  const read = (as: string) => fetched(backend, `${photo}?thumb=1`, as);
  for (const reason of ["ok", "dayLimit"]) {
    const payload = { idempotencyKey: fresh("gate-check-key"), gateId: shop.park.gateId, code: number };
    const { data } = await backend.call(checkTicket, payload as never, { as: keeper });
    expect(data).toMatchObject({ reason, card: { number, photos: [photo] } });
  }
  expect([(await read(keeper)).status, (await read(clerk)).status]).toEqual([200, 404]);
});

test("lost, replaced, cancelled and run out cards are refused at once, whoever reads them", async () => {
  const holder = person();
  const card = await cardOf({ perDay: null }, [holder]);
  const id = card.cardId;
  await backend.call(methods.reportLoss, { id, reason: null });
  expect(await verdict(card.number)).toEqual(["blocked", `卡 ${card.number} 已挂失`]);
  expect((await verdict(holder.identity))[0]).toBe("blocked");
  expect((await check(card.number, { force: true, forceReason: "熟人" })).data.admitted).toBe(false);
  const { data } = await backend.call(methods.replace, { id, number: null, paymentType: "cash", expected: null });
  expect((await verdict(card.number))[0]).toBe("revoked");
  const number = String(data.answer?.number);
  expect((await verdict(number))[0]).toBe("ok");
  minutes(366 * 24 * 60);
  expect((await verdict(number))[0]).toBe("tooLate");
  backend.setNow(friday);
  await backend.call(methods.cancel, { id: Number(data.answer?.cardId), reason: "搬家", expected: null });
  expect((await verdict(number))[0]).toBe("refunded");
});

test("another tenant's gate knows nothing of the card", async () => {
  const card = await cardOf();
  const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
  const own = await createPark(backend, as);
  const payload = { idempotencyKey: fresh("gate-check-key"), gateId: own.gateId, code: card.number };
  expect((await backend.call(checkTicket, payload as never, { as })).data.reason).toBe("unknown");
});

/** Two gates read one card at the same moment. */
const bothGates = async () => {
  const card = await cardOf({ perDay: 1 });
  const all = await race(backend, 2, (n) =>
    check(card.number, { gateId: shop.park.gateId, idempotencyKey: fresh(`gate-race-key-${n}`) }),
  );
  return all.filter(({ data }) => data?.admitted).length;
};

test("two gates that read a card of one visit a day at once let one through", async () => {
  expect(await bothGates()).toBe(1);
});

/** A loss is reported, and not yet committed, while a gate reads. */
const lossMeanwhile = async () => {
  const card = await cardOf();
  const client = await backend.database.pool.connect();
  try {
    await client.query("begin");
    await client.query("update season_card set status = 'frozen', frozen_for = 'loss' where id = $1", [card.cardId]);
    const reading = check(card.number);
    await client.query("select pg_sleep(0.3)");
    await client.query("commit");
    return (await reading).data.admitted;
  } finally {
    client.release();
  }
};

test.runIf(raceIsReal)("a loss that is being reported while a gate reads is refused there", async () => {
  expect(await lossMeanwhile()).toBe(false);
});

test.runIf(raceIsReal)("control: without the lock of the card the gate lets a lost card through", async () => {
  const back = admitsAlso("card", cardsAtGates(sql``));
  try {
    expect(await lossMeanwhile()).toBe(true);
  } finally {
    back();
  }
});
