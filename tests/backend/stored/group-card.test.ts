/** Stored-value cards of a corp pay at tills of another corp of its group: limits, both books, what goes back, and the end of it. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cardFee } from "~/contract/card/fee";
import { cardType } from "~/contract/card/type";
import { refundOrder } from "~/contract/order/order";
import { smartCard } from "~/contract/stored/card";
import { cardShare } from "~/contract/stored/card-share";
import { groupCardAccount } from "~/contract/stored/group-account";
import { storedRule } from "~/contract/stored/rule";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { groupInvariants } from "~server/backend/business/stored/group-invariants";
import { rowsOf } from "~server/backend/kernel/rows";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { inTenant } from "~tests/support/in-tenant";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday, type TestPark, today } from "~tests/support/park";
import { raceIsReal, raceToInsert, whileItWrites, withoutLines } from "~tests/support/race";
import { tenantId } from "../tenant/platform";
import { corpsOfGroup, setMembersOf } from "./corps-of-group";
import { identityOf } from "./support";

let backend: TestBackend;
const corps = ["2001", "2002", "2003"] as const;
type Corp = (typeof corps)[number];
let as: Record<Corp, string>;
let parks: Record<Corp, TestPark>;
let group: number;
let feeId: number;

beforeAll(async () => {
  backend = await openTestBackend();
  ({ as, parks, group } = await corpsOfGroup(backend, corps, ["2001", "2002"]));
  feeId = await made(cardFee.methods.save, {
    ...{ code: fresh("SF"), name: "不收费", issue: 0, deposit: 0, replacement: 0, renewal: 0 },
    ...{ scaleBasis: "share", refundScale: [] },
  });
});
afterAll(() => backend.close());

const said = ({ message, errors }: { message: string; errors?: Record<string, string[]> }) =>
  [message, ...Object.values(errors ?? {}).flat()].join(" ");

/** Saved in the corp that issues. */
async function made(method: { name: string }, values: object): Promise<number> {
  const reply = await backend.call(method as typeof cardFee.methods.save, values as never, { as: as["2001"] });
  expect(said(reply)).toBe("");
  return reply.data.id;
}
const typeOf = (fields: object = {}) =>
  made(cardType.methods.save, {
    ...{ code: fresh("SV"), name: "青云储值卡", kind: "stored", price: 0, cardFeeId: feeId, validity: "sale" },
    ...{ places: [], holdersMost: 1, asksIdentity: false, asksMobile: false, asksPhoto: false, renewable: false },
    ...{ giftOrder: "last", refundRule: "anytime", giftTiers: [{ fromAmount: 50_000, gift: 8_000 }], ...fields },
  });
async function cardOf(cardTypeId: number, amount = 50_000) {
  const number = fresh("S");
  const id = await made(smartCard.methods.save, { number, cardTypeId, remark: null });
  const values = { id, holderName: "王秀英", identity: identityOf(), mobile: null, amount, paymentType: "cash" };
  const sold = await backend.call(smartCard.methods.sell, values as never, { as: as["2001"] });
  expect(sold.success).toBe(true);
  return { id, number };
}
const share = async (cardTypeId: number, fields: object = {}, who = as["2001"]) =>
  backend.call(
    cardShare.methods.save,
    {
      ...{ cardTypeId, memberId: await tenantId(backend, "2002"), dailyLimit: 100_000, fromDay: today, untilDay: null },
      ...fields,
    } as never,
    { as: who },
  );
