/** Clearing a tenant's data (`/tenantManage/clearTenantData/start?tenant=7`): what stands, what may go, and the code typed again. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { type ClearingScope, clearingScopes, tenantClear, tenantClearingForm } from "~/contract/tenant/clearing";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { permission } from "~/screens/permission.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";

export const handle = { menu: "/tenantManage/clearTenantData" };

const path = "/tenantManage/clearTenantData";
const idIn = (text: string | null | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : undefined);
const scopeIn = (text = ""): ClearingScope | undefined => clearingScopes.find((scope) => scope === text);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const tenantId = idIn(new URL(request.url).searchParams.get("tenant"));
  const [{ tenants, chosen }, labels, save] = await Promise.all([
    context.dispatch.call(tenantClearingForm, tenantId === undefined ? {} : { tenantId }),
    loadLabels(context, "clearingScope"),
    permission(context, "tenantClearing:clear"),
  ]);
  const about = {
    records: m.clearing_about_records(),
    settings: m.clearing_about_settings(),
    traces: m.clearing_about_traces(),
    whole: m.clearing_about_whole(),
  };
  return {
    tenants,
    save,
    chosen: chosen && {
      ...chosen,
      scopes: chosen.scopes.map(({ scope, rows, capped, kinds, refusal }) => ({
        ...{ scope, refusal, label: labelOf(labels, "clearingScope", scope), about: about[scope] },
        counted: capped ? m.clearing_counted_more({ n: shown(rows) }) : m.clearing_counted({ n: shown(rows) }),
        kinds: kindsOf(rows, kinds),
        isEmpty: rows === 0,
      })),
    },
  };
}

const shown = (rows: number) => rows.toLocaleString("en-US");

function kindsOf(rows: number, kinds: { name: string; rows: number }[]): string {
  if (rows === 0) return m.clearing_kinds_none();
  const named = kinds.map(({ name, rows: n }) => m.clearing_kind({ name, n: shown(n) }));
  const rest = rows - kinds.reduce((sum, one) => sum + one.rows, 0);
  if (rest > 0) named.push(m.clearing_other_kind({ n: shown(rest) }));
  return named.join(m.tenant_comma());
}

interface Answer {
  typed: Typed;
  errors: FieldErrors;
  notice: Notice | null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const [tenantId, scope] = [idIn(typed.tenant), scopeIn(typed.scope)];
  const refused = (errors: FieldErrors, status: number, notice: Notice | null = null) =>
    data({ typed, errors, notice } satisfies Answer as Answer, status);
  if (tenantId === undefined) return refused({ tenant: [m.v_pick({ label: m.tenant() })] }, 422);
  if (scope === undefined) return refused({ scope: [m.v_pick({ label: m.clearing_scope() })] }, 422);
  const begun = await attempt(context, () =>
    context.dispatch.call(tenantClear, { tenantId, scope, code: (typed.code ?? "").trim() }),
  );
  if (begun.ok) return done(context, `${path}/${begun.value.id}`, { text: m.clearing_started() });
  const { errors, notice, status } = begun.refusal;
  return refused(errors, status, notice);
}

export const meta: MetaFunction = () => [{ title: m.clearing_begin() }];

export default function ClearTenant() {
  const { tenants, chosen, save } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const typed = answer?.typed;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.clearing_begin()}</h1>
        <Link className="button" to={path}>
          {m.engine_back()}
        </Link>
      </header>
      <p className="dim">{m.clearing_lead()}</p>
      <FormNotice notice={answer?.notice} />
      {tenants.length === 0 ? (
        <p className="panel dim">{m.clearing_none()}</p>
      ) : (
        <Form className="panel" action={`${path}/start`}>
          <div className="form-grid">
            <Field name="tenant" label={m.clearing_choose()} errors={answer?.errors.tenant}>
              <select defaultValue={typed?.tenant ?? chosen?.id ?? ""} key={chosen?.id ?? 0}>
                <option value="">{m.clearing_choose_first()}</option>
                {tenants.map(({ id, name, code }) => (
                  <option key={id} value={id}>{`${name}（${code}）`}</option>
                ))}
              </select>
            </Field>
          </div>
          <div className="actions">
            <button className="button">{m.clearing_show()}</button>
          </div>
        </Form>
      )}
      {chosen?.refusal && (
        <p className="notice notice-bad" role="status">
          {chosen.refusal}
        </p>
      )}
      {chosen && (
        <Form
          method="post"
          action={`${path}/start?tenant=${chosen.id}`}
          className="panel clearing"
          noValidate
          key={chosen.id}
        >
          <input type="hidden" name="tenant" value={chosen.id} />
          <fieldset className="plain">
            <legend>{m.clearing_what()}</legend>
            {answer?.errors.scope && (
              <p className="field-error" role="alert">
                {answer.errors.scope.join(" ")}
              </p>
            )}
            {chosen.scopes.map(({ scope, label, about, counted, kinds, refusal, isEmpty }) => (
              <label key={scope} className="clearing-scope">
                <input
                  type="radio"
                  name="scope"
                  value={scope}
                  defaultChecked={typed?.scope === scope}
                  disabled={refusal !== "" || isEmpty}
                  aria-describedby={`clearing-${scope}`}
                />
                <span>
                  <strong>{label}</strong> <span className="dim">{counted}</span>
                  <span id={`clearing-${scope}`} className="clearing-about">
                    <span>{about}</span>
                    <span className="dim">{kinds}</span>
                    {refusal && <span className="bad">{refusal}</span>}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
          <div className="form-grid">
            <Field name="code" label={m.clearing_typed_code()} required errors={answer?.errors.code}>
              <input className="input" autoComplete="off" maxLength={20} defaultValue={typed?.code ?? ""} />
            </Field>
          </div>
          <div className="actions">
            <Link className="button" to={path}>
              {m.engine_cancel()}
            </Link>
            <Permitted by={save}>
              <button className="button button-danger" disabled={chosen.refusal !== ""}>
                {m.clearing_go()}
              </button>
            </Permitted>
          </div>
        </Form>
      )}
    </div>
  );
}
