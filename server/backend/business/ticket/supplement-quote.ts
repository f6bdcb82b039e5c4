/** What a supplement costs and why not: the same for the quotation and for the supplement itself. Takes nothing. */
import { documentKinds } from "~/contract/document-kinds";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { ofEverybody } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { asked, sum } from "./change-lines";
import type { ChangeableOrder, OldTicket } from "./change-read";
import { freedOf, holdersWrong, orderWhyNot, quotasFull } from "./change-why-not";
import type { Taking } from "./quota-take";
import { type CapacityOfDay, capacityWhyNot, type PeopleOfDay } from "./rules/capacity";
import { ruleWhyNot, takingsOf } from "./sale-cart";
import { counterChannel, priceOf, readSaleContext, type SaleContext, type SoldType } from "./sale-context";
import { mobileWhyNot } from "./sale-mobile";
import { dueFor, type SupplementLine, slotAs, supplementLines, type Wish } from "./supplement-lines";

export interface Offered {
  id: number;
  name: string;
  price: number;
  due: number;
  slots: string[];
  whyNot: string;
}

export interface SupplementQuote {
  chosen: OldTicket[];
  /** What the chosen tickets become; null where nothing, or nothing that is offered, was asked for. */
  type: SoldType | null;
  types: Offered[];
  /** Chosen tickets without a holder, of a type that is sold by name. */
  names: number[];
  lines: SupplementLine[];
  takings: Taking[];
  context: SaleContext | null;
  /** Fen that were paid, what they cost afterwards, and the difference. */
  price: number;
  newPrice: number;
  due: number;
  wrong: FieldErrors;
  whyNot: string;
}

export async function supplementQuoteOf(call: Call, sold: ChangeableOrder, wish: Wish): Promise<SupplementQuote> {
  const chosen = sold.tickets.filter(({ id }) => wish.ticketIds.includes(id));
  const choice = orderWhyNot(sold) || choiceWhyNot(sold, chosen, wish);
  const [first] = chosen;
  const context =
    first && choice === ""
      ? await readSaleContext(call, first.visitDay, "all", { channel: counterChannel, ...sold.prices })
      : null;
  const types = context && first ? offered(call, sold, chosen, first, context) : [];
  const isOffered = types.some(({ id }) => id === wish.toTypeId);
  const type = context?.types.find(({ id }) => isOffered && id === wish.toTypeId) ?? null;
  const lines = context && type ? supplementLines(call, sold, chosen, type, wish, context) : [];
  const takings = context ? takingsOf(context, asked(lines)) : [];
  const swaps = lines.flatMap((line) => line.swaps);
  const price = sum(swaps, ({ old }) => old.price);
  const newPrice = sum(swaps, (swap) => swap.price);
  const isNamed = type !== null && type.realName !== "none";
  const nameless = isNamed ? swaps.filter(({ holder }) => holder.name === "").length : 0;
  const judged = context && type ? await judge(call, sold, wish, { context, type, lines, takings }) : nothing;
  const unasked = choice === "" && type === null;
  return {
    ...{ chosen, type, types, lines, takings, context, price, newPrice, due: newPrice - price },
    names: isNamed ? chosen.filter(({ holder }) => holder.name === "").map(({ id }) => id) : [],
    wrong: unasked ? { toTypeId: [unaskedWhyNot(types, wish)] } : judged.wrong,
    whyNot:
      choice ||
      (unasked ? unaskedWhyNot(types, wish) : judged.whyNot) ||
      (nameless > 0 ? m.supplement_names_wanted({ name: type?.name ?? "", n: nameless }) : ""),
  };
}

const nothing: { wrong: FieldErrors; whyNot: string } = { wrong: {}, whyNot: "" };

function unaskedWhyNot(types: readonly Offered[], { toTypeId }: Wish): string {
  if (types.length === 0) return m.supplement_no_type();
  return toTypeId === undefined ? m.supplement_choose_type() : m.supplement_type_not_offered();
}

function choiceWhyNot(sold: ChangeableOrder, chosen: readonly OldTicket[], wish: Wish): string {
  const { orderNo } = sold.order;
  if (wish.ticketIds.length === 0) {
    return sold.tickets.some(({ whyNot }) => whyNot === "") ? "" : m.supplement_none();
  }
  if (chosen.length < new Set(wish.ticketIds).size) return m.change_foreign({ orderNo });
  if (wish.holders.some(({ ticketId }) => !wish.ticketIds.includes(ticketId))) return m.change_foreign({ orderNo });
  const blocked = chosen.find(({ whyNot }) => whyNot !== "");
  if (blocked) return blocked.whyNot;
  const days = new Set(chosen.map(({ visitDay, parkId }) => `${visitDay}/${parkId}`));
  return days.size > 1 ? m.supplement_one_day() : "";
}

