/** The head that a ticket's pages share: number, state, facts, and the way between the pages. */

import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { StateBadge } from "~/widgets/state-badge";
import type { TicketView } from "./load-ticket.server";

export function TicketHead({ ticket, title }: { ticket: TicketView; title: string }) {
  return (
    <>
      <header className="page-head">
        <h1>
          {ticket.ticketNo} <StateBadge {...ticket.state} /> <small className="dim">{title}</small>
        </h1>
        <div className="toolbar">
          {ticket.change && (
            <Link className="button" to={ticket.change}>
              {m.change_button()}
            </Link>
          )}
          {ticket.supplement && (
            <Link className="button" to={ticket.supplement}>
              {m.supplement_button()}
            </Link>
          )}
          {ticket.back && (
            <Link className="button" to={ticket.back.to}>
              {ticket.back.text}
            </Link>
          )}
        </div>
      </header>
      <section className="panel">
        <dl className="facts">
          <div>
            <dt>{m.order_no()}</dt>
            <dd>{ticket.order.to ? <Link to={ticket.order.to}>{ticket.order.no}</Link> : ticket.order.no}</dd>
          </div>
          {ticket.facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <nav className="state-tabs" aria-label={m.timeline_title()}>
        {ways.map(({ path, label }) => (
          <Link
            key={path}
            to={`${path}?ticketNo=${ticket.ticketNo}${ticket.list ? `&list=${encodeURIComponent(ticket.list)}` : ""}`}
            aria-current={ticket.path === path ? "page" : undefined}
          >
            {label()}
          </Link>
        ))}
      </nav>
    </>
  );
}

const ways = [
  { path: "/ticketLogDetail", label: m.issued_log_title },
  { path: "/ticketGuiJiDetail", label: m.issued_trajectory_title },
];
