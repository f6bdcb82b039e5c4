/** The till without a line: what it takes and refuses, what it brings, and that a lost answer loses no purchase. */
import { beforeEach, expect, test } from "vitest";
import { NoLine, Refused } from "~/gate-device/calls";
import { hashOf } from "~/gate-device/tickets-here";
import { TillHere } from "~/gate-device/till/till-here";
import type { KnownCard, Own, Purchase, Terms, TillCalls, TillStore, Uploaded } from "~/gate-device/till/till-state";

const terms: Terms = { tills: [{ value: "7", label: "小卖部" }], cardMost: 5_000, batchMost: 8_000, mostEntries: 4 };
let now = Date.parse("2026-11-20T02:00:00Z");
let line: "there" | "none" | "signedOut" = "there";
let loseAnswer = false;
let judged: Uploaded["open"] = [];
let brought: { posId: number; purchases: Purchase[] }[] = [];
let disk = new Map<string, Purchase>();
let cards = new Map<string, KnownCard>();
/** What the server knows of: eight cards of a type without rules. */
const numbers = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `sc${n}`);
let own: Partial<Own> = {};

const store: TillStore = {
  own: async () => own,
  setOwn: async (next) => {
    own = structuredClone(next);
  },
  purchases: async () => [...disk.values()].map((one) => structuredClone(one)),
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
const calls: TillCalls = {
  async terms() {
    if (line === "none") throw new NoLine("no line");
    if (line === "signedOut") throw new Refused(401, "");
    return { ...terms, now: new Date(now - 120_000).toISOString() };
  },
  async cards(_locale, { salt, after, since }) {
    const facts = { typeId: 3, status: "active", validTo: null, soldAt: null, frozenAt: null };
    // In two parts, as a server does that has many.
    const shown = since !== null ? [] : after === 0 ? numbers.slice(0, 5) : numbers.slice(5);
    return {
      ...{ at: new Date(now).toISOString(), corpCode: "0001", zone: "Asia/Shanghai", day: "2026-11-20" },
      next: since === null && after === 0 ? 5 : null,
      places: [{ posId: 7, parkId: 1 }],
      types: [{ id: 3, name: "储值卡", rules: [] }],
      used: [],
      cards: await Promise.all(shown.map(async (number) => ({ code: await hashOf(salt, number), ...facts }))),
    };
  },
  async upload(_locale, posId, purchases) {
    brought.push({ posId, purchases: structuredClone([...purchases]) });
    if (loseAnswer) throw new NoLine("lost");
    return { booked: purchases.length - judged.length, repeated: 0, open: judged };
  },
};
const open = () => TillHere.open({ store, calls, changed: () => undefined, clock: () => now }, "zh-CN");
const buy = (till: TillHere, number: string, amount: string) => till.buy({ number, amount, what: "矿泉水" });

beforeEach(() => {
  now = Date.parse("2026-11-20T02:00:00Z");
  [line, loseAnswer, judged, brought, disk, own] = ["there", false, [], [], new Map(), {}];
  cards = new Map();
});

test("takes nothing before it knows the limits; afterwards without a line, also after it was closed", async () => {
  line = "none";
  const before = await open();
  await before.sync();
  expect(await buy(before, "SC1", "1")).toContain("尚未取得限额");
  line = "there";
  await before.sync();
  line = "none";
  const later = await open();
  await later.sync();
  expect([later.online, await buy(later, "SC1", "12.50")]).toEqual([false, ""]);
  expect([...disk.values()]).toMatchObject([{ number: "SC1", amount: 1_250, posId: 7, state: "waiting" }]);
  // Two minutes ahead: its purchase is told by the server's clock.
  expect([...disk.values()][0]?.at).toBe("2026-11-20T01:58:00.000Z");
});

test("keeps to the limits: of a card over a day, of what waits, of their number; and takes no nonsense", async () => {
  const till = await open();
  await till.sync();
  line = "none";
  expect(await buy(till, "SC1", "30")).toBe("");
  expect(await buy(till, "sc1", "20.01")).toBe("超过断网时每卡每日上限 ¥50.00，此卡还可消费 ¥20.00");
  expect(await buy(till, "SC2", "50.01")).toContain("每卡每日上限");
  expect(await buy(till, "SC2", "50")).toBe("");
  expect(await buy(till, "SC3", "0.01")).toBe("待上传合计将超过 ¥80.00，请先上传");
  expect(await buy(till, "WS.1.2.ABC", "1")).toContain("断网时无法核验手机付款码");
  for (const amount of ["0", "", "-1", "1.234", "x"]) expect(await buy(till, "SC3", amount)).not.toBe("");
  expect(await buy(till, " ", "1")).not.toBe("");
  expect(disk.size).toBe(2);
  expect(await buy(till, "SC9", "1")).toContain("没有卡号 SC9 的有效储值卡资料");
  // What was brought no more counts in what waits; in its card's day the server counts it from then on.
  line = "there";
  await till.sync();
  line = "none";
  for (const number of ["SC4", "SC5", "SC6", "SC7"]) expect(await buy(till, number, "1")).toBe("");
  expect(await buy(till, "SC8", "1")).toContain("4 笔待上传");
  now += 25 * 3_600_000;
  line = "there";
  await till.sync();
  expect(await buy(till, "SC1", "50")).toBe("");
});

test("two that are pressed at once are each held against the other", async () => {
  const till = await open();
  await till.sync();
  line = "none";
  const said = await Promise.all([buy(till, "SC1", "30"), buy(till, "SC1", "30")]);
  expect(said).toEqual(["", expect.stringContaining("此卡还可消费 ¥20.00")]);
  expect([...disk.values()].map(({ amount }) => amount)).toEqual([3_000]);
});

test("brings each by its key; what conflicts is shown with its reason, what was charged is no more brought", async () => {
  const till = await open();
  await till.sync();
  await buy(till, "SC1", "10");
  await buy(till, "SC2", "20");
  const [first] = till.of("waiting").filter(({ number }) => number === "SC2");
  judged = [{ entryKey: first?.entryKey ?? "", number: "SC2", message: "卡 SC2 已挂失" }];
  await till.sync();
  expect(till.of("waiting")).toEqual([]);
  expect(till.of("booked").map(({ number }) => number)).toEqual(["SC1"]);
  expect(till.of("open").map(({ number, message }) => [number, message])).toEqual([["SC2", "卡 SC2 已挂失"]]);
  await till.sync();
  expect(brought).toHaveLength(1);
});

test("an answer that is lost loses no purchase: the same are brought again, under the same keys", async () => {
  const till = await open();
  await till.sync();
  await buy(till, "SC1", "10");
  loseAnswer = true;
  await till.sync();
  expect([till.online, till.of("waiting").length]).toEqual([false, 1]);
  loseAnswer = false;
  const again = await open();
  await again.sync();
  expect(brought.map(({ purchases }) => purchases.map(({ entryKey }) => entryKey))).toEqual([
    [...disk.keys()],
    [...disk.keys()],
  ]);
  expect(again.of("booked")).toHaveLength(1);
});

test("signed out it goes on taking and keeps all; what the server refuses as a whole is said and kept", async () => {
  const till = await open();
  await till.sync();
  line = "signedOut";
  expect(await buy(till, "SC1", "10")).toBe("");
  await till.sync();
  expect([till.needsSignIn, till.of("waiting").length]).toEqual([true, 1]);
  line = "there";
  calls.upload = async () => Promise.reject(new Refused(422, "收银点不存在"));
  await till.sync();
  expect([till.refused, till.needsSignIn, till.of("waiting").length]).toEqual(["收银点不存在", false, 1]);
});
