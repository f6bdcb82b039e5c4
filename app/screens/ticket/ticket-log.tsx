/** Everything that ever happened to one ticket (`/ticketLogDetail`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { ChangeLog } from "~/resource/parts/change-log";
import { loadTicket } from "./load-ticket.server";
import { TicketHead } from "./ticket-head";

export const handle = { menu: "/ticket/issuedList" };
export const meta: MetaFunction = () => [{ title: m.issued_log_title() }];
export const loader = (args: LoaderFunctionArgs) => loadTicket(args);

export default function TicketLog() {
  const ticket = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <TicketHead ticket={ticket} title={m.issued_log_title()} />
      <ChangeLog log={ticket.log} />
    </div>
  );
}
