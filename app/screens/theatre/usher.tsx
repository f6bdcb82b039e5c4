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
import { idOf } from "./sale-press.server";
import { ticketWord } from "./words";
import "./seats.css";

const list = "/theatre/sessionList";

export const handle = { menu: list };
export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page ? `${m.theatre_check()} ${page.name}` : "" },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const text = (name: string, most: number) => (asked.get(name) ?? "").trim().slice(0, most);
  const [part, row, areaId] = [text("part", 40), text("row", 10), idOf(asked.get("area"))];
  const page = await context.dispatch.call(theatreUsher, {
    sessionId: idIn(params),
    ...(part !== "" && { part }),
    ...(row !== "" && { row }),
    ...(areaId !== undefined && { areaId }),
  });
  return { ...page, asked: { row, area: areaId === undefined ? "" : String(areaId) } };
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
  const part = String(form.get("part") ?? "").slice(0, 40);
  const to = `${list}/${sessionId}/check${part === "" ? "" : `?part=${encodeURIComponent(part)}`}`;
  return done(context, to, { text: tried.value });
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>;
type Ticket = Page["rest"][number];

export default function Usher() {
  const page = useLoaderData<typeof loader>();
  const { id, name, startsAt, hallName, sold, checked, rows, rest, parts, mayCheck } = page;
  const shown = parts.find(({ isShown }) => isShown)?.key;
  const here = <input type="hidden" name="part" value={shown ?? ""} />;
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
            {here}
            <Field name="ticket" label={m.theatre_ticket_no()} help={m.theatre_check_help()}>
              <input className="input" maxLength={40} autoComplete="off" autoFocus required />
            </Field>
            <button className="button button-primary">{m.theatre_check_one()}</button>
          </Form>
        )}
      </section>
      {parts.length > 0 && <Parts page={page} path={`${list}/${id}/check`} />}
      {sold === 0 && (
        <section className="panel">
          <p className="empty">{m.theatre_usher_none()}</p>
        </section>
      )}
      <Form method="post" preventScrollReset>
        {here}
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

/** Of a large house: the rows that are shown, the others by a link, and one by its name. */
function Parts({ page: { parts, areas, asked, rowFound }, path }: { page: Page; path: string }) {
  return (
    <section className="panel">
      <Form method="get" action={path} className="seat-forms" role="search">
        {areas.length > 1 && (
          <Field name="area" label={m.theatre_areas()}>
            <select className="input" defaultValue={asked.area} key={asked.area}>
              <option value="">{m.theatre_any_area()}</option>
              {areas.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Field
          name="row"
          label={m.theatre_row_name()}
          errors={rowFound ? undefined : [m.theatre_usher_no_row({ row: asked.row })]}
        >
          <input
            className="input"
            maxLength={10}
            autoComplete="off"
            defaultValue={asked.row}
            key={asked.row}
            required
          />
        </Field>
        <button className="button">{m.theatre_go_to_row()}</button>
      </Form>
      <nav className="segments" aria-label={m.theatre_rows_blocks()}>
        {parts.map(({ key, area, first, last, from, to, sold, checked, isShown }) => (
          <Link
            key={key}
            className="segment"
            to={`${path}?part=${key}`}
            preventScrollReset
            aria-current={isShown ? "true" : undefined}
          >
            {area} {to > 0 ? `${from}–${to}` : `${m.theatre_rows_from_to({ first, last })} ${checked}/${sold}`}
          </Link>
        ))}
      </nav>
    </section>
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
