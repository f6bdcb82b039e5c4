/** Whom guides brought: what was counted when groups were received, beside the tickets of their orders. */
import { sql } from "drizzle-orm";
import { addDays } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { guideVisitors, guideVisitorsMost as most } from "~/contract/travel/guide-visitors";
import { businessDay } from "../../kernel/business-time";
import { Invalid } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { groupArrivals } from "../ticket/group-arrivals";
import { choicesWith } from "./choices";
import { rewardsOn } from "./reward";
import { earnedByTicket, rewardOfTicket } from "./reward-earned";

interface Asked {
  from: string;
  to: string;
  guideId?: number | undefined;
  agencyId?: number | undefined;
}

interface Brought {
  day: string;
  guideId: number;
  agencyId: number | null;
  typeId: number;
  typeName: string;
  arrived: number;
  tickets: number;
  admitted: number;
  reward: number;
}

const visitors = serve(guideVisitors, async (call, { guideId, agencyId, ...days }) => {
  const today = businessDay(call.now);
  const to = days.to ?? today;
  const from = days.from ?? `${to.slice(0, 8)}01`;
  if (from > to) throw new Invalid({ to: [m.travel_days_order()] });
  if (addDays(from, most.days) <= to) throw new Invalid({ from: [m.guided_too_long({ n: most.days })] });
  const asked = { from, to, guideId, agencyId };
  const rewards = (await rewardsOn(call)) && (await call.opens("guideRewards"));
  const [sold, arrived] = [await ticketsOf(call, asked, rewards), await groupArrivals(call, asked, most.lines + 1)];
  const lines = merged(sold, arrived);
  if (Math.max(sold.length, lines.length) > most.lines) throw new Invalid({ from: [m.guided_too_many()] });
  const [guides, agencies] = [
    await choicesWith(call, sql`guide`, guideId),
    await choicesWith(call, sql`travel_agency`, agencyId),
  ];
  const names = {
    guide: await namesIn(
      call,
      sql`guide`,
      lines.map(({ guideId: id }) => id),
    ),
    agency: await namesIn(
      call,
      sql`travel_agency`,
      lines.flatMap(({ agencyId: id }) => id ?? []),
    ),
  };
  const rows = lines.map(({ agencyId: id, typeId: _, typeName, ...line }) => ({
    ...{ ...line, ticketType: typeName, guide: names.guide.get(line.guideId) ?? "" },
    agency: id === null ? "" : (names.agency.get(id) ?? ""),
  }));
  const sum = (of: "arrived" | "tickets" | "admitted" | "reward") => rows.reduce((all, row) => all + row[of], 0);
  const total = { arrived: sum("arrived"), tickets: sum("tickets"), admitted: sum("admitted"), reward: sum("reward") };
  return { from, to, guides, agencies, rows: sorted(rows), total, rewards };
});

/** Refunded, changed and voided tickets brought nobody. */
const ticketsOf = ({ db }: Call, { from, to, guideId, agencyId }: Asked, rewards: boolean) =>
  rowsOf<Brought>(
    db,
    sql`
      select o.visit_day::text as day, o.guide_id::float8 as "guideId", o.agency_id::float8 as "agencyId",
             t.ticket_type_id::float8 as "typeId", max(t.ticket_type_name) as "typeName", 0 as arrived,
             count(*)::int as tickets, (count(*) filter (where t.used > 0))::int as admitted,
             ${rewards ? earnedByTicket : sql`0`}::float8 as reward
      from travel_order o
      join ticket_standing t on t.corp_code = o.corp_code and t.order_id = o.order_id
      ${rewards ? rewardOfTicket : sql``}
      where o.visit_day between ${from}::date and ${to}::date
        and o.guide_id is not null
        and t.state not in ('refunded', 'changed', 'voided')
        and (${guideId ?? null}::bigint is null or o.guide_id = ${guideId ?? null}::bigint)
        and (${agencyId ?? null}::bigint is null or o.agency_id = ${agencyId ?? null}::bigint)
      group by o.visit_day, o.guide_id, o.agency_id, t.ticket_type_id
      limit ${most.lines + 1}
    `,
  );

type Arrived = Omit<Brought, "tickets" | "admitted" | "reward">;

/** One line a day, guide, agency and type: a group that is settled stands in both. */
function merged(sold: readonly Brought[], arrived: readonly Arrived[]): Brought[] {
  const keyOf = ({ day, guideId, agencyId, typeId }: Arrived) => `${day}/${guideId}/${agencyId ?? 0}/${typeId}`;
  const lines = new Map(sold.map((line) => [keyOf(line), line]));
  for (const line of arrived) {
    const there = lines.get(keyOf(line)) ?? { ...line, tickets: 0, admitted: 0, reward: 0 };
    lines.set(keyOf(line), { ...there, arrived: line.arrived });
  }
  return [...lines.values()];
}

/** The last day first; in it by guide, agency and type. */
function sorted<R extends { day: string; guide: string; agency: string; ticketType: string }>(rows: readonly R[]): R[] {
  const words = ({ guide, agency, ticketType }: R) => `${guide}\n${agency}\n${ticketType}`;
  return [...rows].sort((one, other) => other.day.localeCompare(one.day) || words(one).localeCompare(words(other)));
}

type Table = ReturnType<typeof sql>;

async function namesIn({ db }: Call, table: Table, ids: readonly number[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)];
  const rows = await rowsOf<{ id: number; name: string }>(
    db,
    sql`select id::float8 as id, name from ${table} where id = any (${sql.param(wanted)}::bigint[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const guideVisitorsServed: Served[] = [visitors];
