/** A rebate counts what is paid: receipts pay the oldest first, what was written off never counts, and booking fixes it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import { sellTickets } from "~/contract/ticket/sale";
import { agency } from "~/contract/travel/agency";
import { agreedQuantity, agreedStanding } from "~/contract/travel/agreed-quantity";
import { agencyStatement } from "~/contract/travel/statement";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal, withoutLock } from "~tests/support/race";
import { agencyInUse, refundTickets } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
let typeId: number;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  // 80 yuan, and good for some days: it may be refunded after the agreement's period.
  typeId = await park.addType({ name: "三日票", validity: "days", validDays: 3 });
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const tomorrow = () => backend.setNow(new Date(friday.getTime() + 86_400_000));
const onCredit = () => agencyInUse(backend, { settlement: "credit", creditLimit: 1_000_000 });
const agree = (agencyId: number, fields: object = {}) =>
  backend.call(agreedQuantity.methods.save, {
    ...{ code: fresh("XL"), agencyId, fromDay: today, toDay: today, reason: "合同第七条", remark: null },
    ...{ counts: "paid", tiers: [{ atLeast: 1, rebate: 500 }] },
    ...fields,
  } as never);
const press = (name: keyof typeof agreedQuantity.commands, id: number) =>
  backend.call(agreedQuantity.commands[name].method, { id } as never);
const standing = async (id: number) => (await backend.call(agreedStanding, { id })).data;
const topUp = async (id: number, amount: number) => {
  const reply = await backend.call(agency.commands.topUp.method, {
    id,
    amount,
    bankRef: fresh("BR"),
    remark: null,
  } as never);
  expect(reply.message).toBe("");
};

/** So many sold to it today, and all of them admitted. One is 80 yuan. */
async function brought(agencyId: number, quantity: number, paymentType = "onAccount"): Promise<number> {
  const [own] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [agencyId]);
  const reply = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: typeId, quantity }] },
    ...{ agency: own?.code, paymentType, idempotencyKey: fresh("sale-key") },
  } as never);
  expect(reply.message).toBe("");
  const { orderId } = reply.data as unknown as { orderId: number };
  for (const { no } of await backend.sql<{ no: string }>("select ticket_no as no from ticket where order_id = $1", [
    orderId,
  ]))
    await backend.call(checkTicket, { idempotencyKey: fresh("check-key"), gateId: park.gateId, code: no } as never);
  return orderId;
}

test("an order on account counts once it is paid, the oldest first; one paid at the counter counts at once", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId);
  await brought(agencyId, 2);
  await brought(agencyId, 3);
  await brought(agencyId, 1, "cash");
  expect(await standing(data.id)).toMatchObject({ counts: "paid", sold: 6, admitted: 1, unpaid: 5, rebate: 500 });
  // A part of an order is not the order.
  await topUp(agencyId, 15_999);
  expect(await standing(data.id)).toMatchObject({ admitted: 1, unpaid: 5 });
  await topUp(agencyId, 1);
  expect(await standing(data.id)).toMatchObject({ admitted: 3, unpaid: 3, rebate: 1_500 });
  await topUp(agencyId, 24_000 + 8_000);
  // Sold out of what is prepaid: it is paid.
  await brought(agencyId, 1);
  expect(await standing(data.id)).toMatchObject({ admitted: 7, unpaid: 0, rebate: 3_500 });
});

test("an agreement by what is sold counts what is owed too", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId, { counts: "sold" });
  await brought(agencyId, 2);
  expect(await standing(data.id)).toMatchObject({ counts: "sold", admitted: 2, unpaid: 0, rebate: 1_000 });
  expect((await agree(await onCredit(), { counts: "wished" })).status).toBe(422);
});

test("nothing paid books nothing and says how much is not paid; booked, it counts what was paid then", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId);
  const first = await brought(agencyId, 2);
  await brought(agencyId, 3);
  tomorrow();
  const before = await digests(backend);
  const no = await press("book", data.id);
  expect([no.status, no.message]).toEqual([
    409,
    "已入园且已收款 0 张，未达到任何一档，没有返利；另有 5 张已入园未收款，收款后再入账",
  ]);
  expect(changed(before, await digests(backend))).toEqual([]);
  await topUp(agencyId, 16_000);
  expect((await press("book", data.id)).message).toBe("");
  expect(await standing(data.id)).toMatchObject({ status: "booked", admitted: 2, rebate: 1_000, toTakeBack: 0 });
  await topUp(agencyId, 23_000);
  // What is paid afterwards is not counted in the place of what goes back.
  expect(await standing(data.id)).toMatchObject({ counting: 2, toTakeBack: 0 });
  await refundTickets(backend, first, 1);
  expect(await standing(data.id)).toMatchObject({ counting: 1, toTakeBack: 500 });
  expect((await press("takeBack", data.id)).message).toBe("");
  // What is owed again for a rebate makes no ticket unpaid.
  expect(await standing(data.id)).toMatchObject({ counting: 1, takenBack: 500, toTakeBack: 0 });
  expect((await press("takeBack", data.id)).status).toBe(409);
});

test("what was written off never counts", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId);
  await brought(agencyId, 2);
  const bill = (name: keyof typeof agencyStatement.commands, id: number, fields: object = {}) =>
    backend.call(agencyStatement.commands[name].method, { id, ...fields } as never);
  const id = await backend.saved(agencyStatement.methods.save, {
    ...{ code: fresh("JS"), agencyId, fromDay: today, toDay: today, remark: null },
  });
  await backend.sql("update agency_statement set stamped = '2026/stamped.pdf' where id = $1", [id]);
  for (const name of ["send", "confirm", "close"] as const) expect((await bill(name, id)).message).toBe("");
  expect((await bill("writeOff", id, { reason: "坏账" })).message).toBe("");
  // Nothing is owed any more, and nothing was paid.
  expect(await standing(data.id)).toMatchObject({ admitted: 0, unpaid: 2, rebate: 0 });
});

test.runIf(raceIsReal)(
  "two overlapping agreements at once: one is made; without the agency's lock both are",
  async () => {
    const ways = (agencyId: number) => () => race(backend, 2, () => agree(agencyId));
    expect((await ways(await onCredit())()).map(({ status }) => status).sort()).toEqual([200, 422]);
    const other = await onCredit();
    const lock = { mark: "select 1 from travel_agency", lock: " for update", people: 2 };
    expect((await withoutLock(lock, ways(other))).map(({ status }) => status)).toEqual([200, 200]);
    await backend.sql("update agreed_quantity set status = 'void' where agency_id = $1", [other]);
  },
);
