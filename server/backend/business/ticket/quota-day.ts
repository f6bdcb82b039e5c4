/** Days (and slots) of a quota with what is set aside for channels: as they stand, and how they are set. */
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { m } from "~/contract/messages";
import type { quotaParts } from "~/contract/ticket/quota";
import { move } from "../../kernel/ledger";
import { Invalid, Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { quotas } from "./quota-ledger";
import { createPart, createQuotaDay, lockOrder } from "./quota-take";

export type Parts = z.output<typeof quotaParts>;

export interface PartRow {
  id: number;
  day: string;
  slot: string;
  /** The channel whose own it is; "" of what all share. */
  part: string;
  total: number;
  held: number;
  sold: number;
  /** Of the total, what was sold beyond the quota. */
  overbooked: number;
}

export interface DayView {
  day: string;
  slot: string;
  total: number;
  held: number;
  sold: number;
  overbooked: number;
  /** Those that have places. */
  parts: { channel: string; total: number; held: number; sold: number }[];
}

export const asideOf = (parts: Parts): number => parts.reduce((sum, { places }) => sum + places, 0);

/** As it is told and compared: `network 30, window 20`. */
export const partsText = (parts: Parts): string =>
  parts
    .map(({ channel, places }) => `${channel} ${places}`)
    .sort()
    .join(", ");

/** Adds the parts of each day and slot up. */
export function daysOfParts(rows: readonly Omit<PartRow, "id">[]): DayView[] {
  const days = new Map<string, DayView>();
  for (const { day, slot, part, total, held, sold, overbooked } of rows) {
    const key = `${day} ${slot}`;
    const own = days.get(key) ?? { day, slot, total: 0, held: 0, sold: 0, overbooked: 0, parts: [] };
    days.set(key, {
      ...{ day, slot, total: own.total + total, held: own.held + held, sold: own.sold + sold },
      overbooked: own.overbooked + overbooked,
      parts: part !== "" && total > 0 ? [...own.parts, { channel: part, total, held, sold }] : own.parts,
    });
  }
  for (const { parts } of days.values()) parts.sort((one, other) => one.channel.localeCompare(other.channel));
  return [...days.values()];
}

/** The least that a day's total may be while its parts stay: what is taken of the shared rest, and all that is set aside. */
export function leastOf({ held, sold, parts }: DayView): { least: number; aside: number } {
  const aside = parts.reduce((sum, { total }) => sum + total, 0);
  const ofParts = parts.reduce((sum, part) => sum + part.held + part.sold, 0);
  return { least: held + sold - ofParts + aside, aside };
}

/** A day that nobody has set or sold, as the pool has it. */
export const freshDay = (pool: { dailyTotal: number; parts: Parts }, day: string, slot: string): DayView => ({
  ...{ day, slot, total: pool.dailyTotal, held: 0, sold: 0, overbooked: 0 },
  parts: pool.parts.map(({ channel, places }) => ({ channel, total: places, held: 0, sold: 0 })),
});

export const partRows = ({ db }: Call, poolId: number, where: SQL, locked = false): Promise<PartRow[]> =>
  rowsOf<PartRow>(
    db,
    sql`
      select d.id, d.day, d.slot, d.part, d.total, d.held, d.sold, d.overbooked
      from quota_day d
      where d.pool_id = ${poolId} and ${where}
      order by ${lockOrder}
      ${locked ? sql`for update` : sql``}
    `,
  );

/** Days to come whose total and parts are still the pool's: they follow it. */
export const follows = (day: DayView, pool: { dailyTotal: number; parts: Parts }): boolean =>
  day.total - day.overbooked === pool.dailyTotal &&
  partsText(day.parts.map(({ channel, total }) => ({ channel, places: total }))) === partsText(pool.parts);

/** Whether the shared rest or a part would have fewer places than are taken of it. */
export function tooFew(day: DayView, total: number, parts: Parts): boolean {
  const wanted = new Map(parts.map(({ channel, places }) => [channel, places]));
  const ofParts = day.parts.reduce((sum, { held, sold }) => sum + held + sold, 0);
  const shared = day.held + day.sold - ofParts;
  return (
    total - asideOf(parts) < shared ||
    day.parts.some(({ channel, held, sold }) => (wanted.get(channel) ?? 0) < held + sold)
  );
}

/**
 * Sets what there is on one day (and slot), of which so much is set aside; without parts, what is set aside stays. Answers
 * the day as it was. Nothing goes below what is taken of it: the refusal ends the transaction.
 */
export async function setDay(
  call: Call,
  poolId: number,
  { day, slot, total, parts }: { day: string; slot: string; total: number; parts?: Parts | undefined },
): Promise<DayView> {
  const { rows, ...before } = await openDay(call, poolId, { day, slot });
  await setRows(call, poolId, before, rows, total, parts);
  // Whoever sets the total has seen what was sold beyond it: it is of the total now.
  const shared = rows.find(({ part }) => part === "");
  if (shared && shared.overbooked > 0)
    await move(call, quotas, { account: shared.id, kind: "overbookKept", amount: shared.overbooked });
  return before;
}

/** One day (and slot) with the rows of its parts, locked. */
export async function openDay(call: Call, poolId: number, { day, slot }: { day: string; slot: string }) {
  await createQuotaDay(call, { poolId, day, slot });
  const rows = await partRows(call, poolId, sql`d.day = ${day}::date and d.slot = ${slot}`, true);
  const [one] = daysOfParts(rows);
  if (!one) throw new Error(`quota ${poolId} has no ${day} ${slot}`);
  return { ...one, rows };
}

/** Days to come that still have the pool's old total and parts follow the new ones. */
export async function moveFollowing(
  call: Call,
  pool: { id: number; dailyTotal: number; parts: Parts },
  from: string,
  after: { dailyTotal: number; parts: Parts },
): Promise<void> {
  const rows = await partRows(call, pool.id, sql`d.day >= ${from}::date`, true);
  const key = ({ day, slot }: { day: string; slot: string }) => `${day} ${slot}`;
  const byDay = new Map<string, PartRow[]>();
  for (const row of rows) byDay.set(key(row), [...(byDay.get(key(row)) ?? []), row]);
  for (const day of daysOfParts(rows).filter((one) => follows(one, pool)))
    await setRows(call, pool.id, day, byDay.get(key(day)) ?? [], after.dailyTotal + day.overbooked, after.parts);
}

async function setRows(
  call: Call,
  poolId: number,
  before: DayView,
  rows: readonly PartRow[],
  total: number,
  parts: Parts | undefined,
): Promise<void> {
  const { day, slot } = before;
  const kept = before.parts.map((one) => ({ channel: one.channel, places: one.total }));
  const wanted = parts ?? kept;
  const aside = asideOf(wanted);
  // What is set aside stays unless it is told anew: then the total alone is too small for it.
  if (parts && aside > total) throw new Invalid({ parts: [m.r_quota_parts_beyond({ aside, total })] });
  const known = new Map(rows.map((row) => [row.part, row]));
  const channels = [...new Set([...known.keys(), ...wanted.map(({ channel }) => channel)])].filter((one) => one !== "");
  for (const part of channels.sort().toReversed()) {
    const places = wanted.find(({ channel }) => channel === part)?.places ?? 0;
    const row = known.get(part);
    const id = row?.id ?? (await createPart(call, { poolId, day, slot, part }));
    if (id === undefined) throw new Error(`${part} has come to ${day} meanwhile`);
    if (await adjust(call, id, places - (row?.total ?? 0))) continue;
    const taken = (row?.held ?? 0) + (row?.sold ?? 0);
    throw new Invalid({ [`part.${part}`]: [m.r_quota_part_below({ day: `${day} ${slot}`.trim(), taken })] });
  }
  const shared = known.get("");
  if (!shared) throw new Error(`quota ${poolId} has no shared part on ${day} ${slot}`);
  if (await adjust(call, shared.id, total - aside - shared.total)) return;
  const taken = shared.held + shared.sold;
  throw new Refusal(
    aside > 0 ? m.r_quota_below_aside({ day, taken, aside, least: taken + aside }) : m.r_quota_below({ day, taken }),
  );
}

const adjust = async (call: Call, account: number, amount: number): Promise<boolean> =>
  amount === 0 || (await move(call, quotas, { account, kind: "adjust", amount })) !== null;
