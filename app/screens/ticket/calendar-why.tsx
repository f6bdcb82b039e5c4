/** Why a day has its price: every policy over that day in the order in which they win, the winner marked. */

import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import type { WhyView } from "./calendar-view";

export function CalendarWhy({ why, listPrice, close }: { why: WhyView; listPrice: string; close: string }) {
  return (
    <section className="panel" id="why" aria-labelledby="why-title">
      <div className="panel-head">
        <h2 id="why-title">{m.policy_why({ day: why.day, price: why.price })}</h2>
        <Link className="button" to={close} preventScrollReset>
          {m.policy_why_close()}
        </Link>
      </div>
      <p>{why.winner ? m.policy_why_won({ name: why.winner }) : m.policy_why_list_price({ price: listPrice })}</p>
      {why.rivals.length > 0 && (
        <TableFrame label={m.policy_why({ day: why.day, price: why.price })}>
          <table className="table">
            <caption className="visually-hidden">{m.policy_why({ day: why.day, price: why.price })}</caption>
            <thead>
              <tr>
                <th scope="col">{m.name()}</th>
                <th scope="col" className="num">
                  {m.policy_priority()}
                </th>
                <th scope="col">{m.policy_days()}</th>
                <th scope="col">{m.policy_terms()}</th>
                <th scope="col" className="num">
                  {m.policy_price()}
                </th>
              </tr>
            </thead>
            <tbody>
              {why.rivals.map((policy) => (
                <tr key={policy.id}>
                  <td>
                    <Link to={`/pricePolicyAdd?id=${policy.id}`}>{policy.name}</Link>{" "}
                    {policy.won && <span className="badge badge-good">{m.policy_wins()}</span>}
                  </td>
                  <td className="num">{policy.priority}</td>
                  <td>{policy.days}</td>
                  <td>{policy.terms}</td>
                  <td className="num">{policy.price}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      <p className="dim">{m.policy_why_rule()}</p>
    </section>
  );
}
