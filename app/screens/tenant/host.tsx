/** A tenant's own host name (`/tenantManage/list/7/host`); one that was taken away is put back with one press. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { hostOf } from "~/contract/platform/host-name";
import { tenantHost, tenantHostSave } from "~/contract/tenant/host";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";

export const handle = { menu: "/tenantManage/list" };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const found = await context.dispatch.call(tenantHost, { id: idIn(params) });
  const was = hostOf(new URL(request.url).searchParams.get("was") ?? "") ?? "";
  return {
    ...found,
    title: m.tenant_host_of({ name: found.name }),
    back: `/tenantManage/list/${found.id}`,
    // Of a link that somebody else made up it is an offer all the same: nothing happens before the press.
    was: found.host === "" ? was : "",
    save: await permission(context, "tenant:edit"),
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = idIn(params);
  const { host = "", rowVersion = "" } = typedOf(await request.formData());
  const version = Number(/^\d{1,9}$/.test(rowVersion) ? rowVersion : 0);
  const set = await attempt(
    context,
    () => context.dispatch.call(tenantHostSave, { id, rowVersion: version, host }),
    m.error_save_title(),
  );
  if (!set.ok) {
    const { errors, notice, status } = set.refusal;
    return data({ errors, notice, typed: host }, status);
  }
  const { host: now, was } = set.value;
  if (now === "" && was !== "") return done(context, `/tenantManage/list/${id}/host?was=${was}`, "removed");
  return done(context, `/tenantManage/list/${id}/host`, "saved");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function TenantHostPage() {
  const { title, back, rowVersion, host, was, save } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <p className="dim">{m.tenant_host_lead()}</p>
      <FormNotice notice={answer?.notice} />
      {was !== "" && (
        <Form method="post" className="notice notice-warn" noValidate>
          <input type="hidden" name="rowVersion" value={rowVersion} />
          <input type="hidden" name="host" value={was} />
          {m.tenant_host_gone({ host: was })}{" "}
          <Permitted by={save}>
            <button className="button">{m.tenant_host_undo()}</button>
          </Permitted>
        </Form>
      )}
      <Form method="post" className="panel" noValidate key={rowVersion}>
        <input type="hidden" name="rowVersion" value={rowVersion} />
        <div className="form-grid">
          <Field name="host" label={m.tenant_host()} help={m.tenant_host_help()} errors={answer?.errors.host}>
            <input
              type="text"
              maxLength={253}
              defaultValue={answer?.typed ?? host}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
        </div>
        <div className="actions">
          <Link className="button" to={back}>
            {m.engine_back()}
          </Link>
          <Permitted by={save}>
            <button className="button button-primary">{m.engine_save()}</button>
          </Permitted>
        </div>
      </Form>
    </div>
  );
}
