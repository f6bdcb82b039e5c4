/**
 * Cards expire once their last day is over: active → expired, and so do those that were sold and never activated, and those that
 * are reported lost. One whose refund waits for a second person stays until that is decided.
 */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import type { Transaction } from "../../db/database";
import { jobKind } from "../../jobs/kind";
import { businessDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";

const batch = 500;

/** Cards that may run out; the words of the index `season_card_due`. */
export const runsOut: SQL = sql`(status in ('sold', 'active') or frozen_for = 'loss')`;

/** `only` null: any. A card that a gate or a counter holds at this moment is left for the next time. Answers how many. */
export async function expireDue(
  { db, now }: { db: Transaction; now: Date },
  today: string,
  only: readonly number[] | null,
): Promise<number> {
  if (only?.length === 0) return 0;
  const which = only === null ? sql`true` : sql`id = any (${`{${only}}`}::bigint[])`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await rowsOf(
    db,
    sql`
      with due as (
        select id
        from season_card
        where corp_code = current_setting('app.corp_code')
          and ${runsOut}
          and valid_to < ${today}::date
          and ${which}
        order by valid_to, id
        limit ${batch}
        for update skip locked
      ),
      expired as (
        update season_card c
        set status = 'expired', frozen_for = null, row_version = row_version + 1, updated_at = ${at}
        from due
        where c.corp_code = current_setting('app.corp_code') and c.id = due.id
        returning c.id, c.number, c.card_type_id, c.holder_name
      )
      insert into season_card_log (at, card_id, number, card_type_id, step, holder_name, account_id, account_name)
      select ${at}, id, number, card_type_id, 'expire', holder_name, 0, ''
      from expired
      returning id
    `,
  );
  return rows.length;
}

export const expireCards = jobKind({
  kind: "expireCards",
  title: m.jobs_kind_expire_cards,
  payload: z.object({}),
  schedule: { cron: "15 0 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_expired_cards({ n: rows }),
  async run(run) {
    const now = run.now();
    const today = businessDay(now);
    let rows = 0;
    for (;;) {
      const changed = await run.write((db) => expireDue({ db, now }, today, null));
      rows += changed;
      await run.progress(rows);
      if (changed < batch) return { rows };
    }
  },
});
