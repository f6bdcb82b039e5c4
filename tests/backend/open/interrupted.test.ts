/**
 * Each command of the open API that moves money, places or tickets, killed where it writes: nothing of it is there
 * afterwards, and the same request does it once. PostgreSQL alone.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { agencyInUse } from "~tests/backend/travel/sales-support";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { interrupted } from "~tests/support/interrupted";
import { friday, today } from "~tests/support/park";
import { raceIsReal } from "~tests/support/race";
import { type ChangePark, createChangePark, tomorrow } from "../ticket/changing";
import { ask, createPartner, orderOf, type Partner } from "./partner";

const timeout = 240_000;
let backend: TestBackend;
let park: ChangePark;
let partner: Partner;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createChangePark(backend);
  await park.limit(park.typeId, 1_000);
  await park.priceOn(park.typeId, tomorrow, 12_000);
  partner = await createPartner(backend);
}, timeout);
beforeEach(() => backend.setNow(friday));
afterAll(() => backend.close());

/** Each request has a nonce of its own, and tells when the application was last heard of. */
const aside = ["open_nonce", "access_app"];
const post = (as: Partner, target: string, body: object) => () => ask(backend, as, "POST", target, body);
const count = async (text: string, values: unknown[] = []) =>
  (await backend.sql<{ n: number }>(`select count(*)::int as n from ${text}`, values))[0]?.n;

const twoTickets = () => orderOf(park.typeId, today, { lines: [{ ticketTypeId: park.typeId, quantity: 2 }] });
async function placed(as = partner): Promise<string> {
  const order = twoTickets();
  expect((await ask(backend, as, "POST", "/orders", order)).message).toBe("");
  return order.outerNo;
}
const notice = (outerNo: string) => ({ payNo: `P-${outerNo}`, amount: 20_000 });
async function paid(): Promise<{ outerNo: string; ticketNos: string[] }> {
  const outerNo = await placed();
  const { data } = await ask(backend, partner, "POST", `/orders/${outerNo}/pay`, notice(outerNo));
  return { outerNo, ticketNos: data.tickets.map(({ ticketNo }: { ticketNo: string }) => ticketNo) };
}

describe.runIf(raceIsReal)("a request of a connected application", () => {
  test("an order with its hold", { timeout }, async () => {
    const order = twoTickets();
    const steps = ["open_order", "quota_ledger", "orders", "sub_order", "open_order update"];
    await interrupted(backend, steps, post(partner, "/orders", order), "same", aside);
    expect(await count("open_order where outer_no = $1", [order.outerNo])).toBe(1);
  });

  test("the notice of its payment", { timeout }, async () => {
    const outerNo = await placed();
    const steps = ["payment", "orders update", "open_order update"];
    await interrupted(backend, steps, post(partner, `/orders/${outerNo}/pay`, notice(outerNo)), "same", aside);
    expect(await count("payment p join open_order o on o.order_id = p.order_id where o.outer_no = $1", [outerNo])).toBe(
      1,
    );
  });

  test("what is confirmed on the account of an agency", { timeout }, async () => {
    const agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 50_000 });
    await backend.sql("update travel_agency set agreement_until = '2027-12-31' where id = $1", [agencyId]);
    const bound = await createPartner(backend, { agencyId, paymentType: null });
    const outerNo = await placed(bound);
    const [{ payable } = { payable: 0 }] = await backend.sql<{ payable: number }>(
      "select payable::int from orders o join open_order p on p.order_id = o.id where p.outer_no = $1",
      [outerNo],
    );
    const steps = ["payment", "agency_ledger", "travel_order", "orders update", "open_order update"];
    const press = post(bound, `/orders/${outerNo}/confirm`, { payNo: `V-${outerNo}`, amount: payable });
    await interrupted(backend, steps, press, "same", aside);
    expect(await count("agency_ledger where agency_id = $1", [agencyId])).toBe(1);
  });

  test("an order that is given up", { timeout }, async () => {
    const outerNo = await placed();
    const steps = ["quota_ledger", "orders update", "open_order update"];
    await interrupted(backend, steps, post(partner, `/orders/${outerNo}/cancel`, { reason: "不去了" }), "same", aside);
  });

  test("a change to a dearer day", { timeout }, async () => {
    const { outerNo, ticketNos } = await paid();
    const asked = { outerChangeNo: randomUUID(), ticketNos: ticketNos.slice(0, 1), toDay: tomorrow };
    const steps = ["open_request", "quota_ledger", "order_change", "ticket", "payment", "open_request update"];
    await interrupted(backend, steps, post(partner, `/orders/${outerNo}/change`, asked), "same", aside);
    expect(await count("ticket t join open_order o on o.order_id = t.order_id where o.outer_no = $1", [outerNo])).toBe(
      3,
    );
  });

  test("a refund", { timeout }, async () => {
    const { outerNo, ticketNos } = await paid();
    const asked = { outerRefundNo: randomUUID(), ticketNos: ticketNos.slice(0, 1), reason: "不去了" };
    const steps = ["open_request", "refund", "refund_item", "quota_ledger", "payment", "open_request update"];
    await interrupted(backend, steps, post(partner, `/orders/${outerNo}/refund`, asked), "same", aside);
    expect(await count("refund r join open_order o on o.order_id = r.order_id where o.outer_no = $1", [outerNo])).toBe(
      1,
    );
  });
});
