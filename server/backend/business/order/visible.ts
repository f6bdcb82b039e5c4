/** Which orders a caller may see one by one: the same as their lists show. */
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../kernel/served";

interface Seer extends Pick<Call, "opens" | "may"> {
  caller: Pick<Call["caller"], "userId">;
}

/**
 * A condition over `orders o`: network orders by that list's function, the others by theirs, refunds' by the approvals',
 * and one's own sales; everybody's by `sale:viewAll`.
 */
export async function visibleOrders(call: Seer): Promise<SQL> {
  const offline = (await call.opens("offlineOrderList")) || (await call.may("sale:viewAll"));
  const network = await call.opens("networkOrderList");
  const refunds = await call.opens("refundList");
  if (offline && network) return sql`true`;
  const allowed = [sql`o.seller_id = ${call.caller.userId}`];
  if (offline) allowed.push(sql`o.offline`);
  if (network) allowed.push(sql`not o.offline`);
  if (refunds) {
    allowed.push(sql`exists (select from refund r where r.corp_code = o.corp_code and r.order_id = o.id)`);
  }
  return sql`(${sql.join(allowed, sql` or `)})`;
}
