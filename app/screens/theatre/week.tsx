/** The sessions of a week once more (`/theatre/sessionList/week`): what would be made and what is in the way, then the copies. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { theatreWeekCopy, theatreWeekForm } from "~/contract/theatre/week-copy";
import { typedDay } from "~/contract/typed-day";
import { today } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal, typedOf } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { keyOf } from "../card/counter-form.server";
import { idOf } from "./sale-press.server";
import "./seats.css";

const list = "/theatre/sessionList";
const path = `${list}/week`;

export const handle = { menu: list };
export const meta: MetaFunction = () => [{ title: m.theatre_week() }];

/** What is wished for, from the address or from a form. */
function wishOf(get: (name: string) => string) {
  const hallId = idOf(get("hall"));
  const [from, to] = [typedDay(get("from"), today()), typedDay(get("to"), today())];
  const weeks = /^\d{1,3}$/.test(get("weeks")) ? Number(get("weeks")) : 1;
  return { ...(hallId !== undefined && { hallId }), from, to, weeks };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const wish = wishOf((name) => (asked.get(name) ?? "").slice(0, 20));
  const isAsked = asked.has("from");
  const call = (wanted: object) => context.dispatch.call(theatreWeekForm, wanted);
  const tried = await attempt(context, () => call(isAsked ? { wish } : {}));
  const shown = tried.ok ? tried.value : { ...(await call({})), preview: null };
  return {
    ...{ ...shown, wish, isAsked, today: today(), key: crypto.randomUUID() },
    notice: tried.ok ? null : noticeOfRefusal(tried.refusal),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const typed = typedOf(form);
  const wish = wishOf((name) => (typed[name] ?? "").slice(0, 20));
  const asked = { ...wish, skip: typed.skip === "T", idempotencyKey: keyOf(typed) };
  const tried = await attempt(context, () => context.dispatch.call(theatreWeekCopy, asked));
  if (!tried.ok) return data({ notice: noticeOfRefusal(tried.refusal) }, tried.refusal.status);
  const { sessions: n, left } = tried.value;
  return done(context, list, { text: left > 0 ? m.theatre_did_week_left({ n, left }) : m.theatre_did_week({ n }) });
}

export default function Week() {
  const page = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { wish, halls, preview } = page;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.theatre_week()}</h1>
        <div className="toolbar">
          <Link className="button" to={list}>
            {m.fun_session_list()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice ?? page.notice} />
      <Form method="get" action={path} className="panel">
        <p className="dim">{m.theatre_week_help()}</p>
        <div className="form-grid">
          <Field name="hall" label={m.theatre_hall()}>
            <select className="input" defaultValue={String(wish.hallId ?? "")}>
              <option value="">{m.theatre_week_all_halls()}</option>
              {halls.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <Field name="from" label={m.theatre_week_from()} help={m.theatre_week_from_help()}>
            <DayInput className="input" defaultValue={page.isAsked ? wish.from : page.today} required />
          </Field>
          <Field name="to" label={m.theatre_week_to()}>
            <DayInput className="input" defaultValue={page.isAsked ? wish.to : typedDay("+7", page.today)} required />
          </Field>
          <Field name="weeks" label={m.theatre_week_weeks()}>
            <input className="input" type="number" min={1} max={26} defaultValue={wish.weeks} required />
          </Field>
        </div>
        <div className="actions">
          <button className={preview ? "button" : "button button-primary"}>{m.theatre_week_look()}</button>
        </div>
      </Form>
      {preview && <Preview preview={preview} wish={wish} idempotencyKey={page.key} />}
    </div>
  );
}

interface PreviewProps {
  preview: NonNullable<AnswerOf<typeof theatreWeekForm>["preview"]>;
  wish: { hallId?: number; from: string; to: string; weeks: number };
  idempotencyKey: string;
}

function Preview({ preview: { rows, fits, blocked }, wish, idempotencyKey }: PreviewProps) {
  return (
    <section className="panel" aria-labelledby="week-preview">
      <h2 id="week-preview">{m.theatre_week_counts({ fits, blocked })}</h2>
      <TableFrame label={m.theatre_week_counts({ fits, blocked })}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{m.theatre_starts()}</th>
              <th scope="col">{m.theatre_show()}</th>
              <th scope="col">{m.theatre_hall()}</th>
              <th scope="col">{m.theatre_week_opens()}</th>
              <th scope="col">{m.theatre_week_state()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, hall, startsAt, saleFrom, whyNot }) => (
              <tr key={`${hall} ${startsAt}`}>
                <th scope="row">{startsAt.slice(0, 16)}</th>
                <td>{name}</td>
                <td>{hall}</td>
                <td>{saleFrom.slice(0, 16)}</td>
                <td>{whyNot === "" ? m.theatre_week_ok() : <span className="seat-bad">{whyNot}</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {fits > 0 && (
        <Form method="post" action={`${path}?${new URLSearchParams(addressOf(wish))}`}>
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          {Object.entries(addressOf(wish)).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {blocked > 0 && (
            <p>
              <label className="choice">
                <input type="checkbox" name="skip" value="T" required />
                {m.theatre_week_skip()}
              </label>
            </p>
          )}
          <div className="actions">
            <button className="button button-primary">{m.theatre_week_make({ n: fits })}</button>
          </div>
        </Form>
      )}
    </section>
  );
}

const addressOf = ({ hallId, from, to, weeks }: PreviewProps["wish"]): Record<string, string> => ({
  ...(hallId !== undefined && { hall: String(hallId) }),
  ...{ from, to, weeks: String(weeks) },
});
