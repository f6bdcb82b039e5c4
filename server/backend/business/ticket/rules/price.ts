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
  /** Whose prices stand above those of the group and of everybody: an agency's type, price group, itself. The weakest first. */
  layers?: readonly string[] | undefined;
}

export interface ResolvedPrice<P> {
  price: number;
  /** Null: no policy applies, the list price holds. */
  policy: P | null;
}

/** The strongest layer wins, in it the highest priority, then the later start, then the higher id. */
export function resolvePrice<P extends PolicyTerms>(
  policies: readonly P[],
  listPrice: number,
  question: PriceQuestion,
): ResolvedPrice<P> {
  let best: P | null = null;
  for (const policy of policies) {
    if (applies(policy, question) && (best === null || beats(policy, best, question))) best = policy;
  }
  return { price: best?.price ?? listPrice, policy: best };
}

export function applies(policy: PolicyTerms, question: PriceQuestion): boolean {
  const { day, slot, channel } = question;
  return (
    policy.startDay <= day &&
    day <= policy.endDay &&
    (policy.channel === "any" || policy.channel === channel) &&
    isFor(policy, question) &&
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

const isFor = ({ customerGroup }: PolicyTerms, { group, layers = [] }: PriceQuestion): boolean =>
  customerGroup === "any" || customerGroup === group || layers.includes(customerGroup);

/** From 0 for what is no layer's, upwards. */
export const layerOf = ({ customerGroup }: PolicyTerms, { layers = [] }: PriceQuestion): number =>
  layers.indexOf(customerGroup) + 1;

export function beats(one: PolicyTerms, other: PolicyTerms, question: PriceQuestion): boolean {
  const [layer, otherLayer] = [layerOf(one, question), layerOf(other, question)];
  if (layer !== otherLayer) return layer > otherLayer;
  if (one.priority !== other.priority) return one.priority > other.priority;
  if (one.startDay !== other.startDay) return one.startDay > other.startDay;
  return one.id > other.id;
}
