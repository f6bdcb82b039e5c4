/** The booking clock: from when and until when a type is sold for a day, on which channel, and how long an order waits. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { groupArrive, groupBooking, groupSettle } from "~/contract/ticket/group-booking";
import { fetchCart, holdCart } from "~/contract/ticket/held-cart";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { ticketTypeToday } from "~/contract/ticket/thing-today";
import { ticketType } from "~/contract/ticket/ticket-type";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, saleOf, type TestPark, today } from "~tests/support/park";
import { ask, createPartner, orderOf, type Partner } from "../open/partner";
import { changeOf, freely, quotationOf, sellToChange } from "./changing";
import { saveCombo } from "./combos";

let backend: TestBackend;
let park: TestPark;
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const clock = (fields: object = {}) => ({
  ...{ channel: "window", releaseDays: null, releaseTime: null, closeMinutes: null, closeTime: null, payMinutes: null },
  ...fields,
});
const weekAhead = clock({ releaseDays: 7, releaseTime: "08:00" });
const slots = [
  { startTime: "11:00", endTime: "12:00" },
  { startTime: "15:00", endTime: "16:00" },
];
const at = (time: string) => backend.setNow(new Date(`${time}+08:00`));
const line = (ticketTypeId: number, slot = "") => ({ ticketTypeId, slot, quantity: 1 });
const whyNot = async (visitDay: string, ...lines: ReturnType<typeof line>[]) =>
  (await backend.call(quoteSale, { visitDay, lines })).data.whyNot;
const sell = (visitDay: string, ...lines: ReturnType<typeof line>[]) =>
  backend.call(sellTickets, saleOf(0, { visitDay, lines }));
const offer = async (id: number, visitDay: string) => {
  const found = (await backend.call(getCounter, { visitDay })).data.offers.find((one) => one.ticketTypeId === id);
  if (!found) throw new Error("it is not on offer");
  return found;
};
/** Nothing is written by it but what tells that it was asked. */
async function refused<R extends { status: number; message: string }>(
  run: () => Promise<R>,
): Promise<[number, string]> {
  const except = ["audit_log", "dispatch_call", "open_nonce", "session", "idempotency"];
  const before = await digests(backend, { except });
  const reply = await run();
  expect(changed(before, await digests(backend, { except })).filter((name) => !/call|nonce|rate/.test(name))).toEqual(
    [],
  );
  return [reply.status, reply.message];
}

