/** A new role with the rights of another (`/sysRole/list/7/copy`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { role, roleCopy } from "~/contract/platform/role";
import { code, requiredText } from "~/contract/validators";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, readForm, type Typed } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { record } = await context.dispatch.call(role.methods.get, { id: idIn(params) });
  if (!record) throw new Response(null, { status: 404 });
  const typed: Typed = context.takeDraft() ?? { code: "", name: m.admin_copy_name({ name: String(record.name) }) };
  return { title: m.admin_copy_title({ name: String(record.name) }), typed };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = idIn(params);
  const form = readForm(
    await request.formData(),
    z.object({ code, name: requiredText(40, () => m.v_enter({ label: m.name() })) }),
    { coerce: false },
  );
  if (!form.ok) return data({ typed: form.typed, errors: form.errors, notice: null }, 422);
  const { typed } = form;
  const made = await attempt(
    context,
    () => context.dispatch.call(roleCopy, { id, ...form.value }),
    m.error_save_title(),
  );
  if (!made.ok) return data({ typed, errors: made.refusal.errors, notice: made.refusal.notice }, made.refusal.status);
  context.session.flash("saved");
  return redirect(`/sysRole/rolePermissionSet?id=${made.value.id}`, 303);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function RoleCopy() {
  const view = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { typed, errors }: { typed: Typed; errors: FieldErrors } = answered ?? { typed: view.typed, errors: {} };
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.title}</h1>
      </header>
      <FormNotice notice={answered?.notice} errors={errors} />
      <Form method="post" className="panel" noValidate>
        <div className="form-grid">
          <Field name="code" label={m.code()} errors={errors.code} required>
            <input maxLength={40} autoComplete="off" defaultValue={typed.code} autoFocus />
          </Field>
          <Field name="name" label={m.name()} errors={errors.name} required>
            <input maxLength={40} autoComplete="off" defaultValue={typed.name} />
          </Field>
        </div>
        <div className="actions">
          <button className="button button-primary">{m.admin_copy()}</button>
          <Link className="button" to="/sysRole/list">
            {m.engine_cancel()}
          </Link>
        </div>
      </Form>
    </div>
  );
}
