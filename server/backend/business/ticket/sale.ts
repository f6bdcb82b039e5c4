/** The counter sale: what is on offer, what a cart costs, and the sale itself. */
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { getCounter, type Offer, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { businessDay } from "../../kernel/business-time";
import { Invalid, Refusal } from "../../kernel/refusal";
import { ofEverybody } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { sellOrder, totalsOf } from "../order/sell";
import { type TakeQuota, takeQuota } from "./quota-take";
import { slotWhyNot, typeWhyNot } from "./rules/sellable";
import { priceCart } from "./sale-cart";
import {
  counterChannel,
  leftIn,
  leftOf,
  poolsOf,
  priceOf,
  readSaleContext,
  type SaleContext,
  type SoldType,
} from "./sale-context";
import { counterOptions } from "./sale-options";
import { ticketPart } from "./sale-store";
import { checkIdentityLimits, holdersOf } from "./sale-visitors";

const counter = serve(getCounter, async (call, { visitDay, posId }) => {
  const today = businessDay(call.now);
  const day = visitDay ?? today;
  const context = await readSaleContext(call, day, "all");
  const { posList, paymentTypes } = await counterOptions(call);
  const onCounter = context.types.filter(({ channels }) => channels.includes(counterChannel));
  const known = posList.some(({ value }) => value === String(posId));
  return {
    today,
    visitDay: day,
    offers: onCounter.map((type) => offerOf(call, context, type)),
    posList,
    posId: known && posId !== undefined ? posId : posList[0] ? Number(posList[0].value) : null,
    paymentTypes,
    mayDiscount: await call.may("sale:discount"),
  };
});

function offerOf(call: Call, context: SaleContext, type: SoldType): Offer {
  const wish = { channel: counterChannel, visitDay: context.visitDay, now: call.now };
  const slots = type.slots
    .filter((slot) => slotWhyNot(type, slot, wish) === "")
    .map((slot) => ({ slot, price: priceOf(context, type, slot).price, left: leftOf(context, type.id, slot) }));
  const left =
    slots.length > 0
      ? leftOfSlots(
          context,
          type,
          slots.map(({ slot }) => slot),
        )
      : leftOf(context, type.id, "");
  const scarcest = poolsOf(context, type.id).sort((one, other) => leftIn(one, "") - leftIn(other, ""))[0];
  const soldOut =
    left !== null && left <= 0 ? m.r_sold_out({ pool: scarcest?.name ?? type.name, day: context.visitDay }) : "";
  return {
    ticketTypeId: type.id,
    code: type.code,
    name: type.name,
    parkName: type.parkName,
    price: slots[0]?.price ?? priceOf(context, type, "").price,
    listPrice: type.listPrice,
    realName: type.realName,
    slots,
    left,
    minPerOrder: type.minPerOrder,
    maxPerOrder: type.maxPerOrder,
    whyNot: typeWhyNot(type, wish) || soldOut,
  };
}

/** Places of a type with slots: a pool that counts slots apart has those of all slots together. */
function leftOfSlots(context: SaleContext, type: SoldType, slots: readonly string[]): number | null {
  const lefts = poolsOf(context, type.id).map((pool) =>
    pool.bySlot ? slots.reduce((sum, slot) => sum + leftIn(pool, slot), 0) : leftIn(pool, ""),
  );
  return lefts.length > 0 ? Math.min(...lefts) : null;
}

const quote = serve(quoteSale, async (call, payload) => {
  const { discount } = payload;
  const cart = await priceCart(call, payload);
  const { total, payable } = totalsOf([cart], discount);
  const noRight = discount > 0 && !(await call.may("sale:discount")) ? m.r_no_discount_right() : "";
  return {
    lines: cart.lines.map(({ type, slot, quantity, unitPrice, amount, policyName, whyNot }) => ({
      ticketTypeId: type.id,
      slot,
      quantity,
      name: type.name,
      unitPrice,
      amount,
      policyName,
      realName: type.realName,
      whyNot,
    })),
    total,
    discount,
    payable,
    whyNot: cart.whyNot || noRight,
  };
});

/** The sale with a way of taking quota. The tests put in one without the condition, and see it oversell. */
export function sellWith(take: TakeQuota): Served {
  return serve(sellTickets, (call, payload) => sell(call, payload, take));
}

async function sell(call: Call, payload: ParsedPayloadOf<typeof sellTickets>, take: TakeQuota) {
  const { discount, posId } = payload;
  if (discount > 0 && !(await call.may("sale:discount"))) throw new Invalid({ discount: [m.r_no_discount_right()] });
  const cart = await priceCart(call, payload);
  if (cart.whyNot) throw new Refusal(cart.whyNot);
  const holders = holdersOf(cart.lines, payload.visitors);
  // A person's limit counts what everybody sold them; and who sees their own orders alone sells one that nobody has yet.
  return ofEverybody(call, async () => {
    await checkIdentityLimits(call, cart.visitDay, cart.lines, holders);
    return sellOrder(call, {
      channel: counterChannel,
      visitDay: cart.visitDay,
      parts: [ticketPart(cart, holders, take)],
      discount,
      expectedPayable: payload.expectedPayable,
      payment:
        payload.payments.length > 0
          ? { payments: payload.payments }
          : { paymentType: payload.paymentType ?? "", given: payload.given },
      posId: posId ?? null,
      posName: cart.posName,
      contactName: payload.contactName ?? "",
      contactMobile: payload.contactMobile ?? "",
      remark: payload.remark ?? "",
    });
  });
}

export const served = [counter, quote, sellWith(takeQuota)];
