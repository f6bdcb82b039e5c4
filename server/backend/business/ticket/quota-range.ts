/** Totals of a quota over a range of days: what setting them would change, and setting them, all or none. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { quotaRangeLook, quotaRangeMost, quotaRangeSave } from "~/contract/ticket/quota";
import { businessDay } from "../../kernel/business-time";
import { Invalid, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { openOrders } from "./open-orders";
import { daysOfParts, freshDay, leastOf, openDay, partRows, setDay } from "./quota-day";
import { type PoolView, poolById, slotsOfPool } from "./quota-pool";
import { addDays, weekdayOf } from "./rules/days";

type Range = ParsedPayloadOf<typeof quotaRangeSave>;

interface Place {
  day: string;
  slot: string;
}

/** In the order in which sales lock them. */
async function placesOf(call: Call, pool: PoolView, range: Range): Promise<Place[]> {
  const { from, to, days, weekdays, slots } = range;
  if (from < businessDay(call.now)) throw new Invalid({ from: [m.r_quota_day_past({ day: from })] });
  if (to < from) throw new Invalid({ to: [m.r_quota_range_order()] });
  if (days.some((one) => one < from || one > to)) throw new Invalid({ days: [m.r_quota_range_none()] });
  if (!weekdays.includes("T")) throw new Invalid({ weekdays: [m.r_quota_range_none()] });
  if (!pool.bySlot && slots.length > 0) throw new Invalid({ slots: [m.r_quota_no_slot()] });
  const own = pool.bySlot ? await slotsOfPool(call, pool.id) : [""];
  if (slots.some((slot) => !own.includes(slot))) throw new Invalid({ slots: [m.r_quota_slot_needed()] });
  const wanted = slots.length > 0 ? own.filter((slot) => slots.includes(slot)) : own;
  const places: Place[] = [];
  for (const day of days.length > 0 ? [...new Set(days)].sort() : daysBetween(from, to)) {
    if (weekdays[weekdayOf(day)] !== "T") continue;
    places.push(...wanted.map((slot) => ({ day, slot })));
    if (places.length > quotaRangeMost) throw new Invalid({ to: [m.r_quota_range_most({ n: quotaRangeMost })] });
  }
  if (places.length === 0) throw new Invalid({ weekdays: [m.r_quota_range_none()] });
  return places;
}

function* daysBetween(from: string, to: string) {
  for (let day = from; day <= to; day = addDays(day, 1)) yield day;
}

const look = serve(quotaRangeLook, async (call, range) => {
  const pool = await poolById(call, range.poolId);
  const places = await placesOf(call, pool, range);
  const rows = daysOfParts(await partRows(call, pool.id, sql`d.day between ${range.from} and ${range.to}`));
  const known = new Map(rows.map((row) => [`${row.day} ${row.slot}`, row]));
  const days = places.map((place) => known.get(`${place.day} ${place.slot}`) ?? freshDay(pool, place.day, place.slot));
  const below = days.map((one) => ({ ...one, ...leastOf(one) })).filter(({ least }) => least > range.total);
  const changed = days.filter(({ total }) => total !== range.total);
  const open = await openOrders(call, sql`t.ticket_type_id = any (${sql.param(pool.ticketTypeIds)}::bigint[])`, {
    days: sql`(t.visit_day, ${pool.bySlot ? sql`t.slot` : sql`''`}) in (
      select day::date, slot
      from jsonb_to_recordset(${JSON.stringify(changed.map(({ day, slot }) => ({ day, slot })))}::jsonb) as c(day text, slot text)
    )`,
  });
  return {
    touched: days.length,
    changed: changed.length,
    taken: days.reduce((sum, { held, sold }) => sum + held + sold, 0),
    below: below.map(({ day, slot, least, aside }) => ({ day, slot, taken: least, aside })),
    ...open,
  };
});

const save = serve(quotaRangeSave, async (call, range) => {
  const pool = await poolById(call, range.poolId, "share");
  const places = await placesOf(call, pool, range);
  let changed = 0;
  for (const { day, slot } of places) {
    const row = await openDay(call, pool.id, { day, slot });
    const { least: taken, aside } = leastOf(row);
    if (taken > range.total) {
      const named = { day: `${day} ${slot}`.trim(), taken, total: range.total };
      throw new Refusal(aside > 0 ? m.r_quota_range_below_aside(named) : m.r_quota_range_below(named));
    }
    if (row.total !== range.total) changed += 1;
    await setDay(call, pool.id, { day, slot, total: range.total });
  }
  const { from, to, days, weekdays, slots, total } = range;
  const label = `${pool.name} ${from} – ${to}`;
  const after = { total, weekdays, slots: slots.join(" "), ...(days.length > 0 && { days: days.join(" ") }) };
  call.audit({ thing: "quotaPool", thingId: pool.id, label, after });
  return { changed };
});

export const quotaRangeServed: Served[] = [look, save];
