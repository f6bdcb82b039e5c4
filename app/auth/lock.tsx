/** /lock (specification 4.1): locks the session on the server, and asks for its lock password until it is given. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ConsoleContext } from "~/contract/context";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { lockSession, lockState, unlockSession } from "~/contract/platform/lock";
import type { DocumentHandle } from "~/shell/document";
import { localPath } from "~/shell/local-path";
import { loadProduct } from "~/shell/product.server";
import { withTarget } from "./arrival";
import { Field } from "./field";
import { SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const target = localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  if (!context.session.signedIn) throw redirect(withTarget("/login", target));
  const [product, state] = await Promise.all([loadProduct(context), context.dispatch.call(lockState, {})]);
  if (state.mustChangePassword) throw redirect("/changePassword");
  return { product, target, state };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const target = localPath(form.get("redirectTo"), "/index");
  const lockPasswd = String(form.get("lockPasswd") ?? "");
  const unlocks = form.get("intent") === "unlock";
  try {
    await context.dispatch.call(unlocks ? unlockSession : lockSession, { lockPasswd });
  } catch (error) {
    return refused(error, context, target);
  }
  return redirect(unlocks ? target : withTarget("/lock", target), { status: 303 });
}

function refused(error: unknown, context: ConsoleContext, target: string) {
  if (!isDispatchError(error)) throw error;
  const { failure } = error;
  if (failure.kind === "signedOut") {
    context.session.signOut();
    context.session.flash("sessionEnded");
    return redirect(withTarget("/login", target), { status: 303 });
  }
  if (failure.kind === "invalid") return data({ errors: failure.errors }, { status: 422 });
  return data({ errors: { lockPasswd: [failure.message] } as FieldErrors }, { status: 409 });
}

export const meta: MetaFunction = () => [{ title: m.auth_lock_title() }];

export default function Lock() {
  const { product, target, state } = useLoaderData<typeof loader>();
  const errors: FieldErrors = useActionData<typeof action>()?.errors ?? {};
  const { isLock, name } = state;
  return (
    <SignInPage
      product={product}
      title={isLock ? m.auth_lock_is() : m.auth_lock_title()}
      lead={isLock ? m.auth_lock_whose({ name }) : m.auth_lock_set_help()}
    >
      <form method="post">
        <input type="hidden" name="redirectTo" value={target} />
        <Field
          name="lockPasswd"
          type="password"
          label={isLock ? m.auth_lock_password() : m.auth_lock_set()}
          errors={errors.lockPasswd}
          autoComplete="off"
          maxLength={64}
          autoFocus
          required
        />
        <button
          type="submit"
          name="intent"
          value={isLock ? "unlock" : "lock"}
          className="button button-primary sign-in-submit"
        >
          {isLock ? m.auth_lock_unlock() : m.auth_lock_now()}
        </button>
      </form>
      <p className="sign-in-or">
        <a href={isLock ? "/logout" : target}>{isLock ? m.auth_lock_leave() : m.shell_cancel()}</a>
      </p>
    </SignInPage>
  );
}
