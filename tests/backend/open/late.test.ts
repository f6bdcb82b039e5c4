/** Payments that are told late, and what two do at once: the last place, one number twice, one notice twice. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCall } from "~/contract/open/call";
import { abnormalRecord } from "~/contract/order/reconciliation";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { openServed } from "~server/backend/business/open/serve";
import { sellables } from "~server/backend/business/sellables";
import type { TakeQuota } from "~server/backend/business/ticket/quota-take";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds, allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal, raceToInsert } from "~tests/support/race";
import { ask, createPartner, orderOf, type Partner } from "./partner";

let backend: TestBackend;
let park: TestPark;
let partner: Partner;

async function open(options: Parameters<typeof openTestBackend>[0] = {}) {
  backend = await openTestBackend(options);
  park = await createPark(backend);
  partner = await createPartner(backend);
}
beforeEach(() => open());
afterEach(() => backend.close());

const later = new Date(friday.getTime() + 20 * 60_000);
const place = (fields: Record<string, unknown> = {}, as = partner, bent = {}) =>
  ask(backend, as, "POST", "/orders", orderOf(park.adultId, today, fields), bent);
const pay = (outerNo: string, fields: Record<string, unknown> = {}, at = later) =>
  ask(backend, partner, "POST", `/orders/${outerNo}/pay`, { payNo: `P-${outerNo}`, amount: 8000, ...fields }, { at });
const limit = (dailyTotal: number) =>
  backend.call(quotaPoolSave, { name: fresh("池"), bySlot: false, dailyTotal, ticketTypeIds: [park.adultId] });
const count = async (text: string) => (await backend.sql<{ n: number }>(text))[0]?.n;
const sold = () => count("select coalesce(sum(sold), 0)::int as n from quota_day");

/** Twenty minutes on: holds of fifteen minutes are over, and the job has seen to it. */
async function lapse() {
  backend.setNow(later);
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'lapseHolds')");
  await createWorker({ database: backend.database, kinds: allKinds, now: () => later }).drain();
}

describe("a payment that is told when the hold has lapsed", () => {
  it("takes the places again where they are there, and issues", async () => {
    await limit(1);
    const { data } = await place();
    expect(await sold()).toBe(1);
    await lapse();
    expect([await sold(), await count("select count(*)::int as n from ticket where state = 'voided'")]).toEqual([0, 1]);
    const paid = await pay(data.outerNo);
    expect(paid.data).toMatchObject({ state: "paid", paid: 8000, abnormal: false });
    expect(paid.data.tickets[0]).toMatchObject({ state: "issued", code: expect.stringMatching(/.+/) });
    expect(await sold()).toBe(1);
    const refund = { outerRefundNo: "R1", reason: "行程取消" };
    const back = await ask(backend, partner, "POST", `/orders/${data.outerNo}/refund`, refund, { at: later });
    expect(back.data).toMatchObject({ state: "done", amount: 8000 });
    expect(await sold()).toBe(0);
    await checkInvariants(backend);
  });

  it("is an abnormal record where they are gone: nothing is booked or issued, and nothing is lost", async () => {
    await limit(1);
    const { data } = await place();
    await lapse();
    const other = await place({}, partner, { at: later });
    expect(other.status).toBe(200);
    const before = await count("select count(*)::int as n from payment");
    const [one, two] = [await pay(data.outerNo), await pay(data.outerNo)];
    for (const { data: told } of [one, two]) expect(told).toMatchObject({ state: "expired", paid: 0, abnormal: true });
    expect(await count("select count(*)::int as n from payment")).toBe(before);
    const records = async () => (await backend.call(abnormalRecord.methods.list, {})).data.records;
    expect(await records()).toMatchObject([{ kind: "lateNotice", stated: 8000, ours: 0, state: "open" }]);
    // The look of the next morning finds it still.
    await backend.sql("insert into job (corp_code, kind) values ('0001', 'reconcilePayments')");
    await createWorker({ database: backend.database, kinds: allKinds, now: () => later }).drain();
    expect(await records()).toMatchObject([{ kind: "lateNotice", state: "open" }]);
    expect(await sold()).toBe(1);
    await checkInvariants(backend);
  });

  it("of a cancelled order is never taken for a sale", async () => {
    const { data } = await place();
    await ask(backend, partner, "POST", `/orders/${data.outerNo}/cancel`, {});
    expect((await pay(data.outerNo, {}, friday)).data).toMatchObject({ state: "cancelled", abnormal: true });
  });
});

