/** Stored-value cards that people have: which of these numbers, for those who keep the blanks; how many, for who changes a type. */
import { type SQL, sql } from "drizzle-orm";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

/** `types`: ids of card types. */
export async function countStoredInHands(db: Call["db"], types: SQL): Promise<number> {
  const found = await firstOf<{ n: number }>(
    db,
    sql`
      select count(*)::int as n
      from stored_card
      where corp_code = current_setting('app.corp_code')
        and card_type_id in (${types})
        and status in ('active', 'frozen')
    `,
  );
  return found?.n ?? 0;
}

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
