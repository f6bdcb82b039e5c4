/** What a change touches, over its form, before it is saved: dates, open orders, money. */
import { m } from "~/contract/messages";
import { TableFrame } from "~/widgets/table-frame";
import type { ImpactView } from "./change-impact.server";
import { OpenOrders } from "./open-orders";

export function ChangeImpact({ impact }: { impact: ImpactView }) {
  return (
    <section className={impact.stop ? "notice notice-bad" : "notice notice-warn"} aria-labelledby="change-impact">
      <input type="hidden" name="seen" value={impact.seen} />
      <h2 id="change-impact" tabIndex={-1}>
        {m.impact_title()}
      </h2>
      {impact.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {impact.stop && <p role="alert">{impact.stop}</p>}
      {impact.runs.length > 0 && (
        <TableFrame label={m.impact_prices()}>
          <table className="table">
            <caption className="visually-hidden">{m.impact_prices()}</caption>
            <thead>
              <tr>
                <th scope="col">{m.impact_dates()}</th>
                <th scope="col" className="num">
                  {m.impact_before() + m.engine_yuan()}
                </th>
                <th scope="col" className="num">
                  {m.impact_after() + m.engine_yuan()}
                </th>
              </tr>
            </thead>
            <tbody>
              {impact.runs.map(({ days, before, after }) => (
                <tr key={days}>
                  <th scope="row">{days}</th>
                  <td className="num">{before}</td>
                  <td className="num">{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      <OpenOrders orders={impact.orders} />
      {!impact.stop && <p>{m.impact_confirm_help()}</p>}
    </section>
  );
}
