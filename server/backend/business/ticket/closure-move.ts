/** Tickets of an order go to another day with their places, or are good for longer; and back again. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { moveVisitDays } from "../order/query-parts";
import type { TouchedTicket } from "./closure-orders";
import { giveBackTo, type LinePlaces, placesGivenUp } from "./quota-back";
import { type TakenPlaces, tryTake } from "./quota-take";

/** Throws a refusal where a pool has too few places; the caller rolls back. `part` tells this moving from others of the order. */
export async function movePlaces(
  call: Call,
  orderNo: string,
  tickets: readonly Pick<TouchedTicket, "lineId">[],
  toDay: string,
  part: string,
): Promise<void> {
  const quantity = new Map<number, number>();
  for (const { lineId } of tickets) quantity.set(lineId, (quantity.get(lineId) ?? 0) + 1);
  for (const place of await placesGivenUp(call, quantity, { exceptDay: toDay })) {
    const { lineId, dayId, poolId, slot, part: own, quantity: amount } = place;
    const sourceOf = (kind: string) => ({
      business: "closure",
      kind,
      subject: orderNo,
      part: `${part}-${lineId}-${dayId}`,
    });
    const taking = { poolId, poolName: "", day: toDay, slot, part: own, quantity: amount, typeIds: [], bySlot: false };
    const taken = await tryTake(call, taking, { kind: "sell", source: () => sourceOf("take") });
    if (!taken) throw new Refusal(m.closure_sold_out({ day: toDay }));
    await giveBackTo(call, dayId, amount, sourceOf("give"));
    await notePlaces(call, place, taken);
  }
}

/** The line's places are on the other day now: all of them, or as many as were taken there. */
async function notePlaces({ db }: Call, { lineId, dayId, whole }: LinePlaces, taken: readonly TakenPlaces[]) {
  const [first] = taken;
  if (whole && first && taken.length === 1) {
    await db.execute(sql`
      update sub_order_quota set quota_day_id = ${first.dayId}
      where line_id = ${lineId} and quota_day_id = ${dayId}
    `);
    return;
  }
  if (whole) await db.execute(sql`delete from sub_order_quota where line_id = ${lineId} and quota_day_id = ${dayId}`);
  for (const { dayId: onto, quantity } of taken) {
    await db.execute(sql`
      insert into sub_order_quota (line_id, quota_day_id, quantity)
      values (${lineId}, ${onto}, ${quantity})
      on conflict (corp_code, line_id, quota_day_id)
      do update set quantity = sub_order_quota.quantity + excluded.quantity
    `);
  }
}

/** A ticket of one day becomes one of the other; one that is good for several days is good until then at least. */
export async function moveTickets({ db }: Call, tickets: readonly TouchedTicket[], toDay: string): Promise<void> {
  await db.execute(sql`
    update ticket
    set visit_day = ${toDay}::date,
        valid_from = case when valid_from = valid_to then ${toDay}::date else least(valid_from, ${toDay}::date) end,
        valid_to = case when valid_from = valid_to then ${toDay}::date else greatest(valid_to, ${toDay}::date) end
    where corp_code = current_setting('app.corp_code') and id = any (${sql.param(tickets.map(({ id }) => id))}::bigint[])
  `);
}

export async function prolongTickets({ db }: Call, tickets: readonly TouchedTicket[], toDay: string): Promise<void> {
  await db.execute(sql`
    update ticket set valid_to = greatest(valid_to, ${toDay}::date)
    where corp_code = current_setting('app.corp_code') and id = any (${sql.param(tickets.map(({ id }) => id))}::bigint[])
  `);
}

/** As they were before. False, with nothing written, where one has been used or given back since, or moved again. */
export async function restoreTickets(
  { db }: Call,
  before: readonly TouchedTicket[],
  since: { visitDay?: string; validTo?: string },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`
      update ticket t
      set visit_day = b."visitDay", valid_from = b."validFrom", valid_to = b."validTo"
      from jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
        as b (id bigint, "visitDay" date, "validFrom" date, "validTo" date)
      where t.corp_code = current_setting('app.corp_code')
        and t.id = b.id
        and t.state in ('issued', 'expired')
        and t.used = 0
        and t.visit_day = coalesce(${since.visitDay ?? null}::date, t.visit_day)
        and t.valid_to >= coalesce(${since.validTo ?? null}::date, t.valid_to)
      returning t.id
    `,
  );
  return rows.length === before.length;
}

/** The order's days are those of the tickets that are left. */
export async function settleVisitDay({ db }: Call, orderId: number): Promise<void> {
  await db.execute(
    moveVisitDays(
      sql`${orderId}`,
      "ticket",
      sql`
        select min(visit_day) as day, max(visit_day) as last
        from ticket
        where corp_code = current_setting('app.corp_code') and order_id = ${orderId}
          and state not in ('refunded', 'changed', 'voided')
      `,
    ),
  );
}
