/** Tickets that become another type, line by line, with what they cost then. */
import type { ParsedPayloadOf } from "~/contract/method";
import type { quoteSupplement } from "~/contract/ticket/supplement";
import type { Call } from "../../kernel/served";
import { type NewLine, reducedBy, type Swap } from "./change-lines";
import type { ChangeableOrder, OldTicket } from "./change-read";
import { earlierAfter } from "./rules/refund-parts";
import { validityOf } from "./rules/sellable";
import { priceOf, type SaleContext, type SoldType } from "./sale-context";
import { termsOfSale } from "./sold-terms";

export type Wish = Pick<ParsedPayloadOf<typeof quoteSupplement>, "ticketIds" | "toTypeId" | "toSlot" | "holders">;

/** A line of the new type. */
export type SupplementLine = NewLine & { type: SoldType; oldName: string };

/** The slot that a ticket has as one of the type; "" where it has none, or must be chosen. */
export function slotAs(type: SoldType, own: string, wished: string | undefined): string {
  if (type.slots.length === 0) return "";
  if (wished !== undefined && wished !== "") return wished;
  return type.slots.includes(own) ? own : type.slots.length === 1 ? (type.slots[0] ?? "") : "";
}

/** Fen to pay for a ticket of the line; what had been off stays off. */
export const dueFor = (unitPrice: number, line: { unitPrice: number }): number => unitPrice - line.unitPrice;

/** By line and price: what was paid for a ticket until then is a part of the new one that keeps its refund terms. */
export function supplementLines(
  call: Call,
  { lines }: ChangeableOrder,
  chosen: readonly OldTicket[],
  type: SoldType,
  { toSlot, holders }: Wish,
  context: SaleContext,
): SupplementLine[] {
  const named = new Map(holders.map(({ ticketId, ...holder }) => [ticketId, holder]));
  const groups = new Map<string, OldTicket[]>();
  for (const ticket of chosen) groups.set(groupOf(ticket), [...(groups.get(groupOf(ticket)) ?? []), ticket]);
  return [...groups.values()].flatMap((own): SupplementLine[] => {
    const [first] = own;
    const line = lines.find(({ id }) => id === first?.lineId);
    if (!first || !line) return [];
    const slot = slotAs(type, first.slot, toSlot);
    const { price: unitPrice, policy } = priceOf(context, type, slot);
    const { validFrom, validTo } = validityOf(type, { visitDay: first.visitDay, now: call.now });
    const discount = line.unitPrice - first.price;
    const price = first.price + dueFor(unitPrice, line);
    const sold = { slot, policyId: policy?.id ?? null, policyName: policy?.name ?? "", validFrom, validTo };
    const { visitDay, beside } = line.terms;
    // The limit of the new type counts.
    const swaps = own.map((old): Swap => {
      const judged = { ...old, perIdentityDay: type.perIdentityDay };
      return { old: judged, fee: 0, price, discount, holder: named.get(old.id) ?? old.holder };
    });
    return [
      {
        lineId: line.id,
        oldName: line.name,
        name: type.name,
        typeId: type.id,
        parkId: type.parkId,
        unitPrice,
        day: first.visitDay,
        ...sold,
        swaps,
        type,
        terms: {
          ...termsOfSale(type, sold),
          ...(visitDay !== undefined && { visitDay }),
          ...reducedBy(line.terms, swaps),
          ...(isRecord(beside) && {
            beside: {
              ...beside,
              insteadOfId: beside.insteadOfId ?? line.subjectId,
              concessionId: null,
              perAdult: null,
              child: false,
            },
          }),
          earlier: earlierAfter(line.terms, first.price),
        },
      },
    ];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const groupOf = ({ lineId, visitDay, slot, price, validFrom, validTo }: OldTicket) =>
  [lineId, visitDay, slot, price, validFrom, validTo].join("/");
