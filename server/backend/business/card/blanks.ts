/**
 * Cards whose blanks somebody else keeps by their numbers: the stock registers how a sale takes its number out of what the
 * seller has in hand. Where a blank is, only the keeper says; a card that is registered and not sold yet says no more than that.
 */
import { sql } from "drizzle-orm";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface CardBlankKeeper {
  /** By card type: the item whose numbers its cards are. */
  itemsOf: (call: Call, cardTypeIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** In the order of the wishes: the number that is wished for, which the caller must have in hand, or "" for the next. */
  take: (call: Call, taken: { itemId: number; wishes: readonly string[]; note: string }) => Promise<string[]>;
  /** What lies on top of the caller's pile. */
  next: (call: Call, itemId: number) => Promise<{ next: string; left: number }>;
}

let keeper: CardBlankKeeper = {
  itemsOf: async () => new Map(),
  take: async () => [],
  next: async () => ({ next: "", left: 0 }),
};

export const keepsCardBlanks = (registered: CardBlankKeeper): void => {
  keeper = registered;
};
export const cardBlankKeeper = (): CardBlankKeeper => keeper;

/** Null where the cards of the type are nobody's blanks. */
export async function takeBlanks(
  call: Call,
  type: { id: number; name: string },
  wishes: readonly string[],
): Promise<string[] | null> {
  const itemId = (await keeper.itemsOf(call, [type.id])).get(type.id);
  return itemId === undefined ? null : keeper.take(call, { itemId, wishes, note: type.name });
}

/** Of these numbers those of cards that people have in their hands: no blank of theirs is spoiled. */
export async function seasonCardsInHands({ db }: Call, numbers: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ number: string }>(
    db,
    sql`
      select number from season_card
      where corp_code = current_setting('app.corp_code') and status in ('sold', 'active', 'frozen')
        and number_key in (select lower(value) from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))
      order by number
      limit 5
    `,
  );
  return rows.map(({ number }) => number);
}
