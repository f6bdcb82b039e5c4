/** After a sale (`/inside/buyTktList/result`): what was sold, and the button that prints, already focused. */

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { orderDetail } from "~/contract/order/order";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { OrderNo } from "~/screens/numbers";
import { opensOf } from "~/screens/opens.server";
import { mayPress } from "~/screens/rights.server";
import { Gap } from "~/widgets/gap";
import { Link } from "~/widgets/link";
import { PrintForm } from "~/widgets/print-form";
import { StateBadge } from "~/widgets/state-badge";
import { daysOf } from "../order/visit-days";
import { cashOf, paidWords } from "../paid-words.server";
import { idFrom } from "../query.server";

export const meta: MetaFunction = () => [{ title: m.sale_done() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [order, labels] = await Promise.all([
    context.dispatch.call(orderDetail, { id: idFrom(request, "orderId") }),
    loadLabels(context, "ticketState", "paymentType"),
  ]);
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    opens: opensOf(context),
    bands: mayPress(context, "wristband:bind"),
    paid: formatYuan(order.paid),
    pages: order.pages,
    payments: paidWords(order.payments, labels),
    cash: cashOf(order.payments),
    visitDay: daysOf(order),
    severalDays: Boolean(order.lastVisitDay),
    tickets: order.tickets.map((ticket) => ({
      no: ticket.ticketNo,
      day: [ticket.visitDay, ticket.slot].filter(Boolean).join(" "),
      name: ticket.ticketTypeName,
      state: ticket.state,
      stateLabel: labelOf(labels, "ticketState", ticket.state),
      holder: ticket.holderName,
    })),
  };
}

export default function CounterResult() {
  const sale = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.sale_done()}</h1>
      </header>
      <section className="panel sale-done">
        <dl className="facts">
          <div>
            <dt>{m.sale_order_no()}</dt>
            <dd>
              <OrderNo no={sale.orderNo} opens={sale.opens} />
            </dd>
          </div>
          <div>
            <dt>{m.sale_visit_day()}</dt>
            <dd>{sale.visitDay}</dd>
          </div>
          <div>
            <dt>{m.sale_paid()}</dt>
            <dd>
              <strong className="money">¥{sale.paid}</strong>
              <Gap />
              {sale.payments.map((words) => (
                <span key={words} className="paid-way">
                  {words}
                </span>
              ))}
            </dd>
          </div>
          <div>
            <dt>{m.sale_quantity()}</dt>
            <dd>{m.sale_tickets_n({ n: sale.tickets.length })}</dd>
          </div>
        </dl>
        {sale.cash && (
          <dl className="sale-cash">
            <div>
              <dt>{m.sale_given_short()}</dt>
              <dd>¥{sale.cash.received}</dd>
            </div>
            <div>
              <dt>{m.sale_change()}</dt>
              <dd className="sale-change">¥{sale.cash.change}</dd>
            </div>
          </dl>
        )}
        <div className="toolbar">
          <PrintForm orderId={sale.orderId} label={m.sale_print_receipt()} primary autoFocus />
          <PrintForm orderId={sale.orderId} label={m.sale_print_a4()} paper="a4" />
          {sale.pages.map(({ label, path }) => (
            <Link key={path} className="button" to={path}>
              {label}
            </Link>
          ))}
          {sale.bands && (
            <Link className="button" to={`/ticket/wristbandList/new?of=${sale.orderNo}`}>
              {m.wristband_hand_out()}
            </Link>
          )}
          <Link className="button" to="/inside/buyTktList">
            {m.sale_next()}
          </Link>
          <Gap />
          <Link className="button" to={`/offlineOrderDetail?id=${sale.orderId}`}>
            {m.sale_view_order()}
          </Link>
        </div>
      </section>
      <div className="table-frame">
        <table className="table">
          <caption className="visually-hidden">{m.order_tickets()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.sale_ticket_no()}</th>
              <th scope="col">{m.sale_ticket()}</th>
              {sale.severalDays && <th scope="col">{m.sale_visit_day()}</th>}
              <th scope="col">{m.sale_holder()}</th>
              <th scope="col">{m.sale_state()}</th>
            </tr>
          </thead>
          <tbody>
            {sale.tickets.map((ticket) => (
              <tr key={ticket.no}>
                <td>
                  <Link to={`/inside/buyTktLog/tktInfo?ticketNo=${ticket.no}`}>{ticket.no}</Link>
                </td>
                <td>{ticket.name}</td>
                {sale.severalDays && <td>{ticket.day}</td>}
                <td>{ticket.holder}</td>
                <td>
                  <StateBadge state={ticket.state} label={ticket.stateLabel} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