it("a hold that is paid in time does not lapse, and one of another tenant is left to it", async () => {
  const { data } = await place();
  await pay(data.outerNo, {}, friday);
  const token = await backend.createCorp("0778");
  const theirs = await createPark(backend, token);
  const other = await createPartner(backend, {}, token);
  const held = await ask(backend, other, "POST", "/orders", orderOf(theirs.adultId, today), { corpCode: "0778" });
  expect(held.status).toBe(200);
  // The same name of an application, and the same number of an order, in the wrong corp.
  expect((await ask(backend, other, "GET", `/orders/${held.data.outerNo}`)).status).toBe(401);
  expect((await ask(backend, partner, "GET", `/orders/${held.data.outerNo}`)).status).toBe(404);
  await lapse();
  expect((await ask(backend, partner, "GET", `/orders/${data.outerNo}`, undefined, { at: later })).data.state).toBe(
    "paid",
  );
});

describe("at once", () => {
  const orders = () => count("select count(*)::int as n from orders");

  it("one number: one order, and all are told of it", async () => {
    const outerNo = randomUUID();
    const all = await raceToInsert(backend, "open_order", 4, () => place({ outerNo }));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(all.map(({ data }) => data.orderNo)).size).toBe(1);
    expect(await orders()).toBe(1);
    await checkInvariants(backend);
  });

  it.runIf(raceIsReal)("control: without the unique number there are several", async () => {
    await backend.sql("drop index open_order_number");
    const outerNo = randomUUID();
    await raceToInsert(backend, "open_order", 4, () => place({ outerNo }));
    expect(await orders()).toBeGreaterThan(1);
  });

  it("the last place: one of two applications has it", async () => {
    await limit(1);
    const other = await createPartner(backend);
    const all = await race(backend, 6, (person) => place({}, person % 2 ? other : partner));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await orders()).toBe(1);
    await checkInvariants(backend);
  });

  it.runIf(raceIsReal)("control: without the condition of the quota it oversells", async () => {
    await backend.close();
    const careless: TakeQuota = async (call) => {
      await call.db.execute("select pg_sleep(0.2)");
      return new Map();
    };
    await open({ served: [...allServed.filter(({ method }) => method !== openCall), openServed(sellables, careless)] });
    await limit(1);
    const all = await race(backend, 6, () => place());
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(1);
  });

  it("one notice of payment: one payment", async () => {
    const { data } = await place();
    const all = await race(backend, 4, () => pay(data.outerNo, {}, friday));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await count("select count(*)::int as n from payment")).toBe(1);
    await checkInvariants(backend);
  });

  it("a payment and the giving up of the order: one of the two", async () => {
    const { data } = await place();
    const cancel = () => ask(backend, partner, "POST", `/orders/${data.outerNo}/cancel`, {});
    await race(backend, 2, (person) => (person ? cancel() : pay(data.outerNo, {}, friday)));
    const state = (await ask(backend, partner, "GET", `/orders/${data.outerNo}`)).data.state;
    expect(["paid", "cancelled"]).toContain(state);
    expect(await count("select count(*)::int as n from payment")).toBe(state === "paid" ? 1 : 0);
    await checkInvariants(backend);
  });

  it("one nonce: one of them is taken", async () => {
    const nonce = randomUUID();
    const all = await raceToInsert(backend, "open_nonce", 4, () => place({}, partner, { nonce }));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });
});
