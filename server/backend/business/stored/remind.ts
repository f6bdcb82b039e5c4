/** Staff is told each morning of stored-value cards with money on them that run out, and of those that are lost for too long. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { addDays } from "~/contract/business-time";
import { remindedDays } from "~/contract/card/to-call";
import { m } from "~/contract/messages";
import type { Transaction } from "../../db/database";
import { jobKind } from "../../jobs/kind";
import { businessDay, startOfDay } from "../../kernel/business-time";
import { notify } from "../../kernel/notify";
import { parameterOf } from "../../kernel/parameters";
import { rowsOf } from "../../kernel/rows";

const list = "/smartCard/list";
const to = { fun: "smartCardList" };

/** What a card holds outlives it; spending waits until it is extended. One message a stage; a day that was missed is made good. */
async function remindOfEnd(db: Transaction, now: Date): Promise<number> {
  const today = businessDay(now);
  const stages = sql.param([...remindedDays]);
  const due = await rowsOf<{ stage: number; n: number }>(
    db,
    sql`
      with due as (
        select c.id, near.stage, c.valid_to::text || ' ' || near.stage as mark
        from stored_card c
        cross join lateral (
          select min(s) as stage from unnest(${stages}::int[]) s where s >= c.valid_to - ${today}::date
        ) near
        where c.corp_code = current_setting('app.corp_code')
          and c.status = 'active'
          and c.principal + c.gift > 0
          and c.valid_to between ${today}::date and ${addDays(today, Math.max(...remindedDays))}::date
          and c.reminded_for <> c.valid_to::text || ' ' || near.stage
        for update of c skip locked
      ),
      told as (
        update stored_card c
        set reminded_for = due.mark
        from due
        where c.corp_code = current_setting('app.corp_code') and c.id = due.id
        returning due.stage
      )
      select stage, count(*)::int as n from told group by stage order by stage
    `,
  );
  for (const { stage, n } of due)
    await notify(db, now, {
      ...{ to, kind: "expiry" },
      title: (options) => m.stored_ending({ n, days: stage }, options),
      body: (options) => m.stored_ending_text({}, options),
      link: `${list}?status=active&validTo=${today}~${addDays(today, stage)}`,
    });
  return due.reduce((sum, { n }) => sum + n, 0);
}

/** Once for each loss. Nothing is ended: what is on the card is its holder's. */
async function remindOfLoss(db: Transaction, now: Date): Promise<number> {
  const days = Number(await parameterOf(db, "cardLostDays"));
  if (days === 0) return 0;
  const before = startOfDay(addDays(businessDay(now), -days));
  const told = await rowsOf(
    db,
    sql`
      update stored_card
      set reminded_for = 'lost ' || extract(epoch from frozen_at)::bigint
      where corp_code = current_setting('app.corp_code')
        and status = 'frozen'
        and frozen_at < ${before.toISOString()}::timestamptz
        and reminded_for <> 'lost ' || extract(epoch from frozen_at)::bigint
      returning id
    `,
  );
  if (told.length > 0)
    await notify(db, now, {
      ...{ to, kind: "expiry" },
      title: (options) => m.stored_lost_long({ n: told.length, days }, options),
      body: (options) => m.card_lost_long_text({}, options),
      link: `${list}?status=frozen`,
    });
  return told.length;
}

export const remindOfStored = jobKind({
  kind: "remindOfStored",
  title: m.jobs_kind_remind_stored,
  payload: z.object({}),
  schedule: { cron: "45 7 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_reminded_cards({ n: rows }),
  async run(run) {
    const now = run.now();
    const rows = await run.write(async (db) => (await remindOfEnd(db, now)) + (await remindOfLoss(db, now)));
    return { rows };
  },
});
