/** What a top-up brings, said before it is paid and asked again with the card locked: a gift that is another by then is refused. */
import { m } from "~/contract/messages";
import type { TopUpQuote } from "~/contract/stored/counter";
import { yuan } from "../../kernel/money";
import { parameterOf } from "../../kernel/parameters";
import { Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import type { ReadType } from "../card/read-type";
import { tierOf } from "./rules";

interface Standing {
  principal: number;
  gift: number;
}

export async function quoteTopUp(
  call: Call,
  { card, type, named }: { card: Standing; type: Pick<ReadType, "tiers">; named: boolean },
  amount: number,
): Promise<TopUpQuote> {
  const tier = tierOf(type.tiers, amount);
  const gift = tier?.gift ?? 0;
  return {
    ...{ amount, gift, tierFrom: tier?.from ?? null },
    ...{ principalAfter: card.principal + amount, giftAfter: card.gift + gift },
    whyNot: await aboveWhyNot(call, card, named, amount),
  };
}

/** A card holds no more than the law lets it: a named one more than one that is anybody's. "" where it may. */
export const aboveWhyNot = async (
  call: Call,
  { principal }: Pick<Standing, "principal">,
  named: boolean,
  amount: number,
): Promise<string> => aboveSaid(await mostOf(call, named), named, principal + amount);

/** Fen of principal that such a card holds at most. */
export const mostOf = async ({ db }: Call, named: boolean): Promise<number> =>
  Number(await parameterOf(db, named ? "storedMostNamed" : "storedMostUnnamed"));

/** As {@link aboveWhyNot}, of the principal that would be on it. */
export function aboveSaid(most: number, named: boolean, sum: number): string {
  if (sum <= most) return "";
  const words = named ? m.stored_above_named : m.stored_above_unnamed;
  return words({ most: yuan(most), sum: yuan(sum) });
}

/** `expected`: the gift that was quoted; null where nobody was quoted one. */
export function refuseOtherGift(gift: number, expected: number | null): void {
  if (expected === null || expected === gift) return;
  throw new Refusal(m.stored_gift_moved({ now: yuan(gift), expected: yuan(expected) }));
}
