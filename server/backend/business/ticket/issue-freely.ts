/** Tickets of price zero that nobody pays for, through the order core: quota, places and rules are those of every sale. */
import { m } from "~/contract/messages";
import { Invalid, Refusal } from "../../kernel/refusal";
import { ofEverybody } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { sellOrder } from "../order/sell";
import { takeQuota } from "./quota-take";
import { priceCart } from "./sale-cart";
import { counterChannel } from "./sale-context";
import { ticketPart } from "./sale-store";
import { holdersOf } from "./sale-visitors";

interface Wanted {
  visitDay: string;
  ticketTypeId: number;
  quantity: number;
  contactName: string;
  contactMobile: string;
  remark: string;
}

/** `faceValue`: fen that they would have cost. Types that ask for names or a time of the day are refused: nobody named any. */
export async function issueFreely(call: Call, wanted: Wanted): Promise<{ orderNo: string; faceValue: number }> {
  const { visitDay, ticketTypeId, quantity, contactName, contactMobile, remark } = wanted;
  const lines = [{ ticketTypeId, slot: "", quantity }];
  const cart = await priceCart(call, { visitDay, lines, anyPage: true, anyNumber: true });
  if (cart.asked.some(({ type }) => type.realName !== "none" || type.slots.length > 0))
    throw new Invalid({ ticketTypeId: [m.reception_plain_type()] });
  if (cart.whyNot) throw new Refusal(cart.whyNot);
  const faceValue = cart.lines.reduce((sum, { amount }) => sum + amount, 0);
  const free = { ...cart, lines: cart.lines.map((line) => ({ ...line, unitPrice: 0, amount: 0 })) };
  return ofEverybody(call, async () => {
    const { orderNo } = await sellOrder(call, {
      ...{ channel: counterChannel, visitDay, free: true, discount: 0, expectedPayable: 0 },
      parts: [ticketPart({ ...free, contactMobile }, holdersOf(free, []), takeQuota)],
      payment: { payments: [] },
      ...{ posId: null, posName: "", contactName, contactMobile, remark },
    });
    return { orderNo, faceValue };
  });
}
