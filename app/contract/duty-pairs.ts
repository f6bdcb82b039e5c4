/**
 * Duties that one person should not have both of: who sets prices and gives money back, who asks and who decides, who counts
 * and who books. By buttons, which are of one function each; a test holds them against the menu and the approvals.
 */
import { pricingButtons, refundingButtons } from "./function-tree";
import { type Message, m } from "./messages";

export interface DutyPair {
  title: Message;
  one: ReadonlySet<string>;
  other: ReadonlySet<string>;
}

const of = (title: Message, one: readonly string[], other: readonly string[]): DutyPair => ({
  title,
  one: new Set(one),
  other: new Set(other),
});

/** Codes are in filters that people keep: one stays what it is. */
export const dutyPairs: Readonly<Record<string, DutyPair>> = {
  pricesRefunds: { title: m.duty_pair_prices, one: pricingButtons, other: refundingButtons },
  refund: of(m.duty_pair_refund, ["order:refund", "order:change"], ["refund:decide"]),
  storedRefund: of(
    m.duty_pair_stored,
    ["smartCard:refund", "smartCard:cancel"],
    ["smartCard:refundDecide", "smartCard:cancelDecide"],
  ),
  credit: of(
    m.duty_pair_credit,
    ["agency:changeLimit", "agency:allowOrder", "agencyShare:add", "agencyShare:changeLimit"],
    ["agency:changeLimitDecide", "agency:allowOrderDecide", "agencyShare:changeLimitDecide"],
  ),
  agencyMoney: of(m.duty_pair_top_up, ["agency:topUp"], ["agency:topUpDecide"]),
  reward: of(m.duty_pair_reward, ["guideReward:reckon", "guideReward:approve"], ["guideReward:pay"]),
  payee: of(m.duty_pair_payee, ["guidePayee:add", "guidePayee:edit"], ["guideReward:pay"]),
  stockBill: of(
    m.duty_pair_bill,
    ["stockIn:add", "stockIn:edit", "stockOut:add", "stockOut:edit", "stockWriteOff:add", "stockWriteOff:edit"],
    ["stockIn:approve", "stockOut:approve", "stockWriteOff:approve"],
  ),
  stockCount: of(
    m.duty_pair_count,
    ["stockCount:start", "stockCount:finish", "stockCount:recount"],
    ["stockCount:review", "stockCount:post"],
  ),
  writeOff: of(m.duty_pair_write_off, ["agencyStatement:writeOff"], ["agencyStatement:writeOffDecide"]),
  closure: of(m.duty_pair_closure, ["closure:settle"], ["closure:settleDecide"]),
  accounts: of(m.duty_pair_accounts, ["operator:add"], ["operator:grant", "role:grant"]),
};

/** Sides of pairs that these buttons are on, as `refund.one`. */
export function dutiesOf(granted: readonly string[]): string[] {
  const has = (side: ReadonlySet<string>) => granted.some((button) => side.has(button));
  return Object.entries(dutyPairs).flatMap(([code, { one, other }]) => [
    ...(has(one) ? [`${code}.one`] : []),
    ...(has(other) ? [`${code}.other`] : []),
  ]);
}
