/** Wristbands of the demonstration: some on visitors of today, some back from those of the days before, one lost. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import { businessDay } from "../../../kernel/business-time";
import { joinOrder } from "../../order/query-parts";

/** As a reader gives it: the number of the chip. */
const code = sql`'04' || upper(substr(md5('band ' || picked.id), 1, 12))`;

/** So long after its sale; nothing of it has yet to come. */
const after = (time: string, now: Date) =>
  sql`least(picked.sold + ${time}::interval, ${now.toISOString()}::timestamptz)`;

export async function insertWristbands(tx: Transaction, by: string, now: Date): Promise<void> {
  const today = businessDay(now);
  await tx.execute(sql`
    with picked as (
      (
        select t.id, t.ticket_no, t.ticket_type_name, t.park_id, o.created_at as sold, 'bound' as state
        from ticket t
        ${sql.raw(joinOrder("t"))}
        where t.state in ('issued', 'partlyUsed') and t.valid_from <= ${today}::date and t.valid_to >= ${today}::date
          and t.admissions = 1
        order by t.id desc
        limit 6
      )
      union all
      (
        select t.id, t.ticket_no, t.ticket_type_name, t.park_id, o.created_at,
               case when row_number() over (order by t.id desc) = 3 then 'lost' else 'returned' end
        from ticket t
        ${sql.raw(joinOrder("t"))}
        where t.state = 'used' and t.last_passed_at < ${today}::date and t.admissions = 1
        order by t.id desc
        limit 9
      )
    )
    insert into wristband (code, ticket_id, ticket_no, ticket_type_name, park_id, state, bound_at, bound_by, ended_at, ended_by)
    select ${code}, picked.id, picked.ticket_no, picked.ticket_type_name, picked.park_id, picked.state, ${after("6 minutes", now)}, ${by},
           case when picked.state <> 'bound' then ${after("5 hours", now)} end,
           case when picked.state <> 'bound' then ${by}::text end
    from picked
    order by picked.sold, picked.id
  `);
}
