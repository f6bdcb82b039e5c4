/** Takes places from quotas and gives them back, by movements of their ledger. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { move, type Source } from "../../kernel/ledger";
import { Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
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
  /** Types that share the pool. */
  typeIds: number[];
  bySlot: boolean;
}

/** Takes all or, by a refusal, nothing; answers the id of the quota day for each taking. */
export type TakeQuota = (call: Call, takings: readonly Taking[], orderNo: string) => Promise<Map<Taking, number>>;

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

interface Way {
  kind: "sell" | "hold";
  source: (taking: Taking) => Source;
}

async function takeAll(call: Call, takings: readonly Taking[], way: Way): Promise<Map<Taking, number>> {
  const taken = new Map<Taking, number>();
  // Always in the same order, so that two sales never wait for one another.
  for (const taking of [...takings].sort(inLockOrder)) {
    let dayId = await takeOne(call, taking, way);
    if (dayId === undefined && (await createQuotaDay(call, taking))) dayId = await takeOne(call, taking, way);
    if (dayId === undefined) throw await soldOut(call, taking);
    taken.set(taking, dayId);
  }
  return taken;
}

function inLockOrder(one: Taking, other: Taking): number {
  return one.poolId - other.poolId || one.day.localeCompare(other.day) || one.slot.localeCompare(other.slot);
}

async function takeOne(call: Call, taking: Taking, { kind, source }: Way): Promise<number | undefined> {
  const { poolId, day, slot, quantity } = taking;
  const account = { poolId, day, slot };
  const moved = await move(call, quotas, { account, kind, amount: quantity, source: source(taking) });
  return moved?.account;
}

/** A day that nobody has touched yet starts with the pool's daily total. False: there is no such pool. */
export async function createQuotaDay(
  call: Call,
  { poolId, day, slot }: Pick<Taking, "poolId" | "day" | "slot">,
): Promise<boolean> {
  const created = await firstOf<{ id: number; daily: number }>(
    call.db,
    sql`
      insert into quota_day (pool_id, day, slot)
      select id, ${day}::date, ${slot}
      from quota_pool
      where id = ${poolId}
      on conflict do nothing
      returning id, (select daily_total from quota_pool where id = ${poolId}) as daily
    `,
  );
  if (created && created.daily > 0)
    await move(call, quotas, { account: created.id, kind: "open", amount: created.daily });
  // Where another sale created it in between, it is there as well: the second try sees it.
  return created !== undefined || (await quotaLeft(call, { poolId, day, slot })) !== undefined;
}

async function quotaLeft(
  call: Call,
  { poolId, day, slot }: Pick<Taking, "poolId" | "day" | "slot">,
): Promise<number | undefined> {
  const row = await firstOf<{ left: number }>(
    call.db,
    sql`
      select total - held - sold as left
      from quota_day
      where pool_id = ${poolId} and day = ${day} and slot = ${slot}
    `,
  );
  return row?.left;
}

async function soldOut(call: Call, taking: Taking): Promise<Refusal> {
  return new Refusal(quotaWhyNot(taking, (await quotaLeft(call, taking)) ?? 0));
}

/** The sentence for too few places; "" when they suffice. */
export function quotaWhyNot(
  { poolName: pool, day, slot, quantity }: Pick<Taking, "poolName" | "day" | "slot" | "quantity">,
  left: number,
): string {
  if (left >= quantity) return "";
  if (left <= 0) return slot === "" ? m.r_sold_out({ pool, day }) : m.r_sold_out_slot({ pool, day, slot });
  return slot === ""
    ? m.r_quota_left({ pool, day, left, quantity })
    : m.r_quota_left_slot({ pool, day, slot, left, quantity });
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
  const days = await rowsOf<{ id: number; quantity: number; piece: number }>(
    call.db,
    sql`
      select q.quota_day_id as id, sum(w.quantity)::int as quantity, min(w.piece) as piece
      from json_to_recordset(${JSON.stringify(
        wanted.map(({ lineId, pieceIds }) => ({
          line: lineId,
          quantity: pieceIds.length,
          piece: Math.min(...pieceIds),
        })),
      )}::json) as w (line bigint, quantity int, piece bigint)
      join sub_order_quota q on q.line_id = w.line
      join quota_day d on d.corp_code = q.corp_code and d.id = q.quota_day_id
      group by q.quota_day_id, d.pool_id, d.day, d.slot
      order by d.pool_id, d.day, d.slot
    `,
  );
  for (const { id, quantity, piece } of days) {
    const source = { business: "order", kind: why, subject: orderNo, part: String(piece) };
    const given = await move(call, quotas, { account: id, kind: "giveBack", amount: quantity, source });
    if (!given) throw new Error(`quota day ${id} has fewer than ${quantity} sold`);
  }
}