describe("the release", () => {
  it("is a minute of the clock of the parks, so many days before the visit", async () => {
    const id = await park.addType({ name: "预约票", bookingClocks: [weekAhead] });
    const sentence = "“预约票”2026-12-01 的票 2026-11-24 08:00 开售";
    at("2026-11-24T07:59:59");
    expect(await whyNot("2026-12-01", line(id))).toBe(sentence);
    expect((await offer(id, "2026-12-01")).whyNot).toBe(sentence);
    expect(await refused(() => sell("2026-12-01", line(id)))).toEqual([409, sentence]);
    at("2026-11-24T08:00:00");
    expect(await whyNot("2026-12-01", line(id))).toBe("");
    expect((await offer(id, "2026-12-01")).whyNot).toBe("");
    expect((await sell("2026-12-01", line(id))).status).toBe(200);
    expect(await whyNot("2026-12-02", line(id))).toBe("“预约票”2026-12-02 的票 2026-11-25 08:00 开售");
  });

  it("goes by the time zone of the corp", async () => {
    const id = await park.addType({ name: "预约票", bookingClocks: [weekAhead] });
    await backend.sql(`
      insert into sys_param (corp_code, param_code, param_option) values ('0001', 'timeZone', 'America/New_York')
      on conflict (corp_code, param_code) do update set param_option = excluded.param_option
    `);
    backend.setNow(new Date("2026-11-24T12:59:00Z"));
    expect(await whyNot("2026-12-01", line(id))).toBe("“预约票”2026-12-01 的票 2026-11-24 08:00 开售");
    backend.setNow(new Date("2026-11-24T13:00:00Z"));
    expect(await whyNot("2026-12-01", line(id))).toBe("");
  });

  it("holds for each day of an order", async () => {
    const id = await park.addType({ name: "预约票", bookingClocks: [weekAhead] });
    const lines = [line(id), { ...line(id), visitDay: "2026-12-01" }];
    const sentence = "“预约票”2026-12-01 的票 2026-11-24 08:00 开售";
    expect((await backend.call(quoteSale, { visitDay: today, lines })).data.whyNot).toBe(sentence);
    expect(await refused(() => sell(today, ...lines))).toEqual([409, sentence]);
  });

  it("and the cut-off hold for a combo by its parts too", async () => {
    const showId = await park.addType({ name: "水秀", slots, bookingClocks: [{ ...weekAhead, closeMinutes: 30 }] });
    const typeId = await park.addType({ name: "山水联票", kind: "combo" });
    await saveCombo(backend, typeId, [
      { ticketTypeId: park.adultId, quantity: 1, weight: 1 },
      { ticketTypeId: showId, quantity: 1, weight: 1 },
    ]);
    expect(await whyNot("2026-12-01", line(typeId, "15:00-16:00"))).toContain("2026-12-01 的票 2026-11-24 08:00 开售");
    at(`${today}T10:30:00`);
    expect((await offer(typeId, today)).slots.map(({ whyNot: no }) => no !== "")).toEqual([true, false]);
    expect((await sell(today, line(typeId, "11:00-12:00"))).message).toContain("10:30 停售");
    expect((await sell(today, line(typeId, "15:00-16:00"))).status).toBe(200);
  });

  it("is asked of the channel alone; a line without one is for all others", async () => {
    const network = await park.addType({
      name: "网络先售",
      bookingClocks: [clock({ channel: "network", releaseDays: 0 })],
    });
    expect(await whyNot("2026-12-01", line(network))).toBe("");
    const others = await park.addType({
      name: "其他渠道票",
      bookingClocks: [clock({ channel: "network", releaseDays: 300 }), clock({ channel: null, releaseDays: 1 })],
    });
    expect(await whyNot("2026-12-01", line(others))).toBe("“其他渠道票”2026-12-01 的票 2026-11-30 00:00 开售");
    expect(await whyNot("2026-12-01", line(park.adultId))).toBe("");
  });

  it("of another tenant is theirs", async () => {
    const theirs = await backend.createCorp("0777");
    const other = await createPark(backend, theirs);
    await park.addType({ bookingClocks: [weekAhead] });
    const asked = { visitDay: "2026-12-01", lines: [line(other.adultId)] };
    expect((await backend.call(quoteSale, asked, { as: theirs })).data.whyNot).toBe("");
    const rows = await backend.sql("select corp_code from ticket_type_booking_clock");
    expect(rows).toEqual([{ corp_code: "0001" }]);
  });
});

