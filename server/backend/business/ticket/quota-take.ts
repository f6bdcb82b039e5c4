/**
 * Takes places from quotas, by movements of their ledger: what is set aside for the channel first, then what all share.
 * `quota-back.ts` gives them back.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { move, type Source } from "../../kernel/ledger";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { quotas } from "./quota-ledger";

/** Places wanted of one pool on one day (and slot). */
export interface Taking {
  poolId: number;
  poolName: string;
  day: string;
  /** "" where the pool counts whole days. */
  slot: string;
  quantity: number;
  /** So many more than there are may be taken: who sells has the right, and was warned. */
  beyond?: number;
  /** The channel whose own places it takes first; "" where it has none. */
  part?: string;
  /** Types that share the pool. */
  typeIds: number[];
  bySlot: boolean;
}

/** Places that were taken of one part of a day. */
export interface TakenPlaces {
  /** Id of the quota day. */
  dayId: number;
  quantity: number;
}

/** Takes all or, by a refusal, nothing; answers for each taking where its places are: the channel's own before the shared. */
export type TakeQuota = (
  call: Call,
  takings: readonly Taking[],
  orderNo: string,
) => Promise<Map<Taking, TakenPlaces[]>>;

export const takeQuota: TakeQuota = (call, takings, orderNo) =>
  takeAll(call, takings, {
    kind: "sell",
    // An order's number is drawn for it alone.
    source: () => ({ business: "order", kind: "sale", subject: orderNo, isNew: true }),
  });

/** As {@link takeQuota}, for a group that will come: held until it is settled or cancelled. */
export const holdQuota: TakeQuota = (call, takings, bookingNo) =>
  takeAll(call, takings, {
    kind: "hold",
    source: ({ poolId, slot }) => ({
      business: "ticket",
      kind: "group",
      subject: bookingNo,
      part: `${poolId} ${slot}`,
    }),
  });

export interface Way {
  kind: "sell" | "hold";
  source: (taking: Taking) => Source;
}

export async function takeAll(call: Call, takings: readonly Taking[], way: Way): Promise<Map<Taking, TakenPlaces[]>> {
  const taken = new Map<Taking, TakenPlaces[]>();
  // Always in the same order, so that two sales never wait for one another.
  for (const taking of [...takings].sort(inLockOrder)) {
    const places = await tryTake(call, taking, way);
    if (!places) throw await soldOut(call, taking);
    taken.set(taking, places);
  }
  return taken;
}

/** Undefined, with nothing written: there are too few, or there is no such pool. */
export async function tryTake(call: Call, taking: Taking, way: Way): Promise<TakenPlaces[] | undefined> {
  const places = await takeOne(call, taking, way);
  return places ?? ((await createQuotaDay(call, taking)) ? takeOne(call, taking, way) : undefined);
}

function inLockOrder(one: Taking, other: Taking): number {
  return one.poolId - other.poolId || one.day.localeCompare(other.day) || one.slot.localeCompare(other.slot);
}

/** In which all lock the parts of a day: what is shared comes last. Of `quota_day d`. */
export const lockOrder = sql`d.pool_id, d.day, d.slot, d.part desc`;

/** Undefined, with nothing written: there are too few, or the day has no rows yet. */
async function takeOne(call: Call, taking: Taking, way: Way): Promise<TakenPlaces[] | undefined> {
  const { part = "", quantity } = taking;
  const all =
    part === "" ? await takeShared(call, taking, way, quantity) : await takeOf(call, taking, way, part, quantity);
  if (all || part === "") return all && [all];
  const left = await ownLeft(call, taking, part);
  const own = Math.min(Math.max(left, 0), quantity);
  if (own === 0) {
    const shared = await takeShared(call, taking, way, quantity);
    return shared && [shared];
  }
  const first = await takeOf(call, taking, way, part, own);
  const rest = own < quantity ? await takeShared(call, taking, way, quantity - own) : null;
  // The refusal ends the transaction, and with it what was taken of the channel's own.
  if (!first || rest === undefined) throw await soldOut(call, taking, own);
  return rest ? [first, rest] : [first];
}

/** Of what all share; beyond it where that may be. */
async function takeShared(call: Call, taking: Taking, way: Way, amount: number): Promise<TakenPlaces | undefined> {
  const taken = await takeOf(call, taking, way, "", amount);
  if (taken || !taking.beyond) return taken;
  return (await overbook(call, taking, way, amount)) ? takeOf(call, taking, way, "", amount) : undefined;
}

/** Makes room for so many: the day's total grows by what is missing. False, with nothing written: that may not be. */
async function overbook(call: Call, taking: Taking, { source }: Way, amount: number): Promise<boolean> {
  const { poolId, day, slot, beyond = 0 } = taking;
  // Locked: two who press at once share what the pool allows.
  const row = await firstOf<{ id: number; left: number; room: number }>(
    call.db,
    sql`
      select d.id, d.total - d.held - d.sold as left, q.overbook - d.overbooked as room
      from quota_day d
      join quota_pool q on q.corp_code = d.corp_code and q.id = d.pool_id
      where d.pool_id = ${poolId} and d.day = ${day} and d.slot = ${slot} and d.part = ''
      for update of d
    `,
  );
  const missing = row ? amount - row.left : 0;
  if (!row || missing <= 0 || missing > Math.min(beyond, row.room)) return false;
  const from = source(taking);
  const moved = await move(call, quotas, {
    ...{ account: row.id, kind: "overbook", amount: missing },
    source: { ...from, kind: `${from.kind}Beyond` },
  });
  return moved !== null;
}

