/** What a change costs and why not: the same for the quotation and for the change itself. Takes nothing. */
import type { FieldErrors } from "~/contract/errors";
import type { Changeable } from "~/contract/ticket/change-rule";
import type { Call } from "../../kernel/served";
import { type Tender, wayBack } from "../order/settlement";
import { concessionWrong } from "./change-concession";
import { asked, isTouched, type NewLine, newLines, sum, type Wish, wantedOf } from "./change-lines";
import type { ChangeableOrder, OldTicket } from "./change-read";
import {
  backWhyNot,
  choiceWhyNot,
  dayWrong,
  type Freed,
  freedOf,
  holdersWrong,
  mobileBeyond,
  orderWhyNot,
} from "./change-why-not";
import type { Taking } from "./quota-take";
import { ruleWhyNot, takingsOf } from "./sale-cart";
import { leftIn, poolsOf, readSaleContext, type SaleContext, slotOf } from "./sale-context";

export interface ChangeQuote {
  chosen: OldTicket[];
  wanted: Changeable[];
  lines: NewLine[];
  takings: Taking[];
  context: SaleContext | null;
  price: number;
  fee: number;
  newPrice: number;
  carried: number;
  due: number;
  back: number;
  ways: Tender[];
  slots: { slot: string; left: number | null; whyNot: string }[];
  left: number | null;
  wrong: FieldErrors;
  whyNot: string;
}

export async function quoteOf(call: Call, sold: ChangeableOrder, wish: Wish): Promise<ChangeQuote> {
  const chosen = sold.tickets.filter(({ id }) => wish.ticketIds.includes(id));
  const toDay = wish.toDay ?? chosen[0]?.visitDay;
  const wanted = wantedOf(chosen, wish);
  const moves = wanted.includes("day") || wanted.includes("slot");
  const typeIds = [...new Set(chosen.map(({ typeId }) => typeId))];
  const context =
    toDay && chosen.length > 0
      ? await readSaleContext(call, toDay, typeIds, { channel: sold.channel, ...sold.prices })
      : null;
  // Tickets of which nothing changes stay as they are, and cost nothing.
  const touched = chosen.filter((ticket) => isTouched(ticket, wish));
  const lines = newLines(call, sold, touched, wish, moves ? context : null);
  const takings = context && moves ? takingsOf(context, asked(lines)) : [];
  const swaps = lines.flatMap((line) => line.swaps);
  const price = sum(swaps, ({ old }) => old.price);
  const fee = sum(swaps, (swap) => swap.fee);
  const newPrice = sum(swaps, (swap) => swap.price);
  const carried = Math.min(price - fee, newPrice);
  const [due, back] = [newPrice - carried, price - fee - carried];
  const most = sum(sold.left, ({ amount }) => Math.max(0, amount));
  const freed = freedOf(touched);
  const day = moves && context ? dayWrong(call, context, lines, takings, freed, wish) : { wrong: {}, whyNot: "" };
  const people = lines.length > 0 ? await holdersWrong(call, sold, lines, wish) : { wrong: {}, whyNot: "" };
  const conceded = context ? concessionWrong(context, lines, wish) : { wrong: {}, whyNot: "" };
  const whyNot =
    orderWhyNot(sold) ||
    choiceWhyNot(sold, chosen, wish, wanted) ||
    day.whyNot ||
    people.whyNot ||
    conceded.whyNot ||
    (await mobileBeyond(call, sold, lines)) ||
    (await backWhyNot(call, sold, lines, back, most));
  return {
    chosen,
    wanted,
    lines,
    takings,
    context,
    price,
    fee,
    newPrice,
    carried,
    due,
    back,
    ways: back > most ? [] : wayBack(sold.left, back),
    slots: context ? slotsOf(call, context, chosen, freed) : [],
    left: context ? leftOf(context, chosen, wish.toSlot ?? "", freed) : null,
    wrong: { ...day.wrong, ...conceded.wrong, ...people.wrong },
    whyNot,
  };
}

/** Slots that all chosen types have on the day. */
function slotsOf(call: Call, context: SaleContext, chosen: readonly OldTicket[], freed: Freed): ChangeQuote["slots"] {
  const types = context.types.filter(({ id, slots }) => slots.length > 0 && chosen.some(({ typeId }) => typeId === id));
  const [first] = types;
  if (!first) return [];
  const common = first.slots.filter((slot) => types.every(({ slots }) => slots.includes(slot)));
  return common.map((slot) => ({
    slot,
    left: leftOf(context, chosen, slot, freed),
    whyNot:
      types.map((type) => ruleWhyNot(call, context, { ...type, channels: [context.channel] }, slot)).find(Boolean) ??
      "",
  }));
}

/** Places for the chosen types together, those included that they free themselves; null where nothing limits them. */
function leftOf(context: SaleContext, chosen: readonly OldTicket[], slot: string, freed: Freed): number | null {
  const lefts = context.types.flatMap((type) => {
    if (!chosen.some(({ typeId }) => typeId === type.id) || (type.slots.length > 0 && slot === "")) return [];
    const own = slotOf(type, slot);
    return poolsOf(context, type.id).map((pool) => {
      const at = pool.bySlot ? own : "";
      const { bySlot, ticketTypeIds: typeIds } = pool;
      return leftIn(pool, own) + freed(type, { day: context.visitDay, slot: at, bySlot, typeIds });
    });
  });
  return lefts.length > 0 ? Math.max(0, Math.min(...lefts)) : null;
}