describe("the cut-off", () => {
  it("crosses while the order is made: quoted before, refused after, and nothing is written", async () => {
    const id = await park.addType({ name: "场次票", slots, bookingClocks: [clock({ closeMinutes: 30 })] });
    at(`${today}T10:29:59`);
    expect(await whyNot(today, line(id, "11:00-12:00"))).toBe("");
    at(`${today}T10:30:00`);
    const sentence = "“场次票”2026-11-20 11:00-12:00 的票已于 2026-11-20 10:30 停售";
    expect(await refused(() => sell(today, line(id, "11:00-12:00")))).toEqual([409, sentence]);
    const offered = await offer(id, today);
    expect(offered.whyNot).toBe("");
    expect(offered.slots.map(({ slot, whyNot: no }) => [slot, no])).toEqual([
      ["11:00-12:00", sentence],
      ["15:00-16:00", ""],
    ]);
    expect((await sell(today, line(id, "15:00-16:00"))).status).toBe(200);
    at(`${today}T14:30:00`);
    expect((await offer(id, today)).whyNot).toBe("“场次票”2026-11-20 各时段都已停售，请选择以后的日期");
    expect(await whyNot("2026-11-21", line(id, "11:00-12:00"))).toBe("");
  });

  it("may come after the slot has begun, and days before", async () => {
    const late = await park.addType({ name: "开场后票", slots, bookingClocks: [clock({ closeMinutes: -20 })] });
    const early = await park.addType({ name: "提前停售票", slots, bookingClocks: [clock({ closeMinutes: 2880 })] });
    at(`${today}T11:19:00`);
    expect(await whyNot(today, line(late, "11:00-12:00"))).toBe("");
    at(`${today}T11:20:00`);
    expect(await whyNot(today, line(late, "11:00-12:00"))).toContain("停售");
    expect(await whyNot("2026-11-22", line(early, "11:00-12:00"))).toContain("2026-11-20 11:00 停售");
    expect(await whyNot("2026-11-22", line(early, "15:00-16:00"))).toBe("");
  });

  it("of a type without slots counts from its time, or else from the end of entry, past midnight too", async () => {
    const timed = await park.addType({
      name: "定时票",
      bookingClocks: [clock({ closeMinutes: 30, closeTime: "17:00" })],
    });
    const bare = await park.addType({ name: "整点票", bookingClocks: [clock({ closeTime: "16:00" })] });
    const entry = await park.addType({
      name: "入园票",
      entryTo: "17:00",
      bookingClocks: [clock({ closeMinutes: 60 })],
    });
    const night = await park.addType({
      ...{ name: "夜场票", entryFrom: "18:00", entryTo: "01:00" },
      bookingClocks: [clock({ closeMinutes: 90 })],
    });
    const all = () =>
      Promise.all([timed, bare, entry, night].map(async (id) => (await whyNot(today, line(id))) === ""));
    at(`${today}T15:59:00`);
    expect(await all()).toEqual([true, true, true, true]);
    at(`${today}T16:00:00`);
    expect(await all()).toEqual([true, false, false, true]);
    at(`${today}T16:30:00`);
    expect(await whyNot(today, line(timed))).toBe("“定时票”2026-11-20 的票已于 2026-11-20 16:30 停售");
    at(`${today}T23:29:00`);
    expect(await all()).toEqual([false, false, false, true]);
    at(`${today}T23:30:00`);
    expect(await all()).toEqual([false, false, false, false]);
  });
});

describe("whoever sells asks it", () => {
  it("a cart that was set aside is refused once it is fetched back too late", async () => {
    const id = await park.addType({ name: "场次票", slots, bookingClocks: [clock({ closeMinutes: 30 })] });
    const cart = { visitDay: today, lines: [line(id, "11:00-12:00")] };
    const held = await backend.call(holdCart, { idempotencyKey: fresh("hold-key"), cart });
    expect(held.message).toBe("");
    at(`${today}T10:31:00`);
    const back = await backend.call(fetchCart, { id: held.data.id, idempotencyKey: fresh("fetch-key") });
    expect((await sell(today, ...(back.data.cart.lines as ReturnType<typeof line>[]))).status).toBe(409);
  });

  it("a ticket is not changed into a day that is not sold yet, nor into a slot that has closed", async () => {
    const bookingClocks = [{ ...weekAhead, closeMinutes: 30 }];
    const id = await park.addType({ name: "可改场次票", slots, ...freely, bookingClocks });
    const sold = await sellToChange(backend, id, { lines: [{ ticketTypeId: id, slot: "15:00-16:00", quantity: 2 }] });
    const wish = (fields: object) => ({
      ...{ orderId: sold.orderId, ticketIds: sold.ticketIds, paymentType: "cash", idempotencyKey: fresh("chg") },
      ...fields,
    });
    const sentence = "“可改场次票”2026-12-01 的票 2026-11-24 08:00 开售";
    const far = wish({ toDay: "2026-12-01", toSlot: "15:00-16:00" });
    const { orderId, ticketIds } = sold;
    const asked = { orderId, ticketIds, toDay: "2026-12-01", toSlot: "15:00-16:00" };
    expect((await quotationOf(backend, asked)).data.whyNot).toBe(sentence);
    const [status, message] = await refused(() => changeOf(backend, far as never));
    expect([status >= 400 && status < 500, message]).toEqual([true, expect.any(String)]);
    expect((await changeOf(backend, far as never)).errors?.toDay).toEqual([sentence]);
    at(`${today}T10:30:00`);
    const near = await changeOf(backend, wish({ toSlot: "11:00-12:00" }) as never);
    expect(near.errors?.toSlot?.[0]).toContain("10:30 停售");
    expect((await changeOf(backend, wish({ toDay: "2026-11-26", toSlot: "11:00-12:00" }) as never)).message).toBe("");
  });

  it("a group is confirmed by it, and settled whatever the time is by then", async () => {
    const bookingClocks = [{ ...weekAhead, closeMinutes: 30 }];
    const id = await park.addType({ name: "团队场次票", slots, bookingClocks });
    const book = async (visitDay: string) => {
      const fields = {
        ...{
          organisation: "青山旅行社",
          contactName: "王芳",
          mobile: "13800138000",
          guide: "李导",
          parkId: park.parkId,
        },
        ...{ visitDay, slot: "11:00-12:00", arrival: "10:50", customerGroup: "retail", remark: null },
        people: [{ ticketTypeId: id, quantity: 20 }],
      };
      return (await backend.call(groupBooking.methods.save, fields as never)).data.id as number;
    };
    const confirm = (group: number) => backend.call(groupBooking.commands.confirm.method, { id: group } as never);
    const far = await book("2026-12-01");
    expect(await refused(() => confirm(far))).toEqual([409, "“团队场次票”2026-12-01 的票 2026-11-24 08:00 开售"]);
    const group = await book(today);
    expect((await confirm(group)).message).not.toContain("停售");
    at(`${today}T10:50:00`);
    const people = [{ ticketTypeId: id, arrived: 19 }];
    expect((await backend.call(groupArrive, { id: group, people })).message).toBe("");
    const payload = { id: group, idempotencyKey: fresh("settle"), paymentType: "cash" };
    const settled = await backend.call(groupSettle, payload as PayloadOf<typeof groupSettle>);
    expect([settled.status, settled.message]).toEqual([200, ""]);
  });
});

