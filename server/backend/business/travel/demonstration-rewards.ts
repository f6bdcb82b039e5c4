/** Rewards of guides and reception tickets of the demonstration: last month's rewards in every state, this month's to be reckoned. */
import { sql } from "drizzle-orm";
import { addDays } from "~/contract/business-time";
import type { Transaction } from "../../db/database";
import { businessDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import type { DemoPeople } from "../manifest";
import { switchOn } from "../platform/demonstration/parameters";
import { departmentReference } from "../platform/people";
import { typeReference } from "../ticket/price-policy";

interface Paid {
  agencyId: number;
  code: string;
  amount: number;
  /** Taken back again. */
  clawed: number;
  at: Date;
}

/**
 * Answers those that were paid out: they went to the accounts of their agencies. Of the first, tickets were refunded after it
 * was paid, and what they had earned was taken back.
 */
export async function insertRewards(tx: Transaction, { manager, say }: DemoPeople, now: Date): Promise<Paid[]> {
  const today = businessDay(now);
  const thisMonth = `${today.slice(0, 7)}-01`;
  const lastDay = addDays(thisMonth, -1);
  const month = lastDay.slice(0, 7);
  await switchOn(tx, "guideRewards");
  // The type that guides brought most of earns.
  await tx.execute(sql`
    insert into reward_rule (code, ticket_type_id, from_day, to_day, way, each, payee, reason)
    select 'JL-01', t.ticket_type_id, ${`${month}-01`}::date, ${`${today.slice(0, 4)}-12-31`}::date + 365, 'perVisitor', 300, 'agency',
           ${say("合作协议第九条：导游带团奖励", "Clause 9 of the agreement: rewards of guides")}
    from travel_order o
    join ticket_standing t on t.corp_code = o.corp_code and t.order_id = o.order_id
    where o.guide_id is not null and t.used > 0
    group by t.ticket_type_id
    order by count(*) desc, t.ticket_type_id
    limit 1
  `);
  await bringRefunded(tx, month, lastDay);
  const paid = await rowsOf<Omit<Paid, "at">>(
    tx,
    sql`
      with earned as (
        select t.ticket_id, t.order_id, o.guide_id, o.agency_id, r.each, t.state = 'refunded' as late,
               dense_rank() over (order by o.guide_id, o.agency_id) as n
        from travel_order o
        join travel_agency a on a.id = o.agency_id and a.settlement in ('credit', 'prepaid')
        join ticket_standing t on t.corp_code = o.corp_code and t.order_id = o.order_id
        join reward_rule r on r.ticket_type_id = t.ticket_type_id
        where o.guide_id is not null and (t.used > 0 and t.state not in ('changed', 'voided') or t.state = 'refunded')
          and t.visit_day between ${`${month}-01`}::date and ${lastDay}::date
      ),
      rewards as (
        insert into guide_reward (code, month, guide_id, agency_id, payee, visitors, amount, clawed, maker, maker_id, status)
        select 'RW' || ${lastDay.replaceAll("-", "")}::text || lpad(n::text, 6, '0'), ${month}, guide_id, agency_id, 'agency', count(*),
               sum(each), coalesce(sum(each) filter (where late), 0), ${manager.name}, ${manager.id}, (array['paid', 'approved', 'calculated'])[1 + (n - 1) % 3]
        from earned
        group by n, guide_id, agency_id
        order by n
        returning id, guide_id, agency_id, code, amount, clawed, status
      ),
      tickets as (
        insert into guide_reward_ticket (reward_id, ticket_id, order_id, amount, clawed_at)
        select w.id, e.ticket_id, e.order_id, e.each, case when e.late then ${now.toISOString()}::timestamptz end
        from earned e
        join rewards w on w.guide_id = e.guide_id and w.agency_id = e.agency_id
        order by e.ticket_id
      )
      select agency_id::float8 as "agencyId", code, amount::float8 as amount, clawed::float8 as clawed from rewards where status = 'paid'
    `,
  );
  return paid.map((one) => ({ ...one, at: new Date(now.getTime() - 86_400_000) }));
}

/** Of the guide and agency whose reward comes first: people whose tickets earned it, and were refunded once it was paid. */
const bringRefunded = (tx: Transaction, month: string, lastDay: string) =>
  tx.execute(sql`
    with first as (
      select o.guide_id, a.id as agency_id, a.salesman_id, a.region_id
      from travel_order o
      join travel_agency a on a.id = o.agency_id and a.settlement in ('credit', 'prepaid')
      join ticket_standing t on t.corp_code = o.corp_code and t.order_id = o.order_id
      join reward_rule r on r.ticket_type_id = t.ticket_type_id
      where o.guide_id is not null and t.used > 0 and t.visit_day between ${`${month}-01`}::date and ${lastDay}::date
      order by o.guide_id, o.agency_id
      limit 1
    ),
    back as (
      select t.order_id, min(t.visit_day) as day
      from ticket_standing t
      join reward_rule r on r.ticket_type_id = t.ticket_type_id
      where t.state = 'refunded' and t.visit_day between ${`${month}-01`}::date and ${lastDay}::date
        and not exists (select from travel_order b where b.corp_code = t.corp_code and b.order_id = t.order_id)
      group by t.order_id
      order by t.order_id
      limit 1
    )
    insert into travel_order (order_id, agency_id, guide_id, visit_day, salesman_id, region_id)
    select b.order_id, f.agency_id, f.guide_id, b.day, f.salesman_id, f.region_id from back b, first f
  `);

/** Requests of two departments with a quota, in every state: guests came with the order that nobody paid for. */
export async function insertReceptions(
  tx: Transaction,
  { manager, seller, say }: DemoPeople,
  now: Date,
): Promise<void> {
  const today = businessDay(now);
  const stamp = addDays(today, -2).replaceAll("-", "");
  const asked = [
    {
      host: 1,
      count: 6,
      status: "requested",
      guests: say("市文旅局调研组", "The city's culture and tourism office"),
      ahead: 3,
      answer: null,
    },
    {
      host: 0,
      count: 4,
      status: "approved",
      guests: say("媒体采风团", "A group of journalists"),
      ahead: 1,
      answer: null,
    },
    {
      host: 1,
      count: 12,
      status: "approved",
      guests: say("兄弟景区考察团", "Colleagues from another park"),
      ahead: 5,
      answer: null,
    },
    {
      host: 0,
      count: 30,
      status: "rejected",
      guests: say("某企业团建", "A company's outing"),
      ahead: 2,
      answer: say("请按团队价购票", "Please buy at the group price"),
    },
    {
      host: 1,
      count: 2,
      status: "withdrawn",
      guests: say("摄影师两位", "Two photographers"),
      ahead: 4,
      answer: say("行程取消", "The visit was called off"),
    },
  ];
  const rows = asked.map(({ ahead, ...one }, n) => ({
    ...{ ...one, code: `JD${stamp}${String(n + 1).padStart(6, "0")}`, day: addDays(today, ahead) },
    approver: ["approved", "rejected"].includes(one.status) ? manager.name : null,
    reason: say("公务接待", "Official visit"),
  }));
  await tx.execute(sql`
    with host as (
      select id, row_number() over (order by id) - 1 as n from ${departmentReference.table} order by id limit 2
    ),
    given as (
      select r.*, h.id as department
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        host int, code text, guests text, count int, day date, status text, answer text, approver text, reason text
      )
      join host h on h.n = r.host
    ),
    quotas as (
      insert into reception_quota (department_id, year, tickets, used)
      select g.department, extract(year from g.day)::int, 200, coalesce(sum(g.count) filter (where g.status = 'approved'), 0)
      from given g
      group by 1, 2
      order by 1, 2
    )
    insert into reception_request (
      code, department_id, guests, count, ticket_type_id, visit_day, reason, maker, maker_id, approver, answer, status
    )
    select g.code, g.department, g.guests, g.count, t.id, g.day, g.reason, ${seller.name}, ${seller.id}, g.approver, g.answer, g.status
    from given g
    cross join (
      select id from ${typeReference.table} where status = 'onSale' and list_price > 0 and real_name = 'none' order by id limit 1
    ) t
    order by g.code
  `);
  await tx.execute(sql`
    with came as (
      select t.order_id, min(t.ticket_type_id) as type, min(t.visit_day) as day, count(*)::int as count
      from ticket_standing t
      join ${typeReference.table} y on y.corp_code = t.corp_code and y.id = t.ticket_type_id and y.list_price > 0
      group by t.order_id
      having max(t.price) = 0
      order by t.order_id desc
      limit 1
    ),
    host as (select id from ${departmentReference.table} order by id limit 1),
    issued as (
      insert into reception_request (
        code, department_id, guests, count, ticket_type_id, visit_day, reason, maker, maker_id, approver, order_no,
        face_value, status
      )
      select 'JD' || to_char(c.day - 2, 'YYYYMMDD') || '000001', h.id, ${say("外省文旅考察组", "Colleagues from another province")},
             c.count, c.type, c.day, ${say("公务接待", "Official visit")}, ${seller.name}, ${seller.id}, ${manager.name}, o.order_no,
             y.list_price * c.count, 'issued'
      from came c
      cross join host h
      join order_standing o on o.id = c.order_id
      join ${typeReference.table} y on y.id = c.type
      returning department_id, visit_day, count
    )
    insert into reception_quota as q (department_id, year, tickets, used)
    select department_id, extract(year from visit_day)::int, 200, count from issued
    on conflict (corp_code, department_id, year) do update set used = q.used + excluded.used
  `);
}
