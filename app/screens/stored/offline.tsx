/** Purchases made while a till had no line (`/smartCard/offlineList/enter`): entered a line each, charged or left to be decided. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { storedOfflineTerms, storedOfflineUpload } from "~/contract/stored/offline";
import { mostEntries } from "~/contract/stored/offline-bounds";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { keyOf } from "../card/counter-form.server";
import { readEntries } from "./offline-lines.server";
import "../card/counter.css";

const list = "/smartCard/offlineList";

export const handle = { menu: list };
export const meta: MetaFunction = () => [{ title: m.stored_offline_enter() }];

export async function loader({ context }: LoaderFunctionArgs) {
  return { ...(await context.dispatch.call(storedOfflineTerms, {})), key: crypto.randomUUID() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const key = keyOf(typed);
  // Each line has a key of its own under that of the form: pressed twice each is one purchase.
  const refuse = (errors: FieldErrors, notice: Notice | null, status: number) =>
    data({ typed, errors, notice, key }, status);
  const { entries, problem } = readEntries(typed.lines ?? "", key);
  if (problem) return refuse({ lines: [problem] }, null, 422);
  const sent = await attempt(context, () =>
    context.dispatch.call(storedOfflineUpload, { posId: Number(typed.posId) || 0, entries }),
  );
  if (!sent.ok) return refuse(sent.refusal.errors, sent.refusal.notice, sent.refusal.status);
  const { booked, repeated, open } = sent.value;
  const text = [
    m.stored_offline_done({ n: booked }),
    ...(open.length > 0 ? [m.stored_offline_left({ n: open.length })] : []),
    ...(repeated > 0 ? [m.stored_offline_again({ n: repeated })] : []),
  ].join(" · ");
  return done(context, open.length > 0 ? `${list}?state=open` : list, { text });
}

export default function StoredOffline() {
  const { tills, cardMost, batchMost, key } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { typed = {}, errors = {} } = answered ?? {};
  return (
    <div className="page" aria-busy={useNavigation().state !== "idle"}>
      <header className="page-head">
        <h1>{m.stored_offline_enter()}</h1>
        <div className="toolbar">
          <Link className="button" to={list}>
            {m.stored_offline()}
          </Link>
          <a className="button" href="/gate-device/till/">
            {m.till_title()}
          </a>
        </div>
      </header>
      <FormNotice notice={answered?.notice} errors={undefined} />
      <section className="panel">
        <p>{m.stored_offline_about()}</p>
        <p className="dim">{m.stored_offline_limits({ card: formatYuan(cardMost), batch: formatYuan(batchMost) })}</p>
        {tills.length === 0 ? (
          <p className="empty">{m.stored_offline_none_tills()}</p>
        ) : (
          <Form method="post" noValidate>
            <input type="hidden" name="idempotencyKey" value={answered?.key ?? key} />
            <Field name="posId" label={m.stored_rule_pos()} errors={errors.posId} required>
              <select className="input" defaultValue={typed.posId}>
                {tills.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
            <Field
              name="lines"
              label={m.stored_offline_lines()}
              help={m.stored_offline_lines_help({ n: mostEntries })}
              errors={errors.lines ?? errors.entries}
              required
            >
              <textarea className="input card-lines" rows={8} maxLength={20_000} defaultValue={typed.lines} autoFocus />
            </Field>
            <button className="button button-primary">{m.stored_offline_go()}</button>
          </Form>
        )}
      </section>
    </div>
  );
}
