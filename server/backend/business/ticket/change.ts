/** The change of an order's tickets: a quotation, then one transaction. */

import { documentKinds } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { changeTickets, quoteChange } from "~/contract/ticket/change";
import { changeRuleOf, sayChangeRule } from "~/contract/ticket/change-rule";
import { businessDay } from "../../kernel/business-time";
import { maskIdentity } from "../../kernel/mask";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { ofEverybody } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { exchange, newChangeNo, writeExchanged } from "../order/exchange";
import { counterTill } from "../order/shift-store";
import { claimCapacity } from "./capacity";
import { issueNew, keepPlaces, withdrawOld } from "./change-issue";
import type { NewLine } from "./change-lines";
import { giveBackPlaces, lockPlaces, type TakePlaces, takePlaces } from "./change-places";
import { type ChangeQuote, quoteOf } from "./change-quote";
import { type ChangeableOrder, orderToChange } from "./change-read";
import { holdingsOf } from "./change-why-not";
import { settleVisitDay } from "./closure-move";
import { moveReduced } from "./reduce/tickets";
import { peopleOf } from "./sale-cart";
import { lockMobile } from "./sale-mobile";
import { counterOptions, typesAt } from "./sale-options";
import { checkIdentityLimits } from "./sale-visitors";
import { shareChange } from "./sub-ticket-moves";

const quote = serve(quoteChange, async (call, payload) => {
  const sold = await orderToChange(call, payload.orderId, false);
  const quoted = await quoteOf(call, sold, payload);
  const maySee = await call.may("sensitive:view");
  const { price, fee, newPrice, due, back, ways, slots, left, wrong, whyNot } = quoted;
  return {
    orderNo: sold.order.orderNo,
    today: businessDay(call.now),
    tickets: sold.tickets.map((ticket) => shownTicket(sold, ticket, maySee)),
    lines: quoted.lines.map(shownLine),
    price,
    fee,
    newPrice,
    due,
    back,
    ways,
    slots,
    left,
    wrong,
    whyNot,
    paymentTypes: typesAt(await counterOptions(call), (await counterTill(call)).posId),
  };
});

function shownTicket({ lines, order }: ChangeableOrder, ticket: ChangeableOrder["tickets"][number], maySee: boolean) {
  const rule = changeRuleOf(lines.find(({ id }) => id === ticket.lineId)?.terms ?? {});
  const { id, ticketNo, name, visitDay, slot, price, holder, realName, documents, whyNot } = ticket;
  const closed = order.state === "pending" || order.state === "cancelled" || order.state === "expired";
  return {
    id,
    ticketNo,
    name,
    visitDay,
    slot,
    price,
    realName,
    whyNot,
    documents: documents.length > 0 ? documents : [...documentKinds],
    holderName: holder.name,
    holderIdentity: maySee ? holder.identity : maskIdentity(holder.identity),
    what: realName === "none" ? (rule?.what ?? []).filter((one) => one !== "holder") : (rule?.what ?? []),
    rule: sayChangeRule(rule),
    changeable: whyNot === "" && !closed,
  };
}

function shownLine({ name, swaps, policyName }: NewLine) {
  const sum = (of: (swap: (typeof swaps)[number]) => number) => swaps.reduce((total, swap) => total + of(swap), 0);
  const [price, fee, newPrice] = [sum(({ old }) => old.price), sum((swap) => swap.fee), sum((swap) => swap.price)];
  const difference = newPrice - (price - fee);
  const [due, back] = [Math.max(0, difference), Math.max(0, -difference)];
  return { name, quantity: swaps.length, price, fee, newPrice, due, back, policyName };
}

/** The change with a way of taking places. The tests put in one without the condition, and see it oversell. */
export function changeWith(take: TakePlaces): Served {
  return serve(changeTickets, (call, payload) => ofEverybody(call, () => change(call, payload, take)));
}

