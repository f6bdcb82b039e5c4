/** Which numbers are of stored-value cards that people have: for those who keep the blanks. */
import { sql } from "drizzle-orm";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export async function storedCardsInHands({ db }: Call, numbers: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ number: string }>(
    db,
    sql`
      select number from stored_card
      where corp_code = current_setting('app.corp_code') and status in ('active', 'frozen')
        and number_key in (select lower(value) from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))
      order by number
      limit 5
    `,
  );
  return rows.map(({ number }) => number);
}
