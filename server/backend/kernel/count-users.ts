/** How much hangs on a row, in words: why it cannot be deleted. */
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "./served";

/** "3 ticket types" for a refusal, or nothing when there are none; `limit` keeps the count cheap. */
export async function countUsers(call: Call, from: SQL, words: (n: number) => string): Promise<string[]> {
  const { rows } = await call.db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${from} limit 1000) used`,
  );
  const n = rows[0]?.n ?? 0;
  return n === 0 ? [] : [words(n)];
}
