/** What groups pay ahead: asked for by the agreement, received at tills, credited at settlement, given back in time, forfeited late. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { cashUp } from "~/contract/order/cash-up";
import { groupArrive, groupBooking, groupDay, groupDesk, groupSettle } from "~/contract/ticket/group-booking";
import { groupPrepaidLedger, groupPrepay } from "~/contract/ticket/group-prepay";
import { agencyAgreement } from "~/contract/travel/agreement";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { prepayWith } from "~server/backend/business/ticket/group-prepay";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed";
import { createPark, fresh, friday, type TestPark } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { agencyInUse } from "../travel/sales-support";

let backend: TestBackend;
let park: TestPark;
let agencyId = 0;
/** Adults are 80.00 and children 40.00: 50 adults and 25 children cost 5000.00. */
const whole = 500_000;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
  // A third of the price until two days before, given back until a day before.
  agencyId = await agencyWith({ percent: 30, hours: 48, back: 24 });
});
afterEach(async () => {
  backend.setNow(friday);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

interface Terms {
  percent?: number;
  amount?: number;
  hours?: number;
  back?: number;
}

async function agencyWith({ percent, amount, hours, back }: Terms): Promise<number> {
  const id = await agencyInUse(backend, { settlement: "credit", creditLimit: 5_000_000 });
  await backend.sql(
    `insert into travel_agreement
       (corp_code, code, agency_id, from_day, to_day, prepay_percent, prepay_amount, prepay_hours, prepay_back_hours, status)
     select corp_code, 'YF-' || id, id, '2026-01-01', '2027-12-31', $2, $3, $4, $5, 'signed'
     from travel_agency where id = $1`,
    [id, percent ?? null, amount ?? null, hours ?? null, back ?? null],
  );
  return id;
}

const visitDay = "2026-11-25";
const wish = (fields: object = {}) => ({
  ...{ agencyId, organisation: "青山旅行社", contactName: "王芳", mobile: "13800138000", guide: null, guideId: null },
  ...{ plate: null, tourNo: "T-1", itinerary: "上午登山", leaders: null, parkId: park.parkId, visitDay, slot: null },
  ...{ arrival: "10:00", customerGroup: "retail", remark: null },
  people: [
    { ticketTypeId: park.adultId, quantity: 50 },
    { ticketTypeId: park.childId, quantity: 25 },
  ],
  ...fields,
});
const booked = (fields: object = {}) => backend.saved(groupBooking.methods.save, wish(fields));
const confirm = (id: number) => backend.call(groupBooking.commands.confirm.method, { id } as never);
async function confirmed(fields: object = {}): Promise<number> {
  const id = await booked(fields);
  expect((await confirm(id)).message).toBe("");
  return id;
}
const pay = (id: number, amount: number, fields: Partial<PayloadOf<typeof groupPrepay>> = {}, as = backend.admin) =>
  backend.call(
    groupPrepay,
    { id, amount, idempotencyKey: fresh("prepay-key"), paymentType: "cash", ...fields },
    { as },
  );
const cancel = (id: number, fields: object = {}, as = backend.admin) =>
  backend.call(groupBooking.commands.cancel.method, { id, reason: "行程取消", ...fields } as never, { as });
const arrive = (id: number, adults: number, children: number) =>
  backend.call(groupArrive, {
    id,
    people: [
      { ticketTypeId: park.adultId, arrived: adults, unproven: 0 },
      { ticketTypeId: park.childId, arrived: children, unproven: 0 },
    ],
  });
const settle = (id: number, fields: Partial<PayloadOf<typeof groupSettle>> = {}) =>
  backend.call(groupSettle, { id, idempotencyKey: fresh("settle-key"), paymentType: "cash", ...fields });
const desk = async (id: number) => (await backend.call(groupDesk, { id })).data;
const ledgerOf = (id: number) =>
  backend.sql(
    `select kind, payment_type as way, held_change::int as held, kept_change::int as kept
     from group_prepaid_ledger where booking_id = $1 order by id`,
    [id],
  );
const paidOf = (orderId: number) =>
  backend.sql("select payment_type as way, amount::int from payment where order_id = $1 order by id", [orderId]);
const onTheDay = () => backend.setNow(new Date(`${visitDay}T09:00:00+08:00`));

describe("what is asked", () => {
  test("is a part of the price by the agreement, fixed at confirmation, due and given back by its hours", async () => {
    const id = await booked();
    expect((await desk(id)).prepaid).toBeNull();
    expect((await pay(id, 100)).message).toBe("请先确认预订");
    await confirm(id);
    expect((await desk(id)).prepaid).toMatchObject({
      ...{ asked: 150_000, held: 0, owed: 150_000, isLate: false, cancelSays: "" },
      says: "应预付 ¥1500.00，还差 ¥1500.00，2026-11-23 10:00 前付清",
    });
    backend.setNow(new Date("2026-11-23T10:00:00+08:00"));
    expect((await desk(id)).prepaid).toMatchObject({
      isLate: true,
      says: expect.stringContaining("已过截止 2026-11-23 10:00"),
    });
  });

  test("is the booking's own where it says so, an amount no higher than the price, and nothing without terms", async () => {
    expect((await desk(await confirmed({ prepayPercent: 33 }))).prepaid?.asked).toBe(165_000);
    expect((await desk(await confirmed({ prepayAmount: 20_001 }))).prepaid?.asked).toBe(20_001);
    expect((await desk(await confirmed({ prepayAmount: whole + 1 }))).prepaid?.asked).toBe(whole);
    const none = await confirmed({ agencyId: null });
    expect((await desk(none)).prepaid).toBeNull();
    expect((await pay(none, 100)).message).toBe("该预订不收预付款");
    const odd = { people: [{ ticketTypeId: park.childId, quantity: 1 }], prepayPercent: 33 };
    expect((await desk(await confirmed(odd))).prepaid?.asked).toBe(1_320);
  });

  test("is one of both, and fixed once the booking is confirmed", async () => {
    const both = { prepayPercent: 10, prepayAmount: 100 };
    const refused = await backend.call(groupBooking.methods.save, wish(both) as never);
    expect([refused.status, refused.errors]).toEqual([422, { prepayAmount: ["比例和金额只填一个"] }]);
    const days = { code: fresh("XY"), agencyId, fromDay: "2026-01-01", toDay: "2027-12-31", ...both };
    expect((await backend.call(agencyAgreement.methods.save, days as never)).errors?.prepayAmount).toBeDefined();
    const id = await confirmed();
    const { record } = (await backend.call(groupBooking.methods.get, { id })).data as {
      record: Record<string, unknown>;
    };
    const more = { id, rowVersion: Number(record.rowVersion), people: record.people, prepayPercent: 10 };
    expect((await backend.call(groupBooking.methods.save, wish(more) as never)).message).toMatch(/不能修改/);
  });
});

describe("what is received", () => {
  test("is no more than is owed, money in hand, by who may; what is refused writes nothing", async () => {
    const id = await confirmed();
    const { token } = await backend.createUser({ grants: ["createGroup", "createGroup/groupBooking:settle"] });
    const other = await backend.createCorp(fresh("T").replaceAll("-", ""));
    const before = await digests(backend);
    for (const amount of [0, 150_001]) expect(Object.keys((await pay(id, amount)).errors ?? {})).toEqual(["amount"]);
    for (const paymentType of ["", "agency", "storedCard", "shells"])
      expect(Object.keys((await pay(id, 100, { paymentType })).errors ?? {})).toEqual(["paymentType"]);
    expect((await pay(id, 100, {}, token)).status).toBe(403);
    expect((await pay(id, 100, {}, other)).status).toBe(404);
    expect(changed(before, await digests(backend))).toEqual([]);
    const key = { idempotencyKey: fresh("prepay-key") };
    const first = await pay(id, 50_000, key);
    expect([first.message, first.data]).toEqual(["", { id, held: 50_000, owed: 100_000 }]);
    expect((await pay(id, 50_000, key)).data).toEqual(first.data);
    expect((await pay(id, 100_000, { paymentType: "wechat" })).data).toEqual({ id, held: 150_000, owed: 0 });
    expect((await pay(id, 1)).message).toBe("预付款已收齐：¥1500.00");
    expect((await desk(id)).prepaid?.ways).toEqual([
      { paymentType: "cash", held: 50_000 },
      { paymentType: "wechat", held: 100_000 },
    ]);
    const { record } = (await backend.call(groupBooking.methods.get, { id })).data as {
      record: Record<string, unknown>;
    };
    expect(record).toMatchObject({ prepayAsked: 150_000, prepaid: 150_000, prepaySays: "预付款已收齐：¥1500.00" });
    const board = (await backend.call(groupDay, { day: visitDay })).data.groups.find((one) => one.id === id);
    expect(board).toMatchObject({ prepayAsked: 150_000, prepaid: 150_000, prepayLate: false });
    const rows = (await backend.call(groupPrepaidLedger.rows.methods.list, { filters: { bookingId: String(id) } }))
      .data;
    expect(rows.records.map(({ kind, held }) => [kind, held])).toEqual([
      ["take", 100_000],
      ["take", 50_000],
    ]);
  });

  test.runIf(raceIsReal)("two tills with the whole at once: one receives it", async () => {
    const id = await confirmed();
    const all = await race(backend, 2, () => pay(id, 150_000));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await desk(id)).prepaid?.held).toBe(150_000);
  });

  test.runIf(raceIsReal)("control: without the lock of the booking both do", async () => {
    const id = await confirmed();
    const served = [...allServed.filter(({ method }) => method !== groupPrepay), prepayWith(meeting(2))];
    const app = createBackend({ database: backend.database, now: () => friday, served });
    const press = { method: groupPrepay.name, id, amount: 150_000, paymentType: "cash" };
    await race(backend, 2, () =>
      app.request(defaultPaths.ticket, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: backend.admin },
        body: new URLSearchParams(encodePayload({ ...press, idempotencyKey: fresh("prepay-key") })).toString(),
      }),
    );
    expect((await desk(id)).prepaid?.held).toBe(300_000);
  });

  test.runIf(raceIsReal)("a till that dies in the middle has received nothing, and the next one does", async () => {
    const id = await confirmed();
    const { success, killed } = await killedWhile(backend, "group_prepaid_ledger", () => pay(id, 150_000));
    expect([success, killed]).toEqual([false, 1]);
    expect((await desk(id)).prepaid).toMatchObject({ held: 0, owed: 150_000 });
    expect((await pay(id, 150_000)).message).toBe("");
  });
});

