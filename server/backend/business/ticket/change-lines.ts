/** The tickets of an order that are wanted otherwise, line by line, with what they would cost. */
import { z } from "zod";
import type { ParsedPayloadOf } from "~/contract/method";
import { type Reduction, reduction } from "~/contract/order/reduction";
import type { quoteChange } from "~/contract/ticket/change";
import { type Changeable, changeFeeOf, changeRuleOf } from "~/contract/ticket/change-rule";
import { allocate } from "../../kernel/allocate";
import type { Call } from "../../kernel/served";
import type { ChangeableOrder, OldTicket } from "./change-read";
import { refundTermsOf } from "./rules/refund-fee";
import { validityOf } from "./rules/sellable";
import { priceOf, type SaleContext, type SoldType, slotOf } from "./sale-context";
import type { Visitor } from "./sale-visitors";

export type Wish = Pick<ParsedPayloadOf<typeof quoteChange>, "ticketIds" | "toDay" | "toSlot" | "holders">;

/** One ticket for another. */
export interface Swap {
  old: OldTicket;
  fee: number;
  /** Of the new one, its share of the line's discount taken off. */
  price: number;
  discount: number;
  holder: Visitor;
}

/** The new tickets of one line. */
export interface NewLine {
  lineId: number;
  name: string;
  typeId: number;
  parkId: number;
  unitPrice: number;
  policyId: number | null;
  policyName: string;
  day: string;
  slot: string;
  validFrom: string;
  validTo: string;
  swaps: Swap[];
  /** Null where day and slot stay: no place is given back and none is taken. */
  type: SoldType | null;
  terms: Record<string, unknown>;
}

export const isTouched = ({ id, visitDay, slot }: OldTicket, { toDay, toSlot, holders }: Wish): boolean =>
  (toDay !== undefined && toDay !== visitDay) ||
  (toSlot !== undefined && toSlot !== "" && toSlot !== slot) ||
  holders.some(({ ticketId }) => ticketId === id);

export const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

export const asked = (lines: readonly NewLine[]) =>
  lines.flatMap(({ type, day, slot, swaps }) => (type ? [{ type, day, slot, quantity: swaps.length }] : []));

/** What would really be different. */
export function wantedOf(chosen: readonly OldTicket[], { toDay, toSlot, holders }: Wish): Changeable[] {
  const day = toDay !== undefined && chosen.some(({ visitDay }) => visitDay !== toDay);
  const slot = toSlot !== undefined && toSlot !== "" && chosen.some((ticket) => ticket.slot !== toSlot);
  const holder = holders.some(({ ticketId }) => chosen.some(({ id }) => id === ticketId));
  return [...(day ? ["day" as const] : []), ...(slot ? ["slot" as const] : []), ...(holder ? ["holder" as const] : [])];
}

export function newLines(
  call: Call,
  { lines }: ChangeableOrder,
  chosen: readonly OldTicket[],
  { toDay, toSlot, holders }: Wish,
  context: SaleContext | null,
): NewLine[] {
  const named = new Map(holders.map(({ ticketId, ...holder }) => [ticketId, holder]));
  const groups = new Map<string, OldTicket[]>();
  for (const ticket of chosen) groups.set(groupOf(ticket), [...(groups.get(groupOf(ticket)) ?? []), ticket]);
  return [...groups.values()].flatMap((own): NewLine[] => {
    const [first] = own;
    const line = lines.find(({ id }) => id === first?.lineId);
    if (!first || !line) return [];
    const type = context?.types.find(({ id }) => id === first.typeId) ?? null;
    const day = context ? (toDay ?? first.visitDay) : first.visitDay;
    const slot = context ? (type ? slotOf(type, toSlot || first.slot) : "") : first.slot;
    const { price, policy } = context && type ? priceOf(context, type, slot) : { price: line.unitPrice, policy: null };
    const valid = context && type ? validityOf(type, { visitDay: day, now: call.now }) : first;
    const rule = changeRuleOf(line.terms);
    const keeps = refundTermsOf(line.terms)?.rule === "never";
    const swaps = own.map((old): Swap => {
      // The discount that was given stays with the ticket, as far as the new price bears it.
      const discount = Math.min(price, line.unitPrice - old.price);
      const next = price - discount;
      const fee = rule ? changeFeeOf(rule, old.price) : 0;
      // Of a ticket that is not refundable a difference stays as well.
      const kept = keeps ? Math.max(fee, old.price - next) : fee;
      return { old, fee: kept, price: next, discount, holder: named.get(old.id) ?? old.holder };
    });
    const { validFrom, validTo } = valid;
    const priced = context && type ? { policyId: policy?.id ?? null, policyName: policy?.name ?? "" } : null;
    return [
      {
        lineId: line.id,
        name: line.name,
        typeId: first.typeId,
        parkId: first.parkId,
        unitPrice: price,
        day,
        slot,
        validFrom,
        validTo,
        policyId: priced?.policyId ?? numberIn(line.terms.policyId),
        policyName: priced?.policyName ?? String(line.terms.policyName ?? ""),
        swaps,
        type,
        terms: {
          ...line.terms,
          ...priced,
          ...reducedBy(line.terms, swaps),
          // A line of another day than its order's says so.
          ...((line.terms.visitDay !== undefined || day !== first.visitDay) && { visitDay: day }),
          ...{ slot, validFrom, validTo },
        },
      },
    ];
  });
}

/** What had made the old tickets cheaper, as far as it makes the new ones so. */
export function reducedBy(
  terms: Readonly<Record<string, unknown>>,
  swaps: readonly Swap[],
): { reductions?: Reduction[] } {
  const sold = z.array(reduction).safeParse(terms.reductions).data;
  if (!sold) return {};
  const shares = allocate(
    sum(swaps, ({ discount }) => discount),
    sold.map(({ amount }) => amount),
  );
  const left = sold.map((one, place) => ({ ...one, quantity: swaps.length, amount: shares[place] ?? 0 }));
  return { reductions: left.filter(({ amount }) => amount > 0) };
}

/** Tickets of one line that have gone different ways since (a closure moved some) make lines of their own. */
const groupOf = ({ lineId, visitDay, slot, validFrom, validTo }: OldTicket) =>
  [lineId, visitDay, slot, validFrom, validTo].join("/");

const numberIn = (value: unknown): number | null => (typeof value === "number" ? value : null);
