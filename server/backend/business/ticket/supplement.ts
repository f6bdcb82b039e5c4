/** Tickets become a dearer type: a quotation, then one transaction. What stands on paper goes on. */
import { documentKinds } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { quoteSupplement, supplementTickets } from "~/contract/ticket/supplement";
import { maskIdentity } from "../../kernel/mask";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { ofEverybody } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { exchange, newChangeNo, writeExchanged } from "../order/exchange";
import { counterTill } from "../order/shift-store";
import { claimCapacity } from "./capacity";
import { handOverCodes, issueNew, keepPlaces, withdrawOld } from "./change-issue";
import { giveBackPlaces, lockPlaces, type TakePlaces, takePlaces } from "./change-places";
import { type ChangeableOrder, orderToChange } from "./change-read";
import { holdingsOf } from "./change-why-not";
import { moveReduced } from "./reduce/tickets";
import { supplementWhyNot } from "./rules/supplement";
import { lockMobile } from "./sale-mobile";
import { counterOptions, typesAt } from "./sale-options";
import { checkIdentityLimits } from "./sale-visitors";
import { shareBack, shareSale } from "./sub-ticket-moves";
import type { SupplementLine } from "./supplement-lines";
import { morePeople, type SupplementQuote, supplementQuoteOf } from "./supplement-quote";
import { moveWristbands } from "./wristband-moves";

const orderOf = (call: Call, orderId: number, lock: boolean) => orderToChange(call, orderId, lock, supplementWhyNot);

const quote = serve(quoteSupplement, async (call, payload) => {
  const sold = await orderOf(call, payload.orderId, false);
  const { type, types, names, lines, price, newPrice, due, wrong, whyNot } = await supplementQuoteOf(
    call,
    sold,
    payload,
  );
  const maySee = await call.may("sensitive:view");
  return {
    orderNo: sold.order.orderNo,
    tickets: sold.tickets.map(({ id, ticketNo, name, visitDay, slot, price: paid, holder, whyNot: no }) => ({
      ...{ id, ticketNo, name, visitDay, slot, price: paid, whyNot: no },
      holderName: holder.name,
      holderIdentity: maySee ? holder.identity : maskIdentity(holder.identity),
    })),
    types,
    names,
    documents: type && type.documents.length > 0 ? type.documents : [...documentKinds],
    realName: type?.realName ?? "none",
    lines: lines.map(shownLine),
    ...{ price, newPrice, due, wrong, whyNot },
    paymentTypes: typesAt(await counterOptions(call), (await counterTill(call)).posId),
  };
});

function shownLine({ oldName, name, swaps }: SupplementLine) {
  const price = swaps.reduce((all, { old }) => all + old.price, 0);
  const newPrice = swaps.reduce((all, swap) => all + swap.price, 0);
  return { name: oldName, to: name, quantity: swaps.length, price, newPrice, due: newPrice - price };
}

/** The supplement with a way of taking places. The tests put in one without the condition, and see it oversell. */
export function supplementWith(take: TakePlaces): Served {
  return serve(supplementTickets, (call, payload) => ofEverybody(call, () => supplement(call, payload, take)));
}

