/** Each step of a card that moves money, killed where it writes: neither card nor money moved, and the same press does it once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { smartCard } from "~/contract/stored/card";
import { storedOffline, storedOfflineUpload } from "~/contract/stored/offline";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { interrupted } from "~tests/support/interrupted";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { raceIsReal } from "~tests/support/race";
import { openStoredShop, type StoredShop } from "../stored/support";
import { openShop, type Shop } from "./support";

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

const season = seasonCard.methods;
const { methods } = smartCard;
const timeout = 120_000;
type Method = Parameters<TestBackend["call"]>[0];
const pressOf = (method: Method, payload: object) => {
  const once = { ...payload, idempotencyKey: fresh("killed-step-key") };
  return () => backend.call(method, once as never) as Promise<{ success: boolean; message: string; data: unknown }>;
};

/** A card in somebody's hands, good from its sale. */
async function active(fields: Record<string, unknown> = {}): Promise<number> {
  const { data } = await shop.sell(await shop.addType({ renewBefore: 3_660, ...fields }));
  expect((await backend.call(season.activate, { id: data.cardId })).success).toBe(true);
  return data.cardId;
}
const lost = async (): Promise<number> => {
  const id = await active();
  await backend.call(season.reportLoss, { id, reason: null });
  return id;
};
const paid = { paymentType: "cash", expected: null };
const stateOf = async (id: number) =>
  (await backend.sql("select status, valid_to::text as until, deposit::int from season_card where id = $1", [id]))[0];

describe.runIf(raceIsReal)("an annual card", () => {
  test("a renewal: one term more, once", { timeout }, async () => {
    const id = await active();
    const press = pressOf(season.renew, { id, ...paid });
    await interrupted(backend, ["orders", "payment", "season_card_charge", "season_card_log"], press);
    expect(await stateOf(id)).toEqual({ status: "active", until: "2028-11-19", deposit: 2_000 });
  });

  test("an upgrade: the difference, once", { timeout }, async () => {
    const dear = await shop.addType({ price: 50_000 });
    const id = await active({ upgrades: [{ toTypeId: dear }] });
    const press = pressOf(season.upgrade, { id, toTypeId: dear, ...paid });
    await interrupted(backend, ["orders", "payment", "season_card_charge", "season_card_log"], press);
    const charges = await backend.sql(
      "select sum(amount)::int as amount from season_card_charge where card_id = $1 and kind in ('card', 'upgrade')",
      [id],
    );
    expect(charges).toEqual([{ amount: 50_000 }]);
  });

  test("a replacement: one new card, which has everything", { timeout }, async () => {
    const id = await lost();
    const press = pressOf(season.replace, { id, number: null, ...paid });
    await interrupted(backend, ["season_card", "payment", "season_card_charge", "season_card_log"], press);
    expect(await stateOf(id)).toMatchObject({ status: "replaced", deposit: 0 });
  });

  test("cancelling: price by the scale and deposit, once", { timeout }, async () => {
    const id = await active();
    const press = pressOf(season.cancel, { id, reason: "搬家", expected: null });
    await interrupted(backend, ["payment", "card_ledger", "season_card_log"], press);
    expect(await stateOf(id)).toMatchObject({ status: "cancelled", deposit: 0 });
  });
});

const heldOf = async (id: number) =>
  (await backend.sql("select status, principal::int, gift::int, deposit::int from stored_card where id = $1", [id]))[0];

describe.runIf(raceIsReal)("a stored-value card", () => {
  test("a first sale: fees, deposit and top-up, once", { timeout }, async () => {
    const { id } = await stored.stock(await stored.addType({ cardFeeId: stored.feeId }));
    const holder = { holderName: "李明", identity: null, mobile: null };
    const press = pressOf(methods.sell, { id, ...holder, amount: 10_000, paymentType: "cash" });
    await interrupted(backend, ["payment", "stored_charge", "stored_ledger", "stored_top_up", "stored_money"], press);
    expect(await heldOf(id)).toEqual({ status: "active", principal: 10_000, gift: 1_000, deposit: 2_000 });
  });

  test("a purchase: from the card and into the order, once", { timeout }, async () => {
    const { id } = await stored.sold(await stored.addType(), { amount: 10_000 });
    const press = pressOf(methods.spend, { id, amount: 3_000, what: null });
    await interrupted(backend, ["orders", "payment", "stored_charge", "stored_spend", "stored_ledger"], press);
    expect(await heldOf(id)).toMatchObject({ principal: 7_000, gift: 1_000 });
  });

  test("a refund of principal: once", { timeout }, async () => {
    const { id } = await stored.sold(await stored.addType({ giftTiers: [] }), { amount: 10_000 });
    const press = pressOf(methods.refund, { id, amount: 4_000, reason: "不用了" });
    await interrupted(backend, ["stored_ledger", "stored_money"], press);
    expect(await heldOf(id)).toMatchObject({ principal: 6_000 });
  });

  test("a replacement: all balances go over, none stays", { timeout }, async () => {
    const { id } = await stored.sold(await stored.addType({ cardFeeId: stored.feeId }), { amount: 10_000 });
    await backend.call(methods.reportLoss, { id, reason: null });
    const press = pressOf(methods.replace, { id, number: null, paymentType: "cash" });
    await interrupted(backend, ["stored_card", "stored_ledger", "stored_money", "payment", "stored_charge"], press);
    expect(await heldOf(id)).toEqual({ status: "replaced", principal: 0, gift: 0, deposit: 0 });
  });

  test("cancelling: principal and deposit go back, once", { timeout }, async () => {
    const { id } = await stored.sold(await stored.addType({ cardFeeId: stored.feeId }), { amount: 10_000 });
    await interrupted(backend, ["stored_ledger", "stored_money"], pressOf(methods.cancel, { id, reason: "搬家" }));
    expect(await heldOf(id)).toEqual({ status: "cancelled", principal: 0, gift: 0, deposit: 0 });
  });

  test("a purchase without a line that waited: charged afterwards, once", { timeout }, async () => {
    backend.setNow(new Date(friday.getTime() - 3_600_000));
    const card = await stored.sold(await stored.addType({ giftTiers: [] }), { amount: 500 });
    backend.setNow(new Date(friday.getTime() + 3_600_000));
    const [till] = await backend.sql<{ id: number }>("select id::int from pos order by id limit 1");
    const entry = { entryKey: fresh("offline-key"), number: card.number, amount: 2_000, at: friday.toISOString() };
    await backend.call(storedOfflineUpload, { posId: till?.id ?? 0, entries: [entry] });
    await backend.call(methods.topUp, { id: card.id, amount: 5_000, paymentType: "cash" } as never);
    const [row] = await backend.sql<{ id: number }>("select id::int from stored_offline where entry_key = $1", [
      entry.entryKey,
    ]);
    const press = pressOf(storedOffline.commands.book.method, { id: row?.id, note: "已充值" });
    await interrupted(backend, ["payment", "stored_charge", "stored_spend", "stored_ledger"], press);
    expect(await heldOf(card.id)).toMatchObject({ principal: 3_500 });
  });
});

test.runIf(!raceIsReal)("on the embedded engine there is one connection, and nobody to kill it", () => {
  expect(raceIsReal).toBe(false);
});
