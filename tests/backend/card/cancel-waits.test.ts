/** A card whose money has to wait is frozen until all of it has gone back, and its deposit with it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { decideRefund, dropHeldRefund } from "~/contract/order/order";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
import { race } from "~tests/support/race";
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

describe("a card that several orders paid for", () => {
  let whole: Shop;
  beforeAll(async () => {
    whole = await openShop(backend, { issue: 0, refundScale: [{ until: 100, percent: 100 }] });
  });
  /** Sold and renewed at `price` each time; what was paid for it goes back whole. */
  async function paidFor(price: number, times: number) {
    const { data } = await whole.sell(await whole.addType({ price, renewBefore: 3_660 }));
    const id = data.cardId;
    expect((await backend.call(methods.activate, { id })).message).toBe("");
    for (let n = 1; n < times; n += 1)
      expect((await backend.call(methods.renew, { id, paymentType: "cash", expected: null })).message).toBe("");
    const orders = await backend.sql<{ id: number }>(
      "select distinct order_id::int as id from season_card_charge where card_id = $1 order by 1",
      [id],
    );
    expect(orders).toHaveLength(times);
    return { id, orders: orders.map((one) => one.id) };
  }
  const decider = async () => (await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] })).token;
  const decide = async (orderId: number, decision: "approve" | "reject", as: string) => {
    const refundId = (await refundsOf(orderId)).at(-1)?.id ?? 0;
    return backend.call(decideRefund, { refundId, decision, remark: "看过" }, { as });
  };
  const statesOf = async (orders: readonly number[]) => {
    const all: (string | undefined)[] = [];
    for (const orderId of orders) all.push((await refundsOf(orderId)).at(-1)?.state);
    return all;
  };
  const frozen = { status: "frozen", frozen_for: "refund", deposit: 2_000 };

  test("above the limit in total: each part waits, and the card ends with its deposit once all are back", async () => {
    const { id, orders } = await paidFor(40_000, 3);
    const [first = 0, second = 0, third = 0] = orders;
    expect((await cancel(id, 122_000)).data.notice).toContain("1200.00 待审批");
    expect(await statesOf(orders)).toEqual(["waiting", "waiting", "waiting"]);
    for (const orderId of orders) expect(await backOf(orderId)).toBe(0);
    const as = await decider();
    expect((await decide(first, "approve", as)).message).toBe("");
    expect([await row(id), await depositBack(id)]).toEqual([frozen, 0]);
    const both = await race(backend, 2, (n) => decide(n === 0 ? second : third, "approve", as));
    expect(both.map(({ message }) => message)).toEqual(["", ""]);
    expect(await row(id)).toEqual({ status: "cancelled", frozen_for: null, deposit: 0 });
    expect(await depositBack(id)).toBe(2_000);
  });

  test("where one part is rejected it stays frozen for the others, and is what it was once all are", async () => {
    const { id, orders } = await paidFor(40_000, 2);
    const [first = 0, second = 0] = orders;
    await cancel(id);
    const as = await decider();
    await decide(first, "reject", as);
    expect(await row(id)).toEqual(frozen);
    expect((await cancel(id)).message).toContain("尚未办结");
    await decide(second, "reject", as);
    expect(await row(id)).toEqual({ status: "active", frozen_for: null, deposit: 2_000 });
  });

  test("what is below the limit with its orders and above it with its deposit waits as well", async () => {
    const { id, orders } = await paidFor(49_000, 1);
    await cancel(id);
    expect([await statesOf(orders), await row(id)]).toEqual([["waiting"], frozen]);
    const small = await paidFor(24_000, 2);
    expect((await cancel(small.id)).data.answer).toEqual({ amount: 48_000, deposit: 2_000 });
  });

  test("where an invoice holds one of its orders none of the others goes back before", async () => {
    const { id, orders } = await paidFor(10_000, 2);
    const [, renewal = 0] = orders;
    await invoices.issued([renewal]);
    await cancel(id);
    expect([await statesOf(orders), await row(id)]).toEqual([["waiting", "waiting"], frozen]);
  });
});