async function change(call: Call, payload: ParsedPayloadOf<typeof changeTickets>, take: TakePlaces) {
  if (payload.ticketIds.length === 0) throw new Invalid({ ticketIds: [m.change_choose_one()] });
  const sold = await orderToChange(call, payload.orderId, true);
  if (sold.mobile !== "" && payload.toDay !== undefined) await lockMobile(call, payload.toDay, sold.mobile);
  const quoted = await quoteOf(call, sold, payload);
  if (Object.keys(quoted.wrong).length > 0) throw new Invalid(quoted.wrong);
  if (quoted.whyNot !== "") throw new Refusal(quoted.whyNot);
  const { lines, price, fee, newPrice, carried, due, back, ways } = quoted;
  const now = due - back;
  if (payload.expectedDue !== undefined && payload.expectedDue !== now) {
    throw new Refusal(m.change_amount_moved({ now: sayDue(now), expected: sayDue(payload.expectedDue) }));
  }
  const { orderNo } = sold.order;
  const changeNo = newChangeNo(call);
  const { held, names, except } = holdingsOf(lines);
  await checkIdentityLimits(call, lines[0]?.day ?? "", held, names, except);
  const moved = lines.filter(({ type }) => type !== null);
  const taken = await movePlaces(call, quoted, moved, take, { orderNo, changeNo });
  const quantity = lines.reduce((sum, { swaps }) => sum + swaps.length, 0);
  if ((await withdrawOld(call, lines)) !== quantity) throw new Refusal(m.refused_same_moment());
  const reason = payload.reason ?? "";
  const detail = detailOf(quoted);
  const { changeId, lineIds } = await exchange(call, {
    order: sold.order,
    changeNo,
    business: "ticket",
    price,
    fee,
    newPrice,
    carried,
    due,
    back,
    ways,
    lines: lines.map((line) => quotedLine(sold, line)),
    payment:
      payload.payments.length > 0
        ? { payments: payload.payments }
        : { paymentType: payload.paymentType ?? "", given: payload.given },
    detail,
    reason,
  });
  const issued = await issueNew(call, lines, lineIds);
  await keepPlaces(call, lines, lineIds, taken);
  const exchanged = issued.map(({ swap, oldLineId, lineId, id }) => ({
    lineId: oldLineId,
    pieceId: swap.old.id,
    price: swap.old.price,
    fee: swap.fee,
    newLineId: lineId,
    newPieceId: id,
    newPrice: swap.price,
  }));
  await writeExchanged(call, changeId, exchanged);
  await shareChange(call, exchanged);
  await moveReduced(call, exchanged);
  await settleVisitDay(call, sold.order.id);
  const after = { changeNo, quantity, price, fee, newPrice, due, back, ...detail, reason };
  call.audit({ thing: "order", thingId: sold.order.id, label: orderNo, after });
  return { orderId: sold.order.id, changeNo, due, back, ticketIds: issued.map(({ id }) => id) };
}

/** What the park bears is asked before quotas are, and places are given back before others are taken. */
async function movePlaces(
  call: Call,
  { context, takings }: ChangeQuote,
  moved: readonly NewLine[],
  take: TakePlaces,
  numbers: { orderNo: string; changeNo: string },
) {
  if (!context || moved.length === 0) return new Map();
  await lockPlaces(call, moved, takings);
  const coming = moved.flatMap(({ type, swaps, day }) =>
    type ? [{ type, day, quantity: swaps.filter(({ old }) => old.visitDay !== day).length }] : [],
  );
  await claimCapacity(call, context.capacities, peopleOf(coming));
  await giveBackPlaces(call, moved, numbers);
  return take(call, takings, numbers);
}

function quotedLine({ lines }: ChangeableOrder, line: NewLine) {
  const old = lines.find(({ id }) => id === line.lineId);
  const quantity = line.swaps.length;
  return {
    oldLineId: line.lineId,
    kind: old?.kind ?? "single",
    subjectId: old?.subjectId ?? 0,
    name: line.name,
    parkId: line.parkId,
    quantity,
    unitPrice: line.unitPrice,
    amount: line.unitPrice * quantity,
    discount: line.swaps.reduce((sum, { discount }) => sum + discount, 0),
    terms: line.terms,
  };
}

/** From which days and slots to which, and whether holders changed: for the time line and the audit log. */
function detailOf({ lines, wanted }: ChangeQuote): Record<string, string | boolean> {
  const place = (day: string, slot: string) => [day, slot].filter(Boolean).join(" ");
  const from = new Set(lines.flatMap(({ swaps }) => swaps.map(({ old }) => place(old.visitDay, old.slot))));
  const to = new Set(lines.map(({ day, slot }) => place(day, slot)));
  const moves = lines.some(({ type }) => type !== null);
  return {
    ...(moves && { from: [...from].join(m.words_comma()), to: [...to].join(m.words_comma()) }),
    holders: wanted.includes("holder"),
  };
}

function sayDue(fen: number): string {
  if (fen === 0) return m.change_said_even();
  return fen > 0 ? m.change_said_due({ amount: yuan(fen) }) : m.change_said_back({ amount: yuan(-fen) });
}

export const changeServed: Served[] = [quote, changeWith(takePlaces)];
