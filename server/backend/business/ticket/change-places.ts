/** Places of changed tickets: given back where they were taken from, and taken on the new day. */
import { sql } from "drizzle-orm";
import type { Call } from "../../kernel/served";
import type { NewLine } from "./change-lines";
import { byDay, giveBackTo, placesGivenUp } from "./quota-back";
import { lockOrder, type TakenPlaces, type Taking, takeAll } from "./quota-take";

/** Of an order's change: numbers that its movements are told by. */
export interface ChangeNumbers {
  orderNo: string;
  changeNo: string;
}

/** Takes all or, by a refusal, nothing; answers for each taking where its places are. */
export type TakePlaces = (
  call: Call,
  takings: readonly Taking[],
  of: ChangeNumbers,
) => Promise<Map<Taking, TakenPlaces[]>>;

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
    order by ${lockOrder}
    for update
  `);
}

export async function giveBackPlaces(call: Call, lines: readonly NewLine[], { orderNo, changeNo }: ChangeNumbers) {
  const wanted = new Map<number, number>();
  for (const { lineId, swaps } of lines) wanted.set(lineId, (wanted.get(lineId) ?? 0) + swaps.length);
  for (const { dayId, quantity } of byDay(await placesGivenUp(call, wanted))) {
    const source = { business: "order", kind: "changeFrom", subject: orderNo, part: changeNo };
    await giveBackTo(call, dayId, quantity, source);
  }
}

export const takePlaces: TakePlaces = (call, takings, { orderNo, changeNo }) =>
  takeAll(call, takings, {
    kind: "sell",
    source: () => ({ business: "order", kind: "changeTo", subject: orderNo, part: changeNo }),
  });
