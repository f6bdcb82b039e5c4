/** What agencies pay: layers above the price policies, to the fen; and the page that says why. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeTickets, quoteChange } from "~/contract/ticket/change";
import { groupArrive, groupBooking, groupDesk, groupSettle } from "~/contract/ticket/group-booking";
import { pricePolicySave } from "~/contract/ticket/price";
import { sellTickets } from "~/contract/ticket/sale";
import { quoteSupplement } from "~/contract/ticket/supplement";
import { travelPriceGroup } from "~/contract/travel/price-group";
import { tradePrice, tradePriceWhy } from "~/contract/travel/trade-price";
import { beats, type PolicyTerms, type PriceQuestion, resolvePrice } from "~server/backend/business/ticket/rules/price";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { agencyInUse } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
let groupId = 0;
let agencyId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  backend.setNow(friday);
  park = await createPark(backend);
  groupId = await addGroup();
  agencyId = await agencyInUse(backend, { priceGroupId: groupId });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const addGroup = () => backend.saved(travelPriceGroup.methods.save, { code: fresh("G"), name: fresh("A 类社") });
const priceOf = (fields: Record<string, unknown>) => ({
  ...{
    code: fresh("P"),
    ticketTypeId: park.adultId,
    layer: "group",
    agencyType: null,
    priceGroupId: null,
    agencyId: null,
  },
  ...{
    channel: null,
    startDay: today,
    endDay: today,
    days: "all",
    holidays: "any",
    price: 1,
    priority: 0,
    remark: null,
  },
  ...fields,
});
const add = (fields: Record<string, unknown>) => backend.saved(tradePrice.methods.save, priceOf(fields));
const ofGroup = (price: number, fields: object = {}) => add({ priceGroupId: groupId, price, ...fields });
const ask = async (fields: object = {}) => {
  const reply = await backend.call(tradePriceWhy, {
    ...{ agencyId, ticketTypeId: park.adultId, day: today, channel: "window" },
    ...fields,
  });
  expect(reply.message).toBe("");
  return reply.data.answer;
};

describe("an agency pays", () => {
  test("its own exception before its group's price, that before its type's, that before any policy's", async () => {
    const { data } = await backend.call(pricePolicySave, {
      ...{ name: "旅行社政策", ticketTypeId: park.adultId, channel: "any", customerGroup: "agency" },
      ...{
        startDay: today,
        endDay: today,
        weekdays: "TTTTTTT",
        holidays: "any",
        slot: "",
        price: 7_777,
        priority: 9_999,
      },
    });
    expect(data.id).toBeGreaterThan(0);
    expect((await ask())?.price).toBe(7_777);
    await add({ layer: "type", agencyType: "groups", price: 7_001 });
    expect((await ask())?.price).toBe(7_001);
    await ofGroup(6_543);
    expect((await ask())?.price).toBe(6_543);
    const exception = await add({ layer: "agency", agencyId, price: 8_888 });
    expect(await ask()).toMatchObject({ price: 8_888 });
    await backend.call(tradePrice.methods.suspend, { id: exception } as never);
    const answer = await ask();
    expect(answer?.price).toBe(6_543);
    expect(answer?.candidates.map(({ layer, won }) => [layer, won])).toEqual([
      ["group", true],
      ["type", false],
      ["base", false],
    ]);
    expect(answer?.candidates[1]?.because).toContain("优先于本价格");
  });

  test("the channel's price on its channel alone, and another group would pay what that group's price is", async () => {
    await ofGroup(6_000, { channel: "window" });
    const other = await addGroup();
    await add({ priceGroupId: other, price: 5_500 });
    const list = (await ask({ channel: "ota" }))?.price ?? 0;
    const answer = await ask();
    expect(answer?.price).toBe(6_000);
    const prices = answer?.others.map(({ price, own }) => [price, own]);
    expect(prices).toEqual(
      expect.arrayContaining([
        [list, false],
        [6_000, true],
        [5_500, false],
      ]),
    );
  });

  const arrivedOf = async (customerGroup: string) => {
    const id = await backend.saved(groupBooking.methods.save, {
      ...{
        agencyId,
        organisation: null,
        tourNo: "T-1",
        itinerary: "一日游",
        contactName: "王芳",
        mobile: "13800138000",
        guide: null,
        parkId: park.parkId,
      },
      ...{ visitDay: today, slot: null, arrival: "10:30", customerGroup, remark: null },
      people: [{ ticketTypeId: park.adultId, quantity: 7 }],
    });
    await backend.call(groupBooking.commands.confirm.method, { id } as never);
    await backend.call(groupArrive, { id, people: [{ ticketTypeId: park.adultId, arrived: 7 }] });
    return id;
  };

  test("at the desk what the page says, whatever customers were typed: agencies' policy, and below it nobody else's", async () => {
    for (const [customerGroup, price] of [
      ["agency", 7_100],
      ["retail", 6_900],
    ])
      await backend.call(pricePolicySave, {
        ...{ name: fresh("政策"), ticketTypeId: park.adultId, channel: "any", customerGroup, price, priority: 10 },
        ...{ startDay: today, endDay: today, weekdays: "TTTTTTT", holidays: "any", slot: "" },
      } as never);
    expect((await ask())?.price).toBe(7_100);
    for (const typed of ["retail", "agency"]) {
      const { data } = await backend.call(groupDesk, { id: await arrivedOf(typed) });
      expect([typed, data.total]).toEqual([typed, 7 * 7_100]);
    }
  });

  test("at the desk what the page says: a group's order is priced by the same layers", async () => {
    await ofGroup(6_789);
    const id = await arrivedOf("agency");
    expect((await backend.call(groupDesk, { id })).data.total).toBe(7 * 6_789);
    await backend.call(groupSettle, { id, idempotencyKey: fresh("settle-key"), paymentType: "cash" });
    const [order] = await backend.sql("select payable::int, paid::int from orders order by id desc limit 1");
    expect(order).toEqual({ payable: 47_523, paid: 47_523 });
  });
});

describe("a price", () => {
  test("is of one layer, of days in order, and writes nothing where it is refused", async () => {
    const before = await digests(backend);
    const refused = [
      await backend.call(tradePrice.methods.save, priceOf({}) as never),
      await backend.call(tradePrice.methods.save, priceOf({ priceGroupId: groupId, endDay: "2020-01-01" }) as never),
      await backend.call(tradePrice.methods.save, priceOf({ priceGroupId: 999_999 }) as never),
    ];
    expect(refused.map(({ status, errors }) => [status, Object.keys(errors ?? {})])).toEqual([
      [422, ["priceGroupId"]],
      [422, ["endDay"]],
      [422, ["priceGroupId"]],
    ]);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("of another tenant's agency is not found, nor told to whoever may not see prices", async () => {
    const stranger = await backend.createCorp("4502");
    const payload = { agencyId, ticketTypeId: park.adultId, day: today, channel: "window" };
    expect((await backend.call(tradePriceWhy, payload, { as: stranger })).status).toBe(404);
    const { token } = await backend.createUser({ accType: "1" });
    expect((await backend.call(tradePriceWhy, payload, { as: token })).status).toBe(403);
  });
});

describe("whatever prices there are", () => {
  /** A generator with a seed: a failure is found again. */
  function* numbers(seed: number): Generator<number, never> {
    for (let state = seed; ; ) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      yield state / 2_147_483_648;
    }
  }

  test("the one that holds beats every other that could, in any order of asking", () => {
    const random = numbers(20261123);
    const pick = <T>(values: readonly T[]): T => values[Math.floor((random.next().value ?? 0) * values.length)] as T;
    const groups = ["any", "agency", "retail", "type:groups", "group:1", "group:2", "agency:9"];
    for (let round = 0; round < 400; round += 1) {
      const policies = Array.from(
        { length: 1 + Math.floor(random.next().value * 8) },
        (_, place): PolicyTerms => ({
          ...{ id: place + 1, name: `P${place}`, channel: pick(["any", "window", "ota"]), customerGroup: pick(groups) },
          ...{ startDay: pick(["2026-01-01", "2026-11-01"]), endDay: pick(["2026-10-31", "2026-12-31"]), slot: "" },
          ...{ weekdays: pick(["TTTTTTT", "TTTTTFF"]), holidays: pick(["any", "never"] as const) },
          ...{ price: Math.floor(random.next().value * 20_000), priority: pick([0, 1, 2]) },
        }),
      );
      const question: PriceQuestion = {
        ...{ day: "2026-11-20", weekday: pick([4, 5]), holiday: pick([true, false]), makeUp: false, slot: "" },
        ...{ channel: pick(["window", "ota"]), group: "agency", layers: ["type:groups", "group:1", "agency:9"] },
      };
      const { price, policy } = resolvePrice(policies, 10_000, question);
      expect(resolvePrice([...policies].reverse(), 10_000, question)).toEqual({ price, policy });
      const without = policies.filter((one) => one !== policy);
      const next = resolvePrice(without, 10_000, question).policy;
      if (policy) {
        expect(price).toBe(policy.price);
        expect(["any", "agency", ...(question.layers ?? [])]).toContain(policy.customerGroup);
        if (next) expect([beats(policy, next, question), beats(next, policy, question)]).toEqual([true, false]);
        // A price of another's group changes nothing.
        const strange: PolicyTerms = { ...policy, id: 99, customerGroup: "group:2", priority: 9_999, price: 1 };
        expect(resolvePrice([...policies, strange], 10_000, question).price).toBe(price);
      } else expect([price, next]).toEqual([10_000, null]);
    }
  });
});

