/** A step of a card that costs something: an order of one part at the caller's till, paid at once. */
import { businessDay } from "../../kernel/business-time";
import type { Call } from "../../kernel/served";
import { type PayingAccount, sellOrder } from "../order/sell";
import type { Part } from "../order/sellable";
import type { Tender } from "../order/settlement";
import { openShiftOf } from "../order/shift-store";
import { counterChannel } from "../ticket/sale-context";
import { type Priced, payableOf } from "./price";

interface Paying {
  part: Part;
  priced: Priced;
  paymentType: string;
  /** Several, where they are given: they take the place of the one. */
  payments?: readonly Tender[];
  /** Who pays, where one of them is on account. */
  accounts?: readonly PayingAccount[];
  given?: number | undefined;
  /** What the customer was told: a price that moved is refused. */
  expected: number | null | undefined;
  contactName: string;
  contactMobile: string;
  remark?: string;
}

/** Null: it cost nothing, and there is no order. */
export async function payStep(call: Call, paying: Paying): Promise<{ orderId: number; orderNo: string } | null> {
  const { part, priced, expected } = paying;
  if (payableOf(priced) === 0 && (expected ?? 0) === 0) {
    await part.take(call, "");
    return null;
  }
  return sellStep(call, paying);
}

export async function sellStep(call: Call, paying: Paying): Promise<{ orderId: number; orderNo: string }> {
  const { part, paymentType, payments = [], accounts = [], given, expected } = paying;
  const { contactName, contactMobile, remark = "" } = paying;
  const shift = await openShiftOf(call);
  return sellOrder(call, {
    channel: counterChannel,
    visitDay: businessDay(call.now),
    parts: [part],
    discount: 0,
    expectedPayable: expected ?? undefined,
    payment: payments.length > 0 ? { payments } : { paymentType, given },
    accounts,
    posId: shift?.posId ?? null,
    posName: shift?.posName ?? "",
    contactName: contactName.slice(0, 40),
    contactMobile,
    remark,
  });
}