/** Dearer types of the park that the window sells to everybody; for whom a proof must be seen there is the counter. */
function offered(
  call: Call,
  { lines }: ChangeableOrder,
  chosen: readonly OldTicket[],
  first: OldTicket,
  context: SaleContext,
): Offered[] {
  const most = Math.max(...chosen.map(({ lineId }) => lines.find(({ id }) => id === lineId)?.unitPrice ?? 0));
  const line = lines.find(({ id }) => id === first.lineId);
  return context.types
    .filter(({ parkId, combo, concession, channels, status }) => {
      const isSold = status === "onSale" && channels.includes(context.channel);
      return isSold && parkId === first.parkId && !combo && concession === null;
    })
    .flatMap((type): Offered[] => {
      const slot = slotAs(type, first.slot, undefined);
      const { price } = priceOf(context, type, slot);
      if (!line || price <= most || chosen.some(({ typeId }) => typeId === type.id)) return [];
      const whyNot = type.slots.length > 0 && slot === "" ? "" : ruleWhyNot(call, context, type, slot);
      return [{ id: type.id, name: type.name, price, due: dueFor(price, line), slots: [...type.slots], whyNot }];
    })
    .sort((one, other) => one.due - other.due || one.id - other.id);
}

interface Judged {
  context: SaleContext;
  type: SoldType;
  lines: readonly SupplementLine[];
  takings: readonly Taking[];
}

/** By the rules of a sale: the type, its slot, closures, quotas, how many the park bears, and who holds the tickets. */
async function judge(call: Call, sold: ChangeableOrder, wish: Wish, { context, type, lines, takings }: Judged) {
  const at = (field: string, whyNot: string) => ({ wrong: { [field]: [whyNot] }, whyNot });
  for (const { slot } of lines) {
    if (type.slots.length > 0 && !type.slots.includes(slot)) {
      return at("toSlot", m.supplement_slot_wanted({ name: type.name }));
    }
    const no = ruleWhyNot(call, context, type, slot);
    if (no) return at(slot !== "" && no.includes(slot) ? "toSlot" : "toTypeId", no);
  }
  const olds = lines.flatMap(({ swaps }) => swaps.map(({ old }) => old));
  const full = quotasFull(context, lines, takings, freedOf(olds));
  if (full) return at(full.bySlot ? "toSlot" : "toTypeId", full.whyNot);
  const people = morePeople(lines);
  for (const capacity of context.capacities) {
    const more = people(capacity);
    const no = more > 0 ? capacityWhyNot(capacity, more) : "";
    if (no) return at("toTypeId", no);
  }
  // Of slots of one type one may be dearer than another.
  const cheaper = lines.find(({ swaps }) => swaps.some(({ price, old }) => price <= old.price));
  if (cheaper) return at("toTypeId", m.supplement_cheaper({ name: type.name, price: formatYuan(cheaper.unitPrice) }));
  const { realName, name, perIdentityDay } = type;
  const documents = type.documents.length > 0 ? type.documents : [...documentKinds];
  // Judged as what they become.
  const tickets = sold.tickets.map((ticket) => ({ ...ticket, realName, name, documents, perIdentityDay }));
  const held = await holdersWrong(call, { ...sold, tickets }, lines, wish);
  if (held.whyNot !== "" || sold.mobile === "") return held;
  const coming = [{ type, quantity: olds.length }];
  const beyond = await ofEverybody(call, () => mobileWhyNot(call, context.visitDay, coming, sold.mobile));
  return beyond === "" ? held : at("toTypeId", beyond);
}

/** How many more go in than before: a family ticket is for several. */
export function morePeople(lines: readonly SupplementLine[]): PeopleOfDay {
  return ({ parkId, day }: Pick<CapacityOfDay, "parkId" | "day">) =>
    lines
      .filter((line) => line.parkId === parkId && line.day === day)
      .reduce((all, { type, swaps }) => all + sum(swaps, ({ old }) => (type.rules.persons ?? 1) - old.persons), 0);
}
