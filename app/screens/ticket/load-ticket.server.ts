/** One ticket with all that happened to it, for its three pages. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Message, m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { ticketDetail } from "~/contract/ticket/issued";
import { logPages } from "~/resource/log-pages.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { idFrom, numberFrom } from "~/screens/query.server";
import type { TimelineEntry } from "~/widgets/timeline";

const events: Record<string, [label: Message, tone: "good" | "bad" | "calm"]> = {
  sold: [m.issued_event_sold, "calm"],
  printed: [m.issued_event_printed, "calm"],
  passed: [m.issued_event_passed, "good"],
  refused: [m.issued_event_refused, "bad"],
  reversed: [m.issued_event_reversed, "bad"],
  refundRequested: [m.issued_event_refundRequested, "calm"],
  refunded: [m.issued_event_refunded, "bad"],
  refundRejected: [m.issued_event_refundRejected, "calm"],
  refundWithdrawn: [m.issued_event_refundWithdrawn, "calm"],
  refundExpired: [m.issued_event_refundExpired, "bad"],
  changed: [m.issued_event_changed, "calm"],
  voided: [m.issued_event_voided, "bad"],
};

/** By the number that people read, or by its id. */
const asked = (request: Request) =>
  new URL(request.url).searchParams.has("id")
    ? { id: idFrom(request, "id") }
    : { ticketNo: numberFrom(request, "ticketNo") };

export async function loadTicket({ request, context }: LoaderFunctionArgs) {
  const [detail, labels] = await Promise.all([
    context.dispatch.call(ticketDetail, asked(request)),
    loadLabels(context, "ticketState", "gateDirection", "verdictReason"),
  ]);
  const { ticket } = detail;
  const facts: [string, string][] = [
    [m.sale_ticket(), ticket.ticketTypeName],
    [m.issued_park(), ticket.parkName],
    [m.order_visit_day(), [ticket.visitDay, ticket.slot].filter(Boolean).join(" ")],
    [
      m.sale_valid(),
      ticket.validFrom === ticket.validTo ? ticket.validFrom : `${ticket.validFrom} ~ ${ticket.validTo}`,
    ],
    [m.issued_price(), `¥${formatYuan(ticket.price)}`],
    [m.issued_used(), `${ticket.used}/${ticket.admissions}`],
    [m.sale_holder(), [ticket.holderName, ticket.holderIdentity].filter(Boolean).join(" ")],
    [m.issued_at(), ticket.issuedAt],
  ];
  return {
    ticketNo: ticket.ticketNo,
    qrText: ticket.qrText,
    order: { id: ticket.orderId, no: ticket.orderNo },
    state: { state: ticket.state, label: labelOf(labels, "ticketState", ticket.state) },
    facts: facts.filter(([, value]) => value !== ""),
    log: logPages(
      context,
      detail.events.map(({ at, kind, by, place, text }): TimelineEntry => {
        const [label, tone] = events[kind] ?? [m.issued_event_changed, "calm"];
        return { at, by, tone, title: label(), detail: [place, text].filter(Boolean).join(" · ") };
      }),
    ),
    passages: detail.passages.map(({ at, gate, park, direction, verdict, reason, by }) => ({
      at,
      by,
      place: [park, gate].filter(Boolean).join(" · "),
      direction: labelOf(labels, "gateDirection", direction),
      admitted: verdict === "admitted" || verdict === "ok",
      reason: labelOf(labels, "verdictReason", reason),
    })),
  };
}

export type TicketView = Awaited<ReturnType<typeof loadTicket>>;