/** A card in somebody's hands whose type is opened to 2002. */
async function opened(of: { amount?: number; giftOrder?: string; dailyLimit?: number; untilDay?: string } = {}) {
  const { amount, giftOrder = "last", ...fields } = of;
  const typeId = await typeOf({ giftOrder });
  const card = await cardOf(typeId, amount);
  const reply = await share(typeId, fields);
  expect(said(reply)).toBe("");
  return { ...card, typeId, shareId: reply.data.id };
}
const saleIn = (corp: Corp, accountNo: string, quantity = 1, fields: object = {}) => {
  const { adultId, posId } = parks[corp];
  return {
    ...{ visitDay: today, lines: [{ ticketTypeId: adultId, quantity }], posId, paymentType: "groupCard", accountNo },
    ...{ idempotencyKey: fresh("sale-key"), ...fields },
  };
};
const sale = (corp: Corp, accountNo: string, quantity = 1, fields: object = {}, who = as[corp]) =>
  backend.call(sellTickets, saleIn(corp, accountNo, quantity, fields) as never, { as: who });
const quote = async (corp: Corp, accountNo: string, quantity = 1) => {
  const { idempotencyKey: _, ...asked } = saleIn(corp, accountNo, quantity);
  return backend.call(quoteSale, asked as never, { as: as[corp] });
};
const held = async (id: number) =>
  (
    await backend.sql<{ principal: number; gift: number }>(
      "select principal::int, gift::int from stored_card where corp_code = '2001' and id = $1",
      [id],
    )
  )[0];
const account = async () => {
  const { data } = await backend.call(groupCardAccount.methods.list, {}, { as: as["2002"] });
  return data.records[0] as unknown as
    | { id: number; issuer: string; taken: number; settled: number; owed: number }
    | undefined;
};
const command = (name: "end" | "reopen", fields: object) =>
  backend.call(cardShare.commands[name].method, fields as never, { as: as["2001"] });
const back = (orderId: number, fields: object = {}) =>
  backend.call(refundOrder, { orderId, idempotencyKey: fresh("refund"), reason: "不去了", ...fields } as never, {
    as: as["2002"],
  });
const setMembers = (members: readonly string[]) => setMembersOf(backend, group, members);

test("pays there off the card here; both books say it, and neither corp reads rows of the other", async () => {
  const before = (await account())?.taken ?? 0;
  const card = await opened();
  const counter = (await backend.call(getCounter, {}, { as: as["2002"] })).data;
  expect(counter.accountTypes).toContain("groupCard");
  const quoted = await quote("2002", card.number, 2);
  expect(quoted.data).toMatchObject({ payable: 16_000, discount: 0, whyNot: "" });
  expect(quoted.data.payer).toBe(`租户2001的青云储值卡 ${card.number}（王***）：扣 160.00 元，余额剩 420.00 元`);
  const sold = await sale("2002", card.number, 2);
  expect(said(sold)).toBe("");
  expect(await held(card.id)).toEqual({ principal: 34_000, gift: 8_000 });
  expect(await account()).toMatchObject({ issuer: "租户2001", taken: before + 16_000, settled: 0 });
  const [moved] = await backend.sql(
    `select kind, principal_change::int as change, account_name as by from stored_ledger
     where corp_code = '2001' and stored_card_id = $1 order by id desc limit 1`,
    [card.id],
  );
  expect(moved).toEqual({ kind: "spend", change: -16_000, by: "租户2002" });
  const used = await backend.call(cardShare.methods.get, { id: card.shareId }, { as: as["2001"] });
  expect(used.data.record).toMatchObject({ name: "租户2002", today: 16_000, total: 16_000 });
  for (const [method, id] of [
    [smartCard.methods.get, card.id],
    [cardShare.methods.get, card.shareId],
  ] as const)
    expect((await backend.call(method, { id }, { as: as["2002"] })).status).toBe(404);
  await checkInvariants(backend);
});