describe("at settlement", () => {
  test("it is credited by the ways that it came, the rest is paid, and the drawer has each fen once", async () => {
    const id = await confirmed();
    await pay(id, 50_000);
    await pay(id, 100_000, { paymentType: "wechat" });
    onTheDay();
    expect((await arrive(id, 40, 20)).message).toBe("");
    // 40 adults and 20 children.
    const { total } = await desk(id);
    expect(total).toBe(400_000);
    const settled = await settle(id, { paymentType: "cash", expectedPayable: total });
    expect(settled.message).toBe("");
    expect(await paidOf(settled.data.orderId)).toEqual([
      { way: "cash", amount: 300_000 },
      { way: "wechat", amount: 100_000 },
    ]);
    expect(await ledgerOf(id)).toEqual([
      { kind: "take", way: "cash", held: 50_000, kept: 0 },
      { kind: "take", way: "wechat", held: 100_000, kept: 0 },
      { kind: "credit", way: "cash", held: -50_000, kept: 0 },
      { kind: "credit", way: "wechat", held: -100_000, kept: 0 },
    ]);
    // Of this day: what was credited has gone into the takings.
    const { rows } = (await backend.call(cashUp, { from: visitDay, to: visitDay })).data;
    const own = rows.map(({ paymentType, taken, heldGivenBack, due }) => ({ paymentType, taken, heldGivenBack, due }));
    expect(own).toEqual(
      expect.arrayContaining([
        { paymentType: "cash", taken: 300_000, heldGivenBack: 50_000, due: 250_000 },
        { paymentType: "wechat", taken: 100_000, heldGivenBack: 100_000, due: 0 },
      ]),
    );
    expect((await pay(id, 1)).message).toBe("该预订已结算或已取消");
  });

  test("the rest goes on the agency's account, and what is more than the price goes back", async () => {
    const charged = await confirmed();
    await pay(charged, 150_000);
    const few = await confirmed();
    await pay(few, 50_000);
    await pay(few, 100_000, { paymentType: "wechat" });
    onTheDay();
    await arrive(charged, 50, 25);
    const settled = await settle(charged, { paymentType: "onAccount" });
    expect(settled.message).toBe("");
    expect(await paidOf(settled.data.orderId)).toEqual([
      { way: "cash", amount: 150_000 },
      { way: "onAccount", amount: whole - 150_000 },
    ]);
    // 10 adults: 800.00 of the 1500.00; nothing is left to choose a way for.
    await arrive(few, 10, 0);
    const small = await settle(few, { paymentType: "" });
    expect(small.message).toBe("");
    expect(await paidOf(small.data.orderId)).toEqual([
      { way: "cash", amount: 50_000 },
      { way: "wechat", amount: 30_000 },
    ]);
    expect((await ledgerOf(few)).slice(2)).toEqual([
      { kind: "credit", way: "cash", held: -50_000, kept: 0 },
      { kind: "credit", way: "wechat", held: -30_000, kept: 0 },
      { kind: "payBack", way: "wechat", held: -70_000, kept: 0 },
    ]);
  });

  test("what is refused leaves it held: another price than was shown, and a rest without a way", async () => {
    const id = await confirmed();
    await pay(id, 150_000);
    onTheDay();
    await arrive(id, 50, 25);
    const before = await digests(backend);
    expect((await settle(id, { expectedPayable: 1 })).status).toBe(409);
    expect((await settle(id, { paymentType: "" })).status).toBe(422);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await settle(id)).message).toBe("");
  });

  test.runIf(raceIsReal)(
    "received and settled at the same moment: every fen is in the order or in the books, none in both",
    async () => {
      const id = await confirmed();
      onTheDay();
      await arrive(id, 50, 25);
      const [paid, settled] = await Promise.all([pay(id, 150_000), settle(id)]);
      expect(settled.message).toBe("");
      const credited = (await ledgerOf(id)).filter(({ kind }) => kind === "credit").length;
      expect(paid.success).toBe(credited === 1);
      expect((await desk(id)).prepaid?.held ?? 0).toBe(0);
    },
  );
});

