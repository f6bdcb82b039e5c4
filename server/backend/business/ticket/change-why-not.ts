/** Why tickets cannot be changed as wished: the order, the choice, the new day, the holders, the money that goes back. */
import { documentNames } from "~/contract/document-kinds";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { Changeable } from "~/contract/ticket/change-rule";
import { yuan } from "../../kernel/money";
import { ofEverybody } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { freeRefunds } from "../order/gone-freely";
import type { NewLine, Wish } from "./change-lines";
import type { ChangeableOrder, OldTicket } from "./change-read";
import { quotaWhyNot, type Taking } from "./quota-take";
import { restrictedAmong } from "./restricted-visitor";
import { capacityWhyNot } from "./rules/capacity";
import { whatWhyNot } from "./rules/change";
import { refundTermsOf } from "./rules/refund-fee";
import { peopleOf, ruleWhyNot } from "./sale-cart";
import { placesIn, type SaleContext, type SoldType } from "./sale-context";
import { mobileWhyNot } from "./sale-mobile";
import { type Held, holdersBeyondLimit } from "./sale-visitors";

export function orderWhyNot({ order: { state, orderNo } }: ChangeableOrder): string {
  if (state === "pending") return m.change_order_unpaid({ orderNo });
  return state === "cancelled" || state === "expired" ? m.change_order_closed({ orderNo }) : "";
}

export function choiceWhyNot(
  sold: ChangeableOrder,
  chosen: readonly OldTicket[],
  wish: Wish,
  wanted: Changeable[],
): string {
  const { orderNo } = sold.order;
  if (wish.ticketIds.length === 0) {
    return sold.tickets.some(({ whyNot }) => whyNot === "") ? "" : m.change_none();
  }
  if (chosen.length < new Set(wish.ticketIds).size) return m.change_foreign({ orderNo });
  if (wish.holders.some(({ ticketId }) => !wish.ticketIds.includes(ticketId))) return m.change_foreign({ orderNo });
  const blocked = chosen.find(({ whyNot }) => whyNot !== "");
  if (blocked) return blocked.whyNot;
  if (wanted.length === 0) return m.change_nothing();
  for (const { lineId, id } of chosen) {
    const line = sold.lines.find((one) => one.id === lineId);
    const own = wanted.filter((one) => one !== "holder" || wish.holders.some(({ ticketId }) => ticketId === id));
    const no = line ? whatWhyNot(line, own) : "";
    if (no) return no;
  }
  return "";
}

interface Judged {
  wrong: FieldErrors;
  whyNot: string;
}

/** Places that the chosen tickets free, by type, day and slot. */
export type Freed = (type: SoldType, taking: Pick<Taking, "day" | "slot" | "bySlot" | "typeIds">) => number;

export function freedOf(chosen: readonly OldTicket[]): Freed {
  return (_type, { day, slot, bySlot, typeIds }) =>
    chosen.filter(
      (ticket) => typeIds.includes(ticket.typeId) && ticket.visitDay === day && (!bySlot || ticket.slot === slot),
    ).length;
}

/** By the rules of a sale on the new day: type, slot, closures, quotas, and how many the park bears. */
export function dayWrong(
  call: Call,
  context: SaleContext,
  lines: readonly NewLine[],
  takings: readonly Taking[],
  freed: Freed,
  { toDay }: Wish,
): Judged {
  const at = (field: string, whyNot: string): Judged => ({ wrong: { [field]: [whyNot] }, whyNot });
  const dayField = toDay === undefined ? "toSlot" : "toDay";
  for (const { type, slot, name } of lines) {
    if (!type) return at(dayField, m.change_no_such_type({ name }));
    if (type.slots.length > 0 && (slot === "" || !type.slots.includes(slot))) {
      return at("toSlot", m.change_slot_wanted({ day: context.visitDay }));
    }
    // Sold on whatever channel, it is changed here.
    const here = { ...type, channels: [context.channel], saleFrom: null, saleTo: null };
    const no = ruleWhyNot(call, context, here, slot);
    if (no) return at(type.slots.length > 0 && slot !== "" && no.includes(slot) ? "toSlot" : dayField, no);
  }
  const full = quotasFull(context, lines, takings, freed);
  if (full) return at(full.bySlot ? "toSlot" : dayField, full.whyNot);
  const coming = lines.flatMap(({ type, swaps }) =>
    type
      ? [{ type, day: context.visitDay, quantity: swaps.filter(({ old }) => old.visitDay !== context.visitDay).length }]
      : [],
  );
  const people = peopleOf(coming);
  for (const capacity of context.capacities) {
    const more = people(capacity);
    const no = more > 0 ? capacityWhyNot(capacity, more) : "";
    if (no) return at(dayField, no);
  }
  return { wrong: {}, whyNot: "" };
}

