/** Selling beyond a quota: by right, warned, up to what the pool allows, and never a place more by two at once. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { quotaDaySave, quotaPoolGet, quotaPoolSave } from "~/contract/ticket/quota";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { takeQuota } from "~server/backend/business/ticket/quota-take";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { inTenant } from "~tests/support/in-tenant";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal, withoutLock } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
let pool: { id: number; name: string };

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  pool = { id: 0, name: fresh("东区") };
  pool.id = await savePool({ overbook: 3 });
});
/** Whether places stand with the orders that took them. */
let ofOrders = true;
afterEach(async () => {
  if (ofOrders) await checkInvariants(backend);
  ofOrders = true;
  await backend.close();
});

async function savePool(fields: {
  overbook?: number;
  dailyTotal?: number;
  parts?: { channel: string; places: number }[];
}) {
  const known = pool.id === 0 ? {} : { id: pool.id };
  const payload = { ...known, name: pool.name, ticketTypeIds: [park.adultId], dailyTotal: 5, ...fields };
  const reply = await backend.call(quotaPoolSave, payload);
  if (!reply.success) throw new Error(JSON.stringify(reply));
  return reply.data.id;
}

const lines = (quantity: number) => [{ ticketTypeId: park.adultId, quantity }];
const sell = (quantity: number, overbook = 0, as?: string) =>
  backend.call(sellTickets, saleOf(park.adultId, { lines: lines(quantity), overbook }), as ? { as } : {});
const quote = async (quantity: number, overbook = 0, as?: string) =>
  (await backend.call(quoteSale, { visitDay: today, lines: lines(quantity), overbook }, as ? { as } : {})).data;
const day = async () =>
  (await backend.sql("select total, sold, overbooked from quota_day where part = '' order by id"))[0];
