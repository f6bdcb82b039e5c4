/** Selling what the booking clock has closed: by right, with a reason, and by nobody else. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, saleOf, type TestPark } from "~tests/support/park";
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

describe("selling late, by right and with a reason", () => {
  const day = "2026-12-24";
  const closing = clock({ closeMinutes: 30 });
  const seller = async (...buttons: string[]) =>
    (await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell", ...buttons] })).token;
  const wish = (id: number, late: string, slot: string) => ({
    ...saleOf(0, { visitDay: day, lines: [line(id, slot)] }),
    late,
  });

  it("the offer, the quotation and the sale go by the reason; line and log keep it", async () => {
    const id = await park.addType({ name: "观光船", listPrice: 3_000, bookingClocks: [closing], slots } as never);
    at(`${day}T10:31`);
    const may = await seller("buyTktList/sale:late");
    const [first, second] =
      (await backend.call(getCounter, { visitDay: day }, { as: may })).data.offers.find(
        (one) => one.ticketTypeId === id,
      )?.slots ?? [];
    expect([first?.late, first?.whyNot === "", second?.late]).toEqual([true, false, false]);
    const lines = [line(id, "11:00-12:00")];
    const asked = (await backend.call(quoteSale, { visitDay: day, lines }, { as: may })).data;
    expect([asked.late, asked.whyNot]).toEqual([[first?.whyNot], first?.whyNot]);
    const given = (await backend.call(quoteSale, { visitDay: day, lines, late: "游客堵车" }, { as: may })).data;
    expect([given.whyNot, given.late]).toEqual(["", [first?.whyNot]]);
    expect((await refused(() => backend.call(sellTickets, wish(id, " ", "11:00-12:00"), { as: may })))[1]).toBe(
      first?.whyNot,
    );
    const sold = await backend.call(sellTickets, wish(id, "游客堵车", "11:00-12:00"), { as: may });
    expect(sold.message).toBe("");
    const [kept] = await backend.sql("select terms ->> 'late' as late from sub_order where order_id = $1", [
      sold.data.orderId,
    ]);
    expect(kept).toEqual({ late: "游客堵车" });
    const [log] = await backend.sql(
      "select after ->> 'late' as late from audit_log where thing = 'order' order by id desc limit 1",
    );
    expect(log).toEqual({ late: "游客堵车" });
    // What is open needs none, and keeps none.
    const usual = await backend.call(sellTickets, wish(id, "游客堵车", "15:00-16:00"), { as: may });
    expect(usual.message).toBe("");
    expect(
      await backend.sql("select 1 from sub_order where order_id = $1 and terms ? 'late'", [usual.data.orderId]),
    ).toEqual([]);
  });

  it("without the right nothing is offered, and a reason that is sent all the same sells nothing", async () => {
    const id = await park.addType({ name: "观光船", listPrice: 3_000, bookingClocks: [closing], slots } as never);
    at(`${day}T10:31`);
    const plain = await seller();
    const found = (await backend.call(getCounter, { visitDay: day }, { as: plain })).data.offers.find(
      (one) => one.ticketTypeId === id,
    );
    expect(found?.slots.map(({ late }) => late)).toEqual([false, false]);
    const lines = [line(id, "11:00-12:00")];
    const asked = (await backend.call(quoteSale, { visitDay: day, lines, late: "堵车" }, { as: plain })).data;
    expect([asked.late, asked.whyNot]).toEqual([[], found?.slots[0]?.whyNot]);
    const [status, message] = await refused(() =>
      backend.call(sellTickets, wish(id, "堵车", "11:00-12:00"), { as: plain }),
    );
    expect([status, message]).toEqual([409, found?.slots[0]?.whyNot]);
  });

  it("a release to come and the end of entry are passed by nobody; a combo's part and a day without slots are", async () => {
    const early = await park.addType({ name: "早鸟", listPrice: 3_000, bookingClocks: [weekAhead] } as never);
    at("2026-12-01T08:00");
    expect((await backend.call(sellTickets, wish(early, "领导", ""))).status).toBe(409);
    expect((await offer(early, day)).late).toBe(false);
    const dayType = await park.addType({
      ...{ name: "日票", listPrice: 3_000, entryFrom: "08:00", entryTo: "17:00" },
      bookingClocks: [clock({ closeMinutes: 60 })],
    } as never);
    at(`${day}T16:30`);
    const late = await offer(dayType, day);
    expect([late.late, late.whyNot !== ""]).toEqual([true, true]);
    const comboId = await park.addType({ name: "联票", kind: "combo", listPrice: 5_000 });
    await saveCombo(backend, comboId, [
      { ticketTypeId: dayType, quantity: 1, weight: 1 },
      { ticketTypeId: park.adultId, quantity: 1, weight: 1 },
    ]);
    expect((await offer(comboId, day)).late).toBe(true);
    expect((await backend.call(sellTickets, wish(comboId, "堵车", ""))).message).toBe("");
    at(`${day}T17:01`);
    expect((await backend.call(sellTickets, wish(dayType, "堵车", ""))).status).toBe(409);
  });
});
