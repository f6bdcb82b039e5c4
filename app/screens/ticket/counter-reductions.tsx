/** What is off the order that was worked out, and why: a line for each reason. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Reduction } from "~/contract/order/reduction";
import "./counter-reductions.css";

export function CounterReductions({ reductions }: { reductions: readonly Reduction[] }) {
  if (reductions.length === 0) return null;
  return (
    <ul className="counter-reductions" aria-label={m.sale_reductions()}>
      {reductions.map(({ kind, name, words, quantity, amount }) => (
        <li key={[kind, name, words].join("/")}>
          <span>
            {name || m.order_discount()}
            {words && <small className="dim"> {words}</small>}
            <small className="dim"> {m.sale_tickets_n({ n: quantity })}</small>
          </span>{" "}
          <span className="num">− ¥{formatYuan(amount)}</span>
        </li>
      ))}
    </ul>
  );
}
