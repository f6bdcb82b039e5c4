/** Gives places back to the parts of quotas that they were taken from. */
import { sql } from "drizzle-orm";
import { move, type Source } from "../../kernel/ledger";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { quotas } from "./quota-ledger";
import { lockOrder } from "./quota-take";

/** Where some of a line's places are. */
export interface LinePlaces {
  lineId: number;
  dayId: number;
  quantity: number;
  /** All of the line's are there; else it took from several parts of the day. */
  whole: boolean;
  poolId: number;
  day: string;
  slot: string;
  part: string;
}

interface Row extends Omit<LinePlaces, "quantity" | "whole"> {
  /** Null: all of the line's. */
  left: number | null;
}

/**
 * Which places so many of each line give up, in the order of locks. A line that took from its channel's own and from the
 * shared ones gives up the shared ones first, as they were taken last, and is noted to have done so.
 */
export async function placesGivenUp(
  { db }: Call,
  wanted: ReadonlyMap<number, number>,
  { exceptDay }: { exceptDay?: string } = {},
): Promise<LinePlaces[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`
      select q.line_id as "lineId", q.quota_day_id as "dayId", q.quantity - q.given as left, d.pool_id as "poolId",
             d.day, d.slot, d.part
      from sub_order_quota q
      join quota_day d on d.corp_code = q.corp_code and d.id = q.quota_day_id
      where q.line_id = any (${sql.param([...wanted.keys()])}::bigint[])
        and d.day is distinct from ${exceptDay ?? null}::date
      order by ${lockOrder}, q.line_id
      for update of q
    `,
  );
  const still = new Map<string, number>();
  const given = rows.map(({ left, ...row }) => ({ ...row, whole: left === null, left: left ?? 0, quantity: 0 }));
  for (const row of given.toReversed()) {
    const key = `${row.lineId}/${row.poolId}`;
    const open = still.get(key) ?? wanted.get(row.lineId) ?? 0;
    row.quantity = row.whole ? open : Math.min(open, row.left);
    if (!row.whole) still.set(key, open - row.quantity);
  }
  for (const [key, open] of still) if (open > 0) throw new Error(`line/pool ${key} has ${open} too few places`);
  const some = given.filter(({ quantity }) => quantity > 0);
  const split = some.filter(({ whole }) => !whole);
  if (split.length > 0) {
    await db.execute(sql`
      update sub_order_quota q
      set given = q.given + g.quantity
      from jsonb_to_recordset(${JSON.stringify(split)}::jsonb) as g ("lineId" bigint, "dayId" bigint, quantity int)
      where q.line_id = g."lineId" and q.quota_day_id = g."dayId"
    `);
  }
  return some.map(({ left: _, ...row }) => row);
}

/** By quota day, in the same order. */
export function byDay(places: readonly LinePlaces[]): { dayId: number; quantity: number; lineIds: number[] }[] {
  const days = new Map<number, { dayId: number; quantity: number; lineIds: number[] }>();
  for (const { dayId, quantity, lineId } of places) {
    const day = days.get(dayId) ?? { dayId, quantity: 0, lineIds: [] };
    days.set(dayId, { dayId, quantity: day.quantity + quantity, lineIds: [...day.lineIds, lineId] });
  }
  return [...days.values()];
}

/** Pieces of one line that go back. */
export interface GivenBack {
  lineId: number;
  /** Each goes back once. */
  pieceIds: readonly number[];
}

/** Gives places back where they were taken from when the lines were sold. In the transaction of what gives them back. */
export async function giveBackQuota(
  call: Call,
  orderNo: string,
  lines: readonly GivenBack[],
  why: "refund" | "letGo" = "refund",
): Promise<void> {
  const wanted = lines.filter(({ pieceIds }) => pieceIds.length > 0);
  if (wanted.length === 0) return;
  const first = new Map(wanted.map(({ lineId, pieceIds }) => [lineId, Math.min(...pieceIds)]));
  const places = await placesGivenUp(call, new Map(wanted.map(({ lineId, pieceIds }) => [lineId, pieceIds.length])));
  for (const { dayId, quantity, lineIds } of byDay(places)) {
    const piece = Math.min(...lineIds.map((id) => first.get(id) ?? 0));
    const source = { business: "order", kind: why, subject: orderNo, part: String(piece) };
    await giveBackTo(call, dayId, quantity, source);
  }
}

/** Gives so many back to one part of a day. What was sold beyond its total goes first: it is nobody's to sell again. */
export async function giveBackTo(call: Call, dayId: number, quantity: number, source: Source): Promise<void> {
  const given = await move(call, quotas, { account: dayId, kind: "giveBack", amount: quantity, source });
  if (!given) throw new Error(`quota day ${dayId} has fewer than ${quantity} sold`);
  const beyond = given.again ? 0 : Math.min(quantity, given.figures.overbooked);
  if (beyond === 0) return;
  const shrinks = { ...source, kind: `${source.kind}Beyond` };
  const shrunk = await move(call, quotas, { account: dayId, kind: "overbookBack", amount: beyond, source: shrinks });
  if (!shrunk) throw new Error(`quota day ${dayId} cannot lose ${beyond} that were overbooked`);
}

export interface PlacesRow {
  line_id: number;
  quota_day_id: number;
  quantity: number | null;
}

/** Where the lines' places are, as their rows say it: of a line that took from several parts how many from each. */
export function rowsOfPlaces(
  lines: readonly { lineId: number; quantity: number }[],
  places: readonly { dayId: number; quantity: number }[],
): PlacesRow[] {
  const left = places.map((place) => ({ ...place }));
  return lines.flatMap(({ lineId, quantity }) => {
    let open = quantity;
    const own = left.flatMap((place): PlacesRow[] => {
      const taken = Math.min(open, place.quantity);
      open -= taken;
      place.quantity -= taken;
      return taken > 0 ? [{ line_id: lineId, quota_day_id: place.dayId, quantity: taken }] : [];
    });
    return own.length === 1 ? own.map((row) => ({ ...row, quantity: null })) : own;
  });
}
