/** A top-up as it comes onto a card, at the counter or by a list; the money for it is taken beside it. */
import type { Call } from "../../kernel/served";
import type { ReadType } from "../card/read-type";
import { moveBalance } from "./balances";
import { tierOf } from "./rules";
import { refuseOtherGift } from "./top-up-quote";
import { noteTopUp } from "./top-ups";

interface Asked {
  amount: number;
  /** The gift that was quoted; null where nobody was quoted one. */
  expectedGift: number | null;
  paymentType: string;
  /** The number of its slip. */
  subject: string;
}

/** Principal comes onto a card, and the gift that it brings, which is answered. */
export async function topUp(
  call: Call,
  id: number,
  { tiers }: Pick<ReadType, "tiers">,
  { amount, expectedGift, paymentType, subject }: Asked,
): Promise<number> {
  const tier = tierOf(tiers, amount);
  const gift = tier?.gift ?? 0;
  refuseOtherGift(gift, expectedGift);
  await moveBalance(call, id, "topUp", amount, subject);
  await noteTopUp(call, { cardId: id, slipNo: subject, paymentType, amount, tierFrom: tier?.from ?? null });
  await moveBalance(call, id, "topUpGift", gift, subject);
  return gift;
}
