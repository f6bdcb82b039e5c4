/** Today's figures: of the business day, straight from orders and payments by their indexes on time. */
import { ownSalesToday, refundsWaiting, salesToday } from "~/contract/order/today";
import { businessDay, startOfDay } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { type Call, serve } from "../../kernel/served";

interface Sales {
  orders: number;
  tickets: number;
  revenue: number;
  refunded: number;
}

/** $1 since; `seller` narrows orders, `taker` payments. */
const salesSince = (seller: string, taker: string) => `
  with sold as (
    select count(*)::int as orders, coalesce(sum(quantity), 0)::int as tickets
    from orders
    where offline in (true, false)
      and created_at >= $1
      and state not in ('pending', 'cancelled', 'expired')
      ${seller}
  ),
  money as (
    select coalesce(sum(amount) filter (where kind = 'payment'), 0)::float8 as revenue,
           coalesce(-sum(amount) filter (where kind = 'refund'), 0)::float8 as refunded
    from payment
    where at >= $1
      ${taker}
  )
  select orders, tickets, revenue, refunded from sold, money
`;
const ofAll = salesSince("", "");
const ofOne = salesSince("and seller_id = $2", "and account_id = $2");
const nothing: Sales = { orders: 0, tickets: 0, revenue: 0, refunded: 0 };

const today = ({ now }: Call) => startOfDay(businessDay(now));

const serveAll = serve(
  salesToday,
  async (call) => (await prepared<Sales>(call.db, ofAll, [today(call)]))[0] ?? nothing,
);

const serveOwn = serve(ownSalesToday, async (call) => {
  const [found = nothing] = await prepared<Sales>(call.db, ofOne, [today(call), call.caller.userId]);
  const { orders, tickets, revenue } = found;
  return { orders, tickets, revenue };
});

const waiting = "select count(*)::int as count from refund where state = 'waiting' and requested_by_id <> $1";

const serveWaiting = serve(refundsWaiting, async ({ db, caller }) => {
  const [found] = await prepared<{ count: number }>(db, waiting, [caller.userId]);
  return { count: found?.count ?? 0 };
});

export const todayServed = [serveAll, serveOwn, serveWaiting];
