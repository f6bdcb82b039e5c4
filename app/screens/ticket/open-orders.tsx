/** The next orders that a change touches, to be opened. */
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import type { ImpactView } from "./change-impact.server";

export function OpenOrders({ orders }: Pick<ImpactView, "orders">) {
  if (orders.length === 0) return null;
  return (
    <details>
      <summary>{m.impact_next_orders()}</summary>
      <ul>
        {orders.map(({ orderId, orderNo, visitDay, tickets, amount }) => (
          <li key={orderId}>
            <Link to={`/offlineOrderDetail?id=${orderId}`}>{orderNo}</Link>{" "}
            {m.impact_order({ day: visitDay, tickets, amount })}
          </li>
        ))}
      </ul>
    </details>
  );
}
