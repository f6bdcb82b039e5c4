/** The usher's view of a session (`/theatre/sessionList/:id/check`), for a phone: a ticket's number, or seat by seat row after row. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { theatreCheck, theatreUncheck, theatreUsher } from "~/contract/theatre/check";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { ticketWord } from "./words";
import "./seats.css";

const list = "/theatre/sessionList";

export const handle = { menu: list };
export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page ? `${m.theatre_check()} ${page.name}` : "" },
];

export function loader({ params, context }: LoaderFunctionArgs) {
  return context.dispatch.call(theatreUsher, { sessionId: idIn(params) });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const sessionId = idIn(params);
  const form = await request.formData();
  const undo = String(form.get("undo") ?? "");
  const ticketNo = (undo || String(form.get("ticket") ?? "")).trim().slice(0, 40);
  const work = async () =>
    undo
      ? m.theatre_did_uncheck(await context.dispatch.call(theatreUncheck, { sessionId, ticketNo }))
      : (await context.dispatch.call(theatreCheck, { sessionId, ticketNo })).said;
  const tried = await attempt(context, work);
  if (!tried.ok) return data({ notice: noticeOfRefusal(tried.refusal) }, tried.refusal.status);
  return done(context, `${list}/${sessionId}/check`, { text: tried.value });
}

type Ticket = ReturnType<typeof useLoaderData<typeof loader>>["rest"][number];

export default function Usher() {
  const { id, name, startsAt, hallName, sold, checked, rows, rest, mayCheck } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{name}</h1>
        <div className="toolbar">
          <Link className="button" to={`${list}/${id}`}>
            {m.theatre_session()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} />
      <section className="panel">
        <p>
          {startsAt.slice(0, 16)} · {hallName} · <strong>{m.theatre_usher_sold({ checked, sold })}</strong>
        </p>
        {mayCheck && (
          <Form method="post" className="seat-forms">
            <Field name="ticket" label={m.theatre_ticket_no()} help={m.theatre_check_help()}>
              <input className="input" maxLength={40} autoComplete="off" autoFocus required />
            </Field>
            <button className="button button-primary">{m.theatre_check_one()}</button>
          </Form>
        )}
      </section>
      {sold === 0 && (
        <section className="panel">
          <p className="empty">{m.theatre_usher_none()}</p>
        </section>
      )}
      <Form method="post">
        {rows.map(({ area, row, tickets }) => (
          <section className="panel" key={`${area}-${row}`}>
            <h2>
              {area} {m.theatre_row({ row })}
            </h2>
            <Seats tickets={tickets} mayCheck={mayCheck} />
          </section>
        ))}
        {rest.length > 0 && (
          <section className="panel">
            <h2>{m.theatre_unseated()}</h2>
            <Seats tickets={rest} mayCheck={mayCheck} />
          </section>
        )}
      </Form>
    </div>
  );
}

function Seats({ tickets, mayCheck }: { tickets: Ticket[]; mayCheck: boolean }) {
  return (
    <ul className="seat-usher">
      {tickets.map(({ id, ticketNo, seat, policy, state }) => (
        <li key={id}>
          <button
            className={`button ${state === "checked" ? "button-done" : ""}`}
            name={state === "checked" ? "undo" : "ticket"}
            value={ticketNo}
            disabled={!mayCheck || state === "refunding"}
            title={ticketNo}
          >
            {seat} {policy} {state === "checked" ? `✓ ${m.theatre_uncheck()}` : ticketWord(state)}
          </button>
        </li>
      ))}
    </ul>
  );
}
