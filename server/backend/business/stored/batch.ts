/** Stored-value cards in batches: made when a batch is received, and the next one of a type that is issued from batches alone. */
import { sql } from "drizzle-orm";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { ReceivedBatch } from "../card/batch-keeper";

export async function makeStored({ db }: Call, { batchId, cardTypeId, numbers }: ReceivedBatch): Promise<string[]> {
  const made = await rowsOf<{ number: string }>(
    db,
    sql`
      insert into stored_card (number, card_type_id, batch_id)
      select value, ${cardTypeId}, ${batchId}
      from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb)
      on conflict do nothing
      returning number
    `,
  );
  return made.map(({ number }) => number);
}

/** Locked: of two tills at once each takes another. */
export function nextStored({ db }: Call, cardTypeId: number): Promise<{ id: number; number: string } | undefined> {
  return firstOf(
    db,
    sql`
      select id::float8 as id, number
      from stored_card
      where corp_code = current_setting('app.corp_code')
        and card_type_id = ${cardTypeId}
        and status = 'stock'
        and batch_id is not null
      order by id
      limit 1
      for update skip locked
    `,
  );
}
