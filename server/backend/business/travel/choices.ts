/** Choices of a page that asks about one agency or guide. */
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

/** The first 500 by name of those that `only` picks, and the chosen one wherever it stands: a list that lacks it would show nothing as chosen. */
export const choicesWith = (
  { db }: Pick<Call, "db">,
  table: SQL,
  chosen: number | undefined,
  only: SQL = sql`true`,
): Promise<{ value: string; label: string }[]> =>
  rowsOf(
    db,
    sql`
      select id::text as value, name as label
      from (
        (select id, name from ${table} where ${only} order by name, id limit 500)
        union
        select id, name from ${table} where id = ${chosen ?? null}::bigint
      ) offered
      order by name, offered.id
    `,
  );
