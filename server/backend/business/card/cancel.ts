/** Cancelling a card: what was paid for it goes back by the scale that it was sold under, order by order, and its deposit whole. */
import type { seasonCard as resource } from "~/contract/card/card";
import type { InputOf } from "~/contract/command";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { Invalid } from "../../kernel/refusal";
import type { Outcome } from "../../kernel/resource-backend";
import { ofEverybody } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { refund, togetherNeedApproval } from "../order/refund";
import { payBackDeposit } from "./deposits";
import { noteStep } from "./log";
import { backOf, type Charge, chargesOf, ofTerm } from "./price";
import { type ReadType, readType } from "./read-type";
import { sellsOfCancelling } from "./sells";

type Card = ResourceRow<typeof resource>;

interface Back {
  orderId: number;
  charges: Charge[];
  amount: number;
}

/** What goes back now, by order; of an order nothing of which goes back nothing is asked. */
export async function backOfCard(call: Call, card: { id: number }, type: ReadType): Promise<Back[]> {
  const today = businessDay(call.now);
  const charges = (await chargesOf(call, card.id)).filter(
    ({ kind, state }) => ofTerm.includes(kind) && state === "paid",
  );
  const orders = [...new Set(charges.map(({ orderId }) => orderId))].sort((one, other) => one - other);
  return orders
    .map((orderId) => {
      const own = charges.filter((charge) => charge.orderId === orderId);
      return { orderId, charges: own, amount: own.reduce((sum, charge) => sum + backOf(charge, type, today), 0) };
    })
    .filter(({ amount }) => amount > 0);
}

export async function cancelCard(
  call: Call,
  card: Card,
  { reason, expected }: InputOf<(typeof resource)["commands"]["cancel"]>,
): Promise<Outcome> {
  const type = await readType(call, card.cardTypeId);
  const backs = await backOfCard(call, card, type);
  const amount = backs.reduce((sum, back) => sum + back.amount, 0);
  const total = amount + (card.deposit ?? 0);
  if (expected !== null && expected !== total)
    throw new Invalid({ expected: [m.card_back_moved({ amount: yuan(total) })] });
  const waits = await giveBack(call, backs, { reason, deposit: card.deposit ?? 0 });
  if (waits !== null) {
    await noteStep(call, { cardId: card.id, step: "refundAsked", said: reason });
    const heldFrom = card.frozenFor ? `${card.status}:${card.frozenFor}` : card.status;
    return {
      to: "frozen",
      set: { frozenFor: "refund", heldFrom },
      notice: waits.heldFor
        ? m.card_cancel_held({ amount: yuan(amount), why: waits.heldFor })
        : m.card_cancel_waits({ amount: yuan(amount) }),
    };
  }
  const deposit = await payBackDeposit(call, card.depositId, card.number);
  await noteStep(call, { cardId: card.id, step: "cancel", amount: -amount, said: reason });
  return {
    to: "cancelled",
    set: { frozenFor: null, heldFrom: null, deposit: 0 },
    answer: { amount, deposit },
    notice:
      deposit > 0
        ? m.card_cancelled({ number: card.number, amount: yuan(amount), deposit: yuan(deposit) })
        : m.card_cancelled_no_deposit({ number: card.number, amount: yuan(amount) }),
  };
}

/**
 * What it waits for where that is no second person ("" where it is one); null where all of it has gone back. The orders of a
 * card are asked about as one, with its deposit: each by itself may be below the limit, and none goes back while another waits.
 */
async function giveBack(
  call: Call,
  backs: readonly Back[],
  { reason, deposit }: { reason: string; deposit: number },
): Promise<{ heldFor: string } | null> {
  if (backs.length === 0) return null;
  // Who may cancel a card gives back its orders, whoever sold them.
  const seeing: Call = { ...call, may: async (button) => button === "sale:viewAll" || call.may(button) };
  const asked = backs.map(({ orderId, charges, amount }) => {
    const pieces = charges.map(({ id, lineId }) => ({ id, lineId }));
    return { orderId, items: [], ticketIds: [], pieces, reason, expectedAmount: amount } as never;
  });
  return ofEverybody(call, async () => {
    const needApproval = await togetherNeedApproval(seeing, [sellsOfCancelling], { asked, besides: deposit });
    let waits: { heldFor: string } | null = null;
    for (const payload of asked) {
      const { state, heldFor } = await refund(seeing, [sellsOfCancelling], payload, { needApproval });
      if (state !== "done") waits = { heldFor };
    }
    return waits;
  });
}
