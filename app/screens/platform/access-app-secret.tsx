/** A new secret for an access application: asks first, and shows it once. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { accessApp, renewAccessSecret } from "~/contract/platform/access-app";
import { overlaps } from "~/contract/platform/secret-overlaps";
import { FormNotice } from "~/form/form-notice";
import { attempt } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";

const list = "/sysAccessApplication";

const hoursSaid = {
  0: m.open_overlap_0,
  1: m.open_overlap_1,
  24: m.open_overlap_24,
  72: m.open_overlap_72,
} satisfies Record<(typeof overlaps)[number], () => string>;

export const meta: MetaFunction = () => [{ title: m.frames_secret() }];

function idOf({ params }: LoaderFunctionArgs): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  return Number(params.id);
}

export async function loader(args: LoaderFunctionArgs) {
  const { record } = await args.context.dispatch.call(accessApp.methods.get, { id: idOf(args) });
  if (!record) throw new Response(null, { status: 404 });
  const said = { name: String(record.name) };
  const question = record.lastUsedAt ? m.frames_secret_question(said) : m.frames_secret_first_question(said);
  return { question, renew: await permission(args.context, "accessApp:secret") };
}

export async function action(args: ActionFunctionArgs) {
  const id = idOf(args);
  const chosen = (await args.request.formData()).get("overlapHours");
  const overlapHours = overlaps.find((hours) => String(hours) === chosen) ?? 0;
  const renewed = await attempt(args.context, () =>
    args.context.dispatch.call(renewAccessSecret, { id, overlapHours }),
  );
  if (!renewed.ok) return data({ renewed: null, notice: renewed.refusal.notice }, renewed.refusal.status);
  return data({ renewed: renewed.value, notice: null });
}

export default function AccessAppSecret() {
  const { question, renew } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.frames_secret()}</h1>
      </header>
      <FormNotice notice={answer?.notice} />
      {answer?.renewed ? (
        <section className="panel">
          <p className="notice notice-good" role="status">
            {m.frames_secret_once()}
          </p>
          <dl className="facts">
            <div>
              <dt>{m.frames_app_id()}</dt>
              <dd>{answer.renewed.appId}</dd>
            </div>
            <div>
              <dt>{m.frames_secret_value()}</dt>
              <dd>
                <code>{answer.renewed.secret}</code>
              </dd>
            </div>
          </dl>
          <p className="actions">
            <Link className="button" to={list}>
              {m.frames_back()}
            </Link>
          </p>
        </section>
      ) : (
        <Form method="post" className="panel">
          <p>{question}</p>
          <p>
            <label htmlFor="overlapHours">{m.open_overlap()}</label>
            <select id="overlapHours" name="overlapHours" aria-describedby="overlap-help" defaultValue="0">
              {overlaps.map((hours) => (
                <option key={hours} value={hours}>
                  {hoursSaid[hours]()}
                </option>
              ))}
            </select>
          </p>
          <p id="overlap-help" className="hint">
            {m.open_overlap_help()}
          </p>
          <div className="actions">
            <Link className="button" to={list}>
              {m.engine_cancel()}
            </Link>
            <Permitted by={renew}>
              <button className="button button-danger">{m.frames_secret()}</button>
            </Permitted>
          </div>
        </Form>
      )}
    </div>
  );
}
