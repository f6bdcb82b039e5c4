/** What a counter did last: the caller's last sale of the day, and how the till was paid last. */
import { prepared } from "../../kernel/prepared";
import type { Call } from "../../kernel/served";

export interface LastSale {
  orderId: number;
  orderNo: string;
  quantity: number;
  paid: number;
  at: Date;
}

/** $1 the seller. By the seller's index from its end: one order is read. */
const last = `
  select id::float8 as "orderId", order_no as "orderNo", quantity, paid::float8 as paid, created_at as at
  from orders
  where seller_id = $1
    and offline
    and state not in ('pending', 'cancelled', 'expired')
  order by id desc
  limit 1
`;

export async function lastSaleOf({ db, caller }: Call, since: Date): Promise<LastSale | null> {
  const [found] = await prepared<LastSale>(db, last, [caller.userId]);
  return found && found.at >= since ? found : null;
}

const paidAt = (condition: string) => `
  select p.payment_type as "paymentType"
  from (
    select corp_code, id
    from orders
    where ${condition}
    order by id desc
    limit 1
  ) o
  join payment p on p.corp_code = o.corp_code and p.order_id = o.id and p.kind = 'payment'
  order by p.id
  limit 1
`;
const atTill = paidAt("pos_id = $1");
const bySeller = paidAt("seller_id = $1 and offline");

/** The payment type that the till took last; without a till, the seller. */
export async function lastPaymentType({ db, caller }: Call, posId: number | null): Promise<string | null> {
  const rows = await prepared<{ paymentType: string }>(db, posId === null ? bySeller : atTill, [
    posId ?? caller.userId,
  ]);
  return rows[0]?.paymentType ?? null;
}
