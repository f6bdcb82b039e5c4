/** One line of an order: its terms, what became of it, and its tickets. */
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { StateBadge } from "~/widgets/state-badge";
import type { SubOrderPage } from "./load-sub-order.server";
import { CannotNow, OrderButtons } from "./order-commands";
import { OrderFacts } from "./order-facts";
import { OrderTable } from "./order-table";

export function SubOrderView({ line }: { line: SubOrderPage }) {
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {line.title} <StateBadge {...line.state} />
        </h1>
        <div className="toolbar">
          <Link className="button" to={line.to}>
            {m.order_whole()}
          </Link>
          <OrderButtons commands={line.commands} />
          {line.back && (
            <Link className="button" to={line.back.to}>
              {line.back.text}
            </Link>
          )}
        </div>
      </header>
      <CannotNow commands={line.commands} />
      <OrderFacts facts={line.facts} money={line.money} />
      {line.tables.map((table) => (
        <OrderTable key={table.title} table={table} />
      ))}
    </div>
  );
}
