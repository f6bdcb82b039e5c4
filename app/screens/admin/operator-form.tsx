/** An operator, new or existing (`/corp/userManage/new`, `/corp/userManage/7/edit`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { employee } from "~/contract/platform/employee";
import { operator } from "~/contract/platform/operator";
import { Field } from "~/form/field";
import { RecordForm } from "~/form/record-form";
import { attempt, done, readForm, type Typed } from "~/form/submission.server";
import { TickBoxes } from "~/form/tick-boxes";
import { idIn } from "~/screens/query.server";
import { mayPress } from "~/screens/rights.server";
import { DutyWarning } from "./duty-warning";
import { changeForm, createForm, loadOperator, tickedIds, wirePassword } from "./operator-form.server";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const copy = new URL(request.url).searchParams.get("copy") ?? "";
  const id = params.id === undefined ? null : idIn(params);
  const numbered = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
  const employeeId = id === null ? numbered(new URL(request.url).searchParams.get("employeeId") ?? "") : null;
  return loadOperator(context, id, numbered(copy), employeeId);
}

/** Roles are ticked as `role-<id>`, parks as `park-<id>`; `roles=shown` says that the boxes were there. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = params.id === undefined ? null : idIn(params);
  const posted = await request.formData();
  const form =
    id === null ? readForm(posted, createForm, { coerce: false }) : readForm(posted, changeForm, { coerce: false });
  const { password: _, ...typed } = form.typed;
  const refuse = (errors: FieldErrors, notice: Notice | null, status: number) =>
    data({ typed, errors, notice }, status);
  if (!form.ok) return refuse(form.errors, null, 422);
  const { rowVersion, accType, ...values } = form.value;
  const made = "accName" in values ? { password: "", ...values } : null;
  const payload = {
    ...values,
    ...(accType && { accType }),
    ...(typed.roles === "shown" && { roleIds: tickedIds(typed, "role") }),
    ...(typed.parks === "shown" && { parkIds: tickedIds(typed, "park") }),
    ...(made && { password: made.password === "" ? "" : wirePassword(String(made.accName), made.password) }),
    ...(id !== null && { id, ...(rowVersion !== undefined && { rowVersion }) }),
  };
  const saved = await attempt(
    context,
    () => context.dispatch.call(operator.methods.save, payload),
    m.error_save_title(),
  );
  if (!saved.ok) return refuse(saved.refusal.errors, saved.refusal.notice, saved.refusal.status);
  const page = `${operator.path}/${saved.value.id}`;
  const needsPassword = made?.password === "" && mayPress(context, "operator:reset");
  const back = made && typed.employeeId ? `${employee.path}/${typed.employeeId}` : page;
  return done(context, needsPassword ? `${page}/password` : back, "saved");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function OperatorForm() {
  const view = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { typed, errors }: { typed: Typed; errors: FieldErrors } = answered ?? { typed: view.typed, errors: {} };
  return (
    <RecordForm
      title={
        <>
          {view.title} {view.accName && <small className="dim">{view.accName}</small>}
        </>
      }
      back={view.back}
      rowVersion={view.rowVersion && (typed.rowVersion ?? view.rowVersion)}
      errors={errors}
      notice={answered?.notice}
      answered={answered}
    >
      {view.employeeId !== "" && <input type="hidden" name="employeeId" value={view.employeeId} />}
      {view.isNew && <AccountFields typed={typed} errors={errors} />}
      <Field name="name" label={m.org_name()} errors={errors.name} required>
        <input maxLength={40} autoComplete="off" defaultValue={typed.name} />
      </Field>
      <Field
        name="mobile"
        label={m.org_mobile()}
        errors={errors.mobile}
        help={view.masked ? m.org_mobile_masked() : undefined}
      >
        <input
          type="tel"
          maxLength={11}
          autoComplete="off"
          defaultValue={view.masked ? view.typed.mobile : typed.mobile}
          disabled={view.masked}
        />
      </Field>
      <Field name="departmentId" label={m.admin_department()} errors={errors.departmentId}>
        <select className="input" defaultValue={typed.departmentId}>
          <option value="">{m.org_none()}</option>
          {view.departments.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <div className="field">
        <span className="label">{m.org_real_name()}</span>
        <label className="choice">
          <input type="checkbox" name="isRealName" value="T" defaultChecked={typed.isRealName === "T"} />
          {m.engine_yes()}
        </label>
      </div>
      <Field name="addresses" label={m.factor_addresses()} errors={errors.addresses} help={m.factor_addresses_help()}>
        <input maxLength={2000} autoComplete="off" defaultValue={typed.addresses} />
      </Field>
      <GrantFields typed={typed} errors={errors} />
    </RecordForm>
  );
}

interface Props {
  typed: Typed;
  errors: FieldErrors;
}

function AccountFields({ typed, errors }: Props) {
  return (
    <>
      <Field name="accName" label={m.admin_account()} errors={errors.accName} help={m.org_acc_name_help()} required>
        <input maxLength={40} autoComplete="off" autoCapitalize="none" defaultValue={typed.accName} autoFocus />
      </Field>
      <Field name="password" label={m.org_password()} errors={errors.password} help={m.org_password_help()}>
        <input type="password" maxLength={64} autoComplete="new-password" />
      </Field>
    </>
  );
}

/** Not of oneself, and roles only by who may assign them. */
function GrantFields({ typed, errors }: Props) {
  const { own, grants, types, roles, parks, bound, duties, pairs } = useLoaderData<typeof loader>();
  const ticked = roles.map(({ value }) => value).filter((id) => `role-${id}` in typed);
  return (
    <>
      {grants && (
        <>
          <Field name="accType" label={m.org_account_type()} errors={errors.accType} required>
            <select className="input" defaultValue={typed.accType ?? "1"}>
              {types.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <input type="hidden" name="roles" value="shown" />
          <DutyWarning roles={duties} pairs={pairs} ticked={ticked}>
            <TickBoxes
              label={m.admin_role()}
              options={roles}
              nameOf={(id) => `role-${id}`}
              isTicked={(id) => ticked.includes(id)}
              help={m.org_roles_help()}
              error={errors.roleIds?.[0]}
            />
          </DutyWarning>
        </>
      )}
      {!grants && <p className="dim wide">{own ? m.org_not_own_grants() : m.org_roles_closed()}</p>}
      {!own && parks.length > 0 && (
        <>
          <input type="hidden" name="parks" value="shown" />
          <TickBoxes
            label={m.org_parks()}
            options={parks}
            nameOf={(id) => `park-${id}`}
            isTicked={(id) => `park-${id}` in typed}
            help={bound ? m.org_parks_bound_help() : m.org_parks_help()}
            error={errors.parkIds?.[0]}
          />
        </>
      )}
    </>
  );
}
