/** A card as its row has it, and how much of its principal may go back now. */
import type { ResourceRow } from "~/contract/resource";
import type { smartCard as resource } from "~/contract/stored/card";
import type { Call } from "../../kernel/served";
import type { ReadType } from "../card/read-type";
import { lateTopUps, type ReadCard } from "./read-card";

export type Card = ResourceRow<typeof resource>;

/** The amounts of a row are never none. */
export const held = (card: Card): ReadCard => ({
  ...{ id: card.id, number: card.number, cardTypeId: card.cardTypeId, status: card.status },
  // Of a step that is taken now the state alone speaks.
  ...{ soldAt: null, frozenAt: null },
  ...{ holderName: card.holderName, mobile: card.mobile, email: card.email },
  ...{ document: card.document, country: card.country, identity: card.identity },
  validTo: card.validTo,
  ...{ principal: card.principal ?? 0, gift: card.gift ?? 0, deposit: card.deposit ?? 0 },
});

interface TypedCard {
  card: ReadCard;
  type: Pick<ReadType, "refundRule">;
}

/** Principal that may go back now, of each: all of it, or by the type's rule what was topped up within seven days. */
export async function returnables(call: Call, cards: readonly TypedCard[]): Promise<number[]> {
  const bound = ({ card, type }: TypedCard) => type.refundRule !== "anytime" && card.status !== "cancelled";
  const late = await lateTopUps(
    call,
    cards.filter(bound).map(({ card }) => card.id),
  );
  return cards.map((one) =>
    bound(one) ? Math.min(one.card.principal, late.get(one.card.id) ?? 0) : one.card.principal,
  );
}

export async function returnable(call: Call, card: ReadCard, type: TypedCard["type"]): Promise<number> {
  const [amount = 0] = await returnables(call, [{ card, type }]);
  return amount;
}
