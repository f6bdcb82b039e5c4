/** Days on which a ticket type is neither sold nor valid. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { checkTicket } from "~/contract/ticket/check";
import { ticketDetail } from "~/contract/ticket/issued";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark, today } from "~tests/support/park";

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

const off = (fromDay: string, toDay = fromDay, reason: string | null = null) => ({ fromDay, toDay, reason });
const sell = (ticketTypeId: number, visitDay: string) =>
  backend.call(sellTickets, saleOf(ticketTypeId, { visitDay, lines: [{ ticketTypeId, quantity: 1 }] }));

test("the counter, the quotation and the sale say why, for those days alone, and nothing is written", async () => {
  const id = await park.addType({
    name: "特惠票",
    blackouts: [off("2026-11-21", "2026-11-22", "节会"), off("2026-12-31")],
  });
  const why = async (visitDay: string) =>
    (await backend.call(getCounter, { visitDay })).data.offers.find(({ ticketTypeId }) => ticketTypeId === id)?.whyNot;
  expect(await why(today)).toBe("");
  const sentence = "“特惠票”2026-11-21 至 2026-11-22（节会）不售";
  expect(await why("2026-11-22")).toBe(sentence);
  expect(await why("2026-11-23")).toBe("");
  expect(await why("2026-12-31")).toBe("“特惠票”2026-12-31不售");
  const { blackouts } = (await backend.call(getCounter, {})).data;
  expect(blackouts).toEqual([
    { days: "2026-11-21 至 2026-11-22（节会）", names: ["特惠票"] },
    { days: "2026-12-31", names: ["特惠票"] },
  ]);
  const lines = [{ ticketTypeId: id, quantity: 1 }];
  expect((await backend.call(quoteSale, { visitDay: "2026-11-21", lines })).data.whyNot).toBe(sentence);
  const refused = await sell(id, "2026-11-21");
  expect([refused.status, refused.message]).toEqual([409, sentence]);
  expect(await backend.sql("select from orders")).toHaveLength(0);
  expect((await sell(id, today)).status).toBe(200);
});

test("a ticket for several days admits nobody on them, by the days that it was sold with", async () => {
  const id = await park.addType({
    name: "三日票",
    validity: "days",
    validDays: 3,
    admissions: 9,
    blackouts: [off("2026-11-21")],
  });
  const { data } = await sell(id, today);
  const [{ ticketNo, ticketId } = { ticketNo: "", ticketId: 0 }] = await backend.sql<{
    ticketNo: string;
    ticketId: number;
  }>(`select ticket_no as "ticketNo", id as "ticketId" from ticket where order_id = ${data.orderId}`);
  const { record } = (await backend.call(ticketType.methods.get, { id })).data;
  const { status: _, ...row } = record ?? {};
  const saved = { ...row, blackouts: [] } as PayloadOf<typeof ticketType.methods.save>;
  expect((await backend.call(ticketType.methods.save, saved)).status).toBe(200);
  const check = async (day: string) => {
    backend.setNow(new Date(`${day}T10:00:00+08:00`));
    const attempt = { gateId: park.gateId, code: ticketNo, idempotencyKey: fresh("check") };
    const { admitted, message } = (await backend.call(checkTicket, attempt)).data;
    return admitted || message;
  };
  expect(await check("2026-11-20")).toBe(true);
  expect(await check("2026-11-21")).toBe("此票2026-11-21不能使用，今天是 2026-11-21");
  expect(await check("2026-11-22")).toBe(true);
  const { rules } = (await backend.call(ticketDetail, { id: ticketId })).data;
  expect(rules).toContain("2026-11-21不能使用");
});

test("days in disorder or over one another are refused by their line", async () => {
  const save = async (blackouts: object[]) => {
    const { record } = (await backend.call(ticketType.methods.get, { id: park.adultId })).data;
    const { status: _, ...row } = record ?? {};
    const reply = await backend.call(ticketType.methods.save, { ...row, blackouts } as PayloadOf<
      typeof ticketType.methods.save
    >);
    return Object.keys(reply.errors ?? {});
  };
  expect(await save([off("2026-11-21", "2026-11-20")])).toEqual(["blackouts.0.toDay"]);
  expect(await save([off("2026-11-21", "2026-11-25"), off("2026-11-25")])).toEqual(["blackouts.1.fromDay"]);
  expect(await save([off("2026-11-21", "2026-11-25"), off("2026-11-26")])).toEqual([]);
});
