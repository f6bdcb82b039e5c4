/** Movements of accounts that stand in no statement yet: which day each belongs to, whose period is over, and how a statement takes them. */
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { addDays, currentZone, endOfDay, startOfDay } from "../../kernel/business-time";
import { firstOf, rowsOf } from "../../kernel/rows";

export type Cycle = "week" | "month";
export type Basis = "sale" | "admission";

/**
 * The moment that the movement `l` belongs to. By admission: the first one of its order, or once nobody can come any more
 * the last day of its tickets; null while people may still come. What has no tickets belongs where it was sold.
 */
const momentBy = (basis: SQL, today: string) => sql`
  case when ${basis} = 'sale' then l.at else (
    select case when came.at is not null then greatest(l.at, came.at) end
    from (
      select coalesce(
        o.admitted_at,
        case
          when o.last_day is null then l.at
          when o.last_day < ${today}::date then o.last_day::timestamp at time zone ${currentZone()}::text
        end
      ) as at
      from order_admission o
      where o.corp_code = l.corp_code and o.order_no = l.source
    ) came
  ) end
`;

/** What the agreement in force says, the one that lasts longest first; null without any. */
export async function termsOf(
  db: Transaction,
  agencyId: number,
  today: string,
): Promise<{ cycle: Cycle; basis: Basis } | null> {
  const row = await firstOf<{ cycle: Cycle; basis: Basis }>(
    db,
    sql`
      select cycle, basis
      from travel_agreement
      where corp_code = current_setting('app.corp_code') and agency_id = ${agencyId}
        and status = 'signed' and from_day <= ${today}::date
      order by to_day desc, id desc
      limit 1
    `,
  );
  return row ?? null;
}

interface Taken {
  id: number;
  agencyId: number;
  fromDay: string;
  toDay: string;
  basis: string;
}

/** Of two statements that are made at once, the unique index gives each movement to one. Answers the total. */
export async function takeMovements(db: Transaction, statement: Taken, today: string): Promise<number> {
  const { id, agencyId, fromDay, toDay, basis } = statement;
  const from = sql`${startOfDay(fromDay).toISOString()}::timestamptz`;
  const before = sql`${endOfDay(toDay).toISOString()}::timestamptz`;
  // A movement belongs to no moment before its own, so the ledger is read up to the last day.
  const within =
    basis === "sale"
      ? sql`l.at >= ${from} and l.at < ${before}`
      : sql`l.at < ${before} and ${momentBy(sql`'admission'`, today)} >= ${from}
            and ${momentBy(sql`'admission'`, today)} < ${before}`;
  const taken = await firstOf<{ total: number }>(
    db,
    sql`
      with taken as (
        insert into agency_statement_row (statement_id, ledger_id, amount)
        select ${id}, l.ledger_id, l.amount
        from agency_ledger_open l
        where l.corp_code = current_setting('app.corp_code')
          and l.agency_id = ${agencyId}
          and ${within}
        order by l.ledger_id
        on conflict do nothing
        returning amount
      )
      select coalesce(sum(amount), 0)::float8 as total from taken
    `,
  );
  const total = taken?.total ?? 0;
  if (total > 0)
    await db.execute(sql`
      update agency_statement set total = ${total}
      where corp_code = current_setting('app.corp_code') and id = ${id}
    `);
  return total;
}

export interface DuePeriod {
  agencyId: number;
  cycle: Cycle;
  basis: Basis;
  from: string;
  to: string;
  count: number;
  total: number;
}

export interface LeftOver {
  agencyId: number;
  count: number;
  total: number;
  why: "noAgreement" | "negative";
}

interface Group {
  agencyId: number;
  cycle: Cycle | null;
  basis: Basis;
  from: string;
  to: string;
  count: number;
  total: number;
}

/**
 * Periods that are over by the agreements and have movements in no statement, by agency and oldest first. `agencyId` null:
 * of all.
 */
export async function duePeriods(
  db: Transaction,
  today: string,
  { agencyId, most }: { agencyId: number | null; most: number },
): Promise<{ due: DuePeriod[]; left: LeftOver[] }> {
  const [week, month] = [mondayOf(today), `${today.slice(0, 8)}01`];
  const latest = [week, month].sort().at(-1) ?? month;
  const groups = await rowsOf<Group>(
    db,
    sql`
      with terms as (
        select distinct on (g.agency_id) g.agency_id, g.cycle, g.basis
        from travel_agreement g
        where g.corp_code = current_setting('app.corp_code') and g.status = 'signed' and g.from_day <= ${today}::date
          and (${agencyId}::bigint is null or g.agency_id = ${agencyId}::bigint)
        order by g.agency_id, g.to_day desc, g.id desc
      ),
      movement as (
        select l.agency_id, t.cycle, t.basis, l.amount, p.first_day
        from agency_ledger_open l
        left join terms t on t.agency_id = l.agency_id
        -- Each is reckoned once by row: without the fence it is written out again wherever it is named.
        cross join lateral (select ${momentBy(sql`coalesce(t.basis, 'sale')`, today)} as at offset 0) m
        cross join lateral (
          select date_trunc(coalesce(t.cycle, 'month'), m.at at time zone ${currentZone()}::text)::date as first_day offset 0
        ) p
        where l.corp_code = current_setting('app.corp_code')
          -- A movement belongs to no moment before its own: one of a week or month that still runs is not due.
          and l.at < ${moment(latest)}
          and l.at < case t.cycle when 'week' then ${moment(week)} else ${moment(month)} end
          and p.first_day < case t.cycle when 'week' then ${week}::date else ${month}::date end
          ${agencyId === null ? sql`` : sql`and l.agency_id = ${agencyId}`}
      )
      select agency_id::float8 as "agencyId", cycle, coalesce(basis, 'sale') as basis, first_day::text as "from",
             (case cycle when 'week' then first_day + 6 else (first_day + interval '1 month')::date - 1 end)::text as "to",
             count(*)::int as count, sum(amount)::float8 as total
      from movement
      group by agency_id, first_day, cycle, basis
      order by agency_id, first_day
      limit ${most}
    `,
  );
  return gathered(groups);
}

const moment = (day: string): SQL => sql`${startOfDay(day).toISOString()}::timestamptz`;

/** Weeks begin on Mondays, as the database has them. */
const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** A period in which more went back than was sold goes into the next one. */
function gathered(groups: readonly Group[]): { due: DuePeriod[]; left: LeftOver[] } {
  const due: DuePeriod[] = [];
  const open = new Map<number, Group>();
  for (const group of groups) {
    const { agencyId, cycle, basis, to } = group;
    const before = open.get(agencyId);
    const from = before?.from ?? group.from;
    const [count, total] = [(before?.count ?? 0) + group.count, (before?.total ?? 0) + group.total];
    if (cycle && total > 0) {
      due.push({ agencyId, cycle, basis, from, to, count, total });
      open.delete(agencyId);
    } else open.set(agencyId, { ...group, from, count, total });
  }
  const left = [...open.values()].map(({ agencyId, count, total, cycle }): LeftOver => {
    return { agencyId, count, total, why: cycle ? "negative" : "noAgreement" };
  });
  return { due, left };
}
