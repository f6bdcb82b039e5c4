/** Where a business year begins and ends, and its months; by the corp's own time. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { businessDay, startOfDay } from "../../kernel/business-time";
import { yearParts } from "../../kernel/closed-years";
import { firstOf } from "../../kernel/rows";

export const yearOf = (moment: Date): number => Number(businessDay(moment).slice(0, 4));
const firstOfMonth = (year: number, month: number): Date =>
  startOfDay(month > 12 ? `${year + 1}-01-01` : `${year}-${String(month).padStart(2, "0")}-01`);

export const endOfYear = (year: number): Date => firstOfMonth(year, 13);
export const beginOfYear = (year: number): Date => firstOfMonth(year, 1);

/** Its twelve months end to end: the first and the last reach to where the year itself begins and ends. */
export function monthsOf(year: number, from: Date, until: Date): { month: number; from: Date; until: Date }[] {
  return Array.from({ length: 12 }, (_, place) => ({
    month: place + 1,
    from: place === 0 ? from : firstOfMonth(year, place + 1),
    until: place === 11 ? until : firstOfMonth(year, place + 2),
  }));
}

/** The first year of which there is anything; null: of none. */
export async function firstYear(tx: Transaction): Promise<number | null> {
  const parts = yearParts().map(
    ({ table, moment }) => sql`
      (select min(t.${sql.identifier(moment)}) as at from ${sql.identifier(table)} t
       where t.corp_code = current_setting('app.corp_code'))
    `,
  );
  const found = await firstOf<{ at: string | null }>(
    tx,
    sql`select min(p.at) as at from (${sql.join(parts, sql` union all `)}) p`,
  );
  return found?.at ? yearOf(new Date(found.at)) : null;
}
