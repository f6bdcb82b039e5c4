/** A session goes over to another version of its hall's plan (`/theatre/sessionList/:id/plan`): seen first, then done. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { theatreReplan, theatreReplanForm } from "~/contract/theatre/replan";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal, typedOf } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { keyOf } from "../card/counter-form.server";
import { idOf } from "./sale-press.server";
import "./seats.css";

const list = "/theatre/sessionList";
const pathOf = (id: number) => `${list}/${id}/plan`;

export const handle = { menu: list };
export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page ? m.theatre_replan_of({ session: page.name }) : m.theatre_replan() },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const templateId = idOf(new URL(request.url).searchParams.get("to"));
  const wish = { sessionId: idIn(params), ...(templateId !== undefined && { templateId }) };
  return { ...(await context.dispatch.call(theatreReplanForm, wish)), key: crypto.randomUUID() };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const sessionId = idIn(params);
  const form = await request.formData();
  const wish = { sessionId, templateId: idOf(form.get("to")) ?? 0, idempotencyKey: keyOf(typedOf(form)) };
  const tried = await attempt(context, () => context.dispatch.call(theatreReplan, wish));
  if (!tried.ok) return data({ notice: noticeOfRefusal(tried.refusal) }, tried.refusal.status);
  return done(context, pathOf(sessionId), { text: m.theatre_did_replan({ n: tried.value.seats }) });
}

type Page = AnswerOf<typeof theatreReplanForm>;

export default function Replan() {
  const page = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { id, name, startsAt, hallName, whyNot, current, templates, preview } = page;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.theatre_replan_of({ session: name })}</h1>
        <div className="toolbar">
          <Link className="button" to={`${list}/${id}`}>
            {m.theatre_session()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} />
      <section className="panel">
        <p>
          {startsAt.slice(0, 16)} · {hallName} · {m.theatre_replan_current()} <strong>{current}</strong>
        </p>
        <p className="dim">{m.theatre_replan_help()}</p>
        {whyNot !== "" && <p role="status">{whyNot}</p>}
        {whyNot === "" && templates.length === 0 && <p className="empty">{m.theatre_replan_none()}</p>}
        {whyNot === "" && templates.length > 0 && (
          <Form method="get" action={pathOf(id)} className="seat-forms" preventScrollReset>
            <Field name="to" label={m.theatre_replan_to()}>
              <select className="input" defaultValue={String(preview?.templateId ?? "")} key={preview?.templateId}>
                {templates.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
            <button className="button">{m.theatre_replan_look()}</button>
          </Form>
        )}
      </section>
      {whyNot === "" && preview && <Preview id={id} preview={preview} idempotencyKey={page.key} />}
    </div>
  );
}

interface PreviewProps {
  id: number;
  preview: NonNullable<Page["preview"]>;
  idempotencyKey: string;
}

function Preview({ id, preview, idempotencyKey }: PreviewProps) {
  const { templateId, lost, more } = preview;
  return (
    <section className="panel">
      <p role="status">{m.theatre_replan_kept(preview)}</p>
      {lost.length > 0 && (
        <>
          <p>
            <strong>{m.theatre_replan_lost({ n: lost.length + more })}</strong>
          </p>
          <ul>
            {lost.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          {more > 0 && <p className="dim">{m.theatre_settle_more({ n: more })}</p>}
        </>
      )}
      {lost.length === 0 && (
        <Form method="post" action={`${pathOf(id)}?to=${templateId}`}>
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <input type="hidden" name="to" value={templateId} />
          <p>{m.theatre_replan_fits()}</p>
          <div className="actions">
            <button className="button button-primary">{m.theatre_replan_do()}</button>
          </div>
        </Form>
      )}
    </section>
  );
}
