/** Pure rules of stored value: gifts, what a purchase takes from which balance, what goes back. Fen. What is charged: `spend-rules` of the contract. */

export interface Tier {
  from: number;
  gift: number;
}

/** The highest tier that one top-up reaches; null: it brings no gift. */
export function tierOf(tiers: readonly Tier[], amount: number): Tier | null {
  return amount === 0 ? null : (tiers.findLast(({ from }) => from <= amount) ?? null);
}

/** From which balance an amount is taken; of more than both hold, what they hold. */
export function split(
  { principal, gift }: { principal: number; gift: number },
  giftFirst: boolean,
  amount: number,
): { fromPrincipal: number; fromGift: number } {
  const fromGift = giftFirst ? Math.min(gift, amount) : Math.min(gift, Math.max(0, amount - principal));
  return { fromGift, fromPrincipal: Math.min(principal, amount - fromGift) };
}

/** What goes back of a purchase, in the proportion that was taken: parts of several refunds add up to the whole. */
export function backOf(
  taken: { principal: number; gift: number; principalBack: number; giftBack: number },
  amount: number,
): { principal: number; gift: number } {
  const whole = taken.principal + taken.gift;
  const back = taken.principalBack + taken.giftBack + amount;
  const principal = Math.round((taken.principal * back) / whole) - taken.principalBack;
  return { principal, gift: amount - principal };
}

/** Of the free part, as much as of the amount: what goes back now. */
export function freeBackOf(
  taken: { principal: number; gift: number; principalBack: number; giftBack: number; free: number; freeBack: number },
  amount: number,
): number {
  const whole = taken.principal + taken.gift;
  const back = taken.principalBack + taken.giftBack + amount;
  return Math.round((taken.free * back) / whole) - taken.freeBack;
}

/** Gift that is forfeited with a part of the principal: its share, and never a fen too little. */
export function forfeitOf({ principal, gift }: { principal: number; gift: number }, amount: number): number {
  return principal === 0 ? 0 : Math.ceil((gift * amount) / principal);
}
