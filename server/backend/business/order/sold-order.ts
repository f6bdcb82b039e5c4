/** An order with its lines, their pieces and what is left of its payments, as a refund needs it; locked where asked. */
import { sql } from "drizzle-orm";
import { NotFound } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { Refundable } from "./refund-quote";
import { type Piece, type Sellable, type SoldLine, type SoldOrder, sellableOf } from "./sellable";
import type { Tender } from "./settlement";
import { visibleOrders } from "./visible";

export async function soldOrder(
  call: Call,
  sellables: readonly Sellable[],
  orderId: number,
  lock: boolean,
): Promise<Refundable> {
  const { order, lines, left } = await orderWithLines(call, orderId, lock);
  const businesses = [...new Set(lines.map(({ business }) => business))].map((name) => sellableOf(sellables, name));
  const linesOf = ({ business }: Sellable) => lines.filter((line) => line.business === business);
  const pieces: Piece[] = [];
  for (const sellable of businesses) pieces.push(...(await sellable.pieces(call, order, linesOf(sellable))));
  const byTicketId = businesses.filter(({ chosenByTicketId }) => chosenByTicketId).flatMap(linesOf);
  const linesByTicketId = new Set(byTicketId.map(({ id }) => id));
  const leftWhyNot = (chosen: readonly Piece[]) => {
    const whys = businesses.map((sellable) => {
      const own = linesOf(sellable);
      const isOwn = ({ lineId }: Piece) => own.some(({ id }) => id === lineId);
      return sellable.leftWhyNot?.(own, pieces.filter(isOwn), chosen.filter(isOwn)) ?? "";
    });
    return whys.find((why) => why !== "") ?? "";
  };
  const charged = (chosen: readonly Piece[]) =>
    businesses.reduce<readonly Piece[]>((all, sellable) => {
      if (!sellable.charged) return all;
      const own = linesOf(sellable);
      const isOwn = ({ lineId }: Piece) => own.some(({ id }) => id === lineId);
      const judged = sellable.charged(own, pieces.filter(isOwn), all.filter(isOwn));
      const byPiece = new Map(judged.map((piece) => [`${piece.lineId}/${piece.id}`, piece]));
      return all.map((piece) => byPiece.get(`${piece.lineId}/${piece.id}`) ?? piece);
    }, chosen);
  return { order, lines, pieces, left, linesByTicketId, leftWhyNot, charged };
}

/** An order that the caller may see, its lines, and what is left of its payments. */
export type OrderWithLines = Pick<Refundable, "order" | "left"> & { lines: SoldLine[] };

/** Locking comes first and alone: what is read after it is what the one before has left. */
export async function orderWithLines(call: Call, orderId: number, lock: boolean): Promise<OrderWithLines> {
  const { db } = call;
  const order = await firstOf<SoldOrder>(
    db,
    sql`
      select id, order_no as "orderNo", state, visit_day as "visitDay"
      from orders o
      where id = ${orderId}
        and ${await visibleOrders(call)}
      ${lock ? sql`for update` : sql``}
    `,
  );
  if (!order) throw new NotFound();
  const lines = await rowsOf<SoldLine>(
    db,
    sql`
      select id, business, kind, subject_id as "subjectId", name, quantity, unit_price as "unitPrice", discount, terms
      from sub_order
      where order_id = ${orderId}
      order by id
    `,
  );
  return { order, lines, left: await leftOfPayments(call, orderId) };
}

/** Who was written down for an order. */
export async function contactOf({ db }: Pick<Call, "db">, orderId: number): Promise<string> {
  const found = await firstOf<{ name: string }>(
    db,
    sql`
      select contact_name as name
      from orders
      where corp_code = current_setting('app.corp_code') and id = ${orderId}
    `,
  );
  return found?.name ?? "";
}

/** What each payment type took less what went back and what waits for a decision, in the order it was taken. */
export async function leftOfPayments({ db }: Call, orderId: number): Promise<Tender[]> {
  return rowsOf<Tender>(
    db,
    sql`
      select p.payment_type as "paymentType", (sum(p.amount) - coalesce(max(w.amount), 0))::bigint as amount
      from payment p
      left join lateral (
        select sum(way.amount) as amount
        from refund r
        cross join jsonb_to_recordset(r.ways) as way ("paymentType" text, amount bigint)
        where r.order_id = ${orderId}
          and r.state in ('waiting', 'held')
          and way."paymentType" = p.payment_type
      ) w on true
      where p.order_id = ${orderId}
      group by p.payment_type
      order by min(p.id)
    `,
  );
}
