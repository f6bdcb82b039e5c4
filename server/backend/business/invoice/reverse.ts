/** What a red letter brings about once it is issued: lines and payments of its invoice are free again, refunds go on. */
import { sql } from "drizzle-orm";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { goOnWithRefunds } from "../order/refund";
import type { Sellable } from "../order/sellable";
import { lockOrders } from "../order/worth";
import { leftOfOrders } from "./left";
import { owedOfOrder } from "./owed";
import { freeTopUps } from "./top-ups";

/** The letter is locked. Orders are locked next, as in a request. Answers the numbers of refunds that went on. */
export async function applyRed(
  call: Call,
  sellables: readonly Sellable[],
  red: { id: number; invoiceId: number },
): Promise<string[]> {
  const { db } = call;
  const byOrder = await rowsOf<{ orderId: number; gross: number }>(
    db,
    sql`
      select n.order_id::float8 as "orderId", sum(r.gross)::float8 as gross
      from invoice_red_line r
      join invoice_line n on n.corp_code = r.corp_code and n.id = r.line_id
      where r.corp_code = current_setting('app.corp_code') and r.red_id = ${red.id} and n.order_id is not null
      group by n.order_id
      order by n.order_id
    `,
  );
  const orderIds = byOrder.map(({ orderId }) => orderId);
  await lockOrders(call, orderIds);
  await freeWays(call, red.invoiceId, byOrder);
  const topUps = await freeTopUps(call, red);
  await db.execute(sql`
    update invoice_line n
    set reversed = n.reversed + r.gross
    from invoice_red_line r
    where r.corp_code = current_setting('app.corp_code') and r.red_id = ${red.id}
      and n.corp_code = r.corp_code and n.id = r.line_id
  `);
  const gross = byOrder.reduce((sum, one) => sum + one.gross, topUps);
  await db.execute(sql`
    update invoice
    set reversed = reversed + ${gross},
        status = case when reversed + ${gross} = gross then 'reversed' else 'partlyReversed' end,
        row_version = row_version + 1, updated_at = now()
    where corp_code = current_setting('app.corp_code') and id = ${red.invoiceId}
  `);
  return goOn(call, sellables, orderIds);
}

/** What is owed no more is off the list, and refunds that waited go on. The orders are locked. */
export async function goOn(call: Call, sellables: readonly Sellable[], orderIds: readonly number[]): Promise<string[]> {
  for (const left of await leftOfOrders(call, orderIds)) await owedOfOrder(call, left.order.id, overOf(left));
  const gone: string[] = [];
  for (const id of orderIds) gone.push(...(await goOnWithRefunds(call, sellables, id)));
  return gone;
}

/** Fen of an order that are invoiced and did not stay. */
export const overOf = ({ byWay }: { byWay: readonly { stayed: number; invoiced: number }[] }): number =>
  byWay.reduce((sum, { stayed, invoiced }) => sum + Math.max(0, invoiced - stayed), 0);

/** Of each order first the payment types of which too much is invoiced, or will be when a refund has gone on. */
async function freeWays(call: Call, invoiceId: number, byOrder: readonly { orderId: number; gross: number }[]) {
  const lefts = new Map(
    (
      await leftOfOrders(
        call,
        byOrder.map(({ orderId }) => orderId),
      )
    ).map((one) => [one.order.id, one]),
  );
  const ways = await rowsOf<{ id: number; orderId: number; paymentType: string; open: number }>(
    call.db,
    sql`
      select id::float8 as id, order_id::float8 as "orderId", payment_type as "paymentType",
             (amount - reversed)::float8 as open
      from invoice_way
      where corp_code = current_setting('app.corp_code') and invoice_id = ${invoiceId}
      order by id desc
    `,
  );
  const freed: { id: number; amount: number }[] = [];
  for (const { orderId, gross } of byOrder) {
    const need = new Map(
      (lefts.get(orderId)?.byWay ?? []).map(({ paymentType, amount, invoiced }) => [paymentType, invoiced - amount]),
    );
    const own = ways.filter((way) => way.orderId === orderId);
    let rest = gross;
    const take = (way: (typeof own)[number], most: number) => {
      const part = Math.min(rest, way.open, Math.max(0, most));
      rest -= part;
      way.open -= part;
      if (part > 0) freed.push({ id: way.id, amount: part });
    };
    for (const way of own) take(way, need.get(way.paymentType) ?? 0);
    for (const way of own) take(way, rest);
    if (rest > 0) throw new Error(`invoice ${invoiceId}: ${rest} fen of order ${orderId} are no payment's`);
  }
  await call.db.execute(sql`
    update invoice_way w
    set reversed = w.reversed + f.amount
    from (
      select id, sum(amount)::bigint as amount
      from jsonb_to_recordset(${JSON.stringify(freed)}::jsonb) as f (id bigint, amount bigint)
      group by id
    ) f
    where w.corp_code = current_setting('app.corp_code') and w.id = f.id
  `);
}

/** Of a letter that came to nothing. */
export async function freeLines({ db }: Pick<Call, "db">, redId: number): Promise<void> {
  await db.execute(sql`
    update invoice_line n
    set held = n.held - r.gross
    from invoice_red_line r
    where r.corp_code = current_setting('app.corp_code') and r.red_id = ${redId}
      and n.corp_code = r.corp_code and n.id = r.line_id
  `);
}

export async function ordersOf({ db }: Call, invoiceId: number): Promise<number[]> {
  const found = await firstOf<{ ids: number[] }>(
    db,
    sql`
      select coalesce(json_agg(distinct order_id), '[]') as ids from invoice_way
      where corp_code = current_setting('app.corp_code') and invoice_id = ${invoiceId} and order_id is not null
    `,
  );
  return (found?.ids ?? []).map(Number).sort((a, b) => a - b);
}
