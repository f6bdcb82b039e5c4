/** Shifts: the report is the ledger to the fen; one a person, one a till; what is under way at the closing is in it. */

import { getTableName } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockerBox } from "~/contract/locker/box";
import { lockerGroup } from "~/contract/locker/group";
import { refundOrder } from "~/contract/order/order";
import { closeShift, getShift, openShift, ownShift, shiftReport } from "~/contract/order/shift";
import { shift } from "~/contract/order/shift-list";
import { ownSalesToday } from "~/contract/order/today";
import { pos } from "~/contract/ticket/gate";
import { getCounter, sellTickets } from "~/contract/ticket/sale";
import { cashLedgers } from "~server/backend/business/cash-ledgers";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark } from "~tests/support/park";
import { race } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
let otherPos: number;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  const second = { code: fresh("POS"), name: "二号窗口", window: null, parkId: park.parkId, printer: "receipt80" };
  otherPos = (await backend.call(pos.methods.save, second as never)).data.id;
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const grants = [
  "shift",
  "shift/shift:work",
  "buyTktList",
  "buyTktList/sale:sell",
  "buyTktLog",
  "buyTktLog/order:refund",
];
const open = (fields: { posId?: number; opening?: number; idempotencyKey?: string } = {}, as?: string) =>
  backend.call(
    openShift,
    { idempotencyKey: fresh("shift"), posId: park.posId, opening: 50_000, ...fields },
    as === undefined ? {} : { as },
  );
/** Counted in tens of fen, so that any amount of them can be counted. */
const counted = (fen: number) => [{ fen: 10, pieces: fen / 10 }];
const close = (shiftId: number, fen: number, fields: { left?: number; idempotencyKey?: string } = {}, as?: string) =>
  backend.call(
    closeShift,
    { idempotencyKey: fresh("shift"), shiftId, pieces: counted(fen), left: 0, ...fields },
    as === undefined ? {} : { as },
  );
const report = async (id: number, as?: string) => (await backend.call(shiftReport, { id }, as ? { as } : {})).data;
const needShift = (value: "T" | "F") =>
  backend.sql("update sys_param set param_option = $1 where param_code = 'saleNeedsShift'", [value]);

