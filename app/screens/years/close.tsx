/** Closing a year (`/dataBase/completeList/close`): which one is next, what stands open in it, and why it is closed. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { closeYear, closeYearForm } from "~/contract/years/year";
import { yearsPath } from "~/contract/years/years-path";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";

const path = yearsPath;
export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.year_close() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const [form, may] = await Promise.all([
    context.dispatch.call(closeYearForm, {}),
    permission(context, "closedYear:close"),
  ]);
  return { ...form, may, idempotencyKey: crypto.randomUUID() };
}

interface Answer {
  typed: Typed;
  errors: FieldErrors;
  notice: Notice | null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const reason = (typed.reason ?? "").trim().slice(0, 200);
  const refused = (errors: FieldErrors, status: number, notice: Notice | null = null) =>
    data({ typed, errors, notice } satisfies Answer as Answer, status);
  if (reason === "") return refused({ reason: [m.v_enter({ label: m.year_reason() })] }, 422);
  const key = typed.idempotencyKey ?? "";
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : crypto.randomUUID();
  const begun = await attempt(context, () =>
    context.dispatch.call(closeYear, { year: (typed.year ?? "").slice(0, 4), reason, idempotencyKey }),
  );
  if (begun.ok) return done(context, `${path}/${begun.value.id}`, { text: m.year_started() });
  const { errors, notice, status } = begun.refusal;
  return refused(errors, status, notice);
}

export default function CloseYear() {
  const { year, open, may, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const busy = useNavigation().state !== "idle";
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.year_close()}</h1>
        <Link className="button" to={path}>
          {m.engine_back()}
        </Link>
      </header>
      <p className="dim">{m.year_lead()}</p>
      <FormNotice notice={answer?.notice} />
      {year === "" ? (
        <p className="panel empty" role="status">
          {m.year_none_over()}
        </p>
      ) : (
        <Form method="post" action={`${path}/close`} className="panel" noValidate key={year}>
          <input type="hidden" name="year" value={year} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <dl className="facts">
            <div>
              <dt>{m.year_which()}</dt>
              <dd>
                <strong>{year}</strong>
              </dd>
            </div>
          </dl>
          {answer?.errors.year && (
            <p className="field-error" role="alert">
              {answer.errors.year.join(" ")}
            </p>
          )}
          {open.length === 0 ? (
            <p className="notice notice-good" role="status">
              {m.year_open_none()}
            </p>
          ) : (
            <div className="notice notice-bad" role="status">
              <strong>{m.year_open_title()}</strong>
              <ul>
                {open.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </div>
          )}
          <div className="form-grid">
            <Field name="reason" label={m.year_reason()} required errors={answer?.errors.reason}>
              <input className="input" autoComplete="off" maxLength={200} defaultValue={answer?.typed.reason ?? ""} />
            </Field>
          </div>
          <div className="actions">
            <Link className="button" to={path}>
              {m.engine_cancel()}
            </Link>
            <Permitted by={may}>
              <button className="button button-danger" disabled={busy || open.length > 0}>
                {m.year_go()}
              </button>
            </Permitted>
          </div>
        </Form>
      )}
    </div>
  );
}
