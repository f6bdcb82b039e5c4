/** A list's filter by a part of a text; what is typed is taken literally. */
import { type SQL, sql } from "drizzle-orm";

export function contains(column: SQL): (value: string) => SQL {
  return (value) => sql`${column} ilike ${`%${value.replace(/[\\%_]/g, "\\$&")}%`}`;
}
