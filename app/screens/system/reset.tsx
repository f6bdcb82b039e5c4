/** Initialising the system (`/reset`): what goes, what is saved first, and the phrase that says one means it. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { resetPath } from "~/contract/paths";
import { resetState, resetSystem } from "~/contract/platform/reset";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, typedOf } from "~/form/submission.server";
import { Link } from "~/widgets/link";

export const handle = { menu: resetPath };

export async function loader({ context }: LoaderFunctionArgs) {
  const { refusals, corps, accounts, work } = await context.dispatch.call(resetState, {});
  return {
    refusals,
    holds: m.reset_holds({ corps, accounts }),
    isWaiting: work !== null && ["waiting", "running"].includes(work.state),
    failed: work?.state === "failed" ? m.reset_last({ at: work.at, why: work.error }) : "",
  };
}

interface Answer {
  phrase: string;
  errors: FieldErrors;
  notice: Notice | null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const phrase = (typedOf(await request.formData()).phrase ?? "").trim();
  const begun = await attempt(context, () => context.dispatch.call(resetSystem, { phrase }));
  if (begun.ok) return redirect(resetPath, 303);
  const { errors, notice, status } = begun.refusal;
  return data({ phrase, errors, notice } satisfies Answer as Answer, status);
}

export const meta: MetaFunction = () => [{ title: m.reset_title() }];

export default function Reset() {
  const { refusals, holds, isWaiting, failed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.reset_title()}</h1>
      </header>
      <FormNotice notice={answer?.notice} />
      {failed && !isWaiting && <p className="notice notice-bad">{failed}</p>}
      <section className="panel">
        <p>
          <strong>{m.reset_lead()}</strong>
        </p>
        <ul>
          <li>{holds}</li>
          <li>{m.reset_archive()}</li>
          <li>{m.reset_out()}</li>
        </ul>
      </section>
      {isWaiting ? (
        <div className="panel">
          <p role="status">{m.reset_waiting()}</p>
          <Link className="button" to={resetPath}>
            {m.reset_reload()}
          </Link>
        </div>
      ) : refusals.length > 0 ? (
        <section className="panel">
          <h2>{m.reset_refused()}</h2>
          <ul>
            {refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </section>
      ) : (
        <Form method="post" className="panel" noValidate>
          <div className="form-grid">
            <Field
              name="phrase"
              label={m.reset_type({ phrase: m.reset_phrase() })}
              required
              errors={answer?.errors.phrase}
            >
              <input className="input" autoComplete="off" maxLength={40} defaultValue={answer?.phrase ?? ""} />
            </Field>
          </div>
          <div className="actions">
            <button className="button button-danger">{m.reset_go()}</button>
          </div>
        </Form>
      )}
    </div>
  );
}