test("pressed twice is taken once; what goes back goes onto the card, in the proportion that was taken", async () => {
  const card = await opened({ giftOrder: "first" });
  const before = (await account())?.taken ?? 0;
  const idempotencyKey = fresh("sale-key");
  const sold = await sale("2002", card.number, 2, { idempotencyKey });
  expect(said(sold)).toBe("");
  expect(said(await sale("2002", card.number, 2, { idempotencyKey }))).toBe("");
  expect(await held(card.id)).toEqual({ principal: 42_000, gift: 0 });
  const [first] = await backend.sql<{ id: number }>(
    "select id::float8 as id from ticket where corp_code = '2002' and order_id = $1 order by id",
    [sold.data.orderId],
  );
  expect((await back(sold.data.orderId, { ticketIds: [first?.id ?? 0] })).data).toMatchObject({ amount: 8_000 });
  expect(await held(card.id)).toEqual({ principal: 46_000, gift: 4_000 });
  await checkInvariants(backend);
  expect((await command("end", { id: card.shareId, reason: "合作到期" })).success).toBe(true);
  expect((await back(sold.data.orderId)).data).toMatchObject({ amount: 8_000, state: "done" });
  expect(await held(card.id)).toEqual({ principal: 50_000, gift: 8_000 });
  expect((await account())?.taken).toBe(before);
  await checkInvariants(backend);
});

test("the limit of a corp a day, the card's own day and its balance refuse, and nothing is written", async () => {
  const limited = await opened({ dailyLimit: 16_000 });
  expect(said(await sale("2002", limited.number, 2))).toBe("");
  const poor = await opened({ amount: 5_000 });
  const ruled = await opened();
  const rule = {
    name: "规则",
    cardTypeId: ruled.typeId,
    percent: 90,
    freeDaily: null,
    offlineMost: null,
    remark: null,
  };
  await made(storedRule.methods.save, { ...rule, dailyMost: 10_000, places: [] });
  const elsewhere = await opened();
  await made(storedRule.methods.save, {
    ...{ ...rule, cardTypeId: elsewhere.typeId, dailyMost: null },
    places: [{ parkId: parks["2001"].parkId, posId: null }],
  });
  const was = await digests(backend);
  for (const [number, quantity, why] of [
    [limited.number, 1, "每日限额 160.00 元，今日已用 160.00 元"],
    [poor.number, 1, "余额不足"],
    [ruled.number, 2, "每日最多 100.00 元"],
    [elsewhere.number, 1, "不能在此消费"],
  ] as const) {
    expect(said(await quote("2002", number, quantity)) + (await quote("2002", number, quantity)).data.whyNot).toContain(
      why,
    );
    const no = await sale("2002", number, quantity);
    expect([no.success, said(no)]).toEqual([false, expect.stringContaining(why)]);
  }
  expect(changed(was, await digests(backend))).toEqual([]);
  // The rule's discount is that of the corp's own places: here the card pays the price.
  expect(said(await sale("2002", ruled.number, 1))).toBe("");
  expect(await held(ruled.id)).toEqual({ principal: 42_000, gift: 8_000 });
  backend.setNow(new Date(friday.getTime() + 86_400_000));
  expect(said(await sale("2002", limited.number, 2, { visitDay: "2026-11-21" }))).toBe("");
  backend.setNow(friday);
  await checkInvariants(backend);
});

test("a card that is lost, not opened, or opened no more is refused at the next press", async () => {
  const card = await opened({ untilDay: today });
  expect(said(await sale("2002", card.number))).toBe("");
  const act = (name: "reportLoss" | "found") =>
    backend.call(
      smartCard.commands[name].method,
      { id: card.id, ...(name === "reportLoss" && { reason: "丢失" }) } as never,
      { as: as["2001"] },
    );
  expect((await act("reportLoss")).success).toBe(true);
  expect(said(await sale("2002", card.number))).toContain("已挂失");
  expect((await act("found")).success).toBe(true);
  const closed = await cardOf(await typeOf());
  const notFound = said(await sale("2002", "S-NOBODY"));
  expect(said(await sale("2002", closed.number))).toBe(notFound);
  backend.setNow(new Date(friday.getTime() + 86_400_000));
  expect(said(await sale("2002", card.number, 1, { visitDay: "2026-11-21" }))).toBe(notFound);
  backend.setNow(friday);
  expect((await command("end", { id: card.shareId, reason: "停止合作" })).success).toBe(true);
  expect(said(await sale("2002", card.number))).toBe(notFound);
  expect((await command("reopen", { id: card.shareId })).success).toBe(true);
  expect(said(await sale("2002", card.number))).toBe("");
});

