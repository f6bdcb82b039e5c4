/** A cart priced and judged by the rules: the same for the quotation and for the sale. */
import type { z } from "zod";
import { m } from "~/contract/messages";
import { maxDaysOfOrder, type saleLine } from "~/contract/ticket/sale";
import { Invalid } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { aboveCeiling } from "./price-limits";
import { quotaWhyNot, type Taking } from "./quota-take";
import { type CapacityOfDay, capacityWhyNot, type PeopleOfDay } from "./rules/capacity";
import type { GroupTerms } from "./rules/refund-free";
import { slotWhyNot, typeWhyNot } from "./rules/sellable";
import { type PartLine, partLinesOf, partsWhyNot } from "./sale-combos";
import {
  closedWhyNot,
  needsOf,
  placesIn,
  poolsOf,
  priceOf,
  readSaleContext,
  type SaleContext,
  type SoldType,
  slotOf,
} from "./sale-context";
import { type LateSale, lateSaleOf, neverClosed } from "./sale-late";
import { type Overbooking, overbookingOf, takeBeyond } from "./sale-overbook";
import { maySellOthers, pageWhyNot, type SoldPage } from "./sales-page-sold";

/** What was asked for: of a combo one line, whatever it is made of. */
export interface AskedLine {
  type: SoldType;
  /** On which it is used. */
  day: string;
  slot: string;
  quantity: number;
  unitPrice: number;
  amount: number;
  policyId: number | null;
  policyName: string;
  whyNot: string;
}

/** What is sold: the tickets of one type at one price. */
export interface CartLine extends AskedLine, Partial<Pick<PartLine, "ofCombo" | "places">> {
  /** Which of the lines that were asked for it comes from. */
  asked: number;
  /** Of a group some of which are free. */
  ofGroup?: GroupTerms;
  /** Why it was sold although the clock had closed it. */
  late?: string;
}

export interface Cart {
  /** The first of its days. */
  visitDay: string;
  /** The days of its lines, in order. */
  days: string[];
  now: Date;
  asked: AskedLine[];
  lines: CartLine[];
  takings: Taking[];
  capacities: CapacityOfDay[];
  /** What is sold here, by this caller; null for everything. */
  page: SoldPage | null;
  /** Name of the point of sale; "" for none. */
  posName: string;
  /** What of it would be sold beyond a quota, by who may; null where all of it fits or it may not be. */
  overbook: Overbooking | null;
  /** What of it the clock has closed, by who may sell it all the same; null for nothing. */
  late: LateSale | null;
  /** The first reason against the whole; "" when it can be sold. */
  whyNot: string;
}

interface Wanted {
  visitDay: string;
  lines: readonly z.output<typeof saleLine>[];
  posId?: number | undefined;
  /** Default: the counter's. */
  channel?: string;
  /** Sales pages say what is sold at windows: whoever reserves asks none. */
  anyPage?: boolean;
  /** Groups may be larger or smaller than what is sold to one buyer. */
  anyNumber?: boolean;
  /** Sold at an earlier time: the booking clock was asked then. */
  anyTime?: boolean;
  /** Whose prices; default: those of everybody at the counter. */
  group?: string;
  /** Places beyond quotas that the seller was warned of and takes upon them; needs the button `sale:overbook`. */
  overbook?: number;
  /** Why what the booking clock has closed is sold; needs the button `sale:late`. */
  late?: string;
  /** Of an agency: its own prices above the group's (`travel/layers.ts`). */
  layers?: readonly string[];
}

type Contexts = ReadonlyMap<string, SaleContext>;

/**
 * Prices the cart on the server, whatever the page showed: each line by the rules of its own day, `visitDay` where it names
 * none. Types and points of sale that there are not are Invalid.
 */
