/** The live board of the gates: what went through today, who is inside, what waits for a decision. */
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { getGateBoard, setInsideCount, silentAfter } from "~/contract/ticket/gate-board";
import { businessDay, currentZone, stamp, startOfDay } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { worksIn } from "./check";
import { insideOf } from "./inside";
import { keyInUse } from "./signed-codes";

type Board = AnswerOf<typeof getGateBoard>;

interface Inside {
  id: number;
  name: string;
  capacity: number | null;
  inside: number;
  countedAt: Date | null;
  people: number;
  reason: string;
  by: string;
}

/** $1 now, $2 the park (null for all), $3 the zone. */
const insideOfParks = `
  select k.id, k.name, k.capacity, greatest(0, i.people + i.entered - i.left)::int as inside,
         i.at as "countedAt", i.people, i.reason, i.by
  from park k
  cross join ${insideOf({ park: "k.id", from: "k.inside_from", stay: "k.usual_stay", now: "$1", zone: "$3" })}
  where k.status = 'T'
    and ($2::bigint is null or k.id = $2)
  order by k.name, k.id
  limit 200
`;

/** $1 since when the day runs, $2 the park (null for all), $3 now. Devices by the index `gate_device_gate`. */
const gatesOf = `
  select g.id, g.name, k.name as park, gg.name as "group", g.direction, g.status = 'T' as active,
         coalesce(day.went_in, 0)::int as "in", coalesce(day.went_out, 0)::int as "out",
         coalesce(day.refused, 0)::int as refused, last.at as last,
         (
           select count(*)::int from passage_conflict c
           where c.corp_code = g.corp_code and c.gate_id = g.id and c.state = 'open'
         ) as conflicts,
         (
           select coalesce(
             jsonb_agg(
               jsonb_build_object(
                 'id', d.id, 'name', d.name, 'queue', d.queue, 'clockAhead', d.clock_ahead, 'battery', d.battery,
                 'seenMinutes', case
                   when d.last_seen is not null
                   then greatest(0, floor(extract(epoch from $3::timestamptz - d.last_seen) / 60))
                 end,
                 'silent', coalesce(d.last_seen, d.paired_at) < $3::timestamptz - interval '${silentAfter} minutes'
               )
               order by d.id
             ),
             '[]'
           )
           from gate_device d
           where d.corp_code = g.corp_code and d.gate_id = g.id and d.state = 'paired'
         ) as devices
  from gate g
  join park k on k.corp_code = g.corp_code and k.id = g.park_id
  join gate_group gg on gg.corp_code = g.corp_code and gg.id = g.gate_group_id
  left join lateral (
    select sum(p.through) filter (where p.direction = 'in') as went_in,
           sum(p.through) filter (where p.direction = 'out') as went_out,
           count(*) filter (where not p.admitted) as refused
    from passage p
    where p.corp_code = g.corp_code and p.gate_id = g.id and p.counts_at >= $1
  ) day on true
  left join lateral (
    select p.received_at as at
    from passage p
    where p.corp_code = g.corp_code and p.gate_id = g.id
    order by p.id desc
    limit 1
  ) last on true
  where $2::bigint is null or g.park_id = $2
  order by g.status desc, k.name, g.name, g.id
  limit 500
`;

const serveBoard = serve(getGateBoard, async (call) => {
  const { db, now, caller } = call;
  const day = businessDay(now);
  const park = caller.park?.id ?? null;
  const parks = await prepared<Inside>(db, insideOfParks, [now, park, currentZone()]);
  const key = await keyInUse(db);
  const gates = await prepared<Omit<Board["gates"][number], "last"> & { last: Date | null }>(db, gatesOf, [
    startOfDay(day),
    park,
    now,
  ]);
  return {
    day,
    now: stamp(now),
    maySet: await call.may("inside:set"),
    mayRenewKey: await call.may("ticketKey:renew"),
    ticketKey: key && { ...key, at: stamp(key.at) },
    parks: parks.map(({ countedAt, people, reason, by, ...park }) => ({
      ...park,
      counted: countedAt && { at: stamp(countedAt), people, reason, by },
    })),
    gates: gates.map((gate) => ({ ...gate, last: stamp(gate.last) })),
  };
});

const serveSet = serve(setInsideCount, async (call, { parkId, people, reason }) => {
  const before = await insideAt(call, parkId);
  if (!before || !worksIn(call, parkId)) throw new NotFound(m.ops_not_found());
  const { now, caller } = call;
  await prepared(call.db, counting, [parkId, now, people, reason, caller.userId, caller.name]);
  call.audit({
    ...{ thing: "park", thingId: parkId, label: before.name },
    ...{ before: { inside: before.inside }, after: { inside: people, reason } },
  });
  return { inside: people };
});

const counting = `
  insert into inside_count (park_id, at, people, reason, account_id, account_name)
  values ($1, $2, $3, $4, $5, $6)
  returning id
`;

async function insideAt({ db, now }: Call, parkId: number): Promise<Inside | undefined> {
  const [inside] = await prepared<Inside>(db, insideOfParks, [now, parkId, currentZone()]);
  return inside;
}

export const boardServed: Served[] = [serveBoard, serveSet];
