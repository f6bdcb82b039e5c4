/** What a park bears: limits, the count of a day under the lock of the sale, and who is inside. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { capacityBoard, parkCapacity as resource } from "~/contract/ticket/capacity";
import type { Transaction } from "../../db/database";
import { businessDay, currentZone, stamp } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { notify } from "../../kernel/notify";
import { prepared } from "../../kernel/prepared";
import { Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { insideOf } from "./inside";
import { parkReference } from "./park";
import { type CapacityOfDay, capacityWhyNot, levelOf, type PeopleOfDay } from "./rules/capacity";
import { parkCapacity as table } from "./visit-schema";

dependsOn("park", { table, by: table.parkId, words: m.capacity_dep });

/**
 * Locks the counts of the parks' days until the transaction ends and refuses what is above them. Before quotas are taken,
 * always: whoever gives tickets back locks in the same order.
 */
export async function claimCapacity(
  call: Call,
  capacities: readonly CapacityOfDay[],
  wanted: PeopleOfDay,
): Promise<void> {
  for (const capacity of [...capacities].sort(inLockOrder)) {
    const quantity = wanted(capacity);
    if (quantity === 0) continue;
    const row = await firstOf<{ people: number }>(
      call.db,
      sql`
        insert into park_day as d (park_id, day) values (${capacity.parkId}, ${capacity.day})
        on conflict (corp_code, park_id, day) do update set people = d.people
        returning people
      `,
    );
    const now = { ...capacity, people: row?.people ?? 0 };
    const no = capacityWhyNot(now, quantity);
    if (no) throw new Refusal(no);
    await tellNear(call, now, quantity);
  }
}

/** As the triggers that count lock them. */
const inLockOrder = (one: CapacityOfDay, other: CapacityOfDay) =>
  one.parkId - other.parkId || one.day.localeCompare(other.day);

/** Told once a day, when the sale crosses the share that the park warns at. */
async function tellNear(call: Call, now: CapacityOfDay, quantity: number): Promise<void> {
  const { day } = now;
  const share = (people: number) => (people * 100) / now.dayMax;
  const after = now.people + quantity;
  if (share(now.people) >= now.warnAt || share(after) < now.warnAt) return;
  const percent = Math.floor(share(after));
  await notify(call.db, call.now, {
    to: { fun: "parkCapacity" },
    kind: "notice",
    title: (options) => m.capacity_near_title({ park: now.parkName, percent }, options),
    body: (options) => m.capacity_near_day({ day, people: after, max: now.dayMax }, options),
    link: "/ticket/capacity/board",
    matter: `capacity-${now.parkId}-${day}`,
    about: { parks: [now.parkId], maker: null },
  });
}

interface Inside {
  parkId: number;
  /** Who came in and has not gone out again; of a park without exit gates whoever came in. */
  inside: number;
  /** Its gates count who leaves, or it says how long people usually stay. */
  countsExits: boolean;
}

/** People inside parks. One statement, since a gate asks it at every check of a park that stops at a number. */
export function peopleInside(db: Transaction, parkIds: readonly number[], now: Date): Promise<Inside[]> {
  return prepared<Inside>(db, inside, [[...parkIds], now, currentZone()]);
}

/** $1 the parks, $2 now, $3 the zone. */
const inside = `
  select asked.id as "parkId", exits.there or k.usual_stay is not null as "countsExits",
         greatest(0, i.people + i.entered - case when exits.there then i.left else 0 end)::int as inside
  from unnest($1::bigint[]) asked (id)
  left join park k on k.corp_code = current_setting('app.corp_code') and k.id = asked.id
  cross join lateral (
    select exists (
      select from gate g
      where g.park_id = asked.id and g.status = 'T' and g.direction in ('out', 'both')
    ) or exists (
      select from shared_gate_park s
      join shared_gate w on w.corp_code = s.corp_code and w.id = s.shared_gate_id and w.status = 'T'
      join gate g on g.corp_code = w.corp_code and g.id = w.gate_id
      where s.park_id = asked.id and g.status = 'T' and g.direction in ('out', 'both')
    ) as there
  ) exits
  cross join ${insideOf({ park: "asked.id", from: "k.inside_from", stay: "k.usual_stay", now: "$2", zone: "$3" })}
`;

interface Limit {
  parkId: number;
  parkName: string;
  dayMax: number;
  momentMax: number;
  warnAt: number;
  stops: boolean;
  sold: number;
}

const board = serve(capacityBoard, async (call) => {
  const day = businessDay(call.now);
  const parkId = call.caller.park?.id ?? null;
  const limits = await rowsOf<Limit>(
    call.db,
    sql`
      select c.park_id as "parkId", k.name as "parkName", c.day_max as "dayMax", c.moment_max as "momentMax",
             c.warn_at as "warnAt", c.stops, coalesce(d.people, 0) as sold
      from park_capacity c
      join park k on k.corp_code = c.corp_code and k.id = c.park_id
      left join park_day d on d.corp_code = c.corp_code and d.park_id = c.park_id and d.day = ${day}
      where c.status = 'T'
        and (${parkId}::bigint is null or c.park_id = ${parkId}::bigint)
      order by k.name, k.id
      limit 100
    `,
  );
  const counts = await peopleInside(
    call.db,
    limits.map((one) => one.parkId),
    call.now,
  );
  return {
    day,
    at: stamp(call.now),
    parks: limits.map(({ warnAt, ...limit }) => {
      const inside = counts.find((one) => one.parkId === limit.parkId)?.inside ?? 0;
      return {
        ...limit,
        inside,
        dayLevel: levelOf(limit.sold, limit.dayMax, warnAt),
        momentLevel: levelOf(inside, limit.momentMax, warnAt),
        mayComeIn: Math.max(0, limit.momentMax - inside),
      };
    }),
  };
});

export const capacityServed = [...serveResource(resource, { table, references: { parkId: parkReference } }), board];
