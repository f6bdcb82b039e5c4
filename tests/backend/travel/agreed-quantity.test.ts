/** Agreed quantities: reckoned on tickets admitted and not given back, booked once after the period, to the fen. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { sellTickets } from "~/contract/ticket/sale";
import { agencyAccount } from "~/contract/travel/account";
import { agreedQuantity, agreedStanding } from "~/contract/travel/agreed-quantity";
import { regionalPlan } from "~/contract/travel/plan";
import { salesman } from "~/contract/travel/salesman";
import { tradePrice } from "~/contract/travel/trade-price";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { addSalesman, agencyInUse, refundTickets } from "./sales-support";

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
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const tomorrow = () => backend.setNow(new Date(friday.getTime() + 86_400_000));
const terms = (agencyId: number, fields: object = {}) => ({
  ...{ code: fresh("XL"), agencyId, fromDay: `${today.slice(0, 8)}01`, toDay: today, remark: null },
  // What is owed on account counts too, where the test does not speak of it.
  ...{ counts: "sold", reason: "合同第七条" },
  ...{
    tiers: [
      { atLeast: 2, rebate: 301 },
      { atLeast: 4, rebate: 500 },
    ],
  },
  ...fields,
});
const agree = (agencyId: number, fields: object = {}, as = backend.admin) =>
  backend.call(agreedQuantity.methods.save, terms(agencyId, fields) as never, { as });
const book = (id: number, as = backend.admin) =>
  backend.call(agreedQuantity.commands.book.method, { id } as never, { as });
const standing = async (id: number) => (await backend.call(agreedStanding, { id })).data;
const account = async (id: number) => (await backend.call(agencyAccount, { id })).data.standing;
const onCredit = () => agencyInUse(backend, { settlement: "credit", creditLimit: 1_000_000 });

/** So many sold to it today on its account, and so many of them admitted. One adult is 80 yuan. */
async function brought(agencyId: number, sold: number, admitted: number): Promise<number> {
  const [agency] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [agencyId]);
  const reply = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: typeId, quantity: sold }] },
    ...{ agency: agency?.code, paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  expect(reply.message).toBe("");
  const { orderId } = reply.data as unknown as { orderId: number };
  const tickets = await backend.sql<{ no: string }>(
    "select ticket_no as no from ticket where order_id = $1 order by id limit $2",
    [orderId, admitted],
  );
  for (const { no } of tickets) {
    const checked = await backend.call(checkTicket, {
      ...{ idempotencyKey: fresh("check-key"), gateId: park.gateId, code: no },
    } as never);
    expect((checked.data as unknown as { admitted: boolean }).admitted).toBe(true);
  }
  return orderId;
}

test("what was admitted counts, in the tier that all of it reaches; what was only sold does not", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId);
  await brought(agencyId, 4, 1);
  expect(await standing(data.id)).toMatchObject({ sold: 4, admitted: 1, rebate: 0, status: "open" });
  await brought(agencyId, 2, 2);
  const reached = await standing(data.id);
  expect(reached).toMatchObject({ sold: 6, admitted: 3, rebate: 903 });
  expect(reached.tiers.map(({ reached: one }) => one)).toEqual([true, false]);
  expect(reached.months).toEqual([{ month: today.slice(0, 7), sold: 6, admitted: 3 }]);
  // What cost nothing earns nothing back.
  await backend.saved(tradePrice.methods.save, {
    ...{ code: fresh("P"), ticketTypeId: typeId, layer: "agency", agencyType: null, priceGroupId: null, channel: null },
    ...{ agencyId, startDay: today, endDay: today, days: "all", holidays: "any", price: 0, priority: 0, remark: null },
  });
  await brought(agencyId, 2, 2);
  expect(await standing(data.id)).toMatchObject({ sold: 6, admitted: 3, rebate: 903 });
});

test("the forecast is the pace until now, on the last day", async () => {
  const agencyId = await onCredit();
  // Twice as many days as are over.
  const gone = Number(today.slice(8));
  const until = new Date(Date.parse(`${today}T00:00:00Z`) + gone * 86_400_000).toISOString().slice(0, 10);
  const { data } = await agree(agencyId, { toDay: until });
  await brought(agencyId, 2, 2);
  expect(await standing(data.id)).toMatchObject({ admitted: 2, rebate: 602, forecast: 4, forecastRebate: 2_000 });
});

