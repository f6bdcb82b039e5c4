/** One ticket with all that happened to it, for its three pages. */
import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { issuedTicket, ticketDetail } from "~/contract/ticket/issued";
import { askedLogPage, changeLog } from "~/resource/change-log.server";
import { wayBack } from "~/resource/way-back.server";
import { holderWords } from "~/screens/holder-words.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { idFrom, listUnlessAsked, numberFrom } from "~/screens/query.server";
import { mayOpen, mayPress } from "~/screens/rights.server";
import type { TimelineEntry } from "~/widgets/timeline";
import { presenceText } from "./presence-text";

/** By the number that people read, or by its id. */
const asked = (request: Request) =>
  new URL(request.url).searchParams.has("id")
    ? { id: idFrom(request, "id") }
    : { ticketNo: numberFrom(request, "ticketNo") };

export async function loadTicket({ request, context }: LoaderFunctionArgs) {
  listUnlessAsked({ request, context }, ["id", "ticketNo"], "/ticket/issuedList");
  const logPage = askedLogPage(context);
  const [detail, labels] = await Promise.all([
    context.dispatch.call(ticketDetail, { ...asked(request), logPage }),
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
    [m.check_presence(), presenceText(detail.presence)],
    [m.sale_holder(), holderWords(ticket)],
    [m.issued_at(), ticket.issuedAt],
    [m.point_uses(), detail.points.map((point) => m.point_use(point)).join(m.point_apart())],
    [m.issued_rules(), detail.rules.join(" · ")],
  ];
  return {
    ticketNo: ticket.ticketNo,
    qrText: ticket.qrText,
    change:
      ticket.state === "issued" && mayPress(context, "order:change")
        ? `/orders/change?orderId=${ticket.orderId}&ticketId=${ticket.id}`
        : null,
    supplement:
      ticket.state === "issued" && mayPress(context, "order:supplement")
        ? `/orders/supplement?orderId=${ticket.orderId}&ticketId=${ticket.id}`
        : null,
    path: context.path.split("?")[0] ?? "",
    order: { no: ticket.orderNo, to: orderPage(context, ticket.orderId) },
    back: wayBack(context, "/ticket/issuedList"),
    list: new URL(request.url).searchParams.get("list"),
    state: { state: ticket.state, label: labelOf(labels, "ticketState", ticket.state) },
    facts: facts.filter(([, value]) => value !== ""),
    log: await changeLog(context, issuedTicket, ticket, {}, { ...detail.log, pageNo: logPage }),
    passages: detail.passages.map(({ at, gate, park, direction, verdict, reason, by, used }): TimelineEntry => {
      const admitted = verdict === "admitted" || verdict === "ok";
      const said = admitted ? m.check_admitted() : m.check_refused();
      return {
        at,
        by,
        title: [labelOf(labels, "gateDirection", direction), said].filter(Boolean).join(" · "),
        detail: [
          ...[park, gate, admitted ? "" : labelOf(labels, "verdictReason", reason)],
          detail.points.length > 0 ? m.point_so_far({ used, total: ticket.admissions }) : "",
        ]
          .filter(Boolean)
          .join(" · "),
        tone: admitted ? "good" : "bad",
      };
    }),
  };
}

/** For who may open it; both kinds of orders have one page. */
function orderPage(context: AppLoadContext, id: number): string | null {
  const opens = ["offlineOrderList", "buyTktLog"].some((fun) => mayOpen(context, fun));
  return opens ? `/offlineOrderDetail?id=${id}` : null;
}

export type TicketView = Awaited<ReturnType<typeof loadTicket>>;