export async function priceCart(
  call: Call,
  { anyPage = false, anyNumber = false, anyTime = false, ...asking }: Wanted,
): Promise<Cart> {
  const wanted = asking.lines.map((line) => ({ ...line, day: line.visitDay ?? asking.visitDay }));
  const contexts = await contextsOf(call, asking, wanted);
  const days = [...contexts.keys()];
  const context = contextOf(contexts, days[0] ?? asking.visitDay);
  if (asking.posId !== undefined && context.posName === null) throw new Invalid({ posId: [m.r_no_pos()] });
  const asked = wanted.map(({ ticketTypeId, day, slot, quantity }, index): AskedLine => {
    const own = contextOf(contexts, day);
    const type = own.types.find(({ id }) => id === ticketTypeId);
    if (!type) throw new Invalid({ [`lines.${index}.ticketTypeId`]: [m.r_no_ticket_type()] });
    const { price, policy } = priceOf(own, type, slot);
    return {
      type,
      day,
      slot,
      quantity,
      unitPrice: price,
      amount: price * quantity,
      policyId: policy?.id ?? null,
      policyName: policy?.name ?? "",
      whyNot: "",
    };
  });
  const beyond = asked.some(({ type }) => pageWhyNot(context.salesPage, type) !== "");
  const page = anyPage || (beyond && (await maySellOthers(call, context.salesPage))) ? null : context.salesPage;
  const ruledOut = (type: SoldType, { day, slot }: AskedLine) => ruleWhyNot(call, contextOf(contexts, day), type, slot);
  const closed = new Map<AskedLine, string>();
  for (const line of anyTime ? [] : asked) {
    const no = ruledOut(line.type, line);
    if (no !== "" && ruledOut(neverClosed(line.type), line) === "") closed.set(line, no);
  }
  const late = await lateSaleOf(call, [...closed.values()], asking.late ?? "");
  const passed = late !== null && late.reason !== "" ? late.reason : "";
  const lines = soldLines(asked).map((line) => {
    const own = asked[line.asked];
    return passed !== "" && own && closed.has(own) ? { ...line, late: passed } : line;
  });
  const ofDay = (day: string) => lines.filter((line) => line.day === day);
  const takings = days.flatMap((day) => takingsOf(contextOf(contexts, day), ofDay(day)));
  const overbook = await overbookingOf(call, (day) => contextOf(contexts, day), takings);
  if (overbook && (asking.overbook ?? 0) >= overbook.places) takeBeyond(overbook);
  for (const line of asked)
    line.whyNot =
      pageWhyNot(page, line.type) ||
      lineWhyNot(
        call,
        contextOf(contexts, line.day),
        { asked, takings, anyNumber, anyTime, late: passed !== "" },
        line,
      );
  const full = days.map((day) => fullWhyNot(contextOf(contexts, day), ofDay(day)));
  const whyNot = asked.find((line) => line.whyNot !== "")?.whyNot || full.find((no) => no !== "") || "";
  const capacities = [...contexts.values()].flatMap((one) => one.capacities);
  const { posName } = context;
  return {
    ...{ visitDay: context.visitDay, days, now: call.now, asked, lines, takings, capacities, page, whyNot },
    ...{ overbook, late },
    posName: posName ?? "",
  };
}

/** What the rules look at, by day and in the order of the days: one statement for each. */
async function contextsOf(
  call: Call,
  { visitDay, posId, channel, group, layers }: Omit<Wanted, "lines">,
  wanted: readonly { ticketTypeId: number; day: string }[],
): Promise<Contexts> {
  const days = [...new Set(wanted.map(({ day }) => day))].sort();
  if (days.length > maxDaysOfOrder) throw new Invalid({ lines: [m.r_days_per_order({ n: maxDaysOfOrder })] });
  const contexts = new Map<string, SaleContext>();
  for (const day of days.length > 0 ? days : [visitDay]) {
    const own = wanted.filter((line) => line.day === day).map(({ ticketTypeId }) => ticketTypeId);
    contexts.set(day, await readSaleContext(call, day, [...new Set(own)], { posId, channel, group, layers }));
  }
  return contexts;
}

function contextOf(contexts: Contexts, day: string): SaleContext {
  const found = contexts.get(day);
  if (!found) throw new Error(`nothing was read of ${day}`);
  return found;
}

/** Combos become their parts, each combo of the order with a number of its own. */
function soldLines(asked: readonly AskedLine[]): CartLine[] {
  let sets = 0;
  return asked.flatMap((line, index): CartLine[] => {
    if (!line.type.combo) return [{ ...line, asked: index }];
    const parts = partLinesOf(line.type, line.unitPrice, line.quantity, sets + 1);
    sets += line.quantity;
    return parts.map((part) => ({
      ...line,
      ...part,
      slot: slotOf(part.type, line.slot),
      amount: part.unitPrice * part.quantity,
      asked: index,
    }));
  });
}

interface Asked extends Required<Pick<Wanted, "anyNumber" | "anyTime">> {
  /** What the clock has closed is sold all the same. */
  late: boolean;
  asked: readonly AskedLine[];
  takings: readonly Taking[];
}