describe("connected applications", () => {
  let partner: Partner;
  beforeEach(async () => {
    partner = await createPartner(backend, { holdMinutes: 15 });
  });
  const time = (text: string) => {
    const moment = new Date(`${text}+08:00`);
    backend.setNow(moment);
    return { at: moment };
  };

  it("are told why not, sell by the clock of their channel, and are refused with its sentence", async () => {
    const id = await park.addType({
      name: "网络场次票",
      slots,
      bookingClocks: [{ ...weekAhead, channel: "network", closeMinutes: 30 }],
    });
    const products = async (visitDay: string, bent: object = {}) => {
      const { data } = await ask(backend, partner, "GET", `/products?visitDay=${visitDay}`, undefined, bent);
      return data.products.find((one: { ticketTypeId: number }) => one.ticketTypeId === id);
    };
    const sentence = "“网络场次票”2026-12-01 的票 2026-11-24 08:00 开售";
    expect((await products("2026-12-01")).whyNot).toBe(sentence);
    const place = (visitDay: string, bent: object = {}) =>
      ask(backend, partner, "POST", "/orders", orderOf(id, visitDay, { lines: [line(id, "11:00-12:00")] }), bent);
    expect(await refused(() => place("2026-12-01"))).toEqual([409, sentence]);
    expect((await place("2026-11-21")).status).toBe(200);
    const bent = time(`${today}T10:30:00`);
    expect((await products(today, bent)).slots).toEqual([{ slot: "15:00-16:00", price: 8000, left: null }]);
    expect((await place(today, bent)).message).toContain("10:30 停售");
  });

  it("hold an order as long as its channel says, the shortest of its types; without a word as long as they themselves say", async () => {
    const short = await park.addType({ bookingClocks: [clock({ channel: "network", payMinutes: 5 })] });
    const long = await park.addType({ bookingClocks: [clock({ channel: null, payMinutes: 60 })] });
    const counter = await park.addType({ bookingClocks: [clock({ channel: "window", payMinutes: 2 })] });
    const until = async (...ids: number[]) => {
      const { data } = await ask(
        backend,
        partner,
        "POST",
        "/orders",
        orderOf(0, today, { lines: ids.map((id) => line(id)) }),
      );
      return (Date.parse(data.holdUntil) - friday.getTime()) / 60_000;
    };
    expect(await until(long)).toBe(60);
    expect(await until(short, long)).toBe(5);
    expect(await until(counter)).toBe(15);
    expect(await until(long, counter)).toBe(15);
  });

  it("a hold that lapsed is not taken up again by a late payment once sale has closed", async () => {
    const bookingClocks = [clock({ channel: "network", closeTime: "10:18", payMinutes: 5 })];
    const id = await park.addType({ bookingClocks });
    const { data } = await ask(backend, partner, "POST", "/orders", orderOf(id, today));
    const pay = (outerNo: string, bent: object) =>
      ask(backend, partner, "POST", `/orders/${outerNo}/pay`, { payNo: `P-${outerNo}`, amount: 8000 }, bent);
    const second = (await ask(backend, partner, "POST", "/orders", orderOf(id, today))).data;
    const lapsed = time(`${today}T10:06:00`);
    await backend.sql("insert into job (corp_code, kind) values ('0001', 'lapseHolds')");
    await createWorker({ database: backend.database, kinds: allKinds, now: () => lapsed.at }).drain();
    expect((await pay(second.outerNo, lapsed)).data).toMatchObject({ state: "paid", abnormal: false });
    expect((await pay(data.outerNo, time(`${today}T10:18:00`))).data).toMatchObject({
      state: "expired",
      abnormal: true,
    });
  });
});

