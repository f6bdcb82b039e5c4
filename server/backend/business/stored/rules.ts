/** Pure rules of stored value: gifts, what a purchase takes from which balance, what goes back. Fen. */

export interface SpendRule {
  id: number;
  name: string;
  percent: number;
  dailyMost: number | null;
  freeDaily: number | null;
  /** Of a card a day, at a till without a line; null: as the parameter says. */
  offlineMost: number | null;
  /** None: everywhere. A place without a till is all of its park. */
  places: { parkId: number; posId: number | null }[];
}

export interface Place {
  parkId: number;
  posId: number | null;
}

export interface Tier {
  from: number;
  gift: number;
}

/** The highest tier that one top-up reaches; null: it brings no gift. */
export function tierOf(tiers: readonly Tier[], amount: number): Tier | null {
  return amount === 0 ? null : (tiers.findLast(({ from }) => from <= amount) ?? null);
}

/**
 * The rule of a place: that of the till before that of the park before that of everywhere; the older of two. Undefined: it
 * may not be spent there. Null: there is no rule at all, so everywhere at the full price.
 */
export function ruleAt(rules: readonly SpendRule[], { parkId, posId }: Place): SpendRule | null | undefined {
  if (rules.length === 0) return null;
  const near = ({ places }: SpendRule): number => {
    if (places.length === 0) return 1;
    const here = places.filter((place) => place.parkId === parkId);
    if (posId !== null && here.some((place) => place.posId === posId)) return 3;
    return here.some((place) => place.posId === null) ? 2 : 0;
  };
  const fitting = rules.filter((rule) => near(rule) > 0);
  return fitting.sort((one, other) => near(other) - near(one) || one.id - other.id)[0];
}

/** What is charged for a purchase: the free part of the day first, the discount on the rest. */
export function priced(
  amount: number,
  rule: Pick<SpendRule, "percent" | "freeDaily"> | null,
  freeUsed: number,
): { free: number; off: number; payable: number } {
  const free = Math.min(amount, Math.max(0, (rule?.freeDaily ?? 0) - freeUsed));
  const rest = amount - free;
  const payable = Math.round((rest * (rule?.percent ?? 100)) / 100);
  return { free, off: rest - payable, payable };
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