/** The first quota that has too few places, what the tickets free themselves included; null where all of them fit. */
export function quotasFull(
  context: SaleContext,
  lines: readonly NewLine[],
  takings: readonly Taking[],
  freed: Freed,
): { bySlot: boolean; whyNot: string } | null {
  for (const taking of takings) {
    const [line] = lines.filter(({ type }) => type && taking.typeIds.includes(type.id));
    const pool = context.pools.find(({ id }) => id === taking.poolId);
    if (!line?.type || !pool) continue;
    const { left, others } = placesIn(pool, taking.slot);
    const whyNot = quotaWhyNot(taking, left + freed(line.type, taking), others);
    if (whyNot) return { bySlot: taking.bySlot, whyNot };
  }
  return null;
}

/** Tickets that come to a day count for the mobile of the order as if they were bought for it. */
export function mobileBeyond(
  call: Call,
  { mobile }: ChangeableOrder,
  lines: readonly NewLine[],
): Promise<string> | string {
  const coming = lines.flatMap(({ type, swaps, day }) => {
    const quantity = swaps.filter(({ old }) => old.visitDay !== day).length;
    return type && quantity > 0 ? [{ type, quantity }] : [];
  });
  const day = lines[0]?.day ?? "";
  return mobile === "" ? "" : ofEverybody(call, () => mobileWhyNot(call, day, coming, mobile));
}

/** New holders: named tickets only, documents that the type takes, nobody restricted, nobody over their limit. */
export async function holdersWrong(
  call: Call,
  sold: ChangeableOrder,
  lines: readonly NewLine[],
  { holders }: Wish,
): Promise<Judged> {
  const wrong: FieldErrors = {};
  holders.forEach(({ ticketId, name, document }, place) => {
    const ticket = sold.tickets.find(({ id }) => id === ticketId);
    if (!ticket) return;
    if (name === "") wrong[`holders.${place}.name`] = [m.r_visitor_name()];
    if (ticket.realName === "none") wrong[`holders.${place}.name`] = [m.change_holder_unnamed({ name: ticket.name })];
    const { documents } = ticket;
    if (documents.length > 0 && !documents.includes(document)) {
      const taken = documents.map((kind) => documentNames[kind]()).join(m.words_comma());
      const message = m.r_document_not_taken({ name: ticket.name, kind: documentNames[document](), taken });
      wrong[`holders.${place}.document`] = [message];
    }
  });
  for (const { place, message } of await restrictedAmong(call, holders)) {
    wrong[`holders.${place}.identity`] = [message];
  }
  const swaps = lines.flatMap((line) => line.swaps);
  // Who keeps their ticket may have become restricted since.
  const [kept] = await restrictedAmong(
    call,
    swaps.map(({ holder }) => (holder.identity === "" ? null : holder)),
  );
  const day = lines[0]?.day ?? "";
  const { held, names, except } = holdingsOf(lines);
  // A person's limit counts what everybody sold them.
  const [beyond] = await ofEverybody(call, () => holdersBeyondLimit(call, day, held, names, except));
  const place = beyond
    ? holders.findIndex(({ identity }) => swaps.some(({ holder }) => holder.identity === identity))
    : -1;
  if (beyond && place >= 0) wrong[`holders.${place}.identity`] ??= [beyond.message];
  return { wrong, whyNot: Object.values(wrong).flat()[0] ?? kept?.message ?? beyond?.message ?? "" };
}

/** As the limits per document want them: types, holders line by line, and the tickets that are given back. */
export function holdingsOf(lines: readonly NewLine[]) {
  return {
    held: lines.map(({ swaps, name, typeId }): Held => {
      const perIdentityDay = swaps[0]?.old.perIdentityDay ?? null;
      return { quantity: swaps.length, type: { id: typeId, name, perIdentityDay } };
    }),
    names: lines.map(({ swaps }) => swaps.map(({ holder }) => holder)),
    except: lines.flatMap(({ swaps }) => swaps.map(({ old }) => old.id)),
  };
}

export async function backWhyNot(
  call: Call,
  { order: { id, orderNo }, lines: sold }: ChangeableOrder,
  lines: readonly NewLine[],
  back: number,
  most: number,
): Promise<string> {
  if (back === 0) return "";
  if (back > most) return m.change_above_paid({ orderNo });
  const { limit, gone } = await freeRefunds(call.db, id);
  if (back > limit) return m.change_approval({ back: yuan(back), limit: yuan(limit) });
  if (back + gone > limit) {
    return m.change_approval_parts({ back: yuan(back), gone: yuan(gone), limit: yuan(limit) });
  }
  const asks = lines.find(({ lineId }) => {
    const line = sold.find(({ id }) => id === lineId);
    return line && refundTermsOf(line.terms)?.rule === "approval";
  });
  return asks ? m.change_approval_rule({ name: asks.name }) : "";
}
