/** What a refund pays back, said before it is made and asked again with the card locked: what is another by then is refused. */
import { m } from "~/contract/messages";
import type { RefundQuote } from "~/contract/stored/counter";
import { yuan } from "../../kernel/money";
import { Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import type { ReadType } from "../card/read-type";
import { wayBack } from "../order/settlement";
import { paidBy } from "./balances";
import type { ReadCard } from "./read-card";
import { returnable } from "./returnable";
import { forfeitOf } from "./rules";

/** The gift that goes with so much principal; of a card without principal all of it. */
export const forfeited = (card: Pick<ReadCard, "principal" | "gift">, amount: number): number =>
  card.principal === 0 ? card.gift : forfeitOf(card, amount);

/** "" where so much principal may go back now. */
export async function aboveReturnable(
  call: Call,
  card: ReadCard,
  type: Pick<ReadType, "refundRule">,
  amount: number,
): Promise<string> {
  if (amount <= 0) return m.stored_amount_wanted();
  const most = await returnable(call, card, type);
  if (amount <= most) return "";
  const words = most < card.principal ? m.stored_refund_late : m.stored_refund_most;
  return words({ most: yuan(most) });
}

export async function quoteRefund(
  call: Call,
  card: ReadCard,
  type: Pick<ReadType, "refundRule">,
  amount: number,
): Promise<RefundQuote> {
  const whyNot = await aboveReturnable(call, card, type, amount);
  const forfeit = whyNot ? 0 : forfeited(card, amount);
  const back = whyNot ? 0 : amount;
  return {
    ...{ amount, forfeit, principal: card.principal, whyNot },
    ...{ principalAfter: card.principal - back, giftAfter: card.gift - forfeit },
    ways: back === 0 ? [] : wayBack(await paidBy(call, card.id), back),
  };
}

interface Expected {
  expectedPrincipal?: number | null;
  expectedForfeit?: number | null;
}

/** The card was spent, topped up or refunded since the quotation; nobody quoted anything where both are null. */
export function refuseOtherBack(
  card: Pick<ReadCard, "principal" | "gift">,
  amount: number,
  { expectedPrincipal = null, expectedForfeit = null }: Expected,
): void {
  const forfeit = forfeited(card, amount);
  const isSame =
    (expectedPrincipal === null || expectedPrincipal === card.principal) &&
    (expectedForfeit === null || expectedForfeit === forfeit);
  if (isSame) return;
  throw new Refusal(
    m.stored_back_moved({ principal: yuan(card.principal), gift: yuan(card.gift), forfeit: yuan(forfeit) }),
  );
}
