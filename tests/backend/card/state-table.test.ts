/** The states of a card by the rules of the trade, and none besides: each command in each state, its outcome written by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardStates, seasonCard } from "~/contract/card/card";
import { refundOrder } from "~/contract/order/order";
import { smartCard, storedStates } from "~/contract/stored/card";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { openStoredShop, type StoredShop } from "../stored/support";
import { identityOf, openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let stored: StoredShop;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
  stored = await openStoredShop(backend);
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

type Method = Parameters<TestBackend["call"]>[0];
const run = (method: Method, payload: object) => backend.call(method, payload as never);
const paid = { paymentType: "cash", expected: null };

/** By command: from which state to which. What is not here is refused. */
const seasonTable: Readonly<Record<keyof typeof seasonCard.commands, Readonly<Record<string, string>>>> = {
  spoil: { stock: "spoiled" },
  activate: { sold: "active" },
  reportLoss: { active: "frozen" },
  found: { frozen: "active" },
  replace: { frozen: "replaced" },
  renew: { active: "active", expired: "active" },
  upgrade: { sold: "sold", active: "active" },
  addHolder: { sold: "sold", active: "active" },
  cancel: { sold: "cancelled", active: "cancelled", frozen: "cancelled", expired: "cancelled" },
};

const storedTable: Readonly<Record<keyof typeof smartCard.commands, Readonly<Record<string, string>>>> = {
  spoil: { stock: "spoiled" },
  sell: { stock: "active" },
  topUp: { active: "active" },
  spend: { active: "active" },
  /** Of a cancelled one what came back onto it afterwards. */
  refund: { active: "active", cancelled: "cancelled" },
  reportLoss: { active: "frozen" },
  found: { frozen: "active" },
  replace: { frozen: "replaced" },
  prolong: { active: "active" },
  cancel: { active: "cancelled" },
};

/** Every command that the table does not know in this state: refused, and nothing anywhere is written. */
async function refusedIn(
  state: string,
  id: number,
  table: Readonly<Record<string, Readonly<Record<string, string>>>>,
  press: (name: string, id: number) => Promise<{ status: number }>,
) {
  const before = await digests(backend);
  const others = Object.keys(table).filter((name) => table[name]?.[state] === undefined);
  const told: [string, number][] = [];
  for (const name of others) told.push([name, (await press(name, id)).status]);
  expect(told).toEqual(others.map((name) => [name, 409]));
  expect(changed(before, await digests(backend))).toEqual([]);
}

describe("an annual card", () => {
  let dear = 0;
  let typeId = 0;
  beforeAll(async () => {
    dear = await shop.addType({ price: 50_000, holdersMost: 3 });
    typeId = await shop.addType({ renewBefore: 3_660, upgrades: [{ toTypeId: dear }], holdersMost: 3 });
  });
  const { methods } = seasonCard;
  const fields: Readonly<Record<keyof typeof seasonTable, () => object>> = {
    ...{
      spoil: () => ({ reason: "折损" }),
      activate: () => ({}),
      reportLoss: () => ({ reason: null }),
      found: () => ({}),
    },
    ...{ replace: () => ({ number: null, ...paid }), renew: () => paid, upgrade: () => ({ toTypeId: dear, ...paid }) },
    addHolder: () => ({ holderName: "家人", document: "resident", identity: identityOf(), country: null }),
    cancel: () => ({ reason: "搬家", expected: null }),
  };
  const press = (name: string, id: number) => {
    const command = name as keyof typeof seasonTable;
    return run(methods[command], { id, ...fields[command]() });
  };
  const done = async (name: keyof typeof seasonTable, id: number) => {
    const reply = await press(name, id);
    expect([name, reply.status, (reply as { message: string }).message]).toEqual([name, 200, ""]);
    return id;
  };
  const sold = async () => (await shop.sell(typeId)).data.cardId;
  const stocked = () => backend.saved(methods.save, { number: fresh("ST"), cardTypeId: typeId } as never);
  const active = async () => done("activate", await sold());
  const frozen = async () => done("reportLoss", await active());
  const made: Readonly<Record<(typeof cardStates)[number], () => Promise<number>>> = {
    ...{ stock: stocked, sold, active, frozen },
    replaced: async () => done("replace", await frozen()),
    expired: async () => {
      const id = await active();
      await backend.sql(
        "update season_card set status = 'expired', valid_from = '2025-11-20', valid_to = '2026-11-19' where id = $1",
        [id],
      );
      return id;
    },
    cancelled: async () => done("cancel", await active()),
    spoiled: async () => done("spoil", await stocked()),
  };
  const stateOf = async (id: number) =>
    (await backend.sql<{ status: string }>("select status from season_card where id = $1", [id]))[0]?.status;

  test("its contract says the same states", () => {
    const said = Object.entries(seasonCard.commands).map(([name, { from }]) => [name, [...(from ?? [])]]);
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(Object.entries(seasonTable).map(([name, ways]) => [name, Object.keys(ways)])),
    );
  });

  test.each(cardStates)(
    "%s: what may be done leads where it should, all else is refused and writes nothing",
    async (state) => {
      await refusedIn(state, await made[state](), seasonTable, press);
      for (const [name, ways] of Object.entries(seasonTable)) {
        const to = ways[state];
        if (to === undefined) continue;
        const id = await done(name as keyof typeof seasonTable, await made[state]());
        expect([name, await stateOf(id)]).toEqual([name, to]);
      }
    },
  );

  test("no form sets a state", async () => {
    const id = await sold();
    const [row] = await backend.sql<{ v: number }>("select row_version as v from season_card where id = $1", [id]);
    await run(methods.save, { id, rowVersion: row?.v, status: "active", remark: "改状态" });
    expect(await stateOf(id)).toBe("sold");
  });
});

