/** A number whose card somebody has is not spoiled: nobody would know afterwards where it is. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { seasonCardsInHands } from "../card/blanks";
import { storedCardsInHands } from "../stored/in-hands";

/** Of an item whose blanks are cards: they are replaced first, on another number. */
export async function refuseCardsInHands(call: Call, itemId: number, serials: readonly string[]): Promise<void> {
  const isCards = await firstOf(
    call.db,
    sql`
      select id from stock_item_card_type
      where corp_code = current_setting('app.corp_code') and stock_item_id = ${itemId}
      limit 1
    `,
  );
  if (!isCards || serials.length === 0) return;
  const [number] = [...(await seasonCardsInHands(call, serials)), ...(await storedCardsInHands(call, serials))];
  if (number) throw new Refusal(m.stock_card_in_hands({ number }));
}