test("booked once, after the period: what is owed goes first, the rest is prepaid", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId);
  await brought(agencyId, 3, 3);
  const before = await digests(backend);
  expect((await book(data.id)).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  tomorrow();
  expect((await account(agencyId)).used).toBe(24_000);
  const received = async (month: string) => {
    const { rows } = (await backend.call(regionalPlan, { month })).data;
    return rows.find((row) => row.kind === "agency" && row.id === agencyId)?.amount ?? 0;
  };
  const visited = await received(today.slice(0, 7));
  expect((await book(data.id)).status).toBe(200);
  // What was set off settles the order and is nobody's receipt.
  expect(await received(today.slice(0, 7))).toBe(visited);
  expect(await account(agencyId)).toMatchObject({ used: 24_000 - 903, prepaid: 0 });
  expect(await standing(data.id)).toMatchObject({ status: "booked", admitted: 3, rebate: 903 });
  expect((await book(data.id)).status).toBe(409);
  expect((await account(agencyId)).used).toBe(24_000 - 903);
  const change = { ...terms(agencyId), id: data.id, rowVersion: 1 };
  expect((await backend.call(agreedQuantity.methods.save, change as never)).status).toBe(409);
});

test("a refund before the booking takes its ticket out of it; nothing reached books nothing", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId);
  const orderId = await brought(agencyId, 2, 0);
  await brought(agencyId, 1, 1);
  const back = { orderId, reason: "行程取消", idempotencyKey: fresh("refund-key") };
  expect((await backend.call(refundOrder, back)).success).toBe(true);
  tomorrow();
  const before = await digests(backend);
  expect((await book(data.id)).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect(await standing(data.id)).toMatchObject({ sold: 1, admitted: 1, rebate: 0, status: "open" });
});

test("tiers rise, periods of one agency do not overlap, and whoever settles in cash has no account to book on", async () => {
  const agencyId = await onCredit();
  await agree(agencyId);
  const before = await digests(backend);
  const falling = [
    { atLeast: 4, rebate: 500 },
    { atLeast: 3, rebate: 600 },
  ];
  expect((await agree(agencyId, { fromDay: "2027-01-01", toDay: "2027-12-31", tiers: falling })).status).toBe(422);
  const cheaper = [
    { atLeast: 4, rebate: 500 },
    { atLeast: 5, rebate: 400 },
  ];
  expect((await agree(agencyId, { fromDay: "2027-01-01", toDay: "2027-12-31", tiers: cheaper })).status).toBe(422);
  const again = await agree(agencyId, { fromDay: today, toDay: "2027-12-31" });
  expect([again.status, Object.keys(again.errors ?? {})]).toEqual([422, ["fromDay"]]);
  expect(changed(before, await digests(backend))).toEqual([]);
  const cash = await agencyInUse(backend, { settlement: "cash" });
  const { data } = await agree(cash);
  tomorrow();
  expect((await book(data.id)).status).toBe(409);
});

test("another tenant finds none of it, and whoever has not the right books nothing", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId);
  await brought(agencyId, 2, 2);
  const tenant = await backend.createCorp("7720");
  const reader = await backend.createUser({ grants: ["travelAgreedTicketNumDetail"] });
  tomorrow();
  const before = await digests(backend);
  expect((await backend.call(agreedStanding, { id: data.id }, { as: tenant })).status).toBe(404);
  expect((await book(data.id, tenant)).status).toBe(404);
  expect((await book(data.id, reader.token)).status).toBe(403);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("whoever is bound to a park sees its figures, is told so, and books nothing", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId);
  await brought(agencyId, 2, 2);
  const other = await createPark(backend);
  const grants = ["travelAgreedTicketNumDetail", "travelAgreedTicketNumDetail/agreedQuantity:book"];
  const bound = await backend.createUser({ grants, parks: [other.parkId] });
  const seen = await backend.call(agreedStanding, { id: data.id }, { as: bound.token });
  expect(seen.data).toMatchObject({ partial: true, admitted: 0 });
  tomorrow();
  const before = await digests(backend);
  expect((await book(data.id, bound.token)).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await book(data.id)).status).toBe(200);
});

const takeBack = (id: number, as = backend.admin) =>
  backend.call(agreedQuantity.commands.takeBack.method, { id } as never, { as });
const refunded = (orderId: number, n: number) => refundTickets(backend, orderId, n);

