/** The till without a line against the server: what it takes is charged as it said, and what it refuses the server refuses. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { m } from "~/contract/messages";
import { smartCard } from "~/contract/stored/card";
import { storedOfflineCards, storedOfflineTerms, storedOfflineUpload } from "~/contract/stored/offline";
import { mostEntries } from "~/contract/stored/offline-bounds";
import { storedRule } from "~/contract/stored/rule";
import { NoLine } from "~/gate-device/calls";
import { hashOf } from "~/gate-device/tickets-here";
import { TillHere } from "~/gate-device/till/till-here";
import type { KnownCard, Own, Purchase, TillCalls, TillStore } from "~/gate-device/till/till-state";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let [posId, parkId, elsewhere] = [0, 0, 0];
let hasLine = true;
let now = friday.getTime();
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  const [till] = await backend.sql<{ id: number; park: number }>(
    "select id::int, park_id::int as park from pos order by id",
  );
  [posId, parkId] = [till?.id ?? 0, till?.park ?? 0];
  elsewhere = (await createPark(backend)).parkId;
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const answered = async <T>(reply: Promise<{ success: boolean; data: T; message: string }>) => {
  if (!hasLine) throw new NoLine("no line");
  const { success, data, message } = await reply;
  if (!success) throw new Error(message);
  return data;
};
const calls: TillCalls = {
  async terms() {
    const terms = await answered(backend.call(storedOfflineTerms, {}));
    return { ...terms, mostEntries, now: new Date(now).toISOString() };
  },
  cards: (_locale, { since, ...asked }) =>
    answered(backend.call(storedOfflineCards, { ...asked, ...(since !== null && { since }) })),
  upload: (_locale, at, purchases) =>
    answered(
      backend.call(storedOfflineUpload, {
        posId: at,
        entries: purchases.map(({ entryKey, number, amount, at: moment, payable }) => ({
          ...{ entryKey, number, amount, at: moment },
          ...(payable !== undefined && { payable }),
        })),
      }),
    ),
};

async function openTill(): Promise<TillHere> {
  let own: Partial<Own> = {};
  const [disk, cards] = [new Map<string, Purchase>(), new Map<string, KnownCard>()];
  const store: TillStore = {
    own: async () => own,
    setOwn: async (next) => {
      own = structuredClone(next);
    },
    purchases: async () => [...disk.values()],
    put: async (purchases) => {
      for (const one of purchases) disk.set(one.entryKey, structuredClone(one));
    },
    remove: async (keys) => {
      for (const key of keys) disk.delete(key);
    },
    card: async (code) => cards.get(code),
    putCards: async (more) => {
      for (const one of more) cards.set(one.code, one);
    },
    clearCards: async () => cards.clear(),
  };
  hasLine = true;
  const till = await TillHere.open({ store, calls, changed: () => undefined, clock: () => now }, "zh-CN");
  await till.sync();
  await till.set({ posId });
  return till;
}

const setNow = (minutes: number) => {
  now = friday.getTime() + minutes * 60_000;
  backend.setNow(new Date(now));
};
const usual = {
  places: [] as { parkId: number; posId: number | null }[],
  percent: 100,
  dailyMost: null,
  freeDaily: null,
};
async function addRule(cardTypeId: number, { off = false, ...rule }: Record<string, unknown>) {
  const fields = { name: fresh("规则"), cardTypeId, offlineMost: null, ...usual, ...rule };
  const id = await backend.saved(storedRule.methods.save, fields);
  if (off) await backend.sql("update stored_rule set status = 'F' where id = $1", [id]);
}
const left = async (id: number) =>
  (await backend.sql<{ sum: number }>("select (principal + gift)::int as sum from stored_card where id = $1", [id]))[0]
    ?.sum;

interface Case {
  name: string;
  rules: Record<string, unknown>[];
  type?: object;
  /** Amounts in yuan, one after the other: what each takes from the card, or what the till says to it. */
  buys: [amount: string, takes: number | RegExp][];
}

