/** The card that goes on in place of a replaced one. */
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

interface Next {
  id: number;
  number: string;
}

/** Null: the card was not replaced. */
export async function nextOf({ db }: Pick<Call, "db">, cards: PgTable, id: number): Promise<Next | null> {
  const next = await firstOf<Next>(
    db,
    sql`
      select n.id::float8 as id, n.number
      from ${cards} c
      join ${cards} n on n.corp_code = c.corp_code and n.id = c.replaced_by_id
      where c.corp_code = current_setting('app.corp_code') and c.id = ${id}
    `,
  );
  return next ?? null;
}
