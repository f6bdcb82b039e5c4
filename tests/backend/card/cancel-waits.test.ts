/** A card whose money has to wait is frozen until all of it has gone back, and its deposit with it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { dropHeldRefund } from "~/contract/order/order";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
import { invoicesOf, settings } from "../invoice/support";
import { openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let invoices: ReturnType<typeof invoicesOf>;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
  invoices = invoicesOf(backend);
  await settings(backend);
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const { methods } = seasonCard;
const active = async (typeId: number) => {
  const { data } = await shop.sell(typeId);
  expect((await backend.call(methods.activate, { id: data.cardId })).message).toBe("");
  return data;
};
const cancel = (id: number, expected: number | null = null) =>
  backend.call(methods.cancel, { id, reason: "搬家", expected });
const row = async (id: number) =>
  (await backend.sql("select status, frozen_for, deposit::int from season_card where id = $1", [id]))[0];
const refundsOf = (orderId: number) =>
  backend.sql<{ id: number; state: string; amount: number }>(
    "select id::int as id, state, amount::int as amount from refund where order_id = $1 order by id",
    [orderId],
  );
const backOf = async (orderId: number) =>
  (await backend.sql<{ back: number }>("select refunded::int as back from orders where id = $1", [orderId]))[0]?.back;
/** What left the till for deposits of a card. */
const depositBack = async (id: number) =>
  (
    await backend.sql<{ back: number }>(
      `select coalesce(-sum(l.held_change) filter (where l.kind = 'payBack'), 0)::int as back
       from card_ledger l join season_card_deposit d on d.id = l.season_card_deposit_id where d.card_id = $1`,
      [id],
    )
  )[0]?.back;

describe("a card whose sale is invoiced", () => {
  const frozen = { status: "frozen", frozen_for: "refund", deposit: 2_000 };

  test("is frozen with its deposit until the red letter is issued, and cancelled then", async () => {
    const { cardId: id, orderId } = await active(await shop.addType());
    const made = await invoices.issued([orderId]);
    const { data, message } = await cancel(id, 17_000);
    expect(message).toBe("");
    expect(data.notice).toContain("待发票冲红");
    expect(data.notice).toContain(made.serial);
    expect(await row(id)).toEqual(frozen);
    expect([await backOf(orderId), await depositBack(id)]).toEqual([0, 0]);
    expect((await backend.call(methods.found, { id })).message).toContain("待发票冲红");
    const red = await invoices.red(made.id);
    expect((await invoices.issueRed(red.data.id)).message).toBe("");
    expect(await row(id)).toEqual({ status: "cancelled", frozen_for: null, deposit: 0 });
    expect([await backOf(orderId), await depositBack(id)]).toEqual([15_000, 2_000]);
  });

  test("is what it was where the refund that is held is withdrawn", async () => {
    const { cardId: id, orderId } = await active(await shop.addType());
    await invoices.issued([orderId]);
    await cancel(id);
    expect(await row(id)).toEqual(frozen);
    const [held] = await refundsOf(orderId);
    expect(held?.state).toBe("held");
    expect((await backend.call(dropHeldRefund, { refundId: held?.id ?? 0, reason: "不退了" })).message).toBe("");
    expect(await row(id)).toEqual({ status: "active", frozen_for: null, deposit: 2_000 });
    expect(await depositBack(id)).toBe(0);
  });
});
