/** The second step of a sign-in: the one-time code that went to the account's mobile. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { checkCodeState, resendCheckCode } from "~/contract/platform/check-code";
import { checkCodeRules } from "~/contract/platform/check-code-rules";
import type { DocumentHandle } from "~/shell/document";
import { localPath } from "~/shell/local-path";
import { loadProduct } from "~/shell/product.server";
import { afterSignIn, withTarget } from "./arrival";
import { Field } from "./field";
import { BadNotice, SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const target = localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  const [product, state] = await Promise.all([loadProduct(context), context.dispatch.call(checkCodeState, {})]);
  return { product, target, state };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const target = localPath(form.get("redirectTo"), "/index");
  try {
    if (form.get("intent") === "resend") {
      await context.dispatch.call(resendCheckCode, {});
      return redirect(withTarget("/loginCode", target), { status: 303 });
    }
    const code = String(form.get("checkCode") ?? "").trim();
    return redirect(afterSignIn(await context.signInByCode(code), target), { status: 303 });
  } catch (error) {
    if (!isDispatchError(error)) throw error;
    const { failure } = error;
    if (failure.kind === "invalid") return data({ errors: failure.errors }, { status: 422 });
    return data({ errors: { "": [failure.message] } as FieldErrors }, { status: 409 });
  }
}

export const meta: MetaFunction = () => [{ title: m.auth_code_title() }];

export default function LoginCode() {
  const { product, target, state } = useLoaderData<typeof loader>();
  const errors: FieldErrors = useActionData<typeof action>()?.errors ?? {};
  const lead = state.mobile ? m.auth_code_sent({ mobile: state.mobile }) : m.auth_code_sent_log();
  return (
    <SignInPage product={product} title={m.auth_code_title()} {...(state.waiting && { lead })}>
      <BadNotice>{errors[""]?.[0] ?? (state.waiting ? undefined : m.auth_code_over())}</BadNotice>
      {state.waiting && (
        <>
          <form method="post">
            <input type="hidden" name="redirectTo" value={target} />
            <Field
              name="checkCode"
              label={m.auth_code_label()}
              errors={errors.checkCode}
              help={m.auth_code_help({ minutes: checkCodeRules.minutes })}
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="\d{6}"
              maxLength={6}
              autoFocus
              required
            />
            <button type="submit" className="button button-primary sign-in-submit">
              {m.login_submit()}
            </button>
          </form>
          <form method="post" className="sign-in-or">
            <input type="hidden" name="redirectTo" value={target} />
            <button type="submit" name="intent" value="resend" className="link-button">
              {m.auth_code_resend()}
            </button>
          </form>
        </>
      )}
      <p className="sign-in-or">
        <a href={withTarget("/login", target)}>{m.auth_back_to_login()}</a>
      </p>
    </SignInPage>
  );
}
