/** The passages of one ticket (`/ticketGuiJiDetail`): a part of its time line. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Timeline } from "~/widgets/timeline";
import { loadTicket } from "./load-ticket.server";
import { TicketHead } from "./ticket-head";

export const handle = { menu: "/ticket/issuedList" };
export const meta: MetaFunction = () => [{ title: m.issued_trajectory_title() }];
export const loader = (args: LoaderFunctionArgs) => loadTicket(args);

export default function TicketTrajectory() {
  const ticket = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <TicketHead ticket={ticket} title={m.issued_trajectory_title()} />
      {ticket.passages.length === 0 ? (
        <p className="empty panel">{m.issued_trajectory_none()}</p>
      ) : (
        <section className="panel change-log">
          <Timeline entries={ticket.passages} />
        </section>
      )}
    </div>
  );
}
