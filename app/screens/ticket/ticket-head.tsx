/** The head that a ticket's pages share: number, state, facts, and the way between the pages. */

import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { StateBadge } from "~/widgets/state-badge";
import type { TicketView } from "./load-ticket.server";

export function TicketHead({ ticket, title }: { ticket: TicketView; title: string }) {
  const query = `?ticketNo=${ticket.ticketNo}`;
  return (
    <>
      <header className="page-head">
        <h1>
          {ticket.ticketNo} <StateBadge {...ticket.state} /> <small className="dim">{title}</small>
        </h1>
        <nav className="toolbar" aria-label={title}>
          <Link className="button" to={`/ticketLogDetail${query}`}>
            {m.issued_log_title()}
          </Link>
          <Link className="button" to={`/ticketGuiJiDetail${query}`}>
            {m.issued_trajectory_title()}
          </Link>
        </nav>
      </header>
      <section className="panel">
        <dl className="facts">
          <div>
            <dt>{m.order_no()}</dt>
            <dd>{ticket.order.no}</dd>
          </div>
          {ticket.facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
