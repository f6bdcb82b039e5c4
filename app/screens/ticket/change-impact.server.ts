/** What a change would touch, for its form: shown first, and saved only by who has seen these figures. */
import { createHash } from "node:crypto";
import type { z } from "zod";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { pricePolicyLook, quotaPoolLook } from "~/contract/ticket/change-impact";

export interface ImpactView {
  lines: string[];
  /** What keeps it from being saved; "" where nothing does. */
  stop: string;
  runs: { days: string; before: string; after: string }[];
  orders: { orderId: number; orderNo: string; visitDay: string; tickets: number; amount: string }[];
  /** Sent along by who has seen this. */
  seen: string;
}

type PolicyLook = z.output<(typeof pricePolicyLook)["answer"]>;
type PoolLook = z.output<(typeof quotaPoolLook)["answer"]>;

/** Null where nothing is touched. */
export function policyImpact(looked: PolicyLook, wish: unknown): ImpactView | null {
  if (looked.days === 0) return null;
  const { days, runs } = looked;
  return {
    lines: [m.impact_days({ days }), ...ordersLine(looked, m.impact_orders_keep_price)],
    stop: "",
    runs: runs.map(({ first, last, before, after }) => ({
      days: first === last ? first : m.impact_run({ first, last }),
      ...{ before: formatYuan(before), after: formatYuan(after) },
    })),
    orders: ordersOf(looked),
    seen: sealOf(wish, looked),
  };
}

/** Null where nothing is touched. */
export function poolImpact(looked: PoolLook, wish: unknown): ImpactView | null {
  const { days, below, added, removed, tickets } = looked;
  const comesOrGoes = tickets > 0 && added.length + removed.length > 0;
  if (days === 0 && !comesOrGoes) return null;
  const list = (names: string[]) => names.join(m.impact_sep());
  const days_ = below.map(({ day, slot, taken }) => m.impact_below_one({ day: `${day} ${slot}`.trim(), taken }));
  return {
    lines: [
      ...(days > 0 ? [m.impact_pool_days({ days })] : []),
      ...(added.length > 0 ? [m.impact_pool_added({ names: list(added) })] : []),
      ...(removed.length > 0 ? [m.impact_pool_removed({ names: list(removed) })] : []),
      ...ordersLine(looked, m.impact_orders_keep_place),
    ],
    stop: below.length > 0 ? m.impact_below({ list: list(days_) }) : "",
    runs: [],
    orders: ordersOf(looked),
    seen: sealOf(wish, looked),
  };
}

type Open = Pick<PolicyLook, "orders" | "tickets" | "amount" | "named">;

export const ordersLine = (
  { orders, tickets, amount }: Open,
  say: (facts: { orders: number; tickets: number; amount: string }) => string,
) => [orders === 0 ? m.impact_no_orders() : say({ orders, tickets, amount: formatYuan(amount) })];

export const ordersOf = ({ named }: Open) => named.map((one) => ({ ...one, amount: formatYuan(one.amount) }));

/** Of what was typed and of what it touches: other figures, or another wish, are shown anew. */
const sealOf = (wish: unknown, looked: unknown) =>
  createHash("sha256")
    .update(JSON.stringify([wish, looked]))
    .digest("base64url")
    .slice(0, 24);
