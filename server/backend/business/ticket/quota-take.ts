/** Takes places from quotas and gives them back: each by one conditional statement, with a row of the ledger. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { firstOf, preparedRowsOf, rowsOf } from "../order/rows";

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

export const takeQuota: TakeQuota = async (call, takings, orderNo) => {
  const taken = new Map<Taking, number>();
  // Always in the same order, so that two sales never wait for one another.
  for (const taking of [...takings].sort(inLockOrder)) {
    let dayId = await takeOne(call, taking, orderNo);
    if (dayId === undefined && (await createQuotaDay(call, taking))) dayId = await takeOne(call, taking, orderNo);
    if (dayId === undefined) throw await soldOut(call, taking);
    taken.set(taking, dayId);
  }
  return taken;
};

function inLockOrder(one: Taking, other: Taking): number {
  return one.poolId - other.poolId || one.day.localeCompare(other.day) || one.slot.localeCompare(other.slot);
}

async function takeOne(call: Call, taking: Taking, orderNo: string): Promise<number | undefined> {
  const { poolId, day, slot, quantity } = taking;
  const [row] = await preparedRowsOf<{ id: number }>(
    call.db,
    sql`
      with taken as (
        update quota_day
        set sold = sold + ${quantity}
        where pool_id = ${poolId}
          and day = ${day}
          and slot = ${slot}
          and held + sold + ${quantity} <= total
        returning id, total, held, sold
      )
      insert into quota_ledger (at, quota_day_id, kind, sold_change, total, held, sold, order_no, account_id, account_name)
      select ${call.now.toISOString()}::timestamptz, id, 'sell', ${quantity}::int, total, held, sold,
             ${orderNo}, ${call.caller.userId}, ${call.caller.name}
      from taken
      returning quota_day_id as id
    `,
  );
  return row?.id;
}

/** A day that nobody has touched yet starts with the pool's daily total. False: it was there already. */
export async function createQuotaDay(
  call: Call,
  { poolId, day, slot }: Pick<Taking, "poolId" | "day" | "slot">,
): Promise<boolean> {
  const rows = await rowsOf(
    call.db,
    sql`
      with created as (
        insert into quota_day (pool_id, day, slot, total)
        select id, ${day}::date, ${slot}, daily_total
        from quota_pool
        where id = ${poolId}
        on conflict do nothing
        returning id, total
      ),
      noted as (
        insert into quota_ledger (at, quota_day_id, kind, total_change, total, held, sold, account_id, account_name)
        select ${call.now.toISOString()}::timestamptz, id, 'adjust', total, total, 0, 0,
               ${call.caller.userId}::bigint, ${call.caller.name}
        from created
      )
      select id from created
    `,
  );
  // Where another sale created it in between, it is there as well: the second try sees it.
  return rows.length > 0 || (await quotaLeft(call, { poolId, day, slot })) !== undefined;
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

/** Gives places back where they were taken from when the lines were sold. For refunds, in their transaction. */
export async function giveBackQuota(
  call: Call,
  orderNo: string,
  lines: readonly { lineId: number; quantity: number }[],
): Promise<void> {
  const wanted = lines.filter(({ quantity }) => quantity > 0);
  if (wanted.length === 0) return;
  const days = await rowsOf<{ id: number; quantity: number }>(
    call.db,
    sql`
      select q.quota_day_id as id, sum(w.quantity)::int as quantity
      from json_to_recordset(${JSON.stringify(wanted)}::json) as w ("lineId" bigint, quantity int)
      join sub_order_quota q on q.line_id = w."lineId"
      join quota_day d on d.corp_code = q.corp_code and d.id = q.quota_day_id
      group by q.quota_day_id, d.pool_id, d.day, d.slot
      order by d.pool_id, d.day, d.slot
    `,
  );
  for (const { id, quantity } of days) {
    const given = await rowsOf(
      call.db,
      sql`
        with given as (
          update quota_day
          set sold = sold - ${quantity}
          where id = ${id} and sold >= ${quantity}
          returning id, total, held, sold
        )
        insert into quota_ledger (at, quota_day_id, kind, sold_change, total, held, sold, order_no, account_id, account_name)
        select ${call.now.toISOString()}::timestamptz, id, 'giveBack', ${-quantity}::int, total, held, sold,
               ${orderNo}, ${call.caller.userId}, ${call.caller.name}
        from given
        returning id
      `,
    );
    if (given.length === 0) throw new Error(`quota day ${id} has fewer than ${quantity} sold`);
  }
}
