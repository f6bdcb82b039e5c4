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
  /** In the order taken. */
  payments: Settled[];
}

/** Of an order that the caller may see; any other is not found. */
export async function receiptOf(call: Call, orderId: number): Promise<Receipt> {
  const payments = sql`
    select payment_type as "paymentType", amount, received
    from payment
    where order_id = ${orderId} and kind = 'payment'
    order by id
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
