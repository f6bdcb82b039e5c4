/** A document at the gate: whose tickets it is good for. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import { createGrounds, type Grounds, orderFaults, type SaleWish, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { withCheckDigit } from "~tests/support/identity";
import { checkInvariants } from "~tests/support/invariants";

import { race } from "~tests/support/race";

let backend: TestBackend;
let grounds: Grounds;
let running = 0;

beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(new Date("2026-11-20T12:00:00+08:00"));
  grounds = await createGrounds(backend);
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

function check(code: string, extra: { ticketId?: number } = {}) {
  running += 1;
  return backend.call(checkTicket, { idempotencyKey: `holder-key-${running}`, gateId: grounds.gateId, code, ...extra });
}

async function sold(wish: SaleWish = {}) {
  const sale = await sell(backend, grounds, wish);
  const [ticket] = sale.tickets;
  if (!ticket) throw new Error("no ticket");
  return { ...sale, ticket };
}

async function stateOf(orderId: number): Promise<string | undefined> {
  return (await backend.sql<{ state: string }>("select state from orders where id = $1", [orderId]))[0]?.state;
}

it("the last tickets of an order, by their holders' numbers at the same moment: the order is fulfilled", async () => {
  for (let round = 0; round < 12; round += 1) {
    const numbers = [0, 1, 2].map((person) => withCheckDigit(`11010519810115${100 + round * 3 + person}`));
    const sale = await sold({ lines: numbers.map((holderIdentity) => ({ quantity: 1, holderIdentity })) });
    const answers = await race(backend, 3, (n) => check(numbers[n] ?? ""));
    expect(answers.map(({ data }) => data.reason)).toEqual(["ok", "ok", "ok"]);
    expect(await stateOf(sale.orderId)).toBe("fulfilled");
  }
});

it("a document other than a resident card admits its holder; a number of two countries has to be chosen", async () => {
  const passport = { holderDocument: "passport", holderCountry: "DEU", holderIdentity: "L898902C3" };
  const german = await sold({ lines: [{ quantity: 1, ...passport }] });
  const zone = "P<D<<ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C36D<<7408122F1204159ZE184226B<<<<<10";
  const french = await sold({ lines: [{ quantity: 1, ...passport, holderCountry: "FRA" }] });
  const { data: both } = await check("l898902c3");
  expect([both.reason, both.candidates.map(({ id }) => id)]).toEqual([
    "ambiguous",
    [german.ticket.id, french.ticket.id],
  ]);
  // Whoever chooses sees whose each is, when it is good and how often; no number whole.
  const one = { holderDocument: "passport", holderIdentity: expect.stringContaining("*"), left: 1, slot: "" };
  expect(both.candidates).toMatchObject([
    { ...one, ticketNo: german.ticket.ticketNo, holderCountry: "DEU", validFrom: "2026-11-20", validTo: "2026-11-20" },
    { ...one, ticketNo: french.ticket.ticketNo, holderCountry: "FRA" },
  ]);
  expect(JSON.stringify(both)).not.toContain("L898902C3");
  // The zone says the country.
  const { data: first } = await check(zone);
  expect(first).toMatchObject({ admitted: true, ticket: { id: german.ticket.id, holderCountry: "DEU" } });
  const { data: other } = await check(zone, { ticketId: french.ticket.id });
  expect([other.admitted, other.reason]).toEqual([false, "identityMismatch"]);
  // No number is kept whole.
  expect(await backend.sql("select 1 from passage where code like '%898902%' or message like '%898902%'")).toEqual([]);
});

it("an identity number admits its holder's one ticket for today", async () => {
  const number = withCheckDigit("11010519800101500");
  const sale = await sold({ lines: [{ quantity: 1, holderIdentity: number }] });
  await sold({ lines: [{ quantity: 1, holderIdentity: number }], visitDay: "2026-11-21" });
  expect((await check(number)).data).toMatchObject({ admitted: true, ticket: { ticketNo: sale.ticket.ticketNo } });
  expect((await check(number)).data.admitted).toBe(false);
  const [attempt] = await backend.sql<{ code: string }>("select code from passage order by id desc limit 1");
  expect(attempt?.code).toContain("*");
});