describe("a stored-value card", () => {
  let typeId = 0;
  beforeAll(async () => {
    typeId = await stored.addType({ months: 12, giftTiers: [] });
  });
  const { methods } = smartCard;
  const amount = 1_000;
  const fields: Readonly<Record<keyof typeof storedTable, object>> = {
    spoil: { reason: "印错" },
    sell: { holderName: null, identity: null, mobile: null, amount, paymentType: "cash" },
    topUp: { amount, paymentType: "cash" },
    spend: { amount, what: null },
    refund: { amount, reason: "不用了" },
    reportLoss: { reason: null },
    found: {},
    replace: { number: null, paymentType: "cash" },
    prolong: {},
    cancel: { reason: "搬家" },
  };
  const press = (name: string, id: number) => {
    const command = name as keyof typeof storedTable;
    return run(methods[command], { id, ...fields[command] });
  };
  const done = async (name: keyof typeof storedTable, id: number) => {
    const reply = await press(name, id);
    expect([name, reply.status, (reply as { message: string }).message]).toEqual([name, 200, ""]);
    return id;
  };
  const stocked = async () => (await stored.stock(typeId)).id;
  /** Sold some days ago, so that a term that begins today ends later. */
  const active = async () => {
    backend.setNow(new Date(friday.getTime() - 3 * 86_400_000));
    const { id } = await stored.sold(typeId, { amount: 5_000 });
    backend.setNow(friday);
    return id;
  };
  const frozen = async () => done("reportLoss", await active());
  const made: Readonly<Record<(typeof storedStates)[number], () => Promise<number>>> = {
    ...{ stock: stocked, active, frozen },
    spoiled: async () => done("spoil", await stocked()),
    replaced: async () => done("replace", await frozen()),
    cancelled: async () => {
      const id = await active();
      const bought = await run(methods.spend, { id, amount, what: null });
      const { orderId } = (bought as { data: { answer: { orderId: number } } }).data.answer;
      await done("cancel", id);
      // What is given back of an order comes onto the card, cancelled or not.
      const key = fresh("refund-key");
      expect((await run(refundOrder, { orderId, reason: "退货", idempotencyKey: key })).status).toBe(200);
      return id;
    },
  };
  const stateOf = async (id: number) =>
    (await backend.sql<{ status: string }>("select status from stored_card where id = $1", [id]))[0]?.status;

  test("its contract says the same states", () => {
    const said = Object.entries(smartCard.commands).map(([name, { from }]) => [name, [...(from ?? [])]]);
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(Object.entries(storedTable).map(([name, ways]) => [name, Object.keys(ways)])),
    );
  });

  test.each(storedStates)(
    "%s: what may be done leads where it should, all else is refused and writes nothing",
    async (state) => {
      await refusedIn(state, await made[state](), storedTable, press);
      for (const [name, ways] of Object.entries(storedTable)) {
        const to = ways[state];
        if (to === undefined) continue;
        const id = await done(name as keyof typeof storedTable, await made[state]());
        expect([name, await stateOf(id)]).toEqual([name, to]);
      }
    },
  );
});
