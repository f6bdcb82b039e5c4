/** One order (`/networkOrderDetail`, `/offlineOrderDetail`): money, lines, tickets, ledger, refunds and log. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { orderDetail } from "~/contract/order/order";
import { loadLabels } from "~/screens/labels.server";
import { idFrom } from "~/screens/query.server";
import { PrintForm } from "~/widgets/print-form";
import { StateBadge } from "~/widgets/state-badge";
import { Timeline } from "~/widgets/timeline";
import { type OrderPage, orderPage } from "./order-page.server";
import { OrderTable } from "./order-table";

export const handle = { menu: "/order/offlineOrderList" };
export const meta: MetaFunction = () => [{ title: m.order_title() }];

export async function loader({ request, context }: LoaderFunctionArgs): Promise<OrderPage> {
  const [order, labels] = await Promise.all([
    context.dispatch.call(orderDetail, { id: idFrom(request, "id") }),
    loadLabels(context, "orderState", "ticketState", "refundState", "paymentType", "saleChannel", "refundRule"),
  ]);
  return orderPage(order, labels, (button) =>
    Boolean(context.user?.sysButtonRolePOSet.some(({ code }) => code === button)),
  );
}

export default function OrderDetail() {
  const order = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {order.orderNo} <StateBadge {...order.state} />
        </h1>
        <div className="toolbar">
          {order.mayPrint && <PrintForm orderId={order.id} label={m.sale_print_receipt()} />}
          {order.mayRefund && (
            <Link className="button button-danger" to={`/orders/refund?orderId=${order.id}`} discover="none">
              {m.order_refund_button()}
            </Link>
          )}
        </div>
      </header>
      <section className="panel">
        <dl className="facts">
          {order.facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <dl className="facts facts-money">
          {order.money.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="money">¥{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {order.tables.map((table) => (
        <OrderTable key={table.title} table={table} />
      ))}
      {order.log.length > 0 && (
        <section className="panel">
          <h2>{m.order_log()}</h2>
          <Timeline entries={order.log} />
        </section>
      )}
    </div>
  );
}