test("an agency that is moved leaves its rebates, and what is taken back of them, with its salesman of then", async () => {
  const [first, second] = [await addSalesman(backend), await addSalesman(backend)];
  const agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 1_000_000, salesmanId: first });
  const { data } = await agree(agencyId);
  const orderId = await brought(agencyId, 5, 4);
  tomorrow();
  expect((await book(data.id)).status).toBe(200);
  const results = async () => {
    const { rows } = (await backend.call(regionalPlan, { month: today.slice(0, 7) })).data;
    return [first, second].map((id) => rows.find((row) => row.kind === "salesman" && row.id === id)?.amount ?? 0);
  };
  expect(await results()).toEqual([0, 0]);
  await backend.sql("update travel_agency set salesman_id = $2 where id = $1", [agencyId, second]);
  expect(await results()).toEqual([0, 0]);
  await refunded(orderId, 1);
  expect((await takeBack(data.id)).status).toBe(200);
  expect(await results()).toEqual([0, 0]);
  const kept = await backend.sql<{ by: number; region: number }>(
    "select salesman_id::int as by, region_id::int as region from agency_receipt where agency_id = $1 order by id",
    [agencyId],
  );
  expect(kept.map(({ by }) => by)).toEqual([first, first]);
  // The agency has no region of its own: its salesman's.
  expect(kept.every(({ region }) => region > 0)).toBe(true);
  const gone = await backend.call(salesman.methods.remove, { id: first } as never);
  expect(gone.status).toBe(409);
});

test("what was refunded after the booking is taken back by command: the tier of what is left holds, once", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId);
  const orderId = await brought(agencyId, 5, 4);
  tomorrow();
  expect((await book(data.id)).status).toBe(200);
  expect((await account(agencyId)).used).toBe(40_000 - 2_000);
  const before = await digests(backend);
  expect((await takeBack(data.id)).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  await refunded(orderId, 1);
  expect(await standing(data.id)).toMatchObject({ rebate: 2_000, counting: 3, takenBack: 0, toTakeBack: 1_097 });
  expect((await account(agencyId)).used).toBe(32_000 - 2_000);
  expect((await takeBack(data.id)).status).toBe(200);
  expect(await standing(data.id)).toMatchObject({ status: "booked", takenBack: 1_097, toTakeBack: 0 });
  expect((await account(agencyId)).used).toBe(32_000 - 903);
  expect((await takeBack(data.id)).status).toBe(409);
  await refunded(orderId, 4);
  await backend.sql("update travel_agency set credit_limit = 7597 where id = $1", [agencyId]);
  // The account bears 500 of the 903: the rest waits for money.
  expect((await takeBack(data.id)).status).toBe(200);
  expect(await standing(data.id)).toMatchObject({ takenBack: 1_597, toTakeBack: 403 });
  expect((await takeBack(data.id)).status).toBe(409);
  await backend.sql("update travel_agency set credit_limit = 1000000 where id = $1", [agencyId]);
  expect((await takeBack(data.id)).status).toBe(200);
  expect((await account(agencyId)).used).toBe(8_000);
  const rows = await backend.sql<{ kind: string; n: number }>(
    `select kind, used_change::int as n from agency_ledger where agency_id = $1 and kind like 'rebate%' order by id`,
    [agencyId],
  );
  expect(rows.map(({ kind, n }) => [kind, n])).toEqual([
    ["rebateOwed", -2_000],
    ...[1_097, 500, 403].map((n) => ["rebateBackOwed", n]),
  ]);
});

test.runIf(raceIsReal)("of six who take back at once one does", async () => {
  const agencyId = await onCredit();
  const { data } = await agree(agencyId);
  const orderId = await brought(agencyId, 2, 2);
  tomorrow();
  await book(data.id);
  await refunded(orderId, 2);
  const taken = await race(backend, 6, () => takeBack(data.id));
  expect(taken.filter(({ status }) => status === 200)).toHaveLength(1);
  // All was refunded: the rebate that had paid a part of it was the agency's for a moment, and is not any more.
  expect(await account(agencyId)).toMatchObject({ used: 0, prepaid: 0 });
});

test.runIf(raceIsReal)("of six who book at once one does, and of six overlapping agreements one is made", async () => {
  const agencyId = await onCredit();
  const made = await race(backend, 6, () => agree(agencyId));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
  const id = made.find(({ status }) => status === 200)?.data.id ?? 0;
  await brought(agencyId, 2, 2);
  tomorrow();
  const booked = await race(backend, 6, () => book(id));
  expect(booked.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await account(agencyId)).used).toBe(16_000 - 602);
});
