/** Kinds of types: cards that admit and cards that hold money are rows of their own, and none becomes the other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { cardType } from "~/contract/card/type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
import { openStoredShop, type StoredShop } from "../stored/support";
import { openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let stored: StoredShop;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  shop = await openShop(backend);
  stored = await openStoredShop(backend);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

/** The form of a type, sent with other values. */
async function saved(id: number, fields: Record<string, unknown>) {
  const { data } = await backend.call(cardType.methods.get, { id });
  const { status: _, ...record } = data.record as Record<string, unknown>;
  return backend.call(cardType.methods.save, { ...record, ...fields } as never);
}
const asStored = { kind: "stored", giftOrder: "last", refundRule: "anytime" };
const asAnnual = () => ({
  ...{ kind: "annual", validity: "sale", months: 12, holdersMost: 1, giftOrder: null, refundRule: null, giftTiers: [] },
  places: [{ parkId: shop.park.parkId, gateGroupId: null }],
});

test("a type with cards is not changed to stored value or back, sold or in stock; one without may be", async () => {
  const annual = await shop.addType();
  await backend.saved(seasonCard.methods.save, { number: "KIND-1", cardTypeId: annual });
  const value = await stored.addType();
  await stored.sold(value, { amount: 5_000 });
  const before = await digests(backend);
  const words = "该类型已有卡，不能在储值卡与其他卡种之间改换";
  expect((await saved(annual, asStored)).errors).toEqual({ kind: [words] });
  expect((await saved(value, asAnnual())).errors).toEqual({ kind: [words] });
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await saved(await shop.addType(), asStored)).message).toBe("");
  expect((await saved(await stored.addType(), asAnnual())).message).toBe("");
});

test("no card is upgraded to stored value or to an employees' card: the form says so, and the step where the kind changed later", async () => {
  const value = await stored.addType({ name: "储值卡甲" });
  const staff = await shop.addType({ name: "员工卡甲", kind: "employee", price: 0 });
  const later = await shop.addType({ name: "通游卡", price: 50_000 });
  const type = await shop.addType({ upgrades: [{ toTypeId: later }] });
  for (const to of [value, staff])
    expect((await saved(type, { upgrades: [{ toTypeId: to }] })).errors).toEqual({
      "upgrades.0.toTypeId": ["请选择列表中的选项"],
    });
  const offered = (await backend.call(cardType.methods.get, { id: type })).data.options["upgrades.toTypeId"];
  const ids = offered?.map(({ value: id }) => Number(id));
  expect(ids).toContain(later);
  for (const to of [value, staff]) expect(ids).not.toContain(to);
  const { data } = await shop.sell(type);
  expect((await saved(later, asStored)).message).toBe("");
  const before = await digests(backend);
  const { methods } = seasonCard;
  const asked = { id: data.cardId, toTypeId: later, paymentType: "cash", expected: null };
  expect((await backend.call(methods.upgrade, asked)).errors).toEqual({ toTypeId: ["请选择列表中的选项"] });
  expect(changed(before, await digests(backend))).toEqual([]);
});