const cases = (): Case[] => [
  { name: "no rule: everywhere at the full price", rules: [], buys: [["12.50", 1_250]] },
  { name: "a discount", rules: [{ percent: 85 }], buys: [["9.99", 849]] },
  { name: "not here", rules: [{ places: [{ parkId: elsewhere, posId: null }] }], buys: [["1", /不能在此消费/]] },
  {
    name: "the rule of the till goes before that of its park and of everywhere",
    rules: [
      { percent: 95 },
      { places: [{ parkId, posId: null }], percent: 90 },
      { places: [{ parkId, posId }], percent: 80 },
    ],
    buys: [["10", 800]],
  },
  {
    name: "the day's most counts what is charged, not what was asked",
    rules: [{ percent: 50, dailyMost: 1_000 }],
    buys: [
      ["12", 600],
      ["8", 400],
      ["0.02", /今日已消费 10.00 元，每日最多 10.00 元/],
    ],
  },
  {
    name: "the free part of the day first, the discount on the rest",
    rules: [{ percent: 80, freeDaily: 500 }],
    buys: [
      ["3", 0],
      ["4", 160],
      ["5", 400],
    ],
  },
  {
    name: "what the rule lets one risk goes before the parameter",
    rules: [{ offlineMost: 2_000 }],
    buys: [
      ["15", 1_500],
      ["5.01", /每卡每日上限 ¥20.00，此卡还可消费 ¥5.00/],
    ],
  },
  { name: "nothing may be risked", rules: [{ offlineMost: 0 }], buys: [["1", /每卡每日上限 ¥0.00/]] },
  { name: "a rule that is off holds for nothing", rules: [{ percent: 50, off: true }], buys: [["50", 5_000]] },
  {
    name: "gift first, by the same price",
    rules: [{ percent: 90 }],
    type: { giftOrder: "first", giftTiers: [{ fromAmount: 10_000, gift: 1_000 }] },
    buys: [["20", 1_800]],
  },
];

test("what the till takes without a line is charged as it said, by every rule of a type; what it refuses the server refuses", async () => {
  for (const { name, rules, type = {}, buys } of cases()) {
    setNow(-60);
    const typeId = await shop.addType({ giftTiers: [], ...type });
    for (const rule of rules) await addRule(typeId, rule);
    const gift = "giftTiers" in type ? { expectedGift: 1_000 } : {};
    const card = await shop.sold(typeId, { amount: 20_000, ...gift });
    setNow(0);
    const till = await openTill();
    hasLine = false;
    const before = (await left(card.id)) ?? 0;
    let takes = 0;
    for (const [amount, expected] of buys) {
      const said = await till.buy({ number: card.number.toUpperCase(), amount, what: "" });
      if (typeof expected === "number") {
        expect([name, said, till.newest()?.payable]).toEqual([name, "", expected]);
        takes += expected;
      } else expect([name, said]).toEqual([name, expect.stringMatching(expected)]);
    }
    hasLine = true;
    await till.sync();
    expect([name, till.refused, till.of("open").map(({ message }) => message), till.of("waiting")]).toEqual([
      name,
      "",
      [],
      [],
    ]);
    expect([name, before - ((await left(card.id)) ?? 0)]).toEqual([name, takes]);
    // What it refused, brought all the same: the server leaves it open, and takes nothing.
    for (const [amount] of buys.filter(([, expected]) => typeof expected !== "number")) {
      const entry = {
        entryKey: fresh("till-key"),
        number: card.number,
        amount: Number(amount) * 100,
        at: new Date(now).toISOString(),
      };
      const { data } = await backend.call(storedOfflineUpload, { posId, entries: [entry] });
      expect([name, data.booked, data.open.length]).toEqual([name, 0, 1]);
    }
    expect([name, before - ((await left(card.id)) ?? 0)]).toEqual([name, takes]);
  }
  await checkInvariants(backend);
});

