/** The password form of specification 5: old, new, confirmation. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ConsoleContext } from "~/contract/context";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { changpwd, type UserInfo } from "~/contract/platform/session";
import { localPath } from "~/shell/local-path";
import { Field } from "./field";
import { checkPasswords } from "./password-rule.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  const redirectTo = new URL(request.url).searchParams.get("redirect");
  return {
    accName: context.user?.accName ?? "",
    must: context.user?.mustChangePassword ?? false,
    // Asked for after signing in with the first password (spec 2.6): one may do it later.
    later: redirectTo === null && context.user?.initpwd === "T" ? null : localPath(redirectTo, "/index"),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = context;
  if (!user) throw redirect("/login?redirect=/changePassword");
  const form = await request.formData();
  const [old, fresh, again] = ["oldpass", "newpass", "confirm"].map((name) => String(form.get(name) ?? ""));
  const errors = checkPasswords(old ?? "", fresh ?? "", again ?? "");
  if (Object.keys(errors).length > 0) return data({ errors }, { status: 422 });
  const target = localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  return change(context, user, old ?? "", fresh ?? "", target);
}

async function change(context: ConsoleContext, user: UserInfo, old: string, fresh: string, target: string) {
  try {
    const [oldpass, newpass] = await Promise.all([
      context.digest(user.accName, old),
      context.digest(user.accName, fresh),
    ]);
    const saas = (await context.parameter("isSaasEdition")) === "T";
    await context.dispatch.call(changpwd, { id: user.id, ...(saas && { name: user.name }), oldpass, newpass });
  } catch (error) {
    if (!isDispatchError(error)) throw error;
    const { failure } = error;
    if (failure.kind === "invalid") return data({ errors: failure.errors }, { status: 422 });
    if (failure.kind === "timeout") return data({ errors: { "": [failure.message] } }, { status: 504 });
    if (failure.kind !== "failed" && failure.kind !== "badRequest") throw error;
    return data({ errors: { "": [failure.message] } }, { status: 409 });
  }
  context.session.flash("passwordChanged");
  return redirect(target, { status: 303 });
}

export const meta: MetaFunction = () => [{ title: m.password_title() }];

export default function ChangePassword() {
  const { accName, must, later } = useLoaderData<typeof loader>();
  const errors: FieldErrors = useActionData<typeof action>()?.errors ?? {};
  const notice = errors[""]?.[0];
  return (
    <>
      <h1>{m.password_title()}</h1>
      {must && <p className="notice notice-warn form-narrow">{m.auth_must_change_why()}</p>}
      {!must && later !== null && <p className="notice form-narrow">{m.auth_first_password_why()}</p>}
      <Form method="post" className="panel form-narrow" key={JSON.stringify(errors)}>
        {/* For password managers: whose password it is. */}
        <input className="visually-hidden" autoComplete="username" value={accName} readOnly tabIndex={-1} aria-hidden />
        {notice && (
          <p className="notice notice-bad" role="alert">
            {notice}
          </p>
        )}
        <PasswordField name="oldpass" label={m.password_old()} errors={errors.oldpass} complete="current-password" />
        <PasswordField
          name="newpass"
          label={m.password_new()}
          errors={errors.newpass}
          complete="new-password"
          help={m.password_rule()}
        />
        <PasswordField name="confirm" label={m.password_confirm()} errors={errors.confirm} complete="new-password" />
        <p className="actions">
          <button type="submit" className="button button-primary">
            {m.password_submit()}
          </button>
          <button type="reset" className="button">
            {m.password_reset()}
          </button>
          {must ? (
            <a className="button button-quiet" href="/logout">
              {m.shell_sign_out()}
            </a>
          ) : (
            later !== null && (
              <a className="button button-quiet" href={later}>
                {m.auth_later()}
              </a>
            )
          )}
        </p>
      </Form>
    </>
  );
}

interface PasswordFieldProps {
  name: string;
  label: string;
  errors: string[] | undefined;
  complete: "current-password" | "new-password";
  help?: string;
}

/** Not `required`: the specification's own sentences come from the server, in both modes. */
function PasswordField({ complete, ...field }: PasswordFieldProps) {
  return <Field type="password" autoComplete={complete} maxLength={128} aria-required {...field} />;
}
