/** Staff is told each morning of cards that run out in 30 and in 7 days, activated or not, and of cards that are reported lost for too long. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { jobKind } from "../../jobs/kind";
import { remindOf, toldOf } from "./reminders";

export const remindOfCards = jobKind({
  kind: "remindOfCards",
  title: m.jobs_kind_remind_cards,
  payload: z.object({}),
  schedule: { cron: "40 7 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_reminded_cards({ n: rows }),
  run: remindOf({
    kind: "season",
    end: ({ today, last, near, mark }) => sql`
      with due as (
        select c.id, near.stage, ${mark} as mark
        from season_card c
        cross join ${near}
        where c.corp_code = current_setting('app.corp_code')
          and c.status in ('sold', 'active')
          and c.employee_id is null
          and c.valid_to between ${today} and ${last}
          and c.reminded_for <> ${mark}
        for update of c skip locked
      ),
      told as (
        update season_card c
        set reminded_for = due.mark
        from due
        where c.corp_code = current_setting('app.corp_code') and c.id = due.id
        returning due.stage, c.status = 'sold' as idle, c.id, c.number, c.card_type_id, c.valid_to, c.email,
                  coalesce(c.language, (
                    select 'en' from season_card_holder h
                    where h.corp_code = c.corp_code and h.card_id = c.id and h.place = 0
                      and h.document in ('passport', 'foreignerCard') and h.country not in ('CHN', 'HKG', 'MAC', 'TWN')
                  ), 'zh-CN') as language
      )
      ${toldOf}
    `,
    lost: (before) => sql`
      update season_card
      set reminded_for = 'lost ' || extract(epoch from frozen_at)::bigint
      where corp_code = current_setting('app.corp_code')
        and status = 'frozen'
        and frozen_for = 'loss'
        and employee_id is null
        and frozen_at < ${before}
        and reminded_for <> 'lost ' || extract(epoch from frozen_at)::bigint
      returning id
    `,
    ending: {
      ...{ fun: "cardsToCall", title: m.card_ending, body: m.card_ending_text },
      link: (days) => `/seasonCard/toCallList?validTo=${days}`,
    },
    idle: { title: m.card_ending_idle, body: m.card_ending_idle_text },
    missing: {
      ...{ fun: "cardsLost", title: m.card_lost_long, body: m.card_lost_long_text },
      link: "/seasonCard/lostList",
    },
  }),
});