test("states of cards: lost, replaced, run out or unknown is refused here, in the server's own words and either language", async () => {
  setNow(-60);
  const typeId = await shop.addType({ giftTiers: [] });
  const [lost, sound] = [await shop.sold(typeId, { amount: 5_000 }), await shop.sold(typeId, { amount: 5_000 })];
  const stock = await shop.stock(typeId);
  const old = await shop.sold(typeId, { amount: 5_000 });
  await backend.sql("update stored_card set valid_to = '2020-01-01' where id = $1", [old.id]);
  setNow(-30);
  const till = await openTill();
  const buy = (number: string) => till.buy({ number, amount: "1", what: "" });
  expect(await buy(stock.number)).toBe(m.till_not_known({ number: stock.number }));
  expect(await buy(old.number)).toBe(m.stored_expired({ day: "2020-01-01" }));
  expect(await till.judge({ number: lost.number, amount: "1", what: "" })).toMatchObject({ payable: 100 });
  // Reported since: told with what changed, and refused from then on.
  await backend.call(smartCard.methods.reportLoss, { id: lost.id, reason: null });
  setNow(-20);
  await till.sync();
  hasLine = false;
  expect(await buy(lost.number)).toBe(m.card_verdict_lost({ number: lost.number }));
  expect(m.card_verdict_lost({ number: "1" }, { locale: "en" })).not.toBe(m.card_verdict_lost({ number: "1" }));
  expect(await buy(sound.number)).toBe("");
});

test("what was used elsewhere today is known here as of the last time that there was a line", async () => {
  setNow(-60);
  const typeId = await shop.addType({ giftTiers: [] });
  await addRule(typeId, { freeDaily: 500, dailyMost: 1_000, offlineMost: 3_000 });
  const card = await shop.sold(typeId, { amount: 20_000 });
  setNow(0);
  const [here, other] = [await openTill(), await openTill()];
  hasLine = false;
  expect(await other.buy({ number: card.number, amount: "12", what: "" })).toBe("");
  hasLine = true;
  await other.sync();
  setNow(5);
  await here.sync();
  hasLine = false;
  const asked = { number: card.number, what: "" };
  expect(await here.judge({ ...asked, amount: "3" })).toMatchObject({ free: 0, payable: 300, left: 1_800 });
  expect(await here.judge({ ...asked, amount: "3.01" })).toContain("今日已消费 7.00 元");
});

test("never more than the buyer was told: two tills gave the same free part away, and the second one is decided by somebody", async () => {
  setNow(-60);
  const typeId = await shop.addType({ giftTiers: [] });
  await addRule(typeId, { freeDaily: 500 });
  const card = await shop.sold(typeId, { amount: 20_000 });
  setNow(0);
  const [one, other] = [await openTill(), await openTill()];
  hasLine = false;
  for (const till of [one, other]) expect(await till.buy({ number: card.number, amount: "5", what: "" })).toBe("");
  hasLine = true;
  await one.sync();
  await other.sync();
  expect([one.of("open").length, other.of("open").map(({ message }) => message)]).toEqual([
    0,
    ["收银时告知扣款 ¥0.00，按现行规则应扣 ¥5.00"],
  ]);
  expect(await left(card.id)).toBe(20_000);
});

test("what a till gets names nobody: no number, no name, no balance, and of its own tills alone", async () => {
  setNow(-60);
  const typeId = await shop.addType({ giftTiers: [] });
  const card = await shop.sold(typeId, { amount: 12_345, holderName: "欧阳青云" });
  const salt = "0123456789abcdef";
  const reply = await backend.call(storedOfflineCards, { salt, after: 0 });
  const text = JSON.stringify(reply.data);
  for (const secret of [card.number, card.number.toLowerCase(), "欧阳青云", "12345"])
    expect(text).not.toContain(secret);
  expect(reply.data.cards.map(({ code }) => code)).toContain(await hashOf(salt, card.number.toLowerCase()));
  const blind = await backend.createUser({ grants: ["storedOffline"] });
  expect((await backend.call(storedOfflineCards, { salt, after: 0 }, { as: blind.token })).status).toBe(403);
  const strangers = await backend.createCorp("0009");
  expect((await backend.call(storedOfflineCards, { salt, after: 0 }, { as: strangers })).data).toMatchObject({
    ...{ cards: [], used: [], types: [] },
  });
});
