/** What a receipt says of an order: who sold it when, and how it was paid. */
import { sql } from "drizzle-orm";
import { NotFound } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { ownName } from "../platform/parameter";
import { listed } from "./order-parts";
import type { Settled } from "./settlement";
import { visibleOrders } from "./visible";

export interface Receipt {
  orderNo: string;
  corpName: string;
  sellerName: string;
  soldAt: string;
  posId: number | null;
  /** Fen. */
  paid: number;
  /** In the order taken, each by the type that it was corrected to. */
  payments: Settled[];
}

/** Of an order that the caller may see; any other is not found. */
export async function receiptOf(call: Call, orderId: number): Promise<Receipt> {
  const payments = sql`
    select coalesce(c.to_type, p.payment_type) as "paymentType", p.amount,
           case when c.to_type is null then p.received end as received
    from payment p
    left join lateral (
      select l.to_type from pay_type_log l
      where l.corp_code = p.corp_code and l.first_id = p.id
      order by l.id desc
      limit 1
    ) c on true
    where p.order_id = ${orderId} and p.kind = 'payment'
    order by p.id
  `;
  const found = await firstOf<Receipt>(
    call.db,
    sql`
      select o.order_no as "orderNo", ${ownName} as "corpName", o.seller_name as "sellerName", o.created_at as "soldAt",
             o.pos_id as "posId", o.paid, ${listed(payments)} as payments
      from orders o
      where o.id = ${orderId}
        and ${await visibleOrders(call)}
    `,
  );
  if (!found) throw new NotFound();
  return found;
}
