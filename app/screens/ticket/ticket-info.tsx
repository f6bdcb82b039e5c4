/** One ticket as the counter sees it (`/inside/buyTktLog/tktInfo`), with its QR code. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { qrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import { loadTicket } from "./load-ticket.server";
import { TicketHead } from "./ticket-head";

export const handle = { menu: "/inside/buyTktLog" };
export const meta: MetaFunction = () => [{ title: m.sale_ticket_info() }];

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await loadTicket(args);
  return { ticket, qr: qrPath(ticket.qrText) };
}

export default function TicketInfo() {
  const { ticket, qr } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <TicketHead ticket={ticket} title={m.sale_ticket_info()} />
      <section className="panel ticket-qr">
        <QrCode code={qr} label={ticket.ticketNo} />
        <p className="dim">{m.sale_scan_hint()}</p>
      </section>
    </div>
  );
}
