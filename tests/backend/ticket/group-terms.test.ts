/** Terms of groups: one free per so many who pay, for leaders by name; no group price without number and itinerary; retail without proof. */
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { groupArrive, groupBooking, groupDesk, groupSettle } from "~/contract/ticket/group-booking";
import { pricePolicySave } from "~/contract/ticket/price";
import { leadersIn, mostFree } from "~server/backend/business/ticket/group-terms";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { agencyInUse } from "../travel/sales-support";

let backend: TestBackend;
let park: TestPark;
/** Adults are 80 yuan and children 40; groups of agencies pay 60 and 30. */
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
  for (const [ticketTypeId, price] of [
    [park.adultId, 6_000],
    [park.childId, 3_000],
  ] as const)
    await backend.call(pricePolicySave, {
      ...{ name: fresh("旅行社价"), ticketTypeId, price, priority: 10, channel: "any", customerGroup: "agency" },
      ...{ weekdays: "TTTTTTT", holidays: "any", slot: "", startDay: today, endDay: today },
    } as never);
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

async function agencyWith(freePer: number | null): Promise<number> {
  const id = await agencyInUse(backend, { settlement: "credit", creditLimit: 5_000_000 });
  await backend.sql(
    `insert into travel_agreement (corp_code, code, agency_id, from_day, to_day, free_per, status)
     select corp_code, 'XY-' || id, id, '2026-01-01', '2027-12-31', $2, 'signed' from travel_agency where id = $1`,
    [id, freePer],
  );
  return id;
}
async function confirmed(agencyId: number | null, fields: object = {}): Promise<number> {
  const id = await backend.saved(groupBooking.methods.save, {
    ...{ agencyId, organisation: "青山旅行社", contactName: "王芳", mobile: "13800138000", guide: null },
    ...{ tourNo: "T-1", itinerary: "上午登山", leaders: null, parkId: park.parkId, visitDay: today, slot: null },
    ...{ arrival: "10:30", customerGroup: "agency", remark: null, guideId: null, plate: null },
    people: [
      { ticketTypeId: park.adultId, quantity: 40 },
      { ticketTypeId: park.childId, quantity: 12 },
    ],
    ...fields,
  });
  expect((await backend.call(groupBooking.commands.confirm.method, { id } as never)).message).toBe("");
  return id;
}
const arrive = (id: number, adults: number, children: number, unproven = 0) =>
  backend.call(groupArrive, {
    id,
    people: [
      { ticketTypeId: park.adultId, arrived: adults, unproven: 0 },
      { ticketTypeId: park.childId, arrived: children, unproven },
    ],
  });
const desk = async (id: number) => (await backend.call(groupDesk, { id })).data;
async function settled(id: number): Promise<number> {
  const { total: expectedPayable } = await desk(id);
  const wish = { id, idempotencyKey: fresh("settle-key"), paymentType: "onAccount", expectedPayable };
  const reply = await backend.call(groupSettle, wish);
  expect(reply.message).toBe("");
  return reply.data.orderId;
}

test("as many are free as leave n for each of them, and no more", () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.integer({ min: 1, max: 200 }), (came, per) => {
      const free = mostFree(came, per);
      expect(free).toBeLessThanOrEqual((came - free) / per);
      expect(free + 1).toBeGreaterThan((came - free - 1) / per);
    }),
  );
  expect(mostFree(40, 0)).toBe(0);
  expect(leadersIn("王芳、李强，王芳  赵敏,")).toEqual(["王芳", "李强", "赵敏"]);
});

test("one free per ten who pay of those who arrived, for leaders by name; their tickets cost nothing and are counted", async () => {
  const id = await confirmed(await agencyWith(10), { leaders: "王芳、李强、赵敏、孙立、周涛" });
  // Of 52 booked four would be free; 33 came.
  await arrive(id, 33, 0);
  expect(await desk(id)).toMatchObject({ freePer: 10, freeMost: 3, free: 3, total: 30 * 6_000, whyRetail: "" });
  const orderId = await settled(id);
  const tickets = await backend.sql<{ price: number; holder: string }>(
    "select price::int as price, holder_name as holder from ticket where order_id = $1",
    [orderId],
  );
  expect(tickets).toHaveLength(33);
  const free = tickets.filter(({ price }) => price === 0).map(({ holder }) => holder);
  expect(free.sort()).toEqual(["王芳", "李强", "赵敏"].sort());
  const [order] = await backend.sql("select payable::int, quantity from orders where id = $1", [orderId]);
  expect(order).toEqual({ payable: 180_000, quantity: 33 });
});

test("no more than leaders are named; without a word in the agreement, or without an agency, nobody is free", async () => {
  const named = await confirmed(await agencyWith(10), { leaders: "王芳" });
  await arrive(named, 33, 0);
  expect(await desk(named)).toMatchObject({ freeMost: 3, free: 1, total: 32 * 6_000 });
  const none = await confirmed(await agencyWith(null), { leaders: "王芳" });
  await arrive(none, 33, 0);
  expect(await desk(none)).toMatchObject({ freeMost: 0, free: 0, total: 33 * 6_000 });
  const nobodys = await confirmed(null, { leaders: "王芳" });
  await arrive(nobodys, 33, 0);
  expect(await desk(nobodys)).toMatchObject({ free: 0, total: 33 * 6_000 });
});

test("without its number or its itinerary an agency's group pays retail, is told so, and has nobody free", async () => {
  const agencyId = await agencyWith(10);
  for (const missing of [{ tourNo: null }, { itinerary: null }]) {
    const id = await confirmed(agencyId, { leaders: "王芳、李强", ...missing });
    await arrive(id, 22, 0);
    const { total, free, whyRetail } = await desk(id);
    expect([total, free, whyRetail]).toEqual([22 * 8_000, 0, expect.stringContaining("缺团号或行程")]);
    const [order] = await backend.sql("select payable::int from orders where id = $1", [await settled(id)]);
    expect(order).toEqual({ payable: 176_000 });
  }
});

test("heads without proof pay retail; no more are than came, and what is refused writes nothing", async () => {
  const id = await confirmed(await agencyWith(20), { leaders: "王芳" });
  const before = await digests(backend);
  const no = await arrive(id, 30, 12, 13);
  expect([no.status, no.errors?.["people.1.unproven"]]).toEqual([422, ["不能多于实到 12 人"]]);
  expect(changed(before, await digests(backend))).toEqual([]);
  await arrive(id, 30, 12, 5);
  // 42 came, so two may be free and one leader is named.
  const total = 29 * 6_000 + 7 * 3_000 + 5 * 4_000;
  expect(await desk(id)).toMatchObject({ freeMost: 2, free: 1, total });
  const orderId = await settled(id);
  const lines = await backend.sql<{ quantity: number; price: number }>(
    "select quantity, unit_price::int as price from sub_order where order_id = $1 order by unit_price",
    [orderId],
  );
  expect(lines).toEqual([
    { quantity: 1, price: 0 },
    { quantity: 7, price: 3_000 },
    { quantity: 5, price: 4_000 },
    { quantity: 29, price: 6_000 },
  ]);
});
