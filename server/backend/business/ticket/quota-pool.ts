/** Quota pools: which types share how many places, and the totals of single days. */

import { eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { m } from "~/contract/messages";
import { quotaDaySave, quotaPoolGet, quotaPoolSave, type quotaPool as quotaPoolView } from "~/contract/ticket/quota";
import { quotaPool as resource } from "~/contract/ticket/quota-list";
import { nothingChanged } from "../../kernel/audit";
import { changesNothing } from "../../kernel/bulk-changes";
import { businessDay, momentOf } from "../../kernel/business-time";
import { move } from "../../kernel/ledger";
import { standingsAt } from "../../kernel/ledger-look";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { checkUnique, written } from "../../kernel/unique-rows";
import { refuseCombosInPool } from "./combo";
import { pricedTypes } from "./price-policy";
import { quotas } from "./quota-ledger";
import { createQuotaDay } from "./quota-take";
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
  q.id, q.row_version as "rowVersion", q.name, q.daily_total as "dailyTotal", q.by_slot as "bySlot", q.status,
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
  query: { from: "quota_pool q", columns: { ticketTypeNames: typeNames } },
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
    : await rowsOf<DayView>(call.db, sql`select day, slot, total, held, sold from quota_day a where ${window}`);
  const slots = pool.bySlot ? await slotsOfPool(call, pool.id) : [""];
  const known = new Map(rows.map((row) => [`${row.day} ${row.slot}`, row]));
  for (let n = 0; n < shownDays; n += 1) {
    const day = addDays(first, n);
    for (const slot of slots) {
      const key = `${day} ${slot}`;
      if (!known.has(key)) known.set(key, { day, slot, total: pool.dailyTotal, held: 0, sold: 0 });
    }
  }
  return [...known.values()].sort(
    (one, other) => one.day.localeCompare(other.day) || one.slot.localeCompare(other.slot),
  );
}

interface DayView {
  day: string;
  slot: string;
  total: number;
  held: number;
  sold: number;
}

/** Those that were open by then. */
async function daysAt(call: Call, window: SQL, at: Date): Promise<DayView[]> {
  const standings = await standingsAt(call, quotas, at, window);
  return standings.map(({ day, slot, total, held, sold }) => ({
    day: String(day),
    slot: String(slot),
    total,
    held,
    sold,
  }));
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

const save = serve(quotaPoolSave, async (call, { id, rowVersion, ticketTypeIds, ...values }) => {
  const before = id === undefined ? null : await poolById(call, id, "change");
  if (before && rowVersion !== undefined && rowVersion !== before.rowVersion) {
    throw new Refusal(m.r_changed_meanwhile({ who: m.r_somebody(), name: before.name }));
  }
  const typeIds = [...new Set(ticketTypeIds)].sort((one, other) => one - other);
  await checkPool(call, { name: values.name, typeIds }, before);
  const had = before && [...before.ticketTypeIds].sort((one, other) => one - other);
  if (before && changesNothing({ ...values, ticketTypeIds: typeIds }, { ...before, ticketTypeIds: had })) {
    call.audit(nothingChanged);
    return { id: before.id };
  }
  if (before && before.bySlot !== values.bySlot) await checkNothingSold(call, before.id);
  const [saved] = await written(resource, async () =>
    before
      ? call.db
          .update(quotaPool)
          .set({ ...values, rowVersion: sql`row_version + 1`, updatedAt: call.now })
          .where(eq(quotaPool.id, before.id))
          .returning({ id: quotaPool.id })
      : call.db.insert(quotaPool).values(values).returning({ id: quotaPool.id }),
  );
  if (!saved) throw new NotFound();
  await call.db.delete(quotaPoolType).where(eq(quotaPoolType.poolId, saved.id));
  await call.db.insert(quotaPoolType).values(typeIds.map((ticketTypeId) => ({ poolId: saved.id, ticketTypeId })));
  if (before && before.dailyTotal !== values.dailyTotal) await moveDefaults(call, before, values.dailyTotal);
  const after = { ...values, ticketTypeIds: typeIds };
  call.audit({ thing: "quotaPool", thingId: saved.id, label: values.name, before: before ?? undefined, after });
  return { id: saved.id };
});

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

/** Days to come that still have the pool's old daily total follow the new one. */
async function moveDefaults(call: Call, pool: PoolView, total: number): Promise<void> {
  const days = await rowsOf<{ id: number; total: number }>(
    call.db,
    sql`
      select id, total
      from quota_day
      where pool_id = ${pool.id} and day >= ${businessDay(call.now)} and total = ${pool.dailyTotal}
      order by day, slot
      for update
    `,
  );
  for (const day of days) await setTotal(call, day, total);
}

const saveDay = serve(quotaDaySave, async (call, { poolId, day, slot, total }) => {
  const pool = await poolById(call, poolId, "share");
  if (day < businessDay(call.now)) throw new Invalid({ day: [m.r_quota_day_past({ day })] });
  if (!pool.bySlot && slot !== "") throw new Invalid({ slot: [m.r_quota_no_slot()] });
  if (pool.bySlot && !(await slotsOfPool(call, poolId)).includes(slot)) {
    throw new Invalid({ slot: [m.r_quota_slot_needed()] });
  }
  await createQuotaDay(call, { poolId, day, slot });
  const before = await firstOf<{ id: number; total: number }>(
    call.db,
    sql`select id, total from quota_day where pool_id = ${poolId} and day = ${day} and slot = ${slot} for update`,
  );
  if (!before) throw new NotFound();
  if (before.total === total) return { poolId };
  await setTotal(call, before, total);
  const label = `${pool.name} ${day} ${slot}`.trim();
  call.audit({ thing: "quotaPool", thingId: poolId, label, before: { total: before.total }, after: { total } });
  return { poolId };
});

/** The day is locked. Its total never goes below what is sold and held. */
export async function setTotal(
  call: Call,
  { id, total: before }: { id: number; total: number },
  total: number,
): Promise<void> {
  if (total === before) return;
  if (await move(call, quotas, { account: id, kind: "adjust", amount: total - before })) return;
  const day = await firstOf<{ day: string; taken: number }>(
    call.db,
    sql`select day, held + sold as taken from quota_day where id = ${id}`,
  );
  throw new Refusal(m.r_quota_below({ day: day?.day ?? "", taken: day?.taken ?? 0 }));
}

export const served = [...list, get, save, saveDay];
