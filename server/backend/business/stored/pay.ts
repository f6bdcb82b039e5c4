/** Where a step happens, and how it is paid: fees through the order core, balances beside it. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { storedCard } from "~/contract/order/cash";
import type { Place } from "~/contract/stored/spend-rules";
import { businessDay } from "../../kernel/business-time";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import type { ReadType } from "../card/read-type";
import { sellOrder, tillStanding } from "../order/sell";
import type { QuotedLine } from "../order/sellable";
import { shiftWhyNot } from "../order/shift";
import { counterTill, openShiftOf } from "../order/shift-store";
import { counterChannel } from "../ticket/sale-context";
import { type Charged, partOf } from "./sells";

/** The till of the caller's shift and its park; without a shift the park that was chosen, or the first that they see. */
export async function placeOf(call: Call): Promise<Place> {
  const posId = (await openShiftOf(call))?.posId ?? null;
  const { park, scope } = call.caller;
  if (posId === null && park) return { parkId: park.id, posId };
  const seen = scope?.parks ? sql`p.id = any (${`{${scope.parks}}`}::bigint[])` : sql`true`;
  const found = await firstOf<{ id: number }>(
    call.db,
    posId === null
      ? sql`select min(p.id)::float8 as id from named_park p where ${seen}`
      : sql`select t.park_id::float8 as id from named_pos t where t.id = ${posId}`,
  );
  if (!found?.id) throw new Refusal(m.stored_no_park());
  return { parkId: found.id, posId };
}

/** Who takes money for a balance stands at a till that takes it by that way, and in a shift where one is asked for. */
export async function refuseTill(call: Call, paymentType: string): Promise<void> {
  const till = await counterTill(call);
  const { unknown, needsShift } = await tillStanding(call, { paymentType, given: undefined }, till);
  if (unknown.length > 0) throw new Invalid({ paymentType: [m.r_no_payment_type()] });
  const noShift = needsShift ? await shiftWhyNot(call, till.posId) : "";
  if (noShift) throw new Refusal(noShift);
}

/** What a sale or a replacement costs beside what the card holds. */
export function feesOf(step: "sell" | "replace", { name, price, fee }: ReadType) {
  const lines =
    step === "sell"
      ? [
          { kind: "card" as const, name, amount: price },
          { kind: "issue" as const, name: m.card_line_issue({ type: name }), amount: fee.issue },
        ]
      : [{ kind: "replacement" as const, name: m.stored_line_replacement({ type: name }), amount: fee.replacement }];
  return lines.filter(({ amount }) => amount > 0);
}

interface Buyer {
  id: number;
  number: string;
  holderName: string | null;
  mobile: string | null;
}

/** Null: nothing is to be paid, and there is no order. */
export async function payFees(
  call: Call,
  card: Buyer,
  fees: ReturnType<typeof feesOf>,
  paymentType: string,
): Promise<{ orderNo: string } | null> {
  if (fees.length === 0) return null;
  const place = await placeOf(call);
  const charged = fees.map(({ kind, name, amount }) => ({ kind, line: lineOf(card, place, kind, name, amount) }));
  return sellAt(call, card, charged, { place, paymentType });
}

export const lineOf = (card: Buyer, { parkId }: Place, kind: string, name: string, amount: number): QuotedLine => ({
  ...{ kind, subjectId: card.id, name, parkId, quantity: 1, unitPrice: amount, amount, terms: { card: card.number } },
});

export async function sellAt(
  call: Call,
  card: Buyer,
  charged: readonly Charged[],
  { place, paymentType, at = call.now, remark = "" }: { place: Place; paymentType: string; at?: Date; remark?: string },
): Promise<{ orderId: number; orderNo: string }> {
  const shift = await openShiftOf(call);
  return ofEverybody(call, () =>
    sellOrder(call, {
      ...{
        channel: counterChannel,
        visitDay: businessDay(call.now),
        parts: [partOf(charged, businessDay(at))],
        discount: 0,
      },
      ...{ expectedPayable: undefined, payment: { paymentType, given: undefined } },
      ...(paymentType === storedCard && { accounts: [{ paymentType: storedCard, id: card.number, at }] }),
      ...{ posId: place.posId, posName: shift?.posName ?? "", remark },
      ...{ contactName: (card.holderName ?? "").slice(0, 40), contactMobile: card.mobile ?? "" },
    }),
  );
}
