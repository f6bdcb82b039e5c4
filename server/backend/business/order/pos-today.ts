/** Today at one POS. */
import { posToday } from "~/contract/order/pos-today";
import { businessDay, stamp, startOfDay } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { serve } from "../../kernel/served";

/** $1 the POS, $2 since. What was given back is taken off; what was never paid counts as nothing. */
const sellersOf = `
  select o.seller_name as name, count(*)::int as count, sum(o.quantity)::int as tickets,
         sum(o.paid - o.refunded)::float8 as paid, max(o.created_at) as last
  from orders o
  where o.pos_id = $1
    and o.created_at >= $2
    and o.paid > 0
  group by o.seller_id, o.seller_name
  order by last desc
`;

/** $1 the POS. */
const lastOrders = `
  select o.id::float8 as id, o.order_no as "orderNo", o.created_at as at, o.quantity, o.paid::float8 as paid
  from orders o
  where o.pos_id = $1
  order by o.created_at desc
  limit 5
`;

/** $1 the POS. One at most. */
const openAt = `
  select s.seller_name as "sellerName", s.opened_at as at
  from shift s
  where s.pos_id = $1
    and s.status = 'open'
`;

interface Seller {
  name: string;
  count: number;
  tickets: number;
  paid: number;
  last: Date;
}

const serveToday = serve(posToday, async ({ db, now }, { id }) => {
  const [known] = await prepared(db, "select 1 from named_pos where id = $1", [id]);
  if (!known) throw new NotFound();
  const day = businessDay(now);
  const sellers = await prepared<Seller>(db, sellersOf, [id, startOfDay(day)]);
  const orders = await prepared<{ id: number; orderNo: string; at: Date; quantity: number; paid: number }>(
    db,
    lastOrders,
    [id],
  );
  const [open] = await prepared<{ sellerName: string; at: Date }>(db, openAt, [id]);
  const sum = (of: (seller: Seller) => number) => sellers.reduce((total, seller) => total + of(seller), 0);
  return {
    day,
    count: sum(({ count }) => count),
    tickets: sum(({ tickets }) => tickets),
    paid: sum(({ paid }) => paid),
    shift: open ? { sellerName: open.sellerName, openedAt: stamp(open.at) } : null,
    sellers: sellers.map(({ tickets: _, last, ...seller }) => ({ ...seller, last: stamp(last) })),
    orders: orders.map(({ at, ...order }) => ({ ...order, at: stamp(at) })),
  };
});

export const posTodayServed = [serveToday];
