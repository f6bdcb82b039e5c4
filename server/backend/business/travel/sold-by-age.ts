/**
 * Fen that accounts were sold on credit in the last 30, 60 and 90 days. Movements of days that are over change no more: the
 * first look of a day adds them up, and later ones add to that what today has brought.
 */
import { sql } from "drizzle-orm";
import { LastUsed } from "../../../last-used";
import { addDays, businessDay, startOfDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { ageDays } from "./accounts";

type Sums = Map<number, readonly number[]>;

/** By tenant and day; the table's own number tells it from the one that stood there before a restore. */
const closed = new LastUsed<Sums>(200);

/** A call that began before midnight may still write; by then it has been broken off. */
const settledAfter = 10 * 60_000;

export const noneSold: readonly number[] = ageDays.map(() => 0);

/** By account; `table` is the number of the ledger's table in the database. */
export async function soldByAge(call: Call, accounts: readonly number[], table: string): Promise<Sums> {
  const { caller, now } = call;
  const today = startOfDay(businessDay(now));
  if (accounts.length === 0) return new Map();
  // Whoever sees a part of the ledger alone must not tell others what it adds up to.
  if (caller.scope !== null || now.getTime() - today.getTime() < settledAfter) return sumsOf(call, accounts, {});
  const key = `${table}/${caller.corpCode}/${today.toISOString()}`;
  const known = closed.get(key) ?? new Map();
  closed.set(key, known);
  const unknown = accounts.filter((account) => !known.has(account));
  const fresh = await sumsOf(call, unknown, { before: today });
  for (const account of unknown) known.set(account, fresh.get(account) ?? noneSold);
  const since = await sumsOf(call, accounts, { from: today });
  return new Map(
    accounts.map((account) => {
      const [before, after] = [known.get(account) ?? noneSold, since.get(account) ?? noneSold];
      return [account, before.map((amount: number, place: number) => amount + (after[place] ?? 0))];
    }),
  );
}

async function sumsOf(
  { db, now }: Call,
  accounts: readonly number[],
  { from, before }: { from?: Date; before?: Date },
): Promise<Sums> {
  if (accounts.length === 0) return new Map();
  const startOf = (days: number) => startOfDay(addDays(businessDay(now), -days));
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
  const sums = ageDays.map(
    (days) => sql`coalesce(sum(l.used_change) filter (where l.at >= ${at(startOf(days))}), 0)::float8`,
  );
  const rows = await rowsOf<{ account: number; sold: number[] }>(
    db,
    sql`
      select l.agency_account_id::float8 as account, array[${sql.join(sums, sql`, `)}] as sold
      from agency_ledger l
      where l.corp_code = current_setting('app.corp_code')
        and l.agency_account_id = any (${`{${accounts}}`}::bigint[])
        and l.used_change > 0
        and l.at >= ${at(from ?? startOf(ageDays.at(-1) ?? 0))}
        and ${before ? sql`l.at < ${at(before)}` : sql`true`}
      group by 1
    `,
  );
  return new Map(rows.map(({ account, sold }) => [account, sold]));
}