test("a ticket that an agency bought goes to another day, and to another type, at the agency's price", async () => {
  const change = { changes: ["day"], changeTimes: null, changeHours: null, changeFeeBy: null };
  const typeId = await park.addType({ name: "可改票", ...change });
  const dearer = await park.addType({ name: "索道联票", listPrice: 15_000, facePrice: 15_000 });
  const tomorrow = "2026-11-21";
  const code = fresh("AG");
  const buyer = await agencyInUse(backend, { code, settlement: "cash", priceGroupId: groupId });
  await ofGroup(5000, { ticketTypeId: typeId, endDay: tomorrow });
  await ofGroup(9000, { ticketTypeId: dearer });
  const sold = await backend.call(sellTickets, {
    ...{ visitDay: today, lines: [{ ticketTypeId: typeId, quantity: 1 }], posId: park.posId, agency: code },
    ...{ paymentType: "cash", idempotencyKey: fresh("sale-key") },
  } as never);
  expect([sold.message, buyer > 0]).toEqual(["", true]);
  const { orderId } = sold.data as { orderId: number };
  const [ticket] = await backend.sql<{ id: number }>("select id::float8 as id from ticket where order_id = $1", [
    orderId,
  ]);
  const ticketIds = [ticket?.id ?? 0];
  const supplement = await backend.call(quoteSupplement, { orderId, ticketIds, toTypeId: dearer });
  expect(supplement.data).toMatchObject({ price: 5000, newPrice: 9000, due: 4000, whyNot: "" });
  const quoted = await backend.call(quoteChange, { orderId, ticketIds, toDay: tomorrow });
  expect(quoted.data).toMatchObject({ price: 5000, newPrice: 5000, due: 0, back: 0, whyNot: "" });
  const done = await backend.call(changeTickets, {
    ...{ orderId, ticketIds, toDay: tomorrow, expectedDue: 0, paymentType: "cash", idempotencyKey: fresh("chg") },
  });
  expect([done.message, done.data?.due]).toEqual(["", 0]);
});
