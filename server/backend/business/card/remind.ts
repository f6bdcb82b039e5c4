/** Staff is told each morning of cards that run out in 30 and in 7 days, and of cards that are reported lost for too long. */
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

/** One message a stage, however many cards: the list says which. A day that was missed is made good the next time. */
async function remindOfEnd(db: Transaction, now: Date): Promise<number> {
  const today = businessDay(now);
  const stages = sql.param([...remindedDays]);
  const due = await rowsOf<{ stage: number; n: number }>(
    db,
    sql`
      with due as (
        select c.id, near.stage, c.valid_to::text || ' ' || near.stage as mark
        from season_card c
        cross join lateral (
          select min(s) as stage from unnest(${stages}::int[]) s where s >= c.valid_to - ${today}::date
        ) near
        where c.corp_code = current_setting('app.corp_code')
          and c.status = 'active'
          and c.employee_id is null
          and c.valid_to between ${today}::date and ${addDays(today, Math.max(...remindedDays))}::date
          and c.reminded_for <> c.valid_to::text || ' ' || near.stage
        for update of c skip locked
      ),
      told as (
        update season_card c
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
      to: { fun: "cardsToCall" },
      kind: "expiry",
      title: (options) => m.card_ending({ n, days: stage }, options),
      body: (options) => m.card_ending_text({}, options),
      link: `/seasonCard/toCallList?validTo=${today}~${addDays(today, stage)}`,
    });
  return due.reduce((sum, { n }) => sum + n, 0);
}

/** It is told of once for each loss. Nothing is ended: what is left on the card is its holder's. */
async function remindOfLoss(db: Transaction, now: Date): Promise<number> {
  const days = Number(await parameterOf(db, "cardLostDays"));
  if (days === 0) return 0;
  const before = startOfDay(addDays(businessDay(now), -days));
  const told = await rowsOf(
    db,
    sql`
      update season_card
      set reminded_for = 'lost ' || extract(epoch from frozen_at)::bigint
      where corp_code = current_setting('app.corp_code')
        and status = 'frozen'
        and frozen_for = 'loss'
        and frozen_at < ${before.toISOString()}::timestamptz
        and reminded_for <> 'lost ' || extract(epoch from frozen_at)::bigint
      returning id
    `,
  );
  if (told.length > 0)
    await notify(db, now, {
      to: { fun: "cardsLost" },
      kind: "expiry",
      title: (options) => m.card_lost_long({ n: told.length, days }, options),
      body: (options) => m.card_lost_long_text({}, options),
      link: "/seasonCard/lostList",
    });
  return told.length;
}

export const remindOfCards = jobKind({
  kind: "remindOfCards",
  title: m.jobs_kind_remind_cards,
  payload: z.object({}),
  schedule: { cron: "40 7 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_reminded_cards({ n: rows }),
  async run(run) {
    const now = run.now();
    const rows = await run.write(async (db) => (await remindOfEnd(db, now)) + (await remindOfLoss(db, now)));
    return { rows };
  },
});
