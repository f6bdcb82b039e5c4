/**
 * The log of stored-value cards. Whatever moves their figures is written there by the database, out of the ledger: no way
 * of paying can forget it. Steps that move none are noted here.
 */
import { sql } from "drizzle-orm";
import { smartCardLog as resource, type StoredStep } from "~/contract/stored/log";
import { serveList } from "../../kernel/serve-list";
import type { Call } from "../../kernel/served";
import { keptSaid, type Said, saidShown } from "../card/said";
import { storedTypeReference } from "../card/type";
import { storedCard, storedCardLog as table } from "./schema";

interface Step {
  cardId: number;
  step: StoredStep;
  said?: Said | undefined;
  /** Of a step that moves figures too: noted before they move, which then come onto its row. */
  slipNo?: string;
  /** Of a card that is only now being sold. */
  holderName?: string | null;
}

/** Number, type and holder are those of the moment. */
export async function noteStep(
  { db, now, caller }: Pick<Call, "db" | "now" | "caller">,
  { cardId, step, said, slipNo, holderName }: Step,
): Promise<void> {
  await db.execute(sql`
    insert into stored_card_log (at, card_id, number, card_type_id, step, holder_name, slip_no, said, account_id, account_name)
    select ${now.toISOString()}::timestamptz, c.id, c.number, c.card_type_id, ${step},
           coalesce(${holderName ?? null}, c.holder_name), ${slipNo ?? null}, ${keptSaid(said)},
           ${caller.userId}, ${caller.name}
    from stored_card c
    where c.corp_code = current_setting('app.corp_code') and c.id = ${cardId}
    on conflict do nothing
  `);
}

export const logServed = serveList(resource, {
  table,
  references: { cardId: { table: storedCard, name: storedCard.number }, cardTypeId: storedTypeReference },
  shown: (_call, rows) => rows.map(saidShown),
});
