/** One order: money, lines, tickets, ledger, refunds and log. */

import { m } from "~/contract/messages";
import { ChangeLog } from "~/resource/parts/change-log";
import { Notes } from "~/resource/parts/notes";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import { PrintForm } from "~/widgets/print-form";
import { StateBadge } from "~/widgets/state-badge";
import { CannotNow, OrderButtons } from "./order-commands";
import { OrderFacts } from "./order-facts";
import { OrderOwn } from "./order-own";
import type { OrderPage } from "./order-page.server";
import { OrderTable } from "./order-table";

export function OrderView({ order }: { order: OrderPage }) {
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {order.orderNo} <StateBadge {...order.state} />{" "}
          {order.refundWaits && <small className="badge badge-warn">{m.order_refund_waits()}</small>}
        </h1>
        <div className="toolbar">
          <Permitted by={order.print}>
            <PrintForm orderId={order.id} label={m.sale_print_receipt()} />
          </Permitted>
          <Permitted by={order.pay}>
            <Link className="button button-primary" to={`/inside/buyTktList/pay?orderId=${order.id}`}>
              {m.pay_open()}
            </Link>
          </Permitted>
          <Permitted by={order.repair}>
            <Link className="button" to={`/orderRepair?orderNo=${order.orderNo}`}>
              {m.fun_order_repair()}
            </Link>
          </Permitted>
          <OrderButtons commands={order.commands} />
          {order.back && (
            <Link className="button" to={order.back.to}>
              {order.back.text}
            </Link>
          )}
        </div>
      </header>
      <CannotNow commands={order.commands} />
      <OrderFacts facts={order.facts} money={order.money} />
      {order.own && <OrderOwn id={order.id} own={order.own} />}
      {order.tables.map((table) => (
        <OrderTable key={table.title} table={table} />
      ))}
      {order.notes && <Notes block={order.notes} />}
      <ChangeLog log={order.log} />
    </div>
  );
}
