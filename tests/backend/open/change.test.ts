/** Changes that connected applications ask for: once for their number, by the type's rule, of their own orders alone. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { today } from "~tests/support/park";
import { type ChangePark, createChangePark, later, tomorrow } from "../ticket/changing";
import { ask, createPartner, orderOf, type Partner } from "./partner";

let backend: TestBackend;
let park: ChangePark;
let partner: Partner;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createChangePark(backend);
  partner = await createPartner(backend);
  await park.priceOn(park.typeId, tomorrow, 12_000);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

/** Two tickets of 100 yuan for today, paid. */
async function paid(): Promise<{ outerNo: string; tickets: { ticketNo: string; state: string }[] }> {
  const order = orderOf(park.typeId, today, { lines: [{ ticketTypeId: park.typeId, quantity: 2 }] });
  await ask(backend, partner, "POST", "/orders", order);
  const { data } = await ask(backend, partner, "POST", `/orders/${order.outerNo}/pay`, {
    ...{ payNo: `P-${order.outerNo}`, amount: 20_000 },
  });
  return data;
}
const change = (outerNo: string, fields: object, as = partner) =>
  ask(backend, as, "POST", `/orders/${outerNo}/change`, { outerChangeNo: randomUUID(), ...fields });
const written = () =>
  backend.sql(
    `select (select count(*)::int from payment) as payments, (select count(*)::int from ticket) as tickets,
            (select count(*)::int from open_request) as requests`,
  );

it("moves a ticket to a dearer day for the difference and the fee, once whatever is asked twice", async () => {
  const { outerNo, tickets } = await paid();
  const [moved, kept] = tickets.map(({ ticketNo }) => ticketNo);
  const asked = { outerChangeNo: randomUUID(), ticketNos: [moved], toDay: tomorrow, expectedDue: 2_200 };
  const { status, data } = await change(outerNo, asked);
  expect([status, data.due, data.back]).toEqual([200, 2_200, 0]);
  expect(data.order).toMatchObject({ state: "paid", paid: 22_200 });
  const now = data.order.tickets as { ticketNo: string; state: string }[];
  expect(now.find(({ ticketNo }) => ticketNo === kept)?.state).toBe("issued");
  expect(now.filter(({ state }) => state === "issued")).toHaveLength(2);
  expect(now.find(({ ticketNo, state }) => ticketNo === moved && state === "issued")).toBeUndefined();
  const before = await written();
  expect((await change(outerNo, asked)).data).toEqual(data);
  const other = await change(outerNo, { ...asked, toDay: later });
  expect([other.status, await written()]).toEqual([409, before]);
});

it("is refused where it costs more and nobody has said any longer by what the application settles", async () => {
  const { outerNo, tickets } = await paid();
  await backend.sql("update access_app set payment_type = null where id = $1", [partner.id]);
  const before = await written();
  const asked = { ticketNos: [tickets[0]?.ticketNo], toDay: tomorrow };
  const refused = await change(outerNo, asked);
  await backend.sql("update access_app set payment_type = 'wechat' where id = $1", [partner.id]);
  expect([refused.status, await written()]).toEqual([409, before]);
  expect(refused.message).toContain("支付方式");
});

it("is refused for an amount that moved, a foreign order or ticket, and without the scope, and writes nothing", async () => {
  const { outerNo, tickets } = await paid();
  const ticketNos = tickets.map(({ ticketNo }) => ticketNo);
  const another = await createPartner(backend);
  const without = await createPartner(backend, { scopes: ["orders", "query"] });
  const before = await written();
  const move = { ticketNos, toDay: tomorrow };
  expect((await change(outerNo, { ...move, expectedDue: 1 })).status).toBe(409);
  expect((await change(outerNo, move, another)).status).toBe(404);
  expect((await change(outerNo, move, without)).status).toBe(403);
  expect((await change(outerNo, { ...move, ticketNos: ["TK0"] })).status).toBe(422);
  expect(await written()).toEqual(before);
});
