/** What the tickets of a month earned by the rules, and stand in no reward yet. */
import { type SQL, sql } from "drizzle-orm";
import { addDays } from "~/contract/business-time";
import { businessDay } from "../../kernel/business-time";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

/** Of one guide with one agency: paid to one of the two. */
export interface Earned {
  guideId: number;
  agencyId: number | null;
  payee: string;
  /** The percent of it that is withheld; null where the person may not be paid. */
  withholding: number | null;
  /** Why that is: the contract was suspended, or ended on this day; both null where there is none. */
  suspended: boolean | null;
  endedOn: string | null;
  /** Its agency settles in cash, and has no account that anything could go to. */
  cash: boolean;
  visitors: number;
  amount: number;
}

/** Days of an order lie at most so far behind its first. */
const longestOrder = 60;

const amountBy = sql`case r.way when 'perVisitor' then r.each else t.price * r.percent / 100 end`;

/** Joined to `ticket_standing t`: what a ticket was reckoned with, and what the newest rule gives where it is not yet. */
export const rewardOfTicket: SQL = sql`
  left join guide_reward_ticket g on g.corp_code = t.corp_code and g.ticket_id = t.ticket_id
  left join lateral (
    select ${amountBy} as amount
    from reward_rule r
    where r.corp_code = t.corp_code and r.ticket_type_id = t.ticket_type_id and r.status = 'T'
      and t.visit_day between r.from_day and r.to_day
    order by r.from_day desc, r.id desc
    limit 1
  ) rule on g.ticket_id is null
`;

/** Fen of the tickets of a group that {@link rewardOfTicket} is joined to; what was taken back is left out. */
export const earnedByTicket: SQL = sql`
  coalesce(sum(coalesce(g.amount, rule.amount)) filter (where t.used > 0 and g.clawed_at is null), 0)
`;

/** A ticket of which several rules speak earns by the newest. Refunded, changed and voided ones earn nothing. */
const earned = ({ now }: Pick<Call, "now">, month: string): SQL => sql`
  select distinct on (t.ticket_id) t.ticket_id, t.order_id, o.guide_id, o.agency_id, r.payee, p.withholding,
         ${amountBy} as amount
  from travel_order o
  join ticket_standing t on t.corp_code = o.corp_code and t.order_id = o.order_id
  join reward_rule r
    on r.corp_code = t.corp_code and r.ticket_type_id = t.ticket_type_id and r.status = 'T'
   and t.visit_day between r.from_day and r.to_day
  left join guide_payee p
    on p.corp_code = o.corp_code and p.guide_id = o.guide_id and p.agency_id = o.agency_id and p.status = 'T'
   and p.until_day >= ${businessDay(now)}::date
  where o.corp_code = current_setting('app.corp_code')
    and o.guide_id is not null
    and o.visit_day between ${addDays(`${month}-01`, -longestOrder)}::date and (${`${month}-01`}::date + interval '1 month')::date - 1
    and t.visit_day between ${`${month}-01`}::date and (${`${month}-01`}::date + interval '1 month')::date - 1
    and t.used > 0
    and t.state not in ('refunded', 'changed', 'voided')
    and not exists (
      select from guide_reward_ticket g where g.corp_code = t.corp_code and g.ticket_id = t.ticket_id
    )
  order by t.ticket_id, r.from_day desc, r.id desc
`;

export function earnedIn(call: Call, month: string): Promise<Earned[]> {
  return rowsOf<Earned>(
    call.db,
    sql`
      with earned as (${earned(call, month)})
      select e.guide_id::float8 as "guideId", e.agency_id::float8 as "agencyId", e.payee, e.withholding::int as withholding,
             x.status <> 'T' as suspended, x.until_day::text as "endedOn", coalesce(a.settlement = 'cash', false) as cash, count(*)::int as visitors, sum(e.amount)::float8 as amount
      from earned e
      left join travel_agency a on a.corp_code = current_setting('app.corp_code') and a.id = e.agency_id
      left join guide_payee x
        on x.corp_code = current_setting('app.corp_code') and x.guide_id = e.guide_id and x.agency_id = e.agency_id
      where e.amount > 0
      group by e.guide_id, e.agency_id, e.payee, e.withholding, a.settlement, x.status, x.until_day
      order by e.guide_id, e.agency_id, e.payee
    `,
  );
}

/** Puts a group's tickets into a reward; of two who do it at once, each ticket is of one. */
export async function putTickets(
  call: Call,
  month: string,
  { guideId, agencyId, payee }: Earned,
  rewardId: number,
): Promise<{ visitors: number; amount: number }> {
  const put = await firstOf<{ visitors: number; amount: number }>(
    call.db,
    sql`
      with earned as (${earned(call, month)}),
      put as (
        insert into guide_reward_ticket (reward_id, ticket_id, order_id, amount)
        select ${rewardId}, ticket_id, order_id, amount
        from earned
        where guide_id = ${guideId} and agency_id = ${agencyId} and payee = ${payee} and amount > 0
        order by ticket_id
        on conflict do nothing
        returning amount
      )
      select count(*)::int as visitors, coalesce(sum(amount), 0)::float8 as amount from put
    `,
  );
  return put ?? { visitors: 0, amount: 0 };
}

/** Of rewards, the fen that tickets earned which were refunded afterwards, and are not taken back yet. */
export async function lateOf({ db }: Call, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await rowsOf<{ id: number; amount: number }>(
    db,
    sql`
      select g.reward_id::float8 as id, sum(g.amount)::float8 as amount
      from guide_reward_ticket g
      join ticket_standing t on t.corp_code = g.corp_code and t.ticket_id = g.ticket_id and t.order_id = g.order_id
      where g.corp_code = current_setting('app.corp_code')
        and g.reward_id = any (${`{${ids.join(",")}}`}::bigint[])
        and g.clawed_at is null
        and t.state in ('refunded', 'changed', 'voided')
      group by g.reward_id
    `,
  );
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
