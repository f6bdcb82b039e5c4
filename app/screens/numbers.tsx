/** The number of an order or a ticket: it leads to its page where its reader may open that (opens.server.ts). */
import { Link } from "~/widgets/link";

export interface Opens {
  order: boolean;
  ticket: boolean;
}

interface Props {
  no: string;
  opens: Opens;
}

export function OrderNo({ no, opens }: Props) {
  return opens.order ? <Link to={`/offlineOrderDetail?orderNo=${encodeURIComponent(no)}`}>{no}</Link> : no;
}

export function TicketNo({ no, opens }: Props) {
  return opens.ticket && no !== "" ? <Link to={`/ticketLogDetail?ticketNo=${encodeURIComponent(no)}`}>{no}</Link> : no;
}
