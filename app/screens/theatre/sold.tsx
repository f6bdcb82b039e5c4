/** Tickets of an order (`/theatre/seatSale/sold`): to print, and to change a seat. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { theatreChangeSeat, theatreTickets } from "~/contract/theatre/sale";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal } from "~/form/submission.server";
import { numberFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { qrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import { idOf } from "./sale-press.server";
import { ticketWord } from "./words";
import "./seats.css";

export const handle = { menu: "/theatre/seatSale" };
export const meta: MetaFunction = () => [{ title: m.theatre_sold_page() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const sold = await context.dispatch.call(theatreTickets, { orderNo: numberFrom(request, "order") });
  return { ...sold, tickets: sold.tickets.map((one) => ({ ...one, qr: qrPath(one.ticketNo) })) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const [ticketId = 0, seatId = 0] = [idOf(form.get("ticket")), idOf(form.get("to"))];
  const tried = await attempt(context, () => context.dispatch.call(theatreChangeSeat, { ticketId, seatId }));
  if (!tried.ok) return data({ notice: noticeOfRefusal(tried.refusal) }, tried.refusal.status);
  const to = `/theatre/seatSale/sold?order=${numberFrom(request, "order")}`;
  return done(context, to, { text: m.theatre_changed({ seat: tried.value.label }) });
}

export default function Sold() {
  const sold = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { orderNo, tickets, others } = sold;
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
      <FormNotice notice={answered?.notice} />
      <section className="panel">
        <p>
          {m.theatre_order_no()} {orderNo} · ¥{formatYuan(sold.payable)} · {sold.soldAt} · {m.theatre_sold_by()}{" "}
          {sold.seller}
        </p>
        <div className="seat-tickets">
          {tickets.map((ticket) => (
            <article className="seat-ticket" key={ticket.id}>
              <h2>{sold.showName}</h2>
              <p>{sold.startsAt.slice(0, 16)}</p>
              <p>
                {sold.venueName} {sold.hallName}
              </p>
              <p>
                <strong>{ticket.label}</strong> ¥{formatYuan(ticket.price)}
              </p>
              <QrCode code={ticket.qr} label={ticket.ticketNo} />
              <p>{ticket.ticketNo}</p>
              {ticket.state !== "sold" && <p>{ticketWord(ticket.state)}</p>}
            </article>
          ))}
        </div>
      </section>
      {others.length > 0 && (
        <section className="panel no-print">
          <h2>{m.theatre_change_seat()}</h2>
          <Form method="post" className="seat-forms">
            <Field name="ticket" label={m.theatre_seat()}>
              <select className="input">
                {tickets
                  .filter(({ state, seatId }) => state === "sold" && seatId !== null)
                  .map(({ id, label }) => (
                    <option key={id} value={id}>
                      {label}
                    </option>
                  ))}
              </select>
            </Field>
            <Field name="to" label={m.theatre_change_to()}>
              <select className="input">
                {others.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
            <button className="button">{m.theatre_change_seat()}</button>
          </Form>
        </section>
      )}
    </div>
  );
}
