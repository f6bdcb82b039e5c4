/** Quota pools: which types share how many places, and the totals of single days. */

import { eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { m } from "~/contract/messages";
import { quotaDaySave, quotaPoolGet, quotaPoolSave, type quotaPool as quotaPoolView } from "~/contract/ticket/quota";
import { quotaPool as resource } from "~/contract/ticket/quota-list";
import { nothingChanged } from "../../kernel/audit";
import { changesNothing } from "../../kernel/bulk-changes";
import { businessDay, momentOf } from "../../kernel/business-time";
import { standingsAt } from "../../kernel/ledger-look";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { checkUnique, written } from "../../kernel/unique-rows";
import { refuseCombosInPool } from "./combo";
import { pricedTypes } from "./price-policy";
import {
  asideOf,
  type DayView,
  daysOfParts,
  freshDay,
  moveFollowing,
  type Parts,
  partRows,
  partsText,
  setDay,
} from "./quota-day";
import { quotas } from "./quota-ledger";
import { addDays } from "./rules/days";
import { quotaPool, quotaPoolType } from "./schema";
import { slotNames } from "./type-lines";

export type PoolView = z.output<typeof quotaPoolView>;

/** Of `quota_pool q`. */
const typeNames = sql`
  coalesce((
    select string_agg(t.name, '、' order by t.sort, t.id)
    from quota_pool_type x
    join ticket_type t on t.corp_code = x.corp_code and t.id = x.ticket_type_id
    where x.corp_code = q.corp_code and x.pool_id = q.id
  ), '')
`;

const poolColumns = sql`
  q.id, q.row_version as "rowVersion", q.name, q.daily_total as "dailyTotal", q.overbook, q.by_slot as "bySlot", q.status,
  coalesce((
    select json_agg(json_build_object('channel', key, 'places', value::int) order by key)
    from jsonb_each_text(q.parts)
  ), '[]') as parts,
  coalesce((
    select json_agg(t.id order by t.sort, t.id)
    from quota_pool_type x
    join ticket_type t on t.corp_code = x.corp_code and t.id = x.ticket_type_id
    where x.corp_code = q.corp_code and x.pool_id = q.id
  ), '[]') as "ticketTypeIds",
  ${typeNames} as "ticketTypeNames"
`;

const list = serveResource(resource, {
  table: quotaPool,
  indexed: true,
  query: {
    from: "quota_pool q",
    columns: {
      ticketTypeNames: typeNames,
      setAside: sql`(select coalesce(sum(value::int), 0)::int from jsonb_each_text(q.parts))`,
    },
  },
});

/** Days shown of a pool, from the first asked for. */
const shownDays = 31;

const get = serve(quotaPoolGet, async (call, { id, from, at }) => {
  const ticketTypes = await pricedTypes(call);
  if (id === undefined) return { record: null, ticketTypes, days: [] };
  const record = await poolById(call, id);
  const first = from ?? businessDay(call.now);
  return {
    record,
    ticketTypes,
    days: await daysOf(call, record, first, at === undefined ? null : momentOf(at.replace(" ", "T"))),
  };
});

/** Every day and slot of the window: what is set or sold, or was at a moment; else the pool's daily total. */
async function daysOf(call: Call, pool: PoolView, first: string, at: Date | null) {
  const window = sql`a.pool_id = ${pool.id} and a.day between ${first} and ${addDays(first, shownDays - 1)}`;
  const rows = at
    ? await daysAt(call, window, at)
    : daysOfParts(await partRows(call, pool.id, sql`d.day between ${first} and ${addDays(first, shownDays - 1)}`));
  const slots = pool.bySlot ? await slotsOfPool(call, pool.id) : [""];
  const known = new Map(rows.map((row) => [`${row.day} ${row.slot}`, row]));
  for (let n = 0; n < shownDays; n += 1) {
    const day = addDays(first, n);
    for (const slot of slots) {
      const key = `${day} ${slot}`;
      if (!known.has(key)) known.set(key, freshDay(pool, day, slot));
    }
  }
  return [...known.values()].sort(
    (one, other) => one.day.localeCompare(other.day) || one.slot.localeCompare(other.slot),
  );
}

/** Those that were open by then. */
async function daysAt(call: Call, window: SQL, at: Date): Promise<DayView[]> {
  const standings = await standingsAt(call, quotas, at, window);
  const rows = standings.map(({ day, slot, part, total, held, sold, overbooked }) => ({
    ...{ day: String(day), slot: String(slot), part: String(part), total, held, sold, overbooked },
  }));
  return daysOfParts(rows);
}

export async function slotsOfPool(call: Call, poolId: number): Promise<string[]> {
  const rows = await rowsOf<{ slots: string[] }>(
    call.db,
    sql`
      select ${slotNames} as slots
      from quota_pool_type x
      join ticket_type t on t.corp_code = x.corp_code and t.id = x.ticket_type_id
      where x.pool_id = ${poolId}
    `,
  );
  const slots = rows.flatMap(({ slots: names }) => (names.length > 0 ? names : [""]));
  return [...new Set(slots)].sort();
}

/**
 * `change` locks it for its own change, `share` for one of its days, which sales do not wait for. A pool that other parks
 * share is locked by nobody who is bound to a part of them: it is theirs to see, and not to change.
 */
export async function poolById(call: Call, id: number, lock?: "change" | "share"): Promise<PoolView> {
  const locking = { change: sql`for update`, share: sql`for key share` };
  const pool = await firstOf<PoolView>(
    call.db,
    sql`select ${poolColumns} from quota_pool q where q.id = ${id} ${lock ? locking[lock] : sql``}`,
  );
  if (!pool) throw new NotFound();
  return pool;
}

const save = serve(quotaPoolSave, async (call, { id, rowVersion, ticketTypeIds, parts: asked, overbook, ...named }) => {
  const before = id === undefined ? null : await poolById(call, id, "change");
  const values = { ...named, overbook: overbook ?? before?.overbook ?? 0 };
  if (before && rowVersion !== undefined && rowVersion !== before.rowVersion) {
    throw new Refusal(m.r_changed_meanwhile({ who: m.r_somebody(), name: before.name }));
  }
  const typeIds = [...new Set(ticketTypeIds)].sort((one, other) => one - other);
  await checkPool(call, { name: values.name, typeIds }, before);
  const had = before && [...before.ticketTypeIds].sort((one, other) => one - other);
  const parts = asked ?? before?.parts ?? [];
  checkParts(values.dailyTotal, parts);
  const after = { ...values, parts: partsText(parts), ticketTypeIds: typeIds };
  const was = before && { ...before, parts: partsText(before.parts), ticketTypeIds: had };
  if (before && changesNothing(after, was ?? {})) {
    call.audit(nothingChanged);
    return { id: before.id };
  }
  if (before && before.bySlot !== values.bySlot) await checkNothingSold(call, before.id);
  const stored = { ...values, parts: Object.fromEntries(parts.map(({ channel, places }) => [channel, places])) };
  const [saved] = await written(resource, async () =>
    before
      ? call.db
          .update(quotaPool)
          .set({ ...stored, rowVersion: sql`row_version + 1`, updatedAt: call.now })
          .where(eq(quotaPool.id, before.id))
          .returning({ id: quotaPool.id })
      : call.db.insert(quotaPool).values(stored).returning({ id: quotaPool.id }),
  );
  if (!saved) throw new NotFound();
  await call.db.delete(quotaPoolType).where(eq(quotaPoolType.poolId, saved.id));
  await call.db.insert(quotaPoolType).values(typeIds.map((ticketTypeId) => ({ poolId: saved.id, ticketTypeId })));
  if (before && (before.dailyTotal !== values.dailyTotal || was?.parts !== after.parts))
    await moveFollowing(call, before, businessDay(call.now), { dailyTotal: values.dailyTotal, parts });
  call.audit({ thing: "quotaPool", thingId: saved.id, label: values.name, before: was ?? undefined, after });
  return { id: saved.id };
});

/** What is set aside is of what there is. */
export function checkParts(total: number, parts: Parts): void {
  const aside = asideOf(parts);
  if (aside > total) throw new Invalid({ parts: [m.r_quota_parts_beyond({ aside, total })] });
}

/** Its name is its own, and its types are there. */
export async function checkPool(
  call: Call,
  { name, typeIds }: { name: string; typeIds: number[] },
  before: PoolView | null,
): Promise<void> {
  await checkUnique(call, resource, quotaPool, { name }, before && { id: before.id, name: before.name });
  await checkTypes(call, typeIds);
}

async function checkTypes(call: Call, typeIds: number[]): Promise<void> {
  const row = await firstOf<{ known: number }>(
    call.db,
    sql`
      select count(*)::int as known
      from ticket_type
      where id in (select value::bigint from json_array_elements_text(${JSON.stringify(typeIds)}::json))
    `,
  );
  if (row?.known !== typeIds.length) throw new Invalid({ ticketTypeIds: [m.r_no_ticket_type()] });
  await refuseCombosInPool(call, typeIds);
}

async function checkNothingSold(call: Call, poolId: number): Promise<void> {
  const sold = await firstOf(
    call.db,
    sql`select 1 from quota_day where pool_id = ${poolId} and held + sold > 0 limit 1`,
  );
  if (sold) throw new Refusal(m.r_quota_by_slot_fixed());
}

/** It is not over, and has the slot. */
export async function checkDay(call: Call, pool: PoolView, { day, slot }: { day: string; slot: string }) {
  if (day < businessDay(call.now)) throw new Invalid({ day: [m.r_quota_day_past({ day })] });
  if (!pool.bySlot && slot !== "") throw new Invalid({ slot: [m.r_quota_no_slot()] });
  if (pool.bySlot && !(await slotsOfPool(call, pool.id)).includes(slot)) {
    throw new Invalid({ slot: [m.r_quota_slot_needed()] });
  }
}

const saveDay = serve(quotaDaySave, async (call, { poolId, day, slot, total, parts }) => {
  const pool = await poolById(call, poolId, "share");
  await checkDay(call, pool, { day, slot });
  const before = await setDay(call, poolId, { day, slot, total, parts });
  const had = before.parts.map((one) => ({ channel: one.channel, places: one.total }));
  const text = partsText(had);
  const after = parts ? partsText(parts) : text;
  if (before.total === total && text === after) return { poolId };
  call.audit({
    ...{ thing: "quotaPool", thingId: poolId, label: `${pool.name} ${day} ${slot}`.trim() },
    before: { total: before.total, ...(text !== after && { parts: text }) },
    after: { total, ...(text !== after && { parts: after }) },
  });
  return { poolId };
});

export const served = [...list, get, save, saveDay];