/** One conditional statement. */
async function takeOf(
  call: Call,
  taking: Taking,
  { kind, source }: Way,
  part: string,
  amount: number,
): Promise<TakenPlaces | undefined> {
  const { poolId, day, slot } = taking;
  const moved = await move(call, quotas, {
    account: { poolId, day, slot, part },
    kind,
    amount,
    source: source(taking),
  });
  return moved ? { dayId: moved.account, quantity: amount } : undefined;
}

/** Locked: what is left now is there until the transaction ends. */
async function ownLeft({ db }: Call, { poolId, day, slot }: Taking, part: string): Promise<number> {
  const row = await firstOf<{ left: number }>(
    db,
    sql`
      select total - held - sold as left
      from quota_day
      where pool_id = ${poolId} and day = ${day} and slot = ${slot} and part = ${part}
      for update
    `,
  );
  return row?.left ?? 0;
}

/** A day that nobody has touched yet starts with the pool's daily total and its parts. False: there is no such pool. */
export async function createQuotaDay(
  call: Call,
  { poolId, day, slot }: Pick<Taking, "poolId" | "day" | "slot">,
): Promise<boolean> {
  const created = await firstOf<{ id: number; daily: number; parts: Record<string, number> }>(
    call.db,
    sql`
      insert into quota_day (pool_id, day, slot)
      select id, ${day}::date, ${slot}
      from quota_pool
      where id = ${poolId}
      on conflict do nothing
      returning id, (select daily_total from quota_pool where id = ${poolId}) as daily,
                (select parts from quota_pool where id = ${poolId}) as parts
    `,
  );
  if (created) {
    const parts = Object.entries(created.parts);
    const shared = parts.reduce((left, [, places]) => left - places, created.daily);
    if (shared > 0) await move(call, quotas, { account: created.id, kind: "open", amount: shared });
    for (const [part, places] of parts) {
      const id = await createPart(call, { poolId, day, slot, part });
      if (id !== undefined) await move(call, quotas, { account: id, kind: "open", amount: places });
    }
    return true;
  }
  // Where another sale created it in between, it is there as well: the second try sees it.
  return (await leftOf(call, { poolId, day, slot })) !== undefined;
}

/** With no places yet; undefined where the day has it already. */
export async function createPart(
  { db }: Call,
  { poolId, day, slot, part }: Pick<Taking, "poolId" | "day" | "slot"> & { part: string },
): Promise<number | undefined> {
  const row = await firstOf<{ id: number }>(
    db,
    sql`
      insert into quota_day (pool_id, day, slot, part)
      values (${poolId}, ${day}::date, ${slot}, ${part})
      on conflict do nothing
      returning id
    `,
  );
  return row?.id;
}

interface Left {
  /** For who asks: of its own part and of what is shared. */
  left: number;
  /** That are other channels' own. */
  others: number;
}

async function leftOf(
  call: Call,
  { poolId, day, slot, part = "" }: Pick<Taking, "poolId" | "day" | "slot" | "part">,
): Promise<Left | undefined> {
  const row = await firstOf<{ left: number | null; others: number }>(
    call.db,
    sql`
      select sum(total - held - sold) filter (where part in ('', ${part}))::int as left,
             coalesce(sum(total - held - sold) filter (where part not in ('', ${part})), 0)::int as others
      from quota_day
      where pool_id = ${poolId} and day = ${day} and slot = ${slot}
    `,
  );
  return row && row.left !== null ? { left: row.left, others: row.others } : undefined;
}

/** `own`: what this transaction has taken of the channel's own places, which the refusal gives back. */
async function soldOut(call: Call, taking: Taking, own = 0): Promise<Refusal> {
  const { left, others } = (await leftOf(call, taking)) ?? { left: 0, others: 0 };
  return new Refusal(quotaWhyNot(taking, left + own, others));
}

/** The sentence for too few places; "" when they suffice. `others`: places that are left, but are other channels' own. */
export function quotaWhyNot(
  { poolName: pool, day, slot, quantity }: Pick<Taking, "poolName" | "day" | "slot" | "quantity">,
  left: number,
  others = 0,
): string {
  if (left >= quantity) return "";
  const when = `${day} ${slot}`.trim();
  if (others > 0) {
    return left <= 0
      ? m.r_sold_out_here({ pool, when, others })
      : m.r_quota_left_here({ pool, when, left, quantity, others });
  }
  if (left <= 0) return slot === "" ? m.r_sold_out({ pool, day }) : m.r_sold_out_slot({ pool, day, slot });
  return slot === ""
    ? m.r_quota_left({ pool, day, left, quantity })
    : m.r_quota_left_slot({ pool, day, slot, left, quantity });
}