const seller = async (...buttons: string[]) =>
  (await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell", ...buttons] })).token;

it("13 who may is warned with figures, and sells once they have confirmed just that many", async () => {
  expect((await sell(4)).status).toBe(200);
  const asked = await quote(3);
  expect(asked.overbook).toEqual({
    places: 2,
    says: [`“${pool.name}”${today} 只剩 1 张，将超售 2 张（此前已超售 0，最多 3）`],
  });
  expect(asked.whyNot).toBe(`“${pool.name}”${today} 只剩 1 张，不够 3 张`);
  // Not confirmed, or fewer than it takes.
  expect([(await sell(3)).status, (await sell(3, 1)).status]).toEqual([409, 409]);
  expect(await day()).toEqual({ total: 5, sold: 4, overbooked: 0 });
  expect((await quote(3, 2)).whyNot).toBe("");
  expect((await sell(3, 2)).status).toBe(200);
  expect(await day()).toEqual({ total: 7, sold: 7, overbooked: 2 });
  const kinds = await backend.sql("select kind, total_change, overbooked from quota_ledger order by id desc limit 2");
  expect(kinds).toEqual([
    { kind: "sell", total_change: 0, overbooked: 2 },
    { kind: "overbook", total_change: 2, overbooked: 2 },
  ]);
  // One more than the pool allows.
  expect((await quote(2)).overbook).toBeNull();
  expect((await sell(2, 2)).status).toBe(409);
  const [offer] = (await backend.call(getCounter, {})).data.offers;
  expect(offer).toMatchObject({ left: 0, beyond: 1, whyNot: "" });
});

it("13 without the right nothing is offered, and what is sent all the same sells nothing", async () => {
  const plain = await seller();
  expect((await sell(5, 0, plain)).status).toBe(200);
  const asked = await quote(1, 1, plain);
  expect([asked.overbook, asked.whyNot]).toEqual([null, `“${pool.name}”${today} 已售完`]);
  expect((await sell(1, 1, plain)).status).toBe(409);
  expect(await day()).toEqual({ total: 5, sold: 5, overbooked: 0 });
  const [offer] = (await backend.call(getCounter, {}, { as: plain })).data.offers;
  expect(offer).toMatchObject({ left: 0, beyond: 0, whyNot: `“${pool.name}”${today} 已售完` });
  const may = await seller("buyTktList/sale:overbook");
  expect((await sell(1, 1, may)).status).toBe(200);
});

it("13 what goes back shrinks the day again: nobody without the right gets an overbooked place", async () => {
  const plain = await seller();
  const sold = await sell(7, 2);
  expect(sold.status).toBe(200);
  const [line] = await backend.sql<{ id: number }>("select id from sub_order");
  const giveBack = (quantity: number) =>
    backend.call(refundOrder, {
      ...{ orderId: sold.data.orderId, idempotencyKey: fresh("back-key"), reason: "行程取消" },
      items: [{ lineId: line?.id ?? 0, quantity }],
    });
  expect((await giveBack(1)).status).toBe(200);
  expect(await day()).toEqual({ total: 6, sold: 6, overbooked: 1 });
  expect((await sell(1, 0, plain)).status).toBe(409);
  expect((await giveBack(2)).status).toBe(200);
  expect(await day()).toEqual({ total: 5, sold: 4, overbooked: 0 });
  expect((await sell(1, 0, plain)).status).toBe(200);
});

it("13 a total that somebody sets takes in what was overbooked; a pool's new total leaves it beyond", async () => {
  expect((await sell(6, 1)).status).toBe(200);
  await savePool({ dailyTotal: 8, overbook: 3 });
  expect(await day()).toEqual({ total: 9, sold: 6, overbooked: 1 });
  expect((await backend.call(quotaDaySave, { poolId: pool.id, day: today, total: 12 })).status).toBe(200);
  expect(await day()).toEqual({ total: 12, sold: 6, overbooked: 0 });
  const { days, record } = (await backend.call(quotaPoolGet, { id: pool.id, from: today })).data;
  expect([days[0]?.overbooked, record?.overbook]).toEqual([0, 3]);
});

it("13 a channel's own places are never overbooked into: the counter goes beyond what all share", async () => {
  await savePool({ overbook: 3, parts: [{ channel: "network", places: 2 }] });
  expect((await quote(5)).overbook?.places).toBe(2);
  expect((await sell(5, 2)).status).toBe(200);
  const rows = await backend.sql("select part, total, sold, overbooked from quota_day order by part");
  expect(rows).toEqual([
    { part: "", total: 5, sold: 5, overbooked: 2 },
    { part: "network", total: 2, sold: 0, overbooked: 0 },
  ]);
});

/** One is left of what the pool allows. */
const lastOne = async () => expect((await sell(7, 2)).status).toBe(200);

it("13 two who press at once share what is allowed: one sells", async () => {
  await lastOne();
  const answers = await race(backend, 2, () => sell(1, 1));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await day()).toEqual({ total: 8, sold: 8, overbooked: 3 });
});

describe.runIf(raceIsReal)("the lock of the day", () => {
  /** Past the rules, which look before anything is written: how many of two got their place. */
  async function takenAtOnce(): Promise<number> {
    ofOrders = false;
    const taking = {
      ...{ poolId: pool.id, poolName: pool.name, day: today, slot: "", quantity: 1, beyond: 1 },
      ...{ typeIds: [park.adultId], bySlot: false },
    };
    const answers = await race(backend, 2, (person) =>
      inTenant(backend, (call) => takeQuota(call, [taking], `beyond-${person}`)).then(
        () => 1,
        () => 0,
      ),
    );
    return answers.reduce<number>((sum, one) => sum + one, 0);
  }

  it("13 one gets the last that is allowed", async () => {
    await lastOne();
    expect(await takenAtOnce()).toBe(1);
    expect(await day()).toEqual({ total: 8, sold: 8, overbooked: 3 });
  });

  it("13 control: without it both go beyond", async () => {
    await lastOne();
    const left = { mark: "q.overbook - d.overbooked as room", lock: "for update of d", people: 2 };
    expect(await withoutLock(left, takenAtOnce)).toBe(2);
    expect(await day()).toEqual({ total: 9, sold: 9, overbooked: 4 });
  });
});
