/** Package and last day of a tenant (`/tenantManage/list/7/package`); what a smaller package takes is said first. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { TakenFrom } from "~/contract/tenant/package";
import { tenantAssign, tenantTerms } from "~/contract/tenant/tenant";
import { typedDay } from "~/contract/typed-day";
import { today } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import { Takes, type TypedFields, typedAgain } from "./takes";

export const handle = { menu: "/tenantManage/list" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const terms = await context.dispatch.call(tenantTerms, { id: idIn(params) });
  return {
    ...terms,
    title: m.tenant_assign_of({ name: terms.name }),
    back: `/tenantManage/list/${terms.id}`,
    save: await permission(context, "tenant:edit"),
  };
}

interface Answer {
  errors: FieldErrors;
  notice: Notice | null;
  takes: TakenFrom[];
  typed: TypedFields;
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = idIn(params);
  const form = await request.formData();
  const typed = typedAgain(form);
  const of = (name: string) => typed.find(([known]) => known === name)?.[1].trim() ?? "";
  const whole = (name: string) => Number(/^\d{1,9}$/.test(of(name)) ? of(name) : 0);
  const answer = (part: Partial<Answer>, status = 200) =>
    data({ errors: {}, notice: null, takes: [], typed, ...part } as Answer, status);
  const set = await attempt(
    context,
    () =>
      context.dispatch.call(tenantAssign, {
        ...{
          id,
          rowVersion: whole("rowVersion"),
          expiresOn: typedDay(of("expiresOn"), today()),
          taking: form.get("taking") === "true",
        },
        ...(whole("packageId") > 0 && { packageId: whole("packageId") }),
      }),
    m.error_save_title(),
  );
  if (!set.ok) {
    const { errors, notice, status } = set.refusal;
    return answer({ errors, notice }, status);
  }
  if (!set.value.saved) return answer({ takes: set.value.takes });
  return done(context, `/tenantManage/list/${id}`, "saved");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function TenantAssign() {
  const { id, title, back, rowVersion, packageId, packages, expiresOn, save } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const typed = (name: string) => answer?.typed.find(([known]) => known === name)?.[1];
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <FormNotice notice={answer?.notice} />
      {answer && answer.takes.length > 0 ? (
        <Takes takes={answer.takes} typed={answer.typed} back={`/tenantManage/list/${id}/package`} />
      ) : (
        <Form method="post" className="panel" noValidate key={rowVersion}>
          <input type="hidden" name="rowVersion" value={rowVersion} />
          <div className="form-grid">
            <Field name="packageId" label={m.tenant_package()} errors={answer?.errors.packageId}>
              <select defaultValue={typed("packageId") ?? packageId ?? ""}>
                <option value="">{m.tenant_package_none()}</option>
                {packages.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
            </Field>
            <Field
              name="expiresOn"
              label={m.tenant_expires()}
              help={m.tenant_expires_help()}
              errors={answer?.errors.expiresOn}
            >
              <DayInput className="input" defaultValue={typed("expiresOn") ?? expiresOn} />
            </Field>
          </div>
          <div className="actions">
            <Link className="button" to={back}>
              {m.engine_cancel()}
            </Link>
            <Permitted by={save}>
              <button className="button button-primary">{m.engine_save()}</button>
            </Permitted>
          </div>
        </Form>
      )}
    </div>
  );
}
