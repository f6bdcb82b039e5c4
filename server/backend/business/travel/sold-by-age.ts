/**
 * Fen that accounts were sold on credit in the last 30, 60 and 90 days. The database keeps what each was ever sold, and what
 * before the starts of those days (`agency_sold`): the difference is two numbers of a row. A task of the night moves the starts
 * on; until it has, and where an account is newer than it, the ledger is added up.
 */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import type { Transaction } from "../../db/database";
import { jobKind } from "../../jobs/kind";
import { addDays, businessDay, startOfDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import { ageDays } from "./accounts";

const own = sql`current_setting('app.corp_code')`;

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** Where each age of today begins, the latest first. */
function starts(now: Date): Date[] {
  return ageDays.map((days) => startOfDay(addDays(businessDay(now), -days)));
}

const fromColumns = sql`(w.from_first, w.from_second, w.from_third)`;
const row = (moments: readonly Date[]) => sql`(${sql.join(moments.map(at), sql`, `)})`;

/** Of `w`, a row of `agency_sold`: whether its starts are those of today. */
export const isOfToday = (now: Date): SQL => sql`${fromColumns} = ${row(starts(now))}`;

/** Of such a row: fen sold in the last 30, 60 and 90 days. */
export const soldColumns: Readonly<Record<"first" | "second" | "third", SQL>> = {
  first: sql`w.sold - w.before_first`,
  second: sql`w.sold - w.before_second`,
  third: sql`w.sold - w.before_third`,
};

export interface Sold {
  account: number;
  /** In the last 30, 60 and 90 days. */
  first: number;
  second: number;
  third: number;
}

/** From the ledger itself; accounts that were sold nothing are left out. */
export async function soldOf(db: Transaction, now: Date, accounts: readonly number[]): Promise<Sold[]> {
  if (accounts.length === 0) return [];
  const moments = starts(now);
  const [first, second, third] = moments.map(
    (start) => sql`coalesce(sum(l.used_change) filter (where l.at >= ${at(start)}), 0)::float8`,
  );
  return rowsOf<Sold>(
    db,
    sql`
      select l.agency_account_id::float8 as account, ${first} as first, ${second} as second, ${third} as third
      from agency_ledger l
      where l.corp_code = ${own}
        and l.agency_account_id = any (${`{${accounts}}`}::bigint[])
        and l.used_change > 0
        and l.at >= ${at(moments.at(-1) ?? now)}
      group by 1
    `,
  );
}

/** Accounts of one transaction: whoever sells on one of them waits as long. */
const atOnce = 200;

export const moveAgesJob = jobKind({
  kind: "moveAges",
  title: m.account_job_ages,
  payload: z.object({}),
  schedule: { cron: "12 0 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.account_job_ages_done({ n: rows }),
  async run(run) {
    let rows = 0;
    for (let after = 0; !run.signal.aborted; ) {
      const from = after;
      const moved = await run.write((db) => moveOn(db, run.now(), from));
      if (moved.length === 0) break;
      rows += moved.length;
      after = moved.at(-1) ?? after;
      await run.progress(rows);
    }
    return { rows };
  },
});

/** The rows are locked before the ledger is read: what is sold meanwhile waits, and is counted by the database afterwards. */
async function moveOn(db: Transaction, now: Date, after: number): Promise<number[]> {
  const locked = await rowsOf<{ account: number }>(
    db,
    sql`
      select w.agency_account_id::float8 as account
      from agency_sold w
      where w.corp_code = ${own} and w.agency_account_id > ${after}
      order by w.agency_account_id
      limit ${atOnce}
      for update
    `,
  );
  const accounts = locked.map(({ account }) => account);
  if (accounts.length === 0) return [];
  const sold = await soldOf(db, now, accounts);
  await db.execute(sql`
    update agency_sold w
    set (from_first, from_second, from_third) = ${row(starts(now))},
        before_first = w.sold - coalesce(s.first, 0),
        before_second = w.sold - coalesce(s.second, 0),
        before_third = w.sold - coalesce(s.third, 0)
    from unnest(${`{${accounts}}`}::bigint[]) as k (account)
    left join jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as s (account bigint, first bigint, second bigint, third bigint)
      on s.account = k.account
    where w.corp_code = ${own} and w.agency_account_id = k.account
  `);
  return accounts;
}