test("outside the group there is nobody to open it to and no card to find; rights are asked", async () => {
  const card = await opened();
  expect((await share(await typeOf(), { memberId: await tenantId(backend, "2003") })).errors?.memberId).toBeDefined();
  expect((await share(card.typeId, {}, as["2003"])).status).toBe(422);
  const clerk = await backend.createUser({ corpCode: "2001", grants: ["smartCardList"] });
  expect((await share(await typeOf(), {}, clerk.token)).status).toBe(403);
  const notFound = said(await sale("2002", "S-NOBODY"));
  expect(said(await sale("2003", card.number))).toBe(notFound);
  expect((await backend.call(getCounter, {}, { as: as["2003"] })).data.accountTypes).not.toContain("groupCard");
  // At home it is a card like others, and no card of the group.
  expect(said(await sale("2001", card.number))).toBe(notFound);
  await setMembers(["2002"]);
  expect(said(await sale("2002", card.number))).toBe(notFound);
  await setMembers(["2001", "2002"]);
  await backend.sql("update corp_group set status = 'F' where id = $1", [group]);
  expect(said(await sale("2002", card.number))).toBe(notFound);
  await backend.sql("update corp_group set status = 'T' where id = $1", [group]);
  expect(said(await sale("2002", card.number))).toBe("");
});

test("a replaced card takes along what was paid with it elsewhere", async () => {
  const card = await opened();
  const sold = await sale("2002", card.number);
  const at = (name: "reportLoss" | "replace", fields: object) =>
    backend.call(smartCard.commands[name].method, { id: card.id, ...fields } as never, { as: as["2001"] });
  await at("reportLoss", { reason: "丢失" });
  const number = fresh("S");
  await made(smartCard.methods.save, { number, cardTypeId: card.typeId, remark: null });
  expect((await at("replace", { number, paymentType: "cash" })).success).toBe(true);
  expect((await back(sold.data.orderId)).data).toMatchObject({ amount: 8_000, state: "done" });
  const [now] = await backend.sql("select principal::int from stored_card where corp_code = '2001' and number = $1", [
    number,
  ]);
  expect(now).toEqual({ principal: 50_000 });
  await checkInvariants(backend);
});

test("each corp's own audit, with its rows alone, finds both books the same", async () => {
  const card = await opened();
  await sale("2002", card.number);
  const broken = (corp: string) =>
    inTenant(
      backend,
      async ({ db }) => {
        const found = Object.values(groupInvariants).map((one) => rowsOf(db, sql.raw(one.broken)));
        return (await Promise.all(found)).flat();
      },
      {},
      corp,
    );
  expect([await broken("2001"), await broken("2002")]).toEqual([[], []]);
  // What is booked of a card that it was not taken of is found by the corp that booked it.
  await backend.sql(
    "update group_card_charge set amount = amount + 1 where id = (select max(id) from group_card_charge)",
  );
  expect((await broken("2002")).length).toBeGreaterThan(0);
  await backend.sql(
    "update group_card_charge set amount = amount - 1 where id = (select max(id) from group_card_charge)",
  );
});