describe("cancelled", () => {
  test("in time it goes back the way it came; the last moment is the cut-off", async () => {
    const id = await confirmed();
    await pay(id, 50_000);
    await pay(id, 60_000, { paymentType: "wechat" });
    backend.setNow(new Date("2026-11-24T09:59:59+08:00"));
    expect((await desk(id)).prepaid?.cancelSays).toBe("已预付的 ¥1100.00 将原路退还；2026-11-24 10:00 起取消则没收。");
    const done = await cancel(id);
    expect([done.message, done.data.notice]).toEqual(["", "已取消，占用的名额已释放；预付款 ¥1100.00 已退还"]);
    expect((await ledgerOf(id)).slice(2)).toEqual([
      { kind: "payBack", way: "cash", held: -50_000, kept: 0 },
      { kind: "payBack", way: "wechat", held: -60_000, kept: 0 },
    ]);
    // Its ledger is kept, and with it the booking.
    expect((await backend.call(groupBooking.methods.remove, { id })).status).toBe(409);
  });

  test("late it is forfeited, with a row and its reason; without a rule it goes back at any time", async () => {
    const id = await confirmed();
    await pay(id, 110_000);
    backend.setNow(new Date("2026-11-24T10:00:00+08:00"));
    expect((await desk(id)).prepaid?.cancelSays).toBe("已预付的 ¥1100.00 将没收：可退截止为 2026-11-24 10:00。");
    expect((await cancel(id, { reason: "客人未到" })).data.notice).toContain("预付款 ¥1100.00 已没收");
    expect((await ledgerOf(id)).slice(1)).toEqual([{ kind: "forfeit", way: "cash", held: -110_000, kept: 110_000 }]);
    const rows = (await backend.call(groupPrepaidLedger.rows.methods.list, { filters: { bookingId: String(id) } }))
      .data;
    expect(rows.records.map(({ kind, reason }) => [kind, reason])).toEqual([
      ["forfeit", "客人未到"],
      ["take", null],
    ]);
    expect((await desk(id)).prepaid?.says).toBe("预付款 ¥1100.00 已没收");
    backend.setNow(friday);
    const free = await confirmed({ agencyId: await agencyWith({ amount: 10_000 }) });
    await pay(free, 10_000);
    onTheDay();
    expect((await cancel(free)).data.notice).toContain("已退还");
  });

  test("late it goes back where somebody may say so, and nobody else", async () => {
    const id = await confirmed();
    await pay(id, 110_000);
    backend.setNow(new Date("2026-11-24T12:00:00+08:00"));
    const { token } = await backend.createUser({ grants: ["createGroup", "createGroup/groupBooking:cancel"] });
    const before = await digests(backend);
    expect((await cancel(id, { giveBack: true }, token)).message).toBe(
      "预付款可退截止为 2026-11-24 10:00，现在退还须有专门权限",
    );
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await cancel(id, { giveBack: true })).data.notice).toContain("已退还");
    expect((await ledgerOf(id)).at(-1)).toMatchObject({ kind: "payBack", kept: 0 });
  });

  test.runIf(raceIsReal)(
    "twice at once, and received at the same moment: given back once, and nothing is left held",
    async () => {
      const id = await confirmed();
      await pay(id, 50_000);
      const all = await race<{ success: boolean }>(backend, 3, (n) => (n === 0 ? pay(id, 100_000) : cancel(id)));
      expect(all.filter(({ success }) => success).length).toBeLessThanOrEqual(2);
      const sum = (await ledgerOf(id)).reduce((all, { held }) => all + Number(held), 0);
      expect(sum).toBe(0);
    },
  );

  test.runIf(raceIsReal)(
    "a process that dies in the middle leaves the booking and its money as they were",
    async () => {
      const id = await confirmed();
      await pay(id, 50_000);
      const { success, killed } = await killedWhile(backend, "group_prepaid_ledger", () => cancel(id));
      expect([success, killed]).toEqual([false, 1]);
      expect(await desk(id)).toMatchObject({ state: "confirmed", prepaid: { held: 50_000 } });
      expect((await cancel(id)).message).toBe("");
    },
  );
});
