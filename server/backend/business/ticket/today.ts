/** Figures of the workbench: passages by their indexes on time, the fullest quotas, gates that fell quiet. */
import {
  admissionsByHour,
  admissionsToday,
  fullSlots,
  gatesToday,
  nearlyFull,
  parkLoad,
  quietAfter,
  quietGates,
} from "~/contract/ticket/today";
import { addDays, businessDay, clock, currentZone, endOfDay, stamp, startOfDay } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { serve } from "../../kernel/served";
import { insideOf } from "./inside";

const admitted = `
  select coalesce(sum(passed.people), 0)::int as people
  from gate g
  cross join lateral (
    select sum(p.through) as people
    from passage p
    where p.gate_id = g.id
      and p.counts_at >= $1
      and p.direction = 'in'
  ) passed
`;

const serveAdmissions = serve(admissionsToday, async ({ db, now }) => {
  const [found] = await prepared<{ people: number }>(db, admitted, [startOfDay(businessDay(now))]);
  return { people: found?.people ?? 0 };
});

/** $1 since, $2 until, $3 the zone. */
const byHour = `
  select extract(hour from p.counts_at at time zone $3)::int as hour, sum(p.through)::int as people
  from passage p
  where p.counts_at >= $1
    and p.counts_at < $2
    and p.direction = 'in'
  group by 1
`;

const serveByHour = serve(admissionsByHour, async ({ db, now }) => {
  const day = businessDay(now);
  const hoursOf = async (one: string): Promise<number[]> => {
    const rows = await prepared<{ hour: number; people: number }>(db, byHour, [
      startOfDay(one),
      endOfDay(one),
      currentZone(),
    ]);
    const people = new Map(rows.map((row) => [row.hour, row.people]));
    return Array.from({ length: 24 }, (_, hour) => people.get(hour) ?? 0);
  };
  return { day, today: await hoursOf(day), weekBefore: await hoursOf(addDays(day, -7)) };
});

/** $1 since, $2 now, $3 the zone. */
const loads = `
  with passed as (
    select p.park_id,
           sum(p.through) filter (where p.direction = 'in') as entered,
           sum(p.through) filter (where p.direction = 'out') as left
    from passage p
    where p.counts_at >= $1
    group by p.park_id
  )
  select k.id::float8 as id, k.name, k.capacity,
         coalesce(d.entered, 0)::int as entered,
         coalesce(d.left, 0)::int as left,
         greatest(0, i.people + i.entered - i.left)::int as inside,
         k.usual_stay is not null or exists (
           select from gate g
           where g.corp_code = k.corp_code and g.park_id = k.id and g.status = 'T' and g.direction = 'out'
         ) as "countsExits"
  from park k
  left join passed d on d.park_id = k.id
  cross join ${insideOf({ park: "k.id", from: "k.inside_from", stay: "k.usual_stay", now: "$2", zone: "$3" })}
  where k.status = 'T'
  order by greatest(0, i.people + i.entered - i.left)::float8 / nullif(k.capacity, 0) desc nulls last,
           coalesce(d.entered, 0) desc,
           k.id
  limit 8
`;

interface Load {
  id: number;
  name: string;
  capacity: number | null;
  entered: number;
  left: number;
  inside: number;
  countsExits: boolean;
}

const serveLoad = serve(parkLoad, async ({ db, now }) => {
  const day = businessDay(now);
  return { day, parks: await prepared<Load>(db, loads, [startOfDay(day), now, currentZone()]) };
});

/** $1 and $2 the first and the last day, $3 the time of the first, $4 the share. A slot that is over is of no use to anybody. */
const full = `
  select q.id::float8 as "poolId", q.name, d.day::text as day, d.slot, d.total, d.taken,
         count(*) over ()::int as found
  from quota_pool q
  join (
    select corp_code, pool_id, day, slot, sum(total)::int as total, sum(held + sold)::int as taken
    from quota_day
    where day between $1 and $2
    group by corp_code, pool_id, day, slot
  ) d on d.corp_code = q.corp_code and d.pool_id = q.id
  where q.status = 'T'
    and d.total > 0
    and d.taken >= d.total * $4::float8
    and (d.day > $1 or d.slot = '' or right(d.slot, 5) > $3)
  order by d.day, d.slot, d.taken::float8 / d.total desc, q.id
  limit 6
`;

interface Full {
  poolId: number;
  name: string;
  day: string;
  slot: string;
  total: number;
  taken: number;
  found: number;
}

const serveFull = serve(fullSlots, async ({ db, now }) => {
  const day = businessDay(now);
  const rows = await prepared<Full>(db, full, [day, addDays(day, 6), clock(now), nearlyFull]);
  return { slots: rows.map(({ found: _, ...slot }) => slot), more: (rows[0]?.found ?? rows.length) - rows.length };
});

/** $1 since when a gate counts as heard. By when a passage arrived: the clock of a gate without a line is its own. */
const gatesHeard = `
  with heard as (
    select g.id, g.name, g.park_id, k.name as park_name,
           (
             select p.received_at
             from passage p
             where p.corp_code = g.corp_code and p.gate_id = g.id
             order by p.id desc
             limit 1
           ) as last
    from gate g
    join park k on k.corp_code = g.corp_code and k.id = g.park_id
    where g.status = 'T'
  ),
  busy as (select distinct park_id from heard where last >= $1)
  select h.id::float8 as id, h.name, h.park_name as "parkName", h.last,
         coalesce(h.last < $1, true) and h.park_id in (select park_id from busy) as quiet
  from heard h
  order by quiet desc, h.last nulls first, h.name, h.id
`;

interface HeardGate {
  id: number;
  name: string;
  parkName: string;
  last: Date | null;
  quiet: boolean;
}

const mostGates = 6;

const serveQuiet = serve(quietGates, async ({ db, now }) => {
  const gates = await prepared<HeardGate>(db, gatesHeard, [new Date(now.getTime() - quietAfter * 60_000)]);
  const quiet = gates.filter((gate) => gate.quiet);
  return {
    inService: gates.length,
    quiet: quiet
      .slice(0, mostGates)
      .map(({ id, name, parkName, last }) => ({ id, name, parkName, last: last && stamp(last) })),
    more: Math.max(0, quiet.length - mostGates),
  };
});

/** $1 since, $2 the park (null for all), $3 the account. Counts as the desk of the gate does. */
const checkedAt = `
  select g.id::float8 as id, g.name, coalesce(passed.people, 0)::int as admitted, coalesce(passed.mine, false) as mine
  from gate g
  cross join lateral (
    select sum(p.through) as people,
           bool_or(p.account_id = $3) filter (where p.admitted) as mine
    from passage p
    where p.corp_code = g.corp_code
      and p.gate_id = g.id
      and p.counts_at >= $1
  ) passed
  where g.status = 'T'
    and ($2::bigint is null or g.park_id = $2)
  order by mine desc, g.name, g.id
  limit 8
`;

interface CheckedGate {
  id: number;
  name: string;
  admitted: number;
  mine: boolean;
}

const serveGates = serve(gatesToday, ({ db, now, caller }) =>
  prepared<CheckedGate>(db, checkedAt, [startOfDay(businessDay(now)), caller.park?.id ?? null, caller.userId]),
);

export const todayServed = [serveAdmissions, serveByHour, serveLoad, serveFull, serveQuiet, serveGates];
