/** Tickets of an order go to another day with their places, or are good for longer; and back again. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { move } from "../../kernel/ledger";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { moveVisitDays } from "../order/query-parts";
import type { TouchedTicket } from "./closure-orders";
import { quotas } from "./quota-ledger";
import { createQuotaDay } from "./quota-take";

interface Place {
  lineId: number;
  quotaDayId: number;
  poolId: number;
  slot: string;
  day: string;
}

/** Throws a refusal where a pool has too few places; the caller rolls back. `part` tells this moving from others of the order. */
export async function movePlaces(
  call: Call,
  orderNo: string,
  tickets: readonly Pick<TouchedTicket, "lineId">[],
  toDay: string,
  part: string,
): Promise<void> {
  const { db } = call;
  const quantity = new Map<number, number>();
  for (const { lineId } of tickets) quantity.set(lineId, (quantity.get(lineId) ?? 0) + 1);
  const places = await rowsOf<Place>(
    db,
    sql`
      select q.line_id as "lineId", d.id as "quotaDayId", d.pool_id as "poolId", d.slot, d.day
      from sub_order_quota q
      join quota_day d on d.corp_code = q.corp_code and d.id = q.quota_day_id
      where q.line_id = any (${sql.param([...quantity.keys()])}::bigint[])
        and d.day <> ${toDay}::date
      order by d.pool_id, d.day, d.slot, q.line_id
    `,
  );
  for (const { lineId, quotaDayId, poolId, slot } of places) {
    const amount = quantity.get(lineId) ?? 0;
    const sourceOf = (kind: string) => ({
      business: "closure",
      kind,
      subject: orderNo,
      part: `${part}-${lineId}-${quotaDayId}`,
    });
    const account = { poolId, day: toDay, slot };
    await createQuotaDay(call, account);
    const taken = await move(call, quotas, { account, kind: "sell", amount, source: sourceOf("take") });
    if (!taken) throw new Refusal(m.closure_sold_out({ day: toDay }));
    const given = await move(call, quotas, { account: quotaDayId, kind: "giveBack", amount, source: sourceOf("give") });
    if (!given) throw new Error(`quota day ${quotaDayId} has fewer than ${amount} sold`);
    await db.execute(sql`
      update sub_order_quota set quota_day_id = ${taken.account}
      where line_id = ${lineId} and quota_day_id = ${quotaDayId}
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
