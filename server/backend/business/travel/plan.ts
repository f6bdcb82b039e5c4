/** The regional plan: targets, and results with whom they were earned: who was admitted, and what was received. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { regionalPlan } from "~/contract/travel/plan";
import { businessDay, startOfDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import { type Served, serve } from "../../kernel/served";
import { type Earned, type PlanData, planRows } from "./plan-tree";

const plan = serve(regionalPlan, async (call, { month = businessDay(call.now).slice(0, 7) }) => {
  const regions = await rowsOf<PlanData["regions"][number]>(
    call.db,
    sql`select id, parent_id as "parentId", name from sales_region order by sort, id limit 1000`,
  );
  const salesmen = await rowsOf<PlanData["salesmen"][number]>(
    call.db,
    sql`
      select s.id, s.region_id as "regionId", s.name, s.status, coalesce(a.n, 0) as agencies,
             coalesce(t.persons, 0) as "targetPersons", coalesce(t.amount, 0) as "targetAmount"
      from salesman s
      left join (
        select salesman_id, count(*)::int as n from travel_agency
        where salesman_id is not null and status <> 'closed'
        group by salesman_id
      ) a on a.salesman_id = s.id
      left join sales_target t on t.salesman_id = s.id and t.month = ${month}
      order by s.code, s.id
      limit 1000
    `,
  );
  const earned = await rowsOf<Earned>(
    call.db,
    sql`
      with brought as (
        select *
        from travel_order
        where visit_day >= ${`${month}-01`}::date and visit_day < ${`${month}-01`}::date + interval '1 month'
      ),
      admitted as (
        select o.order_id, count(*) filter (where t.used > 0)::int as persons
        from brought o
        join ticket_standing t on t.corp_code = o.corp_code and t.order_id = o.order_id
        group by o.order_id
      ),
      -- Receipts pay the oldest first: what an account owes is of its newest orders, and nobody has received it.
      charged as (
        select agency_id, order_id, greatest(0, credit - credit_back - lost) as open,
               sum(greatest(0, credit - credit_back - lost)) over (partition by agency_id order by id desc) as until
        from agency_charge
        where corp_code = current_setting('app.corp_code')
          and credit > credit_back
          and agency_id in (select agency_id from brought)
          and id >= (
            select min(c.id) from agency_charge c
            where c.corp_code = current_setting('app.corp_code') and c.order_id in (select order_id from brought)
          )
      ),
      unpaid as (
        select c.order_id, greatest(0, least(c.open, k.used - (c.until - c.open))) as amount
        from charged c
        join agency_account k on k.corp_code = current_setting('app.corp_code') and k.agency_id = c.agency_id
        where k.used > 0
      ),
      earned as (
      select o.region_id as "regionId", o.salesman_id as "salesmanId", o.agency_id as "agencyId", a.name as "agencyName",
             coalesce(sum(d.persons), 0)::int as persons, sum(s.paid - s.refunded - coalesce(u.amount, 0) - coalesce(c.lost, 0))::float8 as amount
      from brought o
      join order_standing s on s.corp_code = o.corp_code and s.id = o.order_id
      left join admitted d on d.order_id = o.order_id
      left join unpaid u on u.order_id = o.order_id
      -- What was written off nobody will receive.
      left join agency_charge c on c.corp_code = o.corp_code and c.order_id = o.order_id
      left join travel_agency a on a.corp_code = o.corp_code and a.id = o.agency_id
      group by o.region_id, o.salesman_id, o.agency_id, a.name
      ),
      -- Rebates and rewards that were set off against an account, in the month of their booking: nobody received them. They
      -- are of all parks, and told to whoever sees all.
      set_off as (
        select agency_id, salesman_id, region_id, sum(case when kind in ('rebate', 'reward') then amount else -amount end) as amount
        from agency_receipt
        where corp_code = current_setting('app.corp_code')
          and kind in ('rebate', 'rebateBack', 'reward', 'rewardBack')
          and ${call.caller.scope === null}
          and at >= ${startOfDay(`${month}-01`).toISOString()}::timestamptz
          and at < ${endOfMonth(month).toISOString()}::timestamptz
        group by agency_id, salesman_id, region_id
      )
      select "regionId", "salesmanId", "agencyId", "agencyName", sum(persons)::int as persons, sum(amount)::float8 as amount
      from (
        select * from earned
        union all
        select f.region_id, f.salesman_id, a.id, a.name, 0, -f.amount
        from set_off f
        join travel_agency a on a.corp_code = current_setting('app.corp_code') and a.id = f.agency_id
      ) parts
      group by "regionId", "salesmanId", "agencyId", "agencyName"
    `,
  );
  const words = { nobody: m.trade_plan_nobody(), nowhere: m.trade_plan_nowhere(), others: m.trade_plan_no_agency() };
  return { month, rows: planRows({ regions, salesmen, earned, ...words }) };
});

function endOfMonth(month: string): Date {
  const [year = 0, place = 0] = month.split("-").map(Number);
  const next = place === 12 ? `${year + 1}-01` : `${year}-${String(place + 1).padStart(2, "0")}`;
  return startOfDay(`${next}-01`);
}

export const planServed: Served[] = [plan];
