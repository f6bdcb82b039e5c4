/** The log of cards: every step writes its row, whoever takes it. */
import { sql } from "drizzle-orm";
import { type CardStep, seasonCardLog as resource } from "~/contract/card/log";
import { serveList } from "../../kernel/serve-list";
import type { Call } from "../../kernel/served";
import { keptSaid, type Said, saidShown } from "./said";
import { cardType, seasonCard, seasonCardLog as table } from "./schema";

interface Step {
  /** Of one, or of many at once. */
  cardId: number | readonly number[];
  step: CardStep;
  /** Fen that were paid; below zero: given back. */
  amount?: number;
  orderNo?: string | null;
  said?: Said;
}

/** Number, type and holders are those of the moment. */
export async function noteStep(
  { db, now, caller }: Pick<Call, "db" | "now" | "caller">,
  { cardId, step, amount = 0, orderNo = null, said = null }: Step,
): Promise<void> {
  await db.execute(sql`
    insert into season_card_log (
      at, card_id, number, card_type_id, step, holder_name, amount, order_no, said, account_id, account_name
    )
    select ${now.toISOString()}::timestamptz, c.id, c.number, c.card_type_id, ${step}, c.holder_name, ${amount}, ${orderNo},
           ${keptSaid(said)}, ${caller.userId}, ${caller.name}
    from season_card c
    where c.corp_code = current_setting('app.corp_code') and c.id = any (${`{${[cardId].flat()}}`}::bigint[])
    order by c.id
  `);
}

export const logServed = serveList(resource, {
  table,
  references: {
    cardId: { table: seasonCard, name: seasonCard.number },
    cardTypeId: { table: cardType, name: cardType.name },
  },
  shown: (_call, rows) => rows.map(saidShown),
});