describe("a shift", () => {
  it("is opened with a float, counted blind, and reports to the fen what passed through", async () => {
    const { data: opened } = await open();
    expect(opened.shiftNo).toMatch(/^SH20261120\d{6}$/);
    await park.sell({
      payments: [
        { paymentType: "wechat", amount: 6_000 },
        { paymentType: "cash", amount: 10_000 },
      ],
    });
    const sold = await park.sell({ paymentType: "cash" });
    await backend.call(refundOrder, { orderId: sold.orderId, idempotencyKey: fresh("back"), reason: "改期" });
    // Nothing is told before the drawer is counted.
    expect(await report(opened.id)).toMatchObject({ status: "open", closed: null });
    expect(JSON.stringify((await backend.call(getShift, {})).data)).not.toContain("60000");

    const closed = await close(opened.id, 59_900, { left: 50_000 });
    expect(closed.message).toBe("");
    expect((await report(opened.id)).closed).toMatchObject({
      ...{ counted: 59_900, expected: 60_000, difference: -100, left: 50_000, orders: 2 },
      rows: [
        { paymentType: "cash", taken: 26_000, givenBack: 16_000, due: 10_000 },
        { paymentType: "wechat", taken: 6_000, givenBack: 0, due: 6_000 },
      ],
    });
    // What comes afterwards is in no shift.
    await park.sell({ paymentType: "cash" });
    expect((await report(opened.id)).closed?.rows[0]?.taken).toBe(26_000);
    const listed = (await backend.call(shift.methods.list, {})).data.records;
    expect(listed).toMatchObject([{ shiftNo: opened.shiftNo, status: "closed", expected: 60_000, difference: -100 }]);

    // The next seller finds what was left, and counts it as well.
    const { token: next } = await backend.createUser({ grants });
    const till = (await backend.call(getShift, {}, { as: next })).data.posList.find(({ id }) => id === park.posId);
    expect(till).toMatchObject({ left: 50_000, busyWith: "" });
    const { data: taken } = await open({ opening: 49_990 }, next);
    expect(await report(taken.id, next)).toMatchObject({ opening: 49_990, found: 50_000 });
  });

  it("while it is open its seller is told its own totals, past midnight too, and no cash before the count", async () => {
    const { token } = await backend.createUser({ grants });
    const own = async () => (await backend.call(ownSalesToday, {}, { as: token })).data;
    const sell = (wechat: number, cash: number, visitDay = "2026-11-20") =>
      park.sell(
        {
          visitDay,
          payments: [
            { paymentType: "wechat", amount: wechat },
            { paymentType: "cash", amount: cash },
          ].filter(({ amount }) => amount > 0),
        },
        token,
      );
    backend.setNow(new Date("2026-11-20T09:00:00+08:00"));
    const { data: morning } = await open({}, token);
    await sell(6_000, 10_000);
    const first = await own();
    expect(first).toMatchObject({
      ...{ orders: 1, tickets: 2, revenue: 6_000 },
      shift: { shiftNo: morning.shiftNo, openedAt: expect.stringContaining("09:00") },
      ways: [{ paymentType: "wechat", label: "微信", taken: 6_000, refunded: 0 }],
    });
    // Neither the cash nor a sum that has it in it.
    expect(JSON.stringify(first)).not.toMatch(/cash|10000|16000/);
    await close(morning.id, 60_000, {}, token);
    // Where no shift is open, the day with all of it.
    expect(await own()).toMatchObject({
      ...{ shift: null, orders: 1, tickets: 2, revenue: 16_000 },
      ways: [
        { paymentType: "cash", taken: 10_000 },
        { paymentType: "wechat", taken: 6_000 },
      ],
    });

    backend.setNow(new Date("2026-11-20T22:00:00+08:00"));
    const { data: night } = await open({}, token);
    expect(await own()).toMatchObject({
      orders: 0,
      tickets: 0,
      revenue: 0,
      ways: [],
      shift: { shiftNo: night.shiftNo },
    });
    await sell(16_000, 0);
    backend.setNow(new Date("2026-11-21T01:00:00+08:00"));
    const late = await sell(15_000, 1_000, "2026-11-21");
    const refund = { orderId: late.orderId, idempotencyKey: fresh("back"), reason: "改期" };
    expect((await backend.call(refundOrder, refund, { as: token })).message).toBe("");
    // A colleague's sales at the same hours are not theirs.
    await park.sell({ paymentType: "wechat", visitDay: "2026-11-21" });
    expect(await own()).toMatchObject({
      ...{ day: "2026-11-21", orders: 2, tickets: 4, revenue: 31_000, shift: { shiftNo: night.shiftNo } },
      ways: [{ paymentType: "wechat", taken: 31_000, refunded: 15_000 }],
    });
  });

  it("deposits that are held for guests are in it as well", async () => {
    const { data: opened } = await open();
    const group = {
      ...{ code: fresh("LG"), name: "东门柜", parkId: park.parkId, hours: 4 },
      ...{ depositSmall: 1_000, depositMedium: 2_000, depositLarge: 3_000 },
    };
    const { id: lockerGroupId } = (await backend.call(lockerGroup.methods.save, group as never)).data;
    const box = { lockerGroupId, number: "A1", size: "small" };
    const { id } = (await backend.call(lockerBox.methods.save, box as never)).data;
    await backend.call(lockerBox.methods.occupy, { id, mobile: "13800138000", paymentType: "cash" });
    await close(opened.id, 51_000);
    expect((await report(opened.id)).closed).toMatchObject({
      expected: 51_000,
      difference: 0,
      rows: [{ paymentType: "cash", taken: 0, heldTaken: 1_000, due: 1_000 }],
    });
  });

  it("every table of money that changes hands is stamped", async () => {
    const tables = ["payment", ...cashLedgers.map(({ rows }) => getTableName(rows))];
    const stamped = await backend.sql<{ table: string }>(
      "select tgrelid::regclass::text as table from pg_trigger where tgname = 'stamp_shift'",
    );
    expect(stamped.map(({ table }) => table).sort()).toEqual(tables.sort());
  });

  it("one a person and one a till, also at the same moment; the second press is the first", async () => {
    const { token: other } = await backend.createUser({ grants });
    const idempotencyKey = fresh("shift");
    const presses = await race(backend, 4, () => open({ idempotencyKey }));
    expect(presses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(presses.map(({ data }) => data.id)).size).toBe(1);
    const elsewhere = await open({ posId: otherPos });
    expect([elsewhere.status, elsewhere.message]).toEqual([
      409,
      `您的班次 ${presses[0]?.data.shiftNo} 还在“一号窗口”当班中，请先交班`,
    ]);
    expect((await open({}, other)).message).toMatch(/^“一号窗口”上 .* 还在当班，请先交班$/);
    const shiftId = presses[0]?.data.id ?? 0;
    const key = fresh("shift");
    const closings = await race(backend, 3, () => close(shiftId, 50_000, { idempotencyKey: key }));
    expect(closings.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await close(shiftId, 10)).message).toMatch(/已交班$/);
    // Two tills under one name at once: one of them.
    const both = await race(backend, 2, (person) => open({ posId: person === 0 ? park.posId : otherPos }));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await backend.sql("select count(*)::int as n from shift where status = 'open'")).toEqual([{ n: 1 }]);
  });

  it("sales that are under way while it is closed are in it, or in none: nothing is lost between", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { data: opened } = await open();
      await race<Promise<unknown>>(backend, 6, (person) =>
        person === 3 ? close(opened.id, 50_000) : backend.call(sellTickets, saleOf(park.adultId)),
      );
      const { closed } = await report(opened.id);
      const [found] = await backend.sql<{ sum: number; kept: number }>(
        "select coalesce(sum(amount), 0)::int as sum, (select expected - opening from shift where id = $1)::int as kept from payment where shift_id = $1",
        [opened.id],
      );
      expect(found?.kept).toBe(found?.sum);
      expect(closed?.rows.reduce((sum, { due }) => sum + due, 0) ?? 0).toBe(found?.sum);
    }
  });

  it("is the seller's own: not another's, another tenant's, or one's without the right", async () => {
    const { data: opened } = await open();
    const { token: seller } = await backend.createUser({ grants });
    const { token: reader } = await backend.createUser({ grants: ["shift"] });
    const stranger = await backend.createCorp("0002");
    for (const as of [seller, stranger]) {
      expect((await close(opened.id, 50_000, {}, as)).status).toBe(404);
      expect((await backend.call(shiftReport, { id: opened.id }, { as })).status).toBe(404);
      expect((await backend.call(shift.methods.list, {}, { as })).data.records).toEqual([]);
    }
    expect((await open({}, reader)).status).toBe(403);
    expect((await close(opened.id, 10, {}, reader)).status).toBe(403);
    expect((await open({}, stranger)).errors).toHaveProperty("posId");
    expect((await close(opened.id, 50_000, { left: 50_010 })).errors).toEqual({
      left: ["留下的现金不能超过实点的 500.00 元"],
    });
    expect(await backend.sql("select status from shift")).toEqual([{ status: "open" }]);
    // Somebody with the right closes it for them.
    const { token: chief } = await backend.createUser({ grants: [...grants, "shift/shift:others"] });
    expect((await backend.call(getShift, {}, { as: chief })).data.others.map(({ id }) => id)).toEqual([opened.id]);
    expect((await close(opened.id, 50_000, {}, chief)).status).toBe(200);
  });

  it("the counter sells in one alone where the parameter says so, at its till", async () => {
    expect((await backend.call(sellTickets, saleOf(park.adultId))).status).toBe(200);
    await needShift("T");
    const say = async (posId?: number) =>
      (await backend.call(sellTickets, saleOf(park.adultId, posId === undefined ? {} : { posId }))).message;
    expect(await say(park.posId)).toBe("您还没有开班，请先在“交接班”中开班再售票");
    expect((await backend.call(getCounter, {})).data.shift).toEqual({ open: null, needed: true });
    const { data: opened } = await open({ posId: otherPos });
    expect(await say(park.posId)).toBe("您的班次在“二号窗口”，请选择该终端售票，或先交班");
    // One that names none is made at the till of the shift.
    expect(await say()).toBe("");
    expect(await say(otherPos)).toBe("");
    const counter = (await backend.call(getCounter, {})).data;
    expect([counter.posId, counter.shift.open?.shiftNo]).toEqual([otherPos, opened.shiftNo]);
    expect((await backend.call(ownShift, {})).data).toMatchObject({ needed: true, open: { id: opened.id } });
    expect(await backend.sql("select count(*)::int as n from orders")).toEqual([{ n: 3 }]);
  });

  it("whatever is sold, given back, opened and closed: every report is the ledger", { timeout: 120_000 }, async () => {
    const steps = fc.array(fc.constantFrom("sell", "mixed", "refund", "open", "close"), {
      minLength: 25,
      maxLength: 25,
    });
    const [plan = []] = fc.sample(steps, { numRuns: 1, seed: 20_261_120 });
    const shifts: number[] = [];
    const orders: number[] = [];
    let current: number | null = null;
    for (const step of ["open" as const, ...plan, "open" as const, "sell" as const, "close" as const]) {
      if (step === "open" && current === null) {
        current = (await open({ opening: 10 * orders.length })).data.id;
        shifts.push(current);
      } else if (step === "close" && current !== null) {
        expect((await close(current, 10)).status).toBe(200);
        current = null;
      } else if (step === "refund") {
        const orderId = orders.pop();
        if (orderId) await backend.call(refundOrder, { orderId, idempotencyKey: fresh("back"), reason: "改期" });
      } else if (step === "sell") orders.push((await park.sell()).orderId);
      else if (step === "mixed") {
        const payments = [
          { paymentType: "card", amount: 3_333 },
          { paymentType: "cash", amount: 20_000 },
        ];
        orders.push((await park.sell({ payments })).orderId);
      }
    }
    expect(shifts.length).toBeGreaterThan(1);
    for (const id of shifts) {
      const { opening, closed } = await report(id);
      const rows = await backend.sql<{ type: string; sum: number }>(
        "select payment_type as type, sum(amount)::int as sum from payment where shift_id = $1 group by 1 order by 1",
        [id],
      );
      expect(closed?.rows.map(({ paymentType, due }) => ({ type: paymentType, sum: due })) ?? []).toEqual(rows);
      expect(closed?.expected).toBe(opening + (rows.find(({ type }) => type === "cash")?.sum ?? 0));
      expect(closed?.difference).toBe(10 - (closed?.expected ?? 0));
    }
  });
});
