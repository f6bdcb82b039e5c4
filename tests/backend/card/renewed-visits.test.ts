/** Cards with a number of visits in all: what a renewal brings of them, at gates with a line and without. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import type { CardSnapshot } from "~/contract/card/gate-card";
import { cardTypeSays } from "~/contract/card/type";
import { checkTicket, reversePassage } from "~/contract/ticket/check";
import { packCards } from "~server/backend/business/card/packed-cards";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
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
const days = (n: number) => backend.setNow(new Date(friday.getTime() + n * 86_400_000));
const active = async (fields: Record<string, unknown> = {}, holders = [person()]) => {
  const type = await shop.addType({ perDay: null, inAll: 2, ...fields });
  const { data } = await shop.sell(type, { holders });
  await backend.call(methods.activate, { id: data.cardId });
  return { ...data, type };
};
const check = async (code: string) => {
  const payload = { idempotencyKey: fresh("gate-check-key"), gateId: shop.park.gateId, code };
  return (await backend.call(checkTicket, payload as never)).data;
};
/** How often it goes in before it is refused, and what refuses it. */
async function goes(code: string): Promise<[number, string]> {
  for (let times = 0; ; times += 1) {
    const { admitted, reason } = await check(code);
    if (!admitted) return [times, reason];
  }
}
const renew = async (id: number) =>
  expect((await backend.call(methods.renew, { id, paymentType: "cash", expected: 30_000 })).message).toBe("");
/** As a gate without a line fetches it. */
const packed = async (no: string) => {
  const asked = { parks: [shop.park.parkId], day: "2026-11-20", after: 0, since: null, holders: [], most: 1_000 };
  const { items } = await backend.database.tenant("0001", (db) => packCards({ db }, asked));
  return (items.find((one) => one.no === no)?.facts as CardSnapshot | undefined)?.visits;
};

test("a card that had used all its visits has them anew after a renewal, and one that begins anew no more than those", async () => {
  const used = await active();
  const unused = await active();
  expect(await goes(used.number)).toEqual([2, "usedUp"]);
  expect((await check(unused.number)).admitted).toBe(true);
  days(370);
  for (const { cardId } of [used, unused]) await renew(cardId);
  expect(await packed(used.number)).toBe(0);
  expect(await goes(used.number)).toEqual([2, "usedUp"]);
  expect(await goes(unused.number)).toEqual([2, "usedUp"]);
  // How often it went in at all is told as ever.
  expect(await backend.sql("select visits from season_card where id = $1", [used.cardId])).toEqual([{ visits: 4 }]);
});

test("renewed before its end it keeps what was left, holder by holder; a replacement takes it over", async () => {
  const family = [person("父"), person("母")];
  const card = await active({ holdersMost: 2 }, family);
  expect((await check(card.number)).card?.leftInAll).toBe(3);
  days(350);
  await renew(card.cardId);
  expect(await packed(card.number)).toBe(-3);
  const { passageIds, card: shown } = await check(card.number);
  expect(shown?.leftInAll).toBe(6);
  await backend.call(reversePassage, { passageId: passageIds[0] ?? 0, reason: "误刷" });
  await backend.call(methods.reportLoss, { id: card.cardId, reason: null });
  const reply = await backend.call(methods.replace, {
    id: card.cardId,
    number: null,
    paymentType: "cash",
    expected: null,
  });
  expect(await goes(String(reply.data.answer?.number))).toEqual([7, "usedUp"]);
});

test("the type says so where it counts visits in all, and nowhere else", async () => {
  const said = async (fields: Record<string, unknown>) => {
    const { data } = await backend.call(cardTypeSays, { id: await shop.addType(fields) });
    return data.sentences.includes("续卡后总次数重新计算；到期前续卡的，未用次数保留。");
  };
  expect([await said({ inAll: 5 }), await said({}), await said({ inAll: 5, renewable: false })]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a version before, whose renewals brought nothing, comes to this one: cards have what they paid for", async () => {
  const [anew, early, never] = [await active(), await active({ inAll: 3 }), await active()];
  for (const { number } of [anew, early, never]) expect((await check(number)).admitted).toBe(true);
  days(350);
  await renew(early.cardId);
  days(370);
  await renew(anew.cardId);
  const gone = () => backend.sql("select id::int, visits_gone from season_card where status <> 'replaced' order by id");
  const own = await gone();
  const of = (id: number) => own.find((row) => row.id === id)?.visits_gone;
  expect([of(anew.cardId), of(early.cardId), of(never.cardId)]).toEqual([1, 3, 0]);
  const migration = readFileSync("server/backend/db/migrations/0408_visits_of_renewed_cards.sql", "utf8");
  await backend.sql("update season_card set visits_gone = 0");
  await backend.sql(migration.slice(migration.indexOf("update season_card")));
  expect(await gone()).toEqual(own);
});
