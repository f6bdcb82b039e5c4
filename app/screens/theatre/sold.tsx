/** Tickets of an order (`/theatre/seatSale/sold`): to print, and to change a seat. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan, parseYuan } from "~/contract/money";
import { theatreChangeQuote, theatreChangeSeat } from "~/contract/theatre/change-seat";
import { theatreTickets } from "~/contract/theatre/sale";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal } from "~/form/submission.server";
import { numberFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { qrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import { keyOf } from "../card/counter-form.server";
import { idOf } from "./sale-press.server";
import { SeatChange, soldPath } from "./seat-change";
import { ticketWord } from "./words";
import "./seats.css";

export const handle = { menu: "/theatre/seatSale" };
export const meta: MetaFunction = () => [{ title: m.theatre_sold_page() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const sold = await context.dispatch.call(theatreTickets, { orderNo: numberFrom(request, "order") });
  const chosen = { ticketId: idOf(asked.get("ticket")) ?? 0, seatId: idOf(asked.get("to")) ?? 0 };
  const isAsked = chosen.ticketId > 0 && chosen.seatId > 0 && sold.others.length > 0;
  const tried = isAsked ? await attempt(context, () => context.dispatch.call(theatreChangeQuote, chosen)) : null;
  return {
    ...sold,
    tickets: sold.tickets.map((one) => ({ ...one, qr: qrPath(one.ticketNo) })),
    ...{ chosen, key: crypto.randomUUID(), quote: tried?.ok ? tried.value : null },
    notice: tried && !tried.ok ? noticeOfRefusal(tried.refusal) : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const given = parseYuan(text("given"));
  const expectedDue = /^-?\d{1,12}$/.test(text("expected")) ? Number(text("expected")) : undefined;
  const wish = {
    ...{ ticketId: idOf(form.get("ticket")) ?? 0, seatId: idOf(form.get("to")) ?? 0 },
    idempotencyKey: keyOf({ idempotencyKey: text("idempotencyKey") }),
    ...(expectedDue !== undefined && { expectedDue }),
    ...(text("paymentType") !== "" && { paymentType: text("paymentType") }),
    ...(given !== null && { given }),
    ...(text("leaveGaps") === "T" && { leaveGaps: true }),
    ...(text("both") === "T" && { both: true }),
  };
  const tried = await attempt(context, () => context.dispatch.call(theatreChangeSeat, wish));
  if (!tried.ok) {
    const typed = { given: text("given"), paymentType: text("paymentType") };
    return data({ notice: noticeOfRefusal(tried.refusal), typed }, tried.refusal.status);
  }
  const { label: seat, ticketNo: no, due, back } = tried.value;
  const said =
    due > 0
      ? m.theatre_changed_due({ seat, no, amount: formatYuan(due) })
      : back > 0
        ? m.theatre_changed_back({ seat, no, amount: formatYuan(back) })
        : m.theatre_changed({ seat });
  return done(context, `${soldPath}?order=${numberFrom(request, "order")}`, { text: said });
}

export default function Sold() {
  const sold = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { orderNo, tickets, others, quote, chosen, key } = sold;
  return (
    <div className="page">
      <header className="page-head no-print">
        <h1>{m.theatre_sold_page()}</h1>
        <div className="toolbar">
          <Link className="button button-primary" to={`/theatre/seatSale?session=${sold.sessionId}`}>
            {m.theatre_new_sale()}
          </Link>
          <PrintButton />
        </div>
      </header>
      <FormNotice notice={answered?.notice ?? sold.notice} />
      <section className="panel">
        <p>
          {m.theatre_order_no()} {orderNo} · ¥{formatYuan(sold.payable)} · {sold.soldAt} · {m.theatre_sold_by()}{" "}
          {sold.seller}
        </p>
        <div className="seat-tickets">
          {tickets.map((ticket) => (
            <article className="seat-ticket" key={ticket.id}>
              <h2>{ticket.showName}</h2>
              <p>{ticket.startsAt.slice(0, 16)}</p>
              <p>
                {ticket.venueName} {ticket.hallName}
              </p>
              <p>
                <strong>{ticket.label}</strong> ¥{formatYuan(ticket.price)} {ticket.policy}
              </p>
              <QrCode code={ticket.qr} label={ticket.ticketNo} />
              <p>{ticket.ticketNo}</p>
              {ticket.state !== "sold" && <p>{ticketWord(ticket.state)}</p>}
            </article>
          ))}
        </div>
      </section>
      {others.length > 0 && (
        <SeatChange sold={sold} quote={quote} chosen={chosen} idempotencyKey={key} typed={answered?.typed ?? {}} />
      )}
    </div>
  );
}