async function supplement(call: Call, payload: ParsedPayloadOf<typeof supplementTickets>, take: TakePlaces) {
  if (payload.ticketIds.length === 0) throw new Invalid({ ticketIds: [m.supplement_choose_one()] });
  const sold = await orderOf(call, payload.orderId, true);
  const day = sold.tickets.find(({ id }) => payload.ticketIds.includes(id))?.visitDay;
  if (sold.mobile !== "" && day !== undefined) await lockMobile(call, day, sold.mobile);
  const quoted = await supplementQuoteOf(call, sold, payload);
  if (Object.keys(quoted.wrong).length > 0) throw new Invalid(quoted.wrong);
  if (quoted.whyNot !== "") throw new Refusal(quoted.whyNot);
  const { lines, price, newPrice, due } = quoted;
  if (payload.expectedDue !== undefined && payload.expectedDue !== due) {
    throw new Refusal(m.supplement_amount_moved({ now: yuan(due), expected: yuan(payload.expectedDue) }));
  }
  const changeNo = newChangeNo(call);
  const { held, names, except } = holdingsOf(lines);
  await checkIdentityLimits(call, lines[0]?.day ?? "", held, names, except);
  const taken = await movePlaces(call, quoted, take, { orderNo: sold.order.orderNo, changeNo });
  const quantity = lines.reduce((all, { swaps }) => all + swaps.length, 0);
  if ((await withdrawOld(call, lines)) !== quantity) throw new Refusal(m.refused_same_moment());
  const reason = payload.reason ?? "";
  const detail = {
    fromType: [...new Set(lines.map(({ oldName }) => oldName))].join(m.words_comma()),
    toType: lines[0]?.name ?? "",
  };
  const { changeId, lineIds } = await exchange(call, {
    order: sold.order,
    changeNo,
    business: "ticket",
    ...{ price, fee: 0, newPrice, carried: price, due, back: 0, ways: [] },
    lines: lines.map(quotedLine),
    payment:
      payload.payments.length > 0
        ? { payments: payload.payments }
        : { paymentType: payload.paymentType ?? "", given: payload.given },
    detail,
    reason,
  });
  const issued = await issueNew(call, lines, lineIds, await handOverCodes(call, lines));
  await keepPlaces(call, lines, lineIds, taken);
  const exchanged = issued.map(({ swap, oldLineId, lineId, id }) => ({
    ...{ lineId: oldLineId, pieceId: swap.old.id, price: swap.old.price, fee: 0 },
    ...{ newLineId: lineId, newPieceId: id, newPrice: swap.price },
  }));
  await writeExchanged(call, changeId, exchanged);
  await shareAnew(call, sold, lines, lineIds, exchanged);
  await moveReduced(call, exchanged);
  await moveWristbands(call, exchanged);
  const after = { changeNo, quantity, price, newPrice, due, ...detail, reason };
  call.audit({ thing: "order", thingId: sold.order.id, label: sold.order.orderNo, after });
  return { orderId: sold.order.id, changeNo, due, ticketIds: issued.map(({ id }) => id) };
}

/** What the park bears is asked before quotas are, and places are given back before others are taken. */
async function movePlaces(
  call: Call,
  { context, takings, lines }: SupplementQuote,
  take: TakePlaces,
  numbers: { orderNo: string; changeNo: string },
) {
  await lockPlaces(call, lines, takings);
  await claimCapacity(call, context?.capacities ?? [], morePeople(lines));
  await giveBackPlaces(call, lines, numbers);
  return take(call, takings, numbers);
}

function quotedLine({ lineId, name, typeId, parkId, unitPrice, swaps, terms, type }: SupplementLine) {
  const quantity = swaps.length;
  return {
    oldLineId: lineId,
    kind: type.kind,
    subjectId: typeId,
    ...{ name, parkId, quantity, unitPrice, terms },
    amount: unitPrice * quantity,
    discount: swaps.reduce((all, { discount }) => all + discount, 0),
  };
}

/** The old ones give back what they were shared by, and the new ones are shared as their type says now. */
async function shareAnew(
  call: Call,
  { order }: ChangeableOrder,
  lines: readonly SupplementLine[],
  lineIds: readonly number[],
  exchanged: readonly { lineId: number; pieceId: number; price: number; fee: number }[],
): Promise<void> {
  await shareBack(call, exchanged);
  const shared = lines.flatMap(({ type, swaps }, place) =>
    type.subParts.length === 0
      ? []
      : [
          {
            ...{ lineId: lineIds[place] ?? 0, ticketTypeId: type.id, ticketTypeName: type.name, parts: type.subParts },
            prices: swaps.map(({ price }) => price),
          },
        ],
  );
  await shareSale(call, order.id, shared);
}

export const supplementServed: Served[] = [quote, supplementWith(takePlaces)];
