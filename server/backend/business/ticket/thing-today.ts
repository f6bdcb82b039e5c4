/** Today of one ticket type, park or gate, as its page shows it. */
import { pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import { changeRuleOf, sayChangeRule } from "~/contract/ticket/change-rule";
import { silentAfter } from "~/contract/ticket/gate-board";
import { sayPoints } from "~/contract/ticket/gate-rules/points";
import { sayRules } from "~/contract/ticket/gate-rules/say";
import { sayClocks } from "~/contract/ticket/say-clock";
import { sayRefunds, saySale, sayValidity } from "~/contract/ticket/say-terms";
import { gateToday, parkToday, ticketTypeToday } from "~/contract/ticket/thing-today";
import { addDays, businessDay, clock, currentZone, stamp, startOfDay } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { type Call, serve } from "../../kernel/served";
import { insideOf } from "./inside";
import { validityOf } from "./rules/sellable";
import { priceOf, readSaleContext, type SoldType } from "./sale-context";

const gone = "('refunded', 'voided', 'changed')";
const days = 7;

/** $1 the type, $2 since, $3 the zone. */
const soldByDay = `
  select (t.issued_at at time zone $3)::date::text as day, count(*)::int as count, sum(t.price)::float8 as amount
  from ticket t
  where t.ticket_type_id = $1
    and t.issued_at >= $2
    and t.state not in ${gone}
  group by 1
`;

/** $1 the type, $2 the day. A day that nothing was taken from has no row yet; of slots nobody knows how many there will be. */
const poolsOf = `
  select q.id::float8 as id, q.name,
         coalesce(d.total, case when q.by_slot then null else q.daily_total end)::int as total,
         coalesce(d.taken, 0)::int as taken
  from quota_pool_type pt
  join quota_pool q on q.corp_code = pt.corp_code and q.id = pt.pool_id and q.status = 'T'
  left join lateral (
    select sum(one.total) as total, sum(one.held + one.sold) as taken
    from quota_day one
    where one.corp_code = q.corp_code and one.pool_id = q.id and one.day = $2
  ) d on true
  where pt.ticket_type_id = $1
  order by q.name, q.id
  limit 12
`;

/** $1 the type, $2 the day. */
const policiesOf = `
  select id::float8 as id, name, price::float8 as price, start_day::text as "startDay", end_day::text as "endDay"
  from price_policy
  where ticket_type_id = $1
    and status = 'T'
    and end_day >= $2
  order by start_day, priority desc, id
  limit 6
`;

interface Sold {
  day: string;
  count: number;
  amount: number;
}

const serveType = serve(ticketTypeToday, async (call, { id }) => {
  const { db, now } = call;
  const day = businessDay(now);
  const context = await readSaleContext(call, day, [id]);
  const [type] = context.types;
  if (!type) throw new NotFound(m.r_no_ticket_type());
  const { price, policy } = priceOf(context, type, "");
  const first = addDays(day, 1 - days);
  const sold = await prepared<Sold>(db, soldByDay, [id, startOfDay(first), currentZone()]);
  const byDay = new Map(sold.map((one) => [one.day, one]));
  return {
    day,
    price,
    listPrice: type.listPrice,
    policy: policy?.name ?? "",
    holiday: context.holiday?.name ?? "",
    soldByDay: Array.from({ length: days }, (_, back) => {
      const one = addDays(first, back);
      return byDay.get(one) ?? { day: one, count: 0, amount: 0 };
    }),
    pools: await prepared<{ id: number; name: string; total: number | null; taken: number }>(db, poolsOf, [id, day]),
    policies: await prepared<{ id: number; name: string; price: number; startDay: string; endDay: string }>(
      db,
      policiesOf,
      [id, day],
    ),
    ...(await saidOf(call, type, day)),
  };
});

/** Its rules as sentences, and what stands on a ticket of the day. */
async function saidOf(call: Call, type: SoldType, visitDay: string) {
  const { db, now } = call;
  const [names] = await prepared<{ corpName: string; groupName: string | null }>(db, namesOf, [type.gateGroupId]);
  const [slot = ""] = type.slots;
  const parts = type.combo?.parts ?? [];
  const terms = {
    gateGroupName: names?.groupName ?? "",
    entryTo: type.entryTo ?? null,
    slot: type.slots.join(" / "),
    parts: parts.map(({ partName: name, quantity }) => ({ name, quantity })),
  };
  return {
    says: {
      use: type.combo
        ? [type.combo.validBy === "combo" ? sayValidity(type) : m.say_valid_parts(), m.say_admitted_parts()]
        : [sayValidity(type), ...sayRules({ ...type, ...terms })],
      sale: [...saySale({ ...type, ...terms }), ...(await clocksSaid(call, type))],
      refund: [
        ...sayRefunds(type.refundRule, type.refundBands, type.expired, type.refundFrom),
        m.change_rule_said({ rule: sayChangeRule(changeRuleOf({ change: type.change })) }),
      ],
    },
    sample: {
      corpName: names?.corpName ?? "",
      parkName: type.parkName,
      name: type.name,
      slot,
      ...validityOf(type, { visitDay, now }),
      admissions: type.admissions,
      choice: sayPoints(type),
    },
  };
}

async function clocksSaid({ db, locale }: Call, { clocks, slots, entryTo }: SoldType): Promise<string[]> {
  if (clocks.length === 0) return [];
  const { saleChannel = [] } = await dictionariesOf(db, ["saleChannel"], locale);
  const channels = Object.fromEntries(saleChannel.map(({ value, label }) => [value, label]));
  return sayClocks(clocks, { channels, slotted: slots.length > 0, entryTo });
}

/** $1 the gate group. */
const namesOf = `select coalesce((select name from own_corp), '') as "corpName", (select name from gate_group where id = $1) as "groupName"`;

/** $1 the park, $2 since, $3 now, $4 the zone. */
const parkOf = `
  select k.name, k.photos, k.capacity, k.opening_hours as hours, k.seasons,
         coalesce(sold.tickets, 0)::int as tickets,
         coalesce(sold.amount, 0)::float8 as sold,
         greatest(0, i.people + i.entered - i.left)::int as inside,
         k.usual_stay is not null or exists (
           select from gate g
           where g.corp_code = k.corp_code and g.park_id = k.id and g.status = 'T' and g.direction = 'out'
         ) as "countsExits"
  from park k
  left join lateral (
    select count(*) as tickets, sum(t.price) as amount
    from ticket_type y
    join ticket t on t.corp_code = y.corp_code and t.ticket_type_id = y.id
    where y.corp_code = k.corp_code
      and y.park_id = k.id
      and t.issued_at >= $2
      and t.state not in ${gone}
  ) sold on true
  cross join ${insideOf({ park: "k.id", from: "k.inside_from", stay: "k.usual_stay", now: "$3", zone: "$4" })}
  where k.id = $1
`;

/** $1 the park, $2 since. */
const gatesOf = `
  select g.id::float8 as id, g.name,
         coalesce(passed.entered, 0)::int as admitted,
         coalesce(passed.left, 0)::int as left,
         (
           select p.counts_at
           from passage p
           where p.corp_code = g.corp_code and p.gate_id = g.id
           order by p.counts_at desc
           limit 1
         ) as last
  from gate g
  left join lateral (
    select sum(p.through) filter (where p.direction = 'in') as entered,
           sum(p.through) filter (where p.direction = 'out') as left
    from passage p
    where p.corp_code = g.corp_code and p.gate_id = g.id and p.counts_at >= $2
  ) passed on true
  where g.park_id = $1
    and g.status = 'T'
  order by 3 desc, g.name, g.id
  limit 40
`;

interface ParkRow {
  name: string;
  photos: string | null;
  capacity: number | null;
  hours: string | null;
  seasons: { days?: unknown; opens?: unknown; closes?: unknown }[];
  tickets: number;
  sold: number;
  inside: number;
  countsExits: boolean;
}

const servePark = serve(parkToday, async ({ db, now }, { id }) => {
  const day = businessDay(now);
  const since = startOfDay(day);
  const [park] = await prepared<ParkRow>(db, parkOf, [id, since, now, currentZone()]);
  if (!park) throw new NotFound();
  const rows = await prepared<{ id: number; name: string; admitted: number; left: number; last: Date | null }>(
    db,
    gatesOf,
    [id, since],
  );
  const { seasons, hours, photos, ...figures } = park;
  const [opens, closes] = hoursOn(day, seasons, hours ?? "");
  const time = clock(now);
  return {
    day,
    ...figures,
    photo: pathsOf(photos ?? "")[0] ?? "",
    ...{ opens, closes, open: opens === "" ? null : opens <= time && time < closes },
    entered: rows.reduce((sum, gate) => sum + gate.admitted, 0),
    left: rows.reduce((sum, gate) => sum + gate.left, 0),
    gates: rows.map(({ left: _, last, ...gate }) => ({ ...gate, last: last && stamp(last) })),
  };
});

/** A season's before those that always hold. */
function hoursOn(day: string, seasons: ParkRow["seasons"], usual: string): [opens: string, closes: string] {
  for (const { days: range, opens, closes } of seasons) {
    const [from = "", to = ""] = String(range ?? "").split("~");
    if (from <= day && day <= to) return [String(opens ?? ""), String(closes ?? "")];
  }
  const [, opens = "", closes = ""] = /^\s*(\d\d:\d\d)\s*[-–~]\s*(\d\d:\d\d)\s*$/.exec(usual) ?? [];
  return [opens, closes];
}

/** $1 the gate, $2 since, $3 the zone. */
const hoursOfGate = `
  select extract(hour from p.counts_at at time zone $3)::int as hour,
         coalesce(sum(p.through), 0)::int as people,
         (count(*) filter (where not p.admitted))::int as refused
  from passage p
  where p.gate_id = $1
    and p.counts_at >= $2
  group by 1
`;

/** $1 the gate. */
const lastOfGate = `
  select p.counts_at as at, p.admitted, p.account_name as by
  from passage p
  where p.gate_id = $1
  order by p.counts_at desc, p.id desc
  limit 1
`;

/** $1 the gate, $2 now. By the index `gate_device_gate`. */
const devicesOfGate = `
  select d.name,
         case
           when d.last_seen is not null
           then greatest(0, floor(extract(epoch from $2::timestamptz - d.last_seen) / 60))::int
         end as "seenMinutes",
         coalesce(d.last_seen, d.paired_at) < $2::timestamptz - interval '${silentAfter} minutes' as silent
  from gate_device d
  where d.gate_id = $1
    and d.state = 'paired'
  order by d.id
`;

const serveGate = serve(gateToday, async ({ db, now }, { id }) => {
  const day = businessDay(now);
  const [there] = await prepared<{ active: boolean }>(db, "select status = 'T' as active from gate where id = $1", [
    id,
  ]);
  if (!there) throw new NotFound();
  const rows = await prepared<{ hour: number; people: number; refused: number }>(db, hoursOfGate, [
    id,
    startOfDay(day),
    currentZone(),
  ]);
  const [last] = await prepared<{ at: Date; admitted: boolean; by: string }>(db, lastOfGate, [id]);
  const people = new Map(rows.map((row) => [row.hour, row.people]));
  return {
    day,
    admitted: rows.reduce((sum, row) => sum + row.people, 0),
    refused: rows.reduce((sum, row) => sum + row.refused, 0),
    active: there.active,
    devices: await prepared<{ name: string; seenMinutes: number | null; silent: boolean }>(db, devicesOfGate, [
      id,
      now,
    ]),
    byHour: Array.from({ length: 24 }, (_, hour) => people.get(hour) ?? 0),
    last: last ? { ...last, at: stamp(last.at) } : null,
  };
});

export const thingTodayServed = [serveType, servePark, serveGate];
