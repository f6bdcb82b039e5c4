/** Terms of groups: one free per so many who pay, for leaders by name; no group price without number and itinerary; retail without proof. */
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { quoteRefund, refundOrder } from "~/contract/order/order";
import { type FreeRule, freeFor, mostFree } from "~/contract/ticket/free-of-group";
import { groupArrive, groupBooking, groupDay, groupDesk, groupSettle } from "~/contract/ticket/group-booking";
import { groupNames, groupNamesSave } from "~/contract/ticket/group-names";
import { pricePolicySave } from "~/contract/ticket/price";
import { leadersIn } from "~server/backend/business/ticket/group-terms";
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

async function agencyWith(
  freePer: number | null,
  { count = 1, started = false, hours = null as number | null } = {},
): Promise<number> {
  const id = await agencyInUse(backend, { settlement: "credit", creditLimit: 5_000_000 });
  await backend.sql(
    `insert into travel_agreement
       (corp_code, code, agency_id, from_day, to_day, free_per, free_count, free_started, names_hours, status)
     select corp_code, 'XY-' || id, id, '2026-01-01', '2027-12-31', $2, $3, $4, $5, 'signed'
     from travel_agency where id = $1`,
    [id, freePer, count, started, hours],
  );
  return id;
}
const bookingOf = (agencyId: number | null) => ({
  ...{ agencyId, organisation: "青山旅行社", contactName: "王芳", mobile: "13800138000", guide: null },
  ...{ tourNo: "T-1", itinerary: "上午登山", leaders: null, parkId: park.parkId, visitDay: today, slot: null },
  ...{ arrival: "10:30", customerGroup: "agency", remark: null, guideId: null, plate: null },
  people: [
    { ticketTypeId: park.adultId, quantity: 40 },
    { ticketTypeId: park.childId, quantity: 12 },
  ],
});
async function confirmed(agencyId: number | null, fields: object = {}): Promise<number> {
  const id = await backend.saved(groupBooking.methods.save, { ...bookingOf(agencyId), ...fields });
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

test("as many are free as the others bring with them, k for each n, by full sets or by begun ones, and no more", () => {
  const rules = fc.record({
    per: fc.integer({ min: 1, max: 200 }),
    count: fc.integer({ min: 1, max: 20 }),
    started: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.nat(2_000), rules, (came, rule) => {
      const free = mostFree(came, rule);
      expect(free).toBeLessThanOrEqual(freeFor(came - free, rule));
      // One more would not be brought by those who are left.
      expect(free + 1 > came || free + 1 > freeFor(came - free - 1, rule)).toBe(true);
    }),
  );
  const rule = (per: number, count = 1, started = false): FreeRule => ({ per, count, started });
  expect([mostFree(40, rule(0)), mostFree(33, rule(10)), mostFree(33, rule(10, 2))]).toEqual([0, 3, 4]);
  expect([mostFree(33, rule(10, 1, true)), mostFree(1, rule(10, 1, true)), mostFree(2, rule(10, 1, true))]).toEqual([
    3, 0, 1,
  ]);
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

test("beyond the agency's credit it is not settled on account: limit, used, under way and missing are named", async () => {
  const agencyId = await agencyWith(null);
  await backend.sql("update travel_agency set credit_limit = 100000 where id = $1", [agencyId]);
  const id = await confirmed(agencyId);
  await arrive(id, 20, 0);
  const wish = { id, expectedPayable: 120_000 };
  const before = await digests(backend);
  const no = await backend.call(groupSettle, {
    ...{ ...wish, paymentType: "onAccount", idempotencyKey: fresh("settle-key") },
  });
  expect([no.status, no.message]).toEqual([
    409,
    expect.stringContaining(
      "还差 200.00 元：预存 0.00，授信 1000.00，已用 0.00，在途退款 0.00，可用 1000.00，本单 1200.00",
    ),
  ]);
  // The number that the order would have had is taken.
  expect(changed(before, await digests(backend)).filter((table) => table !== "counter")).toEqual([]);
  expect((await desk(id)).state).toBe("arrived");
  const cash = { ...wish, paymentType: "cash", idempotencyKey: fresh("settle-key") };
  expect((await backend.call(groupSettle, cash)).message).toBe("");
});

test("of a suspended agency none is confirmed; one at the gate pays retail in cash, is nobody's, and is told why", async () => {
  const agencyId = await agencyWith(10);
  const suspend = () =>
    backend.sql("update travel_agency set status = 'suspended', suspended_for = '逾期' where id = $1", [agencyId]);
  const booked = await backend.saved(groupBooking.methods.save, bookingOf(agencyId));
  const id = await confirmed(agencyId, { leaders: "王芳、李强" });
  await suspend();
  const [agency] = await backend.sql<{ name: string }>("select name from travel_agency where id = $1", [agencyId]);
  const why = `旅行社“${agency?.name}”未在合作中`;
  const before = await digests(backend);
  const no = await backend.call(groupBooking.commands.confirm.method, { id: booked } as never);
  expect([no.status, no.message]).toEqual([409, why]);
  expect(changed(before, await digests(backend))).toEqual([]);
  const { data: page } = await backend.call(groupBooking.methods.get, { id: booked });
  expect(JSON.stringify(page)).toContain(why);
  expect((await arrive(id, 22, 0)).message).toBe("");
  const { total, free, whyRetail, paymentTypes } = await desk(id);
  expect([total, free, whyRetail]).toEqual([22 * 8_000, 0, expect.stringContaining(`${why}；本团按散客价结算`)]);
  expect(paymentTypes.map(({ value }) => value)).not.toContain("onAccount");
  const wish = { id, expectedPayable: total };
  const charged = await backend.call(groupSettle, {
    ...{ ...wish, paymentType: "onAccount", idempotencyKey: fresh("settle-key") },
  });
  expect([charged.status, charged.message]).toEqual([409, why]);
  const paid = await backend.call(groupSettle, {
    ...{ ...wish, paymentType: "cash", idempotencyKey: fresh("settle-key") },
  });
  expect(paid.message).toBe("");
  expect(await backend.sql("select from travel_order where order_id = $1", [paid.data.orderId])).toEqual([]);
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

test("two free for every ten who pay, by begun sets: as the agreement says it", async () => {
  const id = await confirmed(await agencyWith(10, { count: 2, started: true }), {
    leaders: "王芳、李强、赵敏、孙立、周涛",
  });
  await arrive(id, 25, 0);
  // 20 pay for four; of five 20 would be left, and bring four alone.
  expect(await desk(id)).toMatchObject({
    freePer: 10,
    freeCount: 2,
    freeStarted: true,
    freeMost: 4,
    free: 4,
    total: 21 * 6_000,
  });
  const [line] = await backend.sql<{ group: object }>(
    "select terms -> 'group' as group from sub_order where order_id = $1 and unit_price = 0",
    [await settled(id)],
  );
  expect(line?.group).toEqual({ per: 10, count: 2, started: true, free: true, price: 6_000 });
});

describe("a refund that leaves too few who pay", () => {
  /** Twenty pay 60 yuan each for two leaders who are free; all may go back without a fee. */
  async function group(): Promise<{ orderId: number; paid: number; free: number }> {
    const agencyId = await agencyWith(10);
    const adultId = await park.addType({ name: fresh("团队票"), listPrice: 6_000, refundRule: "free" });
    const id = await confirmed(agencyId, { leaders: "王芳、李强", people: [{ ticketTypeId: adultId, quantity: 22 }] });
    await backend.call(groupArrive, { id, people: [{ ticketTypeId: adultId, arrived: 22, unproven: 0 }] });
    const orderId = await settled(id);
    const [free, paid] = await backend.sql<{ id: number }>(
      "select id::int as id from sub_order where order_id = $1 order by unit_price",
      [orderId],
    );
    return { orderId, free: free?.id ?? 0, paid: paid?.id ?? 0 };
  }
  const amountOf = async (orderId: number, items: { lineId: number; quantity: number }[]) => {
    const wish = { orderId, items, idempotencyKey: fresh("back-key"), reason: "人数减少" };
    const reply = await backend.call(refundOrder, wish);
    expect(reply.message).toBe("");
    return reply.data.amount;
  };

  test("keeps the price of the free ones for whom nobody pays any more, once, and says so", async () => {
    const { orderId, paid } = await group();
    // Nineteen are left: one of the two free ones pays.
    const asked = (await backend.call(quoteRefund, { orderId, items: [{ lineId: paid, quantity: 1 }] })).data;
    expect([asked.amount, asked.fee, asked.tickets[0]?.says]).toEqual([
      0,
      6_000,
      "付费人数不足，1 位免票领队须补票价，共扣 60.00 元",
    ]);
    expect(await amountOf(orderId, [{ lineId: paid, quantity: 3 }])).toBe(2 * 6_000);
    // Ten are left, still enough for one: nothing more is kept.
    expect(await amountOf(orderId, [{ lineId: paid, quantity: 7 }])).toBe(7 * 6_000);
    // Eight are left: the second pays too.
    expect(await amountOf(orderId, [{ lineId: paid, quantity: 2 }])).toBe(6_000);
    expect(await amountOf(orderId, [{ lineId: paid, quantity: 8 }])).toBe(8 * 6_000);
  });

  test("keeps nothing where the free ones go back with the others, or enough are left", async () => {
    const { orderId, paid, free } = await group();
    const both = [
      { lineId: paid, quantity: 10 },
      { lineId: free, quantity: 1 },
    ];
    expect(await amountOf(orderId, both)).toBe(10 * 6_000);
    const whole = await group();
    const all = (await backend.call(quoteRefund, { orderId: whole.orderId })).data;
    expect(all).toMatchObject({ amount: 120_000, fee: 0 });
  });
});

describe("names by a cut-off", () => {
  const names = (from: number, n: number) =>
    Array.from({ length: n }, (_, at) => ({
      ...{ name: `游客${from + at}`, document: "passport", country: "USA" },
      identity: `E${String(1_000_000 + from + at)}`,
    }));
  let namedId = 0;
  const list = (id: number, visitors: object[], keep = false, as = backend.admin) =>
    backend.call(groupNamesSave, { id, ticketTypeId: namedId, keep, visitors } as never, { as });
  const come = (id: number, arrived: number) =>
    backend.call(groupArrive, { id, people: [{ ticketTypeId: namedId, arrived, unproven: 0 }] });
  const say = async (id: number) => (await backend.call(groupNames, { id })).data;
  const at = (time: string) => backend.setNow(new Date(`${today}T${time}:00+08:00`));
  const row = async (id: number) =>
    (await backend.call(groupBooking.methods.get, { id })).data.record as Record<string, unknown>;

  beforeAll(async () => {
    namedId = await park.addType({
      ...{ name: fresh("团体实名"), listPrice: 6_000, realName: "perTicket" },
      ...{ documents: ["resident", "passport"], refundRule: "free" },
    } as never);
  });
  afterEach(() => backend.setNow(friday));

  async function booked(hours: number | null, fields: object = {}): Promise<number> {
    at("06:00");
    const agencyId = await agencyWith(null, { hours });
    return confirmed(agencyId, { people: [{ ticketTypeId: namedId, quantity: 4 }], arrival: "14:00", ...fields });
  }

  test("the agreement's cut-off goes with the booking; its page, the day's board and the desk say what is lacking", async () => {
    const id = await booked(4);
    const still = `实名名单还缺 4 人，${today} 10:00 截止；未登记姓名的不得入园`;
    const record = await row(id);
    expect([record.namesHours, record.namesDue, record.namesMissing]).toEqual([4, `${today} 10:00`, 4]);
    expect(groupBooking.commands.confirm.asked?.(record)).toBe(still);
    expect((await say(id)).namesSay).toBe(still);
    expect((await desk(id)).namesSay).toBe(still);
    const sheet = (await backend.call(groupDay, { day: today })).data.groups.find((one) => one.id === id);
    expect(sheet?.namesSay).toBe(still);
    // Its own goes before the agreement's.
    const own = await booked(4, { namesHours: 2 });
    expect((await say(own)).namesSay).toContain(`${today} 12:00`);
    expect((await list(id, names(1, 4))).message).toBe("");
    expect((await say(id)).namesSay).toBe("");
  });

  test("after it nobody is added but by the right, and what is refused writes nothing", async () => {
    const id = await booked(4);
    await list(id, names(11, 2));
    const grants = ["createGroup", "createGroup/groupBooking:edit"];
    const plain = (await backend.createUser({ grants })).token;
    const late = (await backend.createUser({ grants: [...grants, "createGroup/groupBooking:namesLate"] })).token;
    at("09:59");
    expect((await list(id, names(13, 1), true, plain)).status).toBe(200);
    at("10:00");
    const before = await digests(backend);
    const no = await list(id, names(14, 1), true, plain);
    expect([no.status, no.message]).toEqual([
      409,
      `名单已于 ${today} 10:00 截止，缺 1 人；截止后补录须有“补录名单”权限`,
    ]);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await backend.call(groupNames, { id }, { as: plain })).data.closed).toBe(no.message);
    expect((await backend.call(groupNames, { id }, { as: late })).data.closed).toBe("");
    expect((await list(id, names(14, 1), true, late)).status).toBe(200);
  });

  test("who is not on the list is not received: the refusal says how many and until when, and writes nothing", async () => {
    const id = await booked(4);
    await list(id, names(21, 3));
    at("14:00");
    const before = await digests(backend);
    const no = await come(id, 4);
    expect([no.status, no.message]).toEqual([
      409,
      expect.stringMatching(/到园需 4 人实名，名单到场 3 人，缺 1 人；名单截止时间 .* 10:00，未登记姓名的不得入园$/),
    ]);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await come(id, 3)).message).toBe("");
    await settled(id);
  });

  test("without a cut-off names may still be added once they came, as before", async () => {
    const id = await booked(null);
    at("14:00");
    expect((await come(id, 4)).message).toBe("");
    expect((await desk(id)).namesSay).toBe("实名名单还缺 4 人");
    await list(id, names(31, 4));
    await settled(id);
  });

  test("a confirmed booking's cut-off stays as it is", async () => {
    const id = await booked(4);
    const { agencyId, rowVersion } = await row(id);
    const people = [{ ticketTypeId: namedId, quantity: 4 }];
    const same = { ...bookingOf(Number(agencyId)), people, arrival: "14:00", id, rowVersion: Number(rowVersion) };
    const no = await backend.call(groupBooking.methods.save, { ...same, namesHours: 1 } as never);
    expect([no.status, no.message]).toEqual([409, expect.stringContaining("名单截止")]);
    expect((await backend.call(groupBooking.methods.save, { ...same, namesHours: 4 } as never)).message).toBe("");
  });
});