test("what is settled is never more than is owed, by who may", async () => {
  const card = await opened();
  await sale("2002", card.number);
  const { id = 0, owed = 0 } = (await account()) ?? {};
  const settle = (amount: number, who = as["2002"], bankRef = fresh("BR")) =>
    backend.call(groupCardAccount.commands.settle.method, { id, amount, bankRef } as never, { as: who });
  expect((await settle(owed + 1)).errors?.amount?.[0]).toContain("不能超过");
  const clerk = await backend.createUser({ corpCode: "2002", grants: ["groupCardLedger"] });
  expect((await settle(100, clerk.token)).status).toBe(403);
  expect((await settle(100, as["2001"])).status).toBe(404);
  const first = fresh("BR");
  expect((await settle(100, as["2002"], first)).success).toBe(true);
  // Typed again: the same payment or a slip of the hand, whatever the amount.
  for (const amount of [100, 200]) {
    const again = await settle(amount, as["2002"], first);
    expect([again.status, again.errors?.bankRef?.[0]]).toEqual([422, `凭证号 ${first} 已登记过`]);
  }
  expect((await account())?.owed).toBe(owed - 100);
  expect((await settle(owed - 100)).success).toBe(true);
  expect((await account())?.owed).toBe(0);
  await checkInvariants(backend);
});

async function twoTills() {
  const card = await opened({ dailyLimit: 8_000 });
  const all = await raceToInsert(backend, "stored_spend", 2, () => sale("2002", card.number));
  return all.map(({ status }) => status).sort();
}
/** A card that may spend 80.00 a day, in both corps. */
async function daily(): Promise<string> {
  const card = await opened();
  const rule = {
    name: "规则",
    cardTypeId: card.typeId,
    percent: 100,
    freeDaily: null,
    offlineMost: null,
    remark: null,
  };
  await made(storedRule.methods.save, { ...rule, dailyMost: 8_000, places: [] });
  return card.number;
}
const atHome = (number: string) => sale("2001", number, 1, { paymentType: "storedCard" });
const statuses = (all: readonly { status: number }[]) => all.map(({ status }) => status);

/** The sale of the other corp has judged and is about to write; the one at home is made meanwhile, from beginning to end. */
async function overtakenAtHome(number: string) {
  await backend.sql(`
    create function wait_for_home() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(20261128); return new; end $$;
    create trigger home before insert on stored_spend for each row
      when (new.card_share_id is not null) execute function wait_for_home()`);
  const keeper = await backend.database.pool.connect();
  try {
    await keeper.query("select pg_advisory_lock(20261128)");
    const there = sale("2002", number);
    const waits = "select from pg_locks where locktype = 'advisory' and objid = 20261128 and not granted";
    const until = Date.now() + 20_000;
    while ((await keeper.query(waits)).rowCount === 0 && Date.now() < until)
      await keeper.query("select pg_sleep(0.01)");
    const here = await atHome(number);
    await keeper.query("select pg_advisory_unlock(20261128)");
    return [here, await there];
  } finally {
    keeper.release();
    await backend.sql("drop trigger home on stored_spend; drop function wait_for_home()");
  }
}

const unlocked = <T>(line: RegExp, work: () => Promise<T>) => withoutLines(backend, "take_of_group_card", line, work);

test("two tills on the last of the limit: one sells", async () => {
  // Refused once it has the share, or before where the other one was done that early.
  expect(await twoTills()).toEqual([200, expect.toBeOneOf([409, 422])]);
  await checkInvariants(backend);
});

test.runIf(raceIsReal)("two companies on the last of what a card may spend in a day: one sells", async () => {
  const number = await daily();
  const both = await whileItWrites(
    backend,
    "stored_spend",
    () => sale("2002", number),
    () => atHome(number),
  );
  // Refused once it has the card, or before where the other one was done that early.
  expect(statuses(both)).toEqual([200, expect.toBeOneOf([409, 422])]);
  expect(said(both[1])).toContain("每日最多 80.00 元");
  await checkInvariants(backend);
});

test.runIf(raceIsReal)("control: without the locks both tills take the last of the limit", async () => {
  const lines = /perform from (card_share|stored_card) .*for no key update;\n/g;
  expect(await unlocked(lines, twoTills)).toEqual([200, 200]);
});

test.runIf(raceIsReal)("control: without the lock of the card both companies take the last of it", async () => {
  const line = /perform from stored_card .*for no key update;\n/;
  const number = await daily();
  expect(statuses(await unlocked(line, () => overtakenAtHome(number)))).toEqual([200, 200]);
});
