/** Which price holds: the policies that apply, and the one among them that wins. Pure. */
import type { PricePolicy } from "~/contract/ticket/price";

export type PolicyTerms = Pick<
  PricePolicy,
  | "id"
  | "name"
  | "channel"
  | "customerGroup"
  | "startDay"
  | "endDay"
  | "weekdays"
  | "holidays"
  | "slot"
  | "price"
  | "priority"
>;

export interface PriceQuestion {
  /** yyyy-MM-dd. */
  day: string;
  /** 0 is Monday. */
  weekday: number;
  /** An official day off. */
  holiday: boolean;
  /** A Saturday or Sunday on which people work, to make up for a day off. */
  makeUp: boolean;
  /** "" for a type without slots. */
  slot: string;
  channel: string;
  group: string;
}

export interface ResolvedPrice<P> {
  price: number;
  /** Null: no policy applies, the list price holds. */
  policy: P | null;
}

/** The highest priority wins, then the later start, then the higher id. */
export function resolvePrice<P extends PolicyTerms>(
  policies: readonly P[],
  listPrice: number,
  question: PriceQuestion,
): ResolvedPrice<P> {
  let best: P | null = null;
  for (const policy of policies) {
    if (applies(policy, question) && (best === null || beats(policy, best))) best = policy;
  }
  return { price: best?.price ?? listPrice, policy: best };
}

export function applies(policy: PolicyTerms, question: PriceQuestion): boolean {
  const { day, slot, channel, group } = question;
  return (
    policy.startDay <= day &&
    day <= policy.endDay &&
    (policy.channel === "any" || policy.channel === channel) &&
    (policy.customerGroup === "any" || policy.customerGroup === group) &&
    (policy.slot === "" || policy.slot === slot) &&
    holdsOnHolidays(policy, question) &&
    holdsOnWeekday(policy, question)
  );
}

function holdsOnHolidays({ holidays }: PolicyTerms, { holiday }: PriceQuestion): boolean {
  if (holidays === "only") return holiday;
  return holidays === "any" || !holiday;
}

/** A make-up day is a working day like any: a policy holds on it if it holds from Monday to Friday. */
function holdsOnWeekday({ weekdays }: PolicyTerms, { weekday, makeUp }: PriceQuestion): boolean {
  return makeUp ? weekdays.startsWith("TTTTT") : weekdays[weekday] === "T";
}

function beats(one: PolicyTerms, other: PolicyTerms): boolean {
  if (one.priority !== other.priority) return one.priority > other.priority;
  if (one.startDay !== other.startDay) return one.startDay > other.startDay;
  return one.id > other.id;
}
