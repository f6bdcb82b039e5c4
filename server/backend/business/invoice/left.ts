/**
 * What may be invoiced of an order: by payment type what was paid, less what went back or is on its way, less what is
 * invoiced and not reversed; nothing of stored value. Its lines are what those payments bought. Pure but for reading.
 */
import { sql } from "drizzle-orm";
import { shared } from "~/contract/invoice/tax";
import { groupCard, storedCard } from "~/contract/order/cash";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type LineWorth, type OrderWorth, worthOfOrders } from "../order/worth";

/** Payment types whose money was invoiced when it was paid in, and is not when it is spent. */
export const invoicedBefore: readonly string[] = [storedCard, groupCard];

/** Invoiced and not reversed. */
export interface Invoiced {
  ways: { paymentType: string; amount: number }[];
  /** By line; 0 stands for the fees. */
  lines: { lineId: number; amount: number }[];
  /** Discounts, and allowances of red letters to agencies over part of an invoice: paid, and invoiced by nobody any more. By line. */
  kept: { lineId: number; amount: number }[];
}

export interface Left {
  order: OrderWorth;
  invoiced: number;
  /** Of what was paid and stayed: stored value. */
  prepaid: number;
  /** Signed: below nothing where more is invoiced than stayed. */
  balance: number;
  /** All that may be invoiced at all: what came and stayed, less what is under way (`amount`), and what is invoiced. */
  byWay: { paymentType: string; amount: number; stayed: number; invoiced: number }[];
  /** What may be invoiced, by payment type; the sum of both is one. */
  ways: { paymentType: string; amount: number }[];
  parts: Part[];
  total: number;
}

export interface Part {
  /** Null of the fees. */
  line: LineWorth | null;
  gross: number;
}

const sumOf = (all: readonly { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0);

/** Of one order. `ways` are taken cash first: a refund leaves cash to the last, and so asks for the fewest red letters. */
export function leftOf(order: OrderWorth, invoiced: Invoiced): Left {
  const counted = order.ways.filter(({ paymentType }) => !invoicedBefore.includes(paymentType));
  const byWay = counted.map((way) => ({
    ...way,
    invoiced: sumOf(invoiced.ways.filter((one) => one.paymentType === way.paymentType)),
  }));
  const open = byWay.map(({ paymentType, amount, invoiced: done }) => ({ paymentType, amount: amount - done }));
  const done = new Map<number, number>();
  for (const { lineId, amount } of [...invoiced.lines, ...invoiced.kept])
    done.set(lineId, (done.get(lineId) ?? 0) + amount);
  const parts: Part[] = [
    ...order.lines.map((line) => ({ line, gross: Math.max(0, line.worth - (done.get(line.id) ?? 0)) })),
    { line: null, gross: Math.max(0, order.fees - (done.get(0) ?? 0)) },
  ].filter(({ gross }) => gross > 0);
  const balance = sumOf(open);
  const lines = parts.reduce((sum, { gross }) => sum + gross, 0);
  const total = Math.max(0, Math.min(balance - sumOf(invoiced.kept), lines));
  const weights = shared(
    total,
    parts.map(({ gross }) => gross),
  );
  return {
    order,
    invoiced: sumOf(invoiced.ways),
    prepaid: sumOf(order.ways) - sumOf(counted),
    balance,
    byWay,
    ways: taken(open, total),
    parts: parts.map(({ line }, place) => ({ line, gross: weights[place] ?? 0 })).filter(({ gross }) => gross > 0),
    total,
  };
}

function taken(open: readonly { paymentType: string; amount: number }[], total: number) {
  let rest = total;
  const cashFirst = [...open].sort((a, b) => Number(b.paymentType === "cash") - Number(a.paymentType === "cash"));
  return cashFirst.flatMap(({ paymentType, amount }) => {
    const part = Math.min(rest, Math.max(0, amount));
    rest -= part;
    return part > 0 ? [{ paymentType, amount: part }] : [];
  });
}

export async function leftOfOrders(call: Call, orderIds: readonly number[]): Promise<Left[]> {
  const orders = await worthOfOrders(call, orderIds);
  const invoiced = await invoicedOf(call, orderIds);
  return orders.map((order) => leftOf(order, invoiced.get(order.id) ?? { ways: [], lines: [], kept: [] }));
}

/** By order. A request that was withdrawn counts for nothing; one that failed does, since it is tried again. */
export async function invoicedOf({ db }: Call, orderIds: readonly number[]): Promise<Map<number, Invoiced>> {
  const all = `{${orderIds.join(",")}}`;
  const rows = await rowsOf<{ orderId: number } & Invoiced>(
    db,
    sql`
      select o.id::float8 as "orderId", w.all as ways, l.all as lines, k.all as kept
      from unnest(${all}::bigint[]) as o (id)
      cross join lateral (
        select coalesce(json_agg(json_build_object('paymentType', payment_type, 'amount', amount)), '[]') as all
        from (
          select w.payment_type, sum(w.amount - w.reversed) as amount
          from invoice_way w
          join invoice i on i.corp_code = w.corp_code and i.id = w.invoice_id
          where w.corp_code = current_setting('app.corp_code') and w.order_id = o.id and i.status <> 'cancelled'
          group by w.payment_type
        ) s
      ) w
      cross join lateral (
        select coalesce(json_agg(json_build_object('lineId', line_id, 'amount', amount)), '[]') as all
        from (
          select coalesce(n.line_id, 0) as line_id, sum(n.gross - n.reversed) as amount
          from invoice_line n
          join invoice i on i.corp_code = n.corp_code and i.id = n.invoice_id
          where n.corp_code = current_setting('app.corp_code') and n.order_id = o.id and i.status <> 'cancelled'
          group by coalesce(n.line_id, 0)
        ) s
      ) l
      cross join lateral (
        select coalesce(json_agg(json_build_object('lineId', line_id, 'amount', amount)), '[]') as all
        from (
          select line_id, sum(amount) as amount
          from (
            select coalesce(n.line_id, 0) as line_id,
                   case when i.status = 'reversed' then 0 else n.discount end + coalesce((
                     select sum(r.gross)
                     from invoice_red_line r
                     join invoice_red d on d.corp_code = r.corp_code and d.id = r.red_id
                     where r.corp_code = n.corp_code and r.line_id = n.id
                       and d.reason in ('allowance', 'rebate') and d.status = 'issued' and d.gross < i.gross
                   ), 0) as amount
            from invoice_line n
            join invoice i on i.corp_code = n.corp_code and i.id = n.invoice_id
            where n.corp_code = current_setting('app.corp_code') and n.order_id = o.id
              and i.status <> 'cancelled' and i.agency_id is not null
          ) one
          group by line_id
          having sum(amount) > 0
        ) s
      ) k
    `,
  );
  return new Map(rows.map(({ orderId, ...one }) => [orderId, one]));
}
