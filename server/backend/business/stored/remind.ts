/**
 * Staff is told each morning of stored-value cards with money on them that run out, and of those that are lost for too long. What a
 * card holds outlives it; spending waits until it is extended.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { jobKind } from "../../jobs/kind";
import { remindOf, toldOf } from "../card/reminders";

export const remindOfStored = jobKind({
  kind: "remindOfStored",
  title: m.jobs_kind_remind_stored,
  payload: z.object({}),
  schedule: { cron: "45 7 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_reminded_cards({ n: rows }),
  run: remindOf({
    kind: "stored",
    end: ({ today, last, near, mark }) => sql`
      with due as (
        select c.id, near.stage, ${mark} as mark
        from stored_card c
        cross join ${near}
        where c.corp_code = current_setting('app.corp_code')
          and c.status = 'active'
          and c.principal + c.gift > 0
          and c.valid_to between ${today} and ${last}
          and c.reminded_for <> ${mark}
        for update of c skip locked
      ),
      told as (
        update stored_card c
        set reminded_for = due.mark
        from due
        where c.corp_code = current_setting('app.corp_code') and c.id = due.id
        returning due.stage, false as idle, c.id, c.number, c.card_type_id, c.valid_to, c.email,
                  coalesce(c.language, 'zh-CN') as language
      )
      ${toldOf}
    `,
    lost: (before) => sql`
      update stored_card
      set reminded_for = 'lost ' || extract(epoch from frozen_at)::bigint
      where corp_code = current_setting('app.corp_code')
        and status = 'frozen'
        and frozen_at < ${before}
        and reminded_for <> 'lost ' || extract(epoch from frozen_at)::bigint
      returning id
    `,
    ending: {
      ...{ fun: "smartCardList", title: m.stored_ending, body: m.stored_ending_text },
      link: (days) => `/smartCard/list?status=active&validTo=${days}`,
    },
    missing: {
      ...{ fun: "smartCardList", title: m.stored_lost_long, body: m.card_lost_long_text },
      link: "/smartCard/list?status=frozen",
    },
  }),
});
