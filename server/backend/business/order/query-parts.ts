/**
 * Parts of statements over orders, for the statements of others: they know no table of this business. Texts for prepared
 * statements, fragments for the rest.
 */
import { type SQL, sql } from "drizzle-orm";

/** Joins the order `o` of a row that has `corp_code` and `order_id`; gives `o.order_no`, `o.state`, `o.offline`. */
export const joinOrder = (alias: string) =>
  `join orders o on o.corp_code = ${alias}.corp_code and o.id = ${alias}.order_id`;

/** What each order was paid by a way, less what went back by it: `corp_code`, `order_id`, `paid`. For invariants. */
export const paidByWay = (paymentType: string) => `
  select corp_code, order_id, sum(amount) as paid from payment where payment_type = '${paymentType}' group by 1, 2`;

/** What the order whose number a row has was paid by a way, given as text of SQL. For invariants. */
export const paidOfOrderNo = (row: string, paymentType: string) => `(
  select coalesce(sum(y.amount), 0)
  from orders o
  join payment y on y.corp_code = o.corp_code and y.order_id = o.id and y.kind = 'payment'
  where o.corp_code = ${row}.corp_code and o.order_no = ${row}.order_no and y.payment_type = ${paymentType}
)`;

/** The number of the order of a row; null where it has none. */
export const noOfOrder = (id: SQL): SQL => sql`(
  select o.order_no from orders o where o.corp_code = current_setting('app.corp_code') and o.id = ${id}
)`;

/** The id of the order with a number, given as text of SQL. */
export const idOfOrderNo = (orderNo: string) => `(select id from orders where order_no = ${orderNo})`;

/** As {@link idOfOrderNo} for a value. */
export const orderOfNo = (orderNo: string): SQL => sql`(select id from orders where order_no = ${orderNo})`;

/** What the line of a row that has `corp_code` and `line_id` was sold under: `terms ->> …` of its business. */
export const termsOfLine = (alias: string): SQL => sql`(
  select l.terms from sub_order l where l.corp_code = ${sql.raw(alias)}.corp_code and l.id = ${sql.raw(alias)}.line_id
)`;

/** Of the line of a row `t` that has `corp_code` and `line_id`: fen off one, and what for. Needs `price`. */
export const offOfLine = (alias: string) => `
  left join lateral (
    select greatest(0, l.unit_price - ${alias}.price) as off,
           coalesce((
             select string_agg(distinct one ->> 'name', '、')
             from jsonb_array_elements(l.terms -> 'reductions') one
             where one ->> 'name' <> ''
           ), '') as names
    from sub_order l
    where l.corp_code = ${alias}.corp_code and l.id = ${alias}.line_id
  ) reduced on true`;

/** At the end of a statement that has {@link joinOrder}: whoever writes about an order locks it first. */
export const lockingOrder = "for update of o";

/** A statement that locks an order; `id` gives its id, or none. */
export const lockOrder = (id: SQL): SQL => sql`select from orders where id = ${id} for update`;

/** As {@link lockOrder} for several, always in the same order. */
export const lockOrders = (ids: readonly number[]): SQL => sql`
  select from orders
  where id = any (${sql.param([...ids])}::bigint[])
  order by id
  for update
`;

/** Keeps orders as they are until the transaction ends, in the same order; `ids` is a query of them. */
export const shareOrders = (ids: SQL): SQL => sql`
  select o.id
  from orders o
  where o.corp_code = current_setting('app.corp_code') and o.id in (${ids})
  order by o.id
  for share of o
`;

/**
 * A statement that gives an order the days that `days` says of a business, as a query of columns `day` and `last`, with those
 * of other businesses' lines; nulls say nothing.
 */
export const moveVisitDays = (id: SQL, business: string, days: SQL): SQL => sql`
  update orders o
  set visit_day = d.day, last_visit_day = nullif(d.last, d.day)
  from (
    select least(own.day, others.day) as day, greatest(own.last, others.last) as last
    from (${days}) own
    cross join (
      select min((l.terms ->> 'visitDay')::date) as day, max((l.terms ->> 'visitDay')::date) as last
      from sub_order l
      where l.order_id = ${id} and l.business <> ${business} and l.refunded + l.changed < l.quantity
    ) others
    where own.day is not null
  ) d
  where o.corp_code = current_setting('app.corp_code')
    and o.id = ${id}
    and d.day is not null
    and (o.visit_day <> d.day or o.last_visit_day is distinct from nullif(d.last, d.day))
`;

/**
 * Two parts of a statement (`lines`, `progressed`) that carry what a business has fulfilled over to lines and order. Before
 * them stand `started (line_id, pieces)`: pieces that are begun now, negative where that is taken back; and
 * `reached (order_id, begun, open)`: whether anything of the business's is used, and whether anything still can be.
 * Orders in other states than `from` stay as they are; so do those whose state is right already: of an order of fifty,
 * forty-eight tickets leave it as it is, and a row written anew would be in all its indexes.
 */
export function progress(business: string, from: readonly string[]): string {
  const others = `
    select from sub_order l
    where l.corp_code = o.corp_code
      and l.order_id = o.id
      and l.business <> '${business}'`;
  const next = `
    case
      when not (r.begun or exists (${others} and l.used > 0)) then 'paid'
      when r.open or exists (${others} and l.used + l.refunded + l.changed < l.quantity) then 'partlyFulfilled'
      else 'fulfilled'
    end`;
  return `
    lines as (
      update sub_order l
      set used = l.used + s.pieces
      from started s
      where l.corp_code = current_setting('app.corp_code')
        and l.id = s.line_id
    ),
    progressed as (
      update orders o
      set state = ${next}
      from reached r
      where o.corp_code = current_setting('app.corp_code')
        and o.id = r.order_id
        and o.state in (${from.map((state) => `'${state}'`).join(", ")})
        and o.state <> ${next}
    )`;
}