describe("what is written down", () => {
  const save = async (id: number, fields: object) => {
    const { record } = (await backend.call(ticketType.methods.get, { id })).data;
    const { status: _, ...row } = record ?? {};
    return backend.call(ticketType.methods.save, { ...row, ...fields } as PayloadOf<typeof ticketType.methods.save>);
  };

  it("is refused by its line where it says nothing, counts from nothing, or closes before it opens", async () => {
    const errors = async (fields: object, id = park.adultId) => (await save(id, fields)).errors;
    const one = (fields: object, others: object = {}) => errors({ bookingClocks: [clock(fields)], ...others });
    expect(await one({})).toEqual({ "bookingClocks.0.releaseDays": ["请至少填写开售、停售或支付时限中的一项"] });
    expect(Object.keys((await one({ releaseTime: "08:00" })) ?? {})).toEqual(["bookingClocks.0.releaseDays"]);
    expect(Object.keys((await one({ closeMinutes: 30 })) ?? {})).toEqual(["bookingClocks.0.closeTime"]);
    expect(Object.keys((await one({ closeTime: "10:00" }, { slots })) ?? {})).toEqual(["bookingClocks.0.closeTime"]);
    const never = { releaseDays: 0, releaseTime: "18:00", closeTime: "17:00" };
    expect(Object.keys((await one(never)) ?? {})).toEqual(["bookingClocks.0.closeMinutes"]);
    expect(
      Object.keys((await errors({ bookingClocks: [clock({ payMinutes: 5 }), clock({ payMinutes: 6 })] })) ?? {}),
    ).toEqual(["bookingClocks.1.channel"]);
    expect(Object.keys((await one({ releaseDays: 366 })) ?? {})).toEqual(["bookingClocks.0.releaseDays"]);
    expect(Object.keys((await one({ channel: "nowhere", releaseDays: 1 })) ?? {})).toEqual(["bookingClocks.0.channel"]);
    expect(await backend.sql("select from ticket_type_booking_clock")).toHaveLength(0);
  });

  it("is said on the page of the type, and a ticket keeps nothing of it", async () => {
    const id = await park.addType({
      slots,
      bookingClocks: [{ ...weekAhead, closeMinutes: 30 }, clock({ channel: null, payMinutes: 10 })],
    });
    const { says } = (await backend.call(ticketTypeToday, { id })).data;
    expect(says.sale).toEqual(
      expect.arrayContaining([
        "窗口：提前 7 天 08:00 开售，时段开始前 30 分钟停售",
        "其他渠道：待支付订单 10 分钟内付款",
      ]),
    );
    await sell(today, line(id, "15:00-16:00"));
    const [row] = await backend.sql<{ terms: string }>("select terms::text as terms from sub_order");
    expect(row?.terms).not.toMatch(/clock|release/i);
  });
});
