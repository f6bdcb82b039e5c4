/** Opens the tenant of an approved application (`/tenantManage/tenantReview/7/open`); the first password is shown once. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { tenantOpen, tenantOpening } from "~/contract/tenant/application";
import { typedDay } from "~/contract/typed-day";
import { today } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, typedOf } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import { Fact } from "../card/card-steps";

export const handle = { menu: "/tenantManage/tenantReview" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const opening = await context.dispatch.call(tenantOpening, { id });
  return {
    ...opening,
    title: m.tenant_open_of({ name: opening.name }),
    back: `/tenantManage/tenantReview/${id}`,
    open: await permission(context, "tenantApplication:open"),
  };
}

/** The answer to the post is the page that shows it: no address leads back to the password. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = idIn(params);
  const typed = typedOf(await request.formData());
  const { code = "", accName = "", packageId = "", expiresOn = "" } = typed;
  const chosen = /^\d{1,9}$/.test(packageId) ? { packageId: Number(packageId) } : {};
  const opened = await attempt(context, () =>
    context.dispatch.call(tenantOpen, {
      id,
      code: code.trim(),
      accName: accName.trim(),
      ...{ expiresOn: typedDay(expiresOn, today()) },
      ...chosen,
    }),
  );
  if (opened.ok) return data({ errors: {} as FieldErrors, notice: null, typed, opened: opened.value });
  const { errors, notice, status } = opened.refusal;
  return data({ errors, notice, typed, opened: null }, status);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function TenantOpen() {
  const { title, back } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar">
          <Link className="button" to={back}>
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answer?.notice} />
      {answer?.opened ? <Opened {...answer.opened} /> : <Opening />}
    </div>
  );
}

interface OpenedProps {
  tenantId: number;
  code: string;
  accName: string;
  password: string;
}

function Opened({ tenantId, code, accName, password }: OpenedProps) {
  return (
    <section className="panel">
      <p className="notice notice-good" role="status">
        {m.tenant_opened()}
      </p>
      <dl className="facts">
        <Fact label={m.tenant_code()} value={code} />
        <Fact label={m.admin_account()} value={accName} />
        <div>
          <dt>{m.tenant_password()}</dt>
          <dd>
            <code>{password}</code>
          </dd>
        </div>
      </dl>
      <p className="actions">
        <Link className="button" to={`/tenantManage/list/${tenantId}`}>
          {m.tenant_to_tenant()}
        </Link>
      </p>
    </section>
  );
}

function Opening() {
  const { code, contact, state, packages, back, open } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { typed = {}, errors = {} } = answer ?? {};
  if (state !== "approved") return <p className="notice notice-warn">{m.tenant_open_not_approved()}</p>;
  return (
    <Form method="post" className="panel" noValidate>
      <p className="dim">{m.tenant_open_lead()}</p>
      <div className="form-grid">
        <Field name="code" label={m.tenant_code()} help={m.tenant_code_help()} errors={errors.code} required>
          <input maxLength={20} defaultValue={typed.code ?? code} autoComplete="off" />
        </Field>
        <Field
          name="accName"
          label={m.tenant_first_account()}
          help={m.tenant_first_account_help({ contact })}
          errors={errors.accName}
          required
        >
          <input maxLength={40} defaultValue={typed.accName ?? "admin"} autoComplete="off" />
        </Field>
        <Field name="packageId" label={m.tenant_package()} errors={errors.packageId}>
          <select defaultValue={typed.packageId ?? ""}>
            <option value="">{m.tenant_package_none()}</option>
            {packages.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field name="expiresOn" label={m.tenant_expires()} help={m.tenant_expires_help()} errors={errors.expiresOn}>
          <DayInput className="input" defaultValue={typed.expiresOn ?? ""} />
        </Field>
      </div>
      <div className="actions">
        <Link className="button" to={back}>
          {m.engine_cancel()}
        </Link>
        <Permitted by={open}>
          <button className="button button-primary">{m.tenant_open()}</button>
        </Permitted>
      </div>
    </Form>
  );
}
