/** One person holds one stored-value card of a type that says so; unnamed cards are anybody's. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cardTypeSays } from "~/contract/card/type";
import { smartCard } from "~/contract/stored/card";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { identityOf, openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  typeId = await shop.addType();
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = smartCard;
const named = (identity: string | null) => ({
  ...{ holderName: "王秀英", identity, mobile: null, amount: 0, paymentType: "cash" },
});
const sell = async (identity: string | null, type = typeId) =>
  backend.call(methods.sell, { id: (await shop.stock(type)).id, ...named(identity) } as never);
const refusal = /^王秀英 已有一张“青云储值卡”（S-/;

test("a second card of the type is refused in words, and nothing is written; of another type it is sold", async () => {
  const identity = identityOf();
  expect((await sell(identity)).message).toBe("");
  const { id } = await shop.stock(typeId);
  const before = await digests(backend);
  const reply = await backend.call(methods.sell, { id, ...named(identity), amount: 10_000 } as never);
  expect([reply.status, reply.message]).toEqual([409, expect.stringMatching(refusal)]);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await sell(identity, await shop.addType())).success).toBe(true);
});

test("unnamed cards, and types that let it, are not held to it; the type's sentences say so", async () => {
  expect((await sell(null)).success).toBe(true);
  expect((await sell(null)).success).toBe(true);
  const free = await shop.addType({ onePerPerson: false });
  const identity = identityOf();
  expect((await sell(identity, free)).success).toBe(true);
  expect((await sell(identity, free)).success).toBe(true);
  const says = async (id: number) => (await backend.call(cardTypeSays, { id })).data.sentences;
  expect(await says(typeId)).toContain("记名卡每人限持一张。");
  expect(await says(free)).not.toContain("记名卡每人限持一张。");
});

test("one that was reported lost is held still; its replacement takes its place; a cancelled one is nobody's", async () => {
  const identity = identityOf();
  const { data } = await sell(identity);
  await backend.call(methods.reportLoss, { id: data.id, reason: null } as never);
  expect((await sell(identity)).message).toMatch(refusal);
  const replaced = await backend.call(methods.replace, { id: data.id, number: null, paymentType: "cash" } as never);
  expect(replaced.message).toBe("");
  expect((await sell(identity)).message).toContain("SC");
  const id = Number(replaced.data.answer?.cardId);
  expect((await backend.call(methods.cancel, { id, reason: "搬家" } as never)).message).toBe("");
  expect((await sell(identity)).message).toBe("");
});

test("two tills sell the same person a card at once: one does, the other is told which there is", async () => {
  const identity = identityOf();
  const ids = [(await shop.stock(typeId)).id, (await shop.stock(typeId)).id];
  const all = await race(backend, 2, (n) => backend.call(methods.sell, { id: ids[n], ...named(identity) } as never));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(all.find(({ status }) => status === 409)?.message).toMatch(refusal);
});

test("a version before that sold people several comes to this one: the oldest is the one they hold, the others stay", async () => {
  const free = await shop.addType({ onePerPerson: false });
  const identity = identityOf();
  const ids = [(await sell(identity, free)).data.id, (await sell(identity, free)).data.id];
  const text = readFileSync("server/backend/db/migrations/0416_one_stored_card_a_person.sql", "utf8");
  const [marks = ""] = /update stored_card c\nset sole[^;]+;/.exec(text) ?? [];
  const [index = ""] = /create unique index stored_card_sole[^;]+;/.exec(text) ?? [];
  expect([marks, index]).not.toContain("");
  await backend.sql("drop index stored_card_sole");
  await backend.sql("update stored_card set sole = false");
  await backend.sql(marks);
  await backend.sql(index);
  const rows = await backend.sql("select id::int, sole from stored_card where identity = $1 order by id", [identity]);
  expect(rows).toEqual([
    { id: ids[0], sole: true },
    { id: ids[1], sole: false },
  ]);
});

test.runIf(raceIsReal)("control: without the index both do", async () => {
  const [usual, usualShop] = [backend, shop];
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  await backend.sql("drop index stored_card_sole");
  const type = await shop.addType();
  let twice = 0;
  for (let n = 0; n < 40 && twice === 0; n += 1) {
    const identity = identityOf();
    const ids = [(await shop.stock(type)).id, (await shop.stock(type)).id];
    const all = await race(backend, 2, (till) =>
      backend.call(methods.sell, { id: ids[till], ...named(identity) } as never),
    );
    if (all.every(({ status }) => status === 200)) twice += 1;
  }
  expect(twice).toBe(1);
  await backend.close();
  [backend, shop] = [usual, usualShop];
});
