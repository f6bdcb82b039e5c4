/** A session goes over to another version of its hall's plan (`/theatre/sessionList/:id/plan`): seen first, then done. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { theatreReplan, theatreReplanForm } from "~/contract/theatre/replan";
import { attempt, done, noticeOfRefusal, typedOf } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";
import { keyOf } from "../card/counter-form.server";
import { LookForm, Named, SessionFrame, sessionList } from "./look-then-do";
import { idOf } from "./sale-press.server";

const pathOf = (id: number) => `${sessionList}/${id}/plan`;

export const handle = { menu: sessionList };
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
    <SessionFrame id={id} title={m.theatre_replan_of({ session: name })} answered={answered}>
      <section className="panel">
        <p>
          {startsAt.slice(0, 16)} · {hallName} · {m.theatre_replan_current()} <strong>{current}</strong>
        </p>
        <p className="dim">{m.theatre_replan_help()}</p>
        {whyNot !== "" && <p role="status">{whyNot}</p>}
        {whyNot === "" && templates.length === 0 && <p className="empty">{m.theatre_replan_none()}</p>}
        {whyNot === "" && templates.length > 0 && (
          <LookForm
            path={pathOf(id)}
            label={m.theatre_replan_to()}
            press={m.theatre_replan_look()}
            choices={templates}
            chosen={preview?.templateId}
          />
        )}
      </section>
      {whyNot === "" && preview && <Preview id={id} preview={preview} idempotencyKey={page.key} />}
    </SessionFrame>
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
      <Named
        title={m.theatre_replan_lost({ n: lost.length + more })}
        names={lost}
        more={more > 0 ? m.theatre_settle_more({ n: more }) : ""}
      />
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
