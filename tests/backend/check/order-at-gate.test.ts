/** Orders at a gate by their number: forced as a whole, and however many of their tickets are good no more. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import { createGrounds, type Grounds, orderFaults, type SaleWish, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
let grounds: Grounds;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  backend.setNow(new Date("2026-11-20T18:00:00+08:00"));
  grounds = await createGrounds(backend);
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

const check = async (code: string, extra: object = {}) =>
  (
    await backend.call(checkTicket, {
      ...{ idempotencyKey: fresh("order-at-gate"), gateId: grounds.gateId, code },
      ...extra,
    })
  ).data;
const sold = async (wish: SaleWish = {}) => {
  const sale = await sell(backend, grounds, wish);
  return { ...sale, id: sale.tickets[0]?.id ?? 0 };
};

it("a coach that comes late is forced as a whole, with as many tickets as it has people", async () => {
  const late = async () => sold({ visitDay: "2026-11-19", lines: [{ quantity: 2, admissions: 20 }] });
  const usedBy = async (orderId: number) =>
    (await backend.sql<{ used: number }>("select used from ticket where order_id = $1 order by id", [orderId])).map(
      ({ used }) => used,
    );
  const force = { force: true, forceReason: "班车晚点" };
  const whole = await late();
  expect(await check(whole.orderNo, { people: 40 })).toMatchObject({ reason: "wrongDay", mayForce: true });
  expect(await check(whole.orderNo, { people: 40, ...force })).toMatchObject({ reason: "forced", passed: 40 });
  expect(await usedBy(whole.orderId)).toEqual([20, 20]);
  // More people than entries: offered as well, and no ticket is used beyond what it has.
  const full = await sold({ lines: [{ quantity: 2 }] });
  expect(await check(full.orderNo, { people: 3 })).toMatchObject({ reason: "usedUp", ticket: null, mayForce: true });
  expect(await check(full.orderNo, { people: 3, ...force })).toMatchObject({
    ...{ reason: "forced", passed: 3, message: expect.stringContaining("3") },
  });
  expect(await usedBy(full.orderId)).toEqual([1, 1]);
  // A refunded one does not speak for those that may be forced, and stays out.
  const mixed = await late();
  await backend.sql("update ticket set state = 'refunding' where id = $1", [mixed.id]);
  expect(await check(mixed.orderNo)).toMatchObject({
    reason: "wrongDay",
    mayForce: true,
    unfit: [{ reason: "blocked" }],
  });
  expect(await check(mixed.orderNo, { people: 5, ...force })).toMatchObject({ reason: "forced", passed: 5 });
  expect(await usedBy(mixed.orderId)).toEqual([0, 5]);
  await backend.sql("update ticket set state = 'issued' where id = $1", [mixed.id]);
});

it("of an order with a thousand tickets that are good no more the others go in", async () => {
  const { id, orderNo } = await sold({ lines: [{ quantity: 3 }] });
  // Before the others by their ids.
  await backend.sql(
    `insert into ticket (id, ticket_no, qr_text, order_id, line_id, ticket_type_id, ticket_type_name, park_id, visit_day,
       valid_from, valid_to, price, admissions, used, state, corp_code)
     select -2000 * id - n, ticket_no || n, qr_text || n, order_id, line_id, ticket_type_id, ticket_type_name, park_id,
            visit_day, valid_from, valid_to, 0, 1, 0, 'voided', corp_code
     from ticket, generate_series(1, 1000) n where id = $1`,
    [id],
  );
  expect(await check(orderNo)).toMatchObject({ admitted: true, passed: 3 });
});
