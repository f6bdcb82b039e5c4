/**
 * An account that pays at the counter by its number: a payment kind that its business registers with the order core. Where
 * it pays the whole its own rules make the cart cheaper; where it pays a part they say only whether it may.
 */
import { m } from "~/contract/messages";
import { Invalid } from "../../kernel/refusal";
import { ofEverybody } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { payerOf } from "../order/payment/by-account";
import type { PayingAccount } from "../order/sell";
import { type Off, spreadOver } from "./reduce/off";
import type { Found, PaidBy, ReductionWish } from "./reduce/wish";
import type { Cart } from "./sale-cart";

interface Paying {
  paymentType?: string | undefined;
  payments: readonly { paymentType: string; amount: number }[];
  accountNo: string;
}

/** Of the payments that are meant so far; null where none is by a number, or the number is still missing. */
export function paidBy({ paymentType = "", payments, accountNo }: Paying): PaidBy | null {
  const meant =
    payments.length > 0 ? payments.map((one) => ({ ...one, part: one.amount })) : [{ paymentType, part: null }];
  const found = meant.find((one) => payerOf(one.paymentType)?.byNumber);
  return found && accountNo !== "" ? { paymentType: found.paymentType, accountNo, part: found.part } : null;
}

/** Refuses a number that nothing is paid with, and a payment that needs one and has none. */
export function refuseNumber({ paymentType = "", payments, accountNo }: Paying): void {
  const types = payments.length > 0 ? payments.map((one) => one.paymentType) : [paymentType];
  const needed = types.some((type) => payerOf(type)?.byNumber);
  if (needed && accountNo === "") throw new Invalid({ accountNo: [m.sale_account_wanted()] });
  if (!needed && accountNo !== "") throw new Invalid({ accountNo: [m.sale_account_unused()] });
}

export interface PayerFound extends Found {
  /** Who it is and what it would take; "" where no account pays. */
  says: string;
  accounts: PayingAccount[];
}

/** `left`: fen that are left of each unit when everything else has been taken away. */
export async function payerOff(
  call: Call,
  cart: Pick<Cart, "lines">,
  left: readonly number[][],
  { paidBy: by, posId, beside = 0 }: Pick<ReductionWish, "paidBy" | "posId" | "beside">,
): Promise<PayerFound> {
  const payer = by ? payerOf(by.paymentType)?.byNumber : undefined;
  if (!by || !payer) return { offs: [], problems: [], says: "", accounts: [] };
  const sum = left.flat().reduce((total, price) => total + price, 0);
  const asked = {
    ...{ account: by.accountNo, amount: by.part ?? sum, whole: by.part === null },
    ...{ parkId: cart.lines[0]?.type.parkId ?? 0, posId: posId ?? null },
  };
  // A card of another park pays here, where its rules let it.
  const quote = await ofEverybody(call, async () => {
    const tickets = await payer.quote(call, asked);
    if (!asked.whole || beside === 0 || tickets.whyNot !== "") return tickets;
    // What others sell in the same order it pays at their price.
    const { says, whyNot } = await payer.quote(call, { ...asked, whole: false, amount: sum - tickets.off + beside });
    return { ...tickets, says, whyNot };
  });
  const accounts = [{ paymentType: by.paymentType, id: by.accountNo, free: quote.free }];
  if (quote.whyNot !== "") {
    return { offs: [], problems: [{ field: "accountNo", message: quote.whyNot }], says: "", accounts };
  }
  const lines = left.map((_, line) => line);
  const off: Off = {
    ...{ kind: "discount", reason: "", name: quote.name, words: "" },
    units: spreadOver(left, lines, quote.off),
  };
  return { offs: quote.off > 0 ? [off] : [], problems: [], says: quote.says, accounts };
}
