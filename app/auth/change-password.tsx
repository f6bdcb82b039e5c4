/** The change of password as a page: what the dialog is without scripts (specification 2.6, 2.7). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { ConsoleContext } from "~/contract/context";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { publicPaths } from "~/contract/paths";
import { changpwd, type UserInfo } from "~/contract/platform/session";
import { localPath } from "~/shell/local-path";
import { asksForPassword } from "./asks-for-password";
import { PasswordForm } from "./password-form";
import { checkPasswords } from "./password-rule.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const redirectTo = query.get("redirect");
  const target = localPath(redirectTo, "/index");
  const must = context.user?.mustChangePassword ?? false;
  // The other pages that come before the shell have no place for a dialog.
  const inShell = !publicPaths.includes(target.split("?", 1)[0] ?? "");
  return {
    accName: context.user?.accName ?? "",
    must,
    // Asked for after signing in with the first password (spec 2.6): one may do it later.
    later: redirectTo === null && context.user?.initpwd === "T" ? null : target,
    over: query.has("first") && inShell && !must && context.user?.initpwd !== "T" ? target : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = context;
  if (!user) throw redirect("/login?redirect=/changePassword");
  const form = await request.formData();
  const [old, fresh, again] = ["oldpass", "newpass", "confirm"].map((name) => String(form.get(name) ?? ""));
  const errors = checkPasswords(old ?? "", fresh ?? "", again ?? "");
  if (Object.keys(errors).length > 0) return data({ errors }, { status: 422 });
  const refused = await change(context, user, old ?? "", fresh ?? "");
  if (refused) return refused;
  context.session.flash("passwordChanged");
  const query = new URL(request.url).searchParams;
  // The dialog closes over the page that it stands on.
  if (query.has("quiet")) return data({ changed: true as const });
  return redirect(localPath(query.get("redirect"), "/index"), { status: 303 });
}

/** What was wrong; null once it is done. */
async function change(context: ConsoleContext, user: UserInfo, old: string, fresh: string) {
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
  return null;
}

export const meta: MetaFunction = () => [{ title: m.password_title() }];

export default function ChangePassword() {
  const { accName, must, later, over } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const errors: FieldErrors = answer && "errors" in answer ? answer.errors : {};
  const navigate = useNavigate();

  // Right after the sign-in, scripts show the form as a dialog over the page that one was going to.
  useEffect(() => {
    if (over !== null) navigate(over, { replace: true, state: asksForPassword, preventScrollReset: true });
  }, [over, navigate]);

  return (
    <>
      <h1>{m.password_title()}</h1>
      {must && <p className="notice notice-warn form-narrow">{m.auth_must_change_why()}</p>}
      {!must && later !== null && <p className="notice form-narrow">{m.auth_first_password_why()}</p>}
      <PasswordForm Form={Form} className="panel form-narrow" accName={accName} errors={errors}>
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
      </PasswordForm>
    </>
  );
}
