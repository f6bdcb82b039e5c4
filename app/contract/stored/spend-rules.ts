/**
 * What a purchase with a stored-value card is charged, and why not. Pure: no clock, no data, fen. The server judges by it, and
 * so does a till without a line, which knows all of it but the balance.
 */
import { m } from "../messages";
import { plainYuan as yuan } from "../money";

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

/** The state of a card, as far as its purchases depend on it. */
export interface SpendingCard {
  status: string;
  number: string;
  validTo: string | null;
  soldAt: string | null;
  /** Of a lost one: since when. */
  frozenAt: string | null;
}

export interface Spending {
  card: SpendingCard;
  /** Name of its type. */
  type: string;
  rules: readonly SpendRule[];
  place: Place;
  at: Date;
  /** The business day of that moment. */
  day: string;
  /** Of that day, of this card. */
  used: { spent: number; free: number };
  /** Principal and gift together; null where they are not known. */
  balance: number | null;
}

export interface Charge {
  free: number;
  off: number;
  payable: number;
  /** "" where there is none. */
  ruleName: string;
  /** "" where it may be charged. */
  whyNot: string;
}

/** `byRule` false: what is bought has its price already, and the rule says where and how much a day alone. */
export function chargeOf(of: Spending, amount: number, byRule = true): Charge {
  const { card, type, rules, place, at, day, used, balance } = of;
  const rule = ruleAt(rules, place);
  const { free, off, payable } = byRule
    ? priced(amount, rule ?? null, used.free)
    : { free: 0, off: 0, payable: amount };
  const whyNot =
    cardWhyNot(card, at, day) ||
    (rule === undefined
      ? m.stored_no_here({ type })
      : rule?.dailyMost != null && used.spent + payable > rule.dailyMost
        ? m.stored_daily_over({ used: yuan(used.spent), most: yuan(rule.dailyMost) })
        : balance !== null && payable > balance
          ? m.stored_short({ payable: yuan(payable), balance: yuan(balance) })
          : "");
  return { free, off, payable, ruleName: rule?.name ?? "", whyNot };
}

/** Without a line, of a card a day: by the rule of the place, else by the parameter. */
export function offlineMostAt(rules: readonly SpendRule[], place: Place, usual: number): number {
  return ruleAt(rules, place)?.offlineMost ?? usual;
}

/** By the moment: a loss that was reported after a purchase does not reach back, nor does a sale. */
function cardWhyNot({ status, number, validTo, soldAt, frozenAt }: SpendingCard, at: Date, day: string): string {
  const isLost = status === "frozen" && (frozenAt === null || Date.parse(frozenAt) <= at.getTime());
  if (isLost) return m.card_verdict_lost({ number });
  if (status === "replaced") return m.card_verdict_replaced({ number });
  if (status === "cancelled") return m.card_verdict_cancelled({ number });
  if (status === "spoiled") return m.card_verdict_spoiled({ number });
  const isOut = status === "active" || status === "frozen";
  if (!isOut || (soldAt !== null && Date.parse(soldAt) > at.getTime())) return m.card_verdict_not_active({ number });
  return validTo !== null && validTo < day ? m.stored_expired({ day: validTo }) : "";
}
