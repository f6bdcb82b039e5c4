/** A new password for an operator (`/corp/userManage/7/password`): set, or made and shown once. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { operator, operatorReset } from "~/contract/platform/operator";
import { newPassword } from "~/contract/validators";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, readForm } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import { wirePassword } from "./operator-form.server";

async function find({ params, context }: LoaderFunctionArgs) {
  const { record } = await context.dispatch.call(operator.methods.get, { id: idIn(params) });
  if (!record) throw new Response(null, { status: 404 });
  return { id: Number(record.id), accName: String(record.accName), name: String(record.name) };
}

export async function loader(args: LoaderFunctionArgs) {
  const found = await find(args);
  return {
    title: m.org_reset_title({ name: found.name }),
    accName: found.accName,
    question: m.org_reset_question({ name: found.name }),
    back: `${operator.path}/${found.id}`,
    reset: await permission(args.context, "operator:reset"),
  };
}

const schema = z.object({
  password: z.union([z.literal(""), newPassword], { error: () => m.v_password_strength() }).default(""),
});

/** The answer to the post is the page that shows it: no address leads back to the password. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const form = readForm(await request.formData(), schema, { coerce: false });
  const refuse = (errors: FieldErrors, status: number) => data({ errors, notice: null, set: null }, status);
  if (!form.ok) return refuse(form.errors, 422);
  const { id, accName } = await find(args);
  const { password } = form.value;
  const payload = { id, ...(password !== "" && { password: wirePassword(accName, password) }) };
  const set = await attempt(context, () => context.dispatch.call(operatorReset, payload), m.error_save_title());
  if (!set.ok) {
    const { errors, notice, status } = set.refusal;
    return data({ errors, notice, set: null }, status);
  }
  return data({ errors: {} as FieldErrors, notice: null, set: { accName, password: set.value.password } });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function OperatorPassword() {
  const { title, accName, question, back, reset } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {title} <small className="dim">{accName}</small>
        </h1>
      </header>
      <FormNotice notice={answer?.notice} />
      {answer?.set ? (
        <section className="panel">
          <p className="notice notice-good" role="status">
            {m.org_reset_done()} {answer.set.password && m.org_reset_once()}
          </p>
          {answer.set.password && (
            <dl className="facts">
              <div>
                <dt>{m.admin_account()}</dt>
                <dd>{answer.set.accName}</dd>
              </div>
              <div>
                <dt>{m.org_reset_show()}</dt>
                <dd>
                  <code>{answer.set.password}</code>
                </dd>
              </div>
            </dl>
          )}
          <p className="actions">
            <Link className="button" to={back}>
              {m.engine_back()}
            </Link>
          </p>
        </section>
      ) : (
        <Form method="post" className="panel" noValidate>
          <p>{question}</p>
          <div className="form-grid">
            <Field
              name="password"
              label={m.org_reset_new()}
              help={`${m.password_rule()} ${m.org_reset_new_help()}`}
              errors={answer?.errors.password}
            >
              <input type="password" maxLength={64} autoComplete="new-password" />
            </Field>
          </div>
          <div className="actions">
            <Link className="button" to={back}>
              {m.engine_cancel()}
            </Link>
            <Permitted by={reset}>
              <button className="button button-danger">{m.org_reset()}</button>
            </Permitted>
          </div>
        </Form>
      )}
    </div>
  );
}