/** Of `refund r`, which no longer waits: what became of it, and by whom. */
export const refundEnd = sql`
  case r.state
    when 'done' then 'refunded'
    when 'rejected' then 'refundRejected'
    when 'withdrawn' then 'refundWithdrawn'
    else 'refundExpired'
  end
`;
export const refundEnder = sql`
  case r.state when 'expired' then '' else coalesce(nullif(r.decided_by, ''), r.requested_by) end
`;

/**
 * What happened to one piece beside its use: sold, and what refunds did. Rows: kind, at, by, place, "orderNo", "refundNo",
 * amount in fen.
 */
export const soldAndRefunded = (piece: { orderId: number; lineId: SQL; pieceId: number; price: number }): SQL => sql`
  select 'sold' as kind, o.created_at as at, o.seller_name as "by", o.pos_name as place, o.order_no as "orderNo",
         '' as "refundNo", ${piece.price}::bigint as amount
  from orders o
  where o.id = ${piece.orderId}
    and not exists (
      select from order_change_item i
      where i.corp_code = o.corp_code and i.new_line_id = ${piece.lineId} and i.new_piece_id = ${piece.pieceId}
    )
  union all
  select 'refundRequested', r.requested_at, r.requested_by, '', '', r.refund_no, 0
  from refund_item i
  join refund r on r.corp_code = i.corp_code and r.id = i.refund_id
  where i.line_id = ${piece.lineId}
    and i.piece_id = ${piece.pieceId}
    and r.needs_approval
  union all
  select ${refundEnd}, coalesce(r.decided_at, r.requested_at), ${refundEnder}, '', '', r.refund_no, i.price - i.fee
  from refund_item i
  join refund r on r.corp_code = i.corp_code and r.id = i.refund_id
  where i.line_id = ${piece.lineId}
    and i.piece_id = ${piece.pieceId}
    and r.state not in ('waiting', 'held')
`;

/** Changes of an order: "changeNo", at, by, quantity, fen, detail, reason, and its payments as ways. */
export const changesOfOrder = (orderId: number): SQL => sql`
  select c.id, c.change_no as "changeNo", c.at, c.account_name as "by", c.quantity, c.price, c.fee,
         c.new_price as "newPrice", c.due, c.back, c.detail, c.reason,
         (
           select coalesce(
             jsonb_agg(jsonb_build_object('paymentType', p.payment_type, 'amount', p.amount) order by p.id), '[]'
           )
           from payment p
           where p.corp_code = c.corp_code and p.change_id = c.id
         ) as ways
  from order_change c
  where c.order_id = ${orderId}
`;

/** Changes that a piece went in or came from: kind (changedAway or changedFrom), at, by, and the id of the other piece. */
export const changesOfPiece = (piece: { lineId: SQL; pieceId: number }): SQL => sql`
  select 'changedAway' as kind, c.at, c.account_name as "by", i.new_piece_id as other, c.detail
  from order_change_item i
  join order_change c on c.corp_code = i.corp_code and c.id = i.change_id
  where i.line_id = ${piece.lineId}
    and i.piece_id = ${piece.pieceId}
  union all
  select 'changedFrom', c.at, c.account_name, i.piece_id, c.detail
  from order_change_item i
  join order_change c on c.corp_code = i.corp_code and c.id = i.change_id
  where i.new_line_id = ${piece.lineId}
    and i.new_piece_id = ${piece.pieceId}
`;

/** A statement that gives the ids of the orders of a contact mobile. */
export const ordersOfMobile = (mobile: string): SQL => sql`select id from orders where contact_mobile = ${mobile}`;

/** An expression: the contact mobile of an order; "" where none was said. */
export const mobileOfOrder = (id: number): SQL => sql`(select contact_mobile from orders where id = ${id})`;

/** An expression: the channel that an order was sold on. */
export const channelOfOrder = (id: number): SQL => sql`(select channel from orders where id = ${id})`;

/** What the line with an id was sold under, by the name of the term; an expression of jsonb, null where it says nothing. */
export const termOfLine = (lineId: SQL, name: string): SQL => sql`(
  select l.terms -> ${sql.raw(`'${name}'`)}
  from sub_order l
  where l.corp_code = current_setting('app.corp_code') and l.id = ${lineId}
)`;

/** Fen that were paid for the line of a row (its `corp_code` and `line_id`), less what refunds and changes took out of it. */
export const leftOfLine = (row: string): string => `(
  select l.amount - l.discount - coalesce((
    select sum(i.price - i.fee)
    from refund_item i
    join refund f on f.corp_code = i.corp_code and f.id = i.refund_id
    where i.corp_code = l.corp_code
      and i.line_id = l.id
      and f.state = 'done'
  ), 0) - coalesce((
    select sum(i.price - i.fee)
    from order_change_item i
    where i.corp_code = l.corp_code and i.line_id = l.id
  ), 0)
  from sub_order l
  where l.corp_code = ${row}.corp_code
    and l.id = ${row}.line_id
)`;