/** Why this line cannot be sold: its type, slot and number, together with the other lines of its type; or one of its parts. */
function lineWhyNot(
  call: Call,
  context: SaleContext,
  { asked, takings, anyNumber, anyTime, late }: Asked,
  { type, slot }: AskedLine,
): string {
  const { name, minPerOrder, maxPerOrder } = type;
  const ofType = asked.filter((line) => line.type.id === type.id).reduce((sum, { quantity }) => sum + quantity, 0);
  const ruled = anyTime ? withoutClock(type) : late ? neverClosed(type) : type;
  const byRule = ruleWhyNot(call, context, ruled, slot);
  if (byRule) return byRule;
  if (!anyNumber && ofType < minPerOrder) return m.r_min_per_order({ name, n: minPerOrder });
  if (!anyNumber && ofType > maxPerOrder) return m.r_max_per_order({ name, n: maxPerOrder });
  for (const need of needsOf(type)) {
    const own = slotOf(need.type, slot);
    for (const pool of poolsOf(context, need.type.id)) {
      const taking = takings.find(
        (one) => one.day === context.visitDay && one.poolId === pool.id && one.slot === (pool.bySlot ? own : ""),
      );
      const { left, others } = placesIn(pool, own);
      const no = taking ? quotaWhyNot(taking, left + (taking.beyond ?? 0), others) : "";
      if (no) return no;
    }
  }
  return "";
}

/** As to the rules of the type and of its parts, whatever the number. */
export function ruleWhyNot(call: Call, context: SaleContext, type: SoldType, slot: string): string {
  const wish = { channel: context.channel, visitDay: context.visitDay, now: call.now };
  const own =
    typeWhyNot(type, wish) ||
    partsWhyNot(type) ||
    slotWhyNot(type, slot, wish) ||
    // A price that was set before the maximum, or elsewhere.
    (type.priceCeiling === null ? "" : aboveCeiling(type, priceOf(context, type, slot).price));
  const parts = (type.combo?.parts ?? []).map(
    (part) => typeWhyNot(part.type, wish) || slotWhyNot(part.type, slotOf(part.type, slot), wish),
  );
  return own || parts.find((no) => no !== "") || closedWhyNot(context, type, slot);
}

function withoutClock(type: SoldType): SoldType {
  const { combo } = type;
  const parts = combo?.parts.map((part) => ({ ...part, type: { ...part.type, clocks: [] } }));
  return { ...type, clocks: [], ...(combo && parts && { combo: { ...combo, parts } }) };
}

/** How many people of the lines go to a park on a day: a family ticket is for several. */
export function peopleOf(lines: readonly Pick<CartLine, "type" | "day" | "quantity">[]): PeopleOfDay {
  return ({ parkId, day }) =>
    lines
      .filter(({ type, day: own }) => type.parkId === parkId && own === day)
      .reduce((sum, { type, quantity }) => sum + quantity * (type.rules.persons ?? 1), 0);
}

function fullWhyNot({ capacities }: SaleContext, lines: readonly CartLine[]): string {
  const people = peopleOf(lines);
  const sentences = capacities.map((one) => capacityWhyNot(one, people(one)));
  return sentences.find((sentence) => sentence !== "") ?? "";
}

/** What the cart takes of each pool: every pool that an item belongs to, lines of one pool together. */
export function takingsOf(
  context: SaleContext,
  lines: readonly Pick<CartLine, "type" | "slot" | "quantity">[],
): Taking[] {
  const takings = new Map<string, Taking>();
  for (const line of lines) {
    for (const pool of poolsOf(context, line.type.id)) {
      const slot = pool.bySlot ? line.slot : "";
      const key = `${pool.id}/${slot}`;
      const taking = takings.get(key) ?? {
        poolId: pool.id,
        poolName: pool.name,
        day: context.visitDay,
        slot,
        quantity: 0,
        part: placesIn(pool, slot).own ? context.channel : "",
        typeIds: pool.ticketTypeIds,
        bySlot: pool.bySlot,
      };
      taking.quantity += line.quantity;
      takings.set(key, taking);
    }
  }
  return [...takings.values()];
}

/** Whether a line's places come from a taking. */
export function drawsFrom({ type, day, slot }: Pick<CartLine, "type" | "day" | "slot">, taking: Taking): boolean {
  return taking.day === day && taking.typeIds.includes(type.id) && taking.slot === (taking.bySlot ? slot : "");
}
