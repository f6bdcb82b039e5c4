/** Places of changed tickets: given back where they were taken from, and taken on the new day. */
import { sql } from "drizzle-orm";
import { move } from "../../kernel/ledger";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { NewLine } from "./change-lines";
import { quotas } from "./quota-ledger";
import { createQuotaDay, quotaWhyNot, type Taking } from "./quota-take";

/** Of an order's change: numbers that its movements are told by. */
export interface ChangeNumbers {
  orderNo: string;
  changeNo: string;
}

/** Takes all or, by a refusal, nothing; answers the id of the quota day for each taking. */
export type TakePlaces = (call: Call, takings: readonly Taking[], of: ChangeNumbers) => Promise<Map<Taking, number>>;

interface Place {
  quotaDayId: number;
  quantity: number;
}

/**
 * Locks the days of the parks and the quotas that the change moves, those it leaves and those it goes to, in the one order
 * that sales and closures keep.
 */
export async function lockPlaces({ db }: Call, lines: readonly NewLine[], takings: readonly Taking[]): Promise<void> {
  const parks = [...new Set(lines.map(({ parkId }) => parkId))];
  const days = [...new Set(lines.flatMap(({ day, swaps }) => [day, ...swaps.map(({ old }) => old.visitDay)]))];
  const lineIds = lines.map(({ lineId }) => lineId);
  await db.execute(sql`
    select from park_day
    where park_id = any (${sql.param(parks)}::bigint[])
      and day = any (${sql.param(days)}::date[])
    order by park_id, day
    for update
  `);
  await db.execute(sql`
    select from quota_day d
    where d.id in (select quota_day_id from sub_order_quota where line_id = any (${sql.param(lineIds)}::bigint[]))
      or (d.pool_id = any (${sql.param(takings.map(({ poolId }) => poolId))}::bigint[])
          and d.day = any (${sql.param(takings.map(({ day }) => day))}::date[]))
    order by d.pool_id, d.day, d.slot
    for update
  `);
}

export async function giveBackPlaces(call: Call, lines: readonly NewLine[], { orderNo, changeNo }: ChangeNumbers) {
  const wanted = lines.map(({ lineId, swaps }) => ({ line: lineId, quantity: swaps.length }));
  const places = await rowsOf<Place>(
    call.db,
    sql`
      select q.quota_day_id as "quotaDayId", sum(w.quantity)::int as quantity
      from json_to_recordset(${JSON.stringify(wanted)}::json) as w (line bigint, quantity int)
      join sub_order_quota q on q.line_id = w.line
      join quota_day d on d.corp_code = q.corp_code and d.id = q.quota_day_id
      group by q.quota_day_id, d.pool_id, d.day, d.slot
      order by d.pool_id, d.day, d.slot
    `,
  );
  for (const { quotaDayId, quantity } of places) {
    const source = { business: "order", kind: "changeFrom", subject: orderNo, part: changeNo };
    const given = await move(call, quotas, { account: quotaDayId, kind: "giveBack", amount: quantity, source });
    if (!given) throw new Error(`quota day ${quotaDayId} has fewer than ${quantity} sold`);
  }
}

export const takePlaces: TakePlaces = async (call, takings, { orderNo, changeNo }) => {
  const taken = new Map<Taking, number>();
  const inOrder = [...takings].sort(
    (one, other) => one.poolId - other.poolId || one.day.localeCompare(other.day) || one.slot.localeCompare(other.slot),
  );
  for (const taking of inOrder) {
    const { poolId, day, slot, quantity } = taking;
    await createQuotaDay(call, taking);
    const source = { business: "order", kind: "changeTo", subject: orderNo, part: changeNo };
    const account = { poolId, day, slot };
    const moved = await move(call, quotas, { account, kind: "sell", amount: quantity, source });
    if (!moved) throw new Refusal(quotaWhyNot(taking, await leftOn(call, taking)));
    taken.set(taking, moved.account);
  }
  return taken;
};

async function leftOn({ db }: Call, { poolId, day, slot }: Taking): Promise<number> {
  const [row] = await rowsOf<{ left: number }>(
    db,
    sql`select total - held - sold as left from quota_day where pool_id = ${poolId} and day = ${day} and slot = ${slot}`,
  );
  return row?.left ?? 0;
}
