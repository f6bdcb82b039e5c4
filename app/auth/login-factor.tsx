/** The second step of a sign-in whose account has a second factor. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { factorStepState } from "~/contract/platform/second-factor";
import type { DocumentHandle } from "~/shell/document";
import { localPath } from "~/shell/local-path";
import { loadProduct } from "~/shell/product.server";
import { afterSignIn, withTarget } from "./arrival";
import { FactorFields } from "./factor-fields";
import { givenFactor, nothingGiven, refusedFactor } from "./given-factor.server";
import { BadNotice, SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const target = localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  const [product, state] = await Promise.all([loadProduct(context), context.dispatch.call(factorStepState, {})]);
  return { product, target, state };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const target = localPath(form.get("redirectTo"), "/index");
  const given = givenFactor(form);
  const errors = nothingGiven(given);
  if (errors) return data({ errors }, { status: 422 });
  try {
    const arrival = await context.signInByFactor({ ...given, remember: form.get("remember") === "T" });
    return redirect(afterSignIn(arrival, target), { status: 303 });
  } catch (error) {
    return refusedFactor(error);
  }
}

export const meta: MetaFunction = () => [{ title: m.factor_title() }];

export default function LoginFactor() {
  const { product, target, state } = useLoaderData<typeof loader>();
  const errors: FieldErrors = useActionData<typeof action>()?.errors ?? {};
  const { waiting, ways, rememberDays } = state;
  return (
    <SignInPage product={product} title={m.factor_title()} {...(waiting && { lead: m.factor_step_lead() })}>
      <BadNotice>{errors[""]?.[0]}</BadNotice>
      {waiting ? (
        <form method="post">
          <input type="hidden" name="redirectTo" value={target} />
          <FactorFields ways={ways} purpose="signIn" submit={m.factor_step_submit()} errors={errors}>
            {rememberDays > 0 && (
              <label className="choice">
                <input type="checkbox" name="remember" value="T" />
                {m.factor_remember({ n: rememberDays })}
              </label>
            )}
          </FactorFields>
          <p className="sign-in-or dim">{m.factor_lost()}</p>
        </form>
      ) : (
        !errors[""] && <p className="notice notice-warn">{m.factor_step_over()}</p>
      )}
      <p className="sign-in-or">
        <a href={withTarget("/login", target)}>{m.auth_back_to_login()}</a>
      </p>
    </SignInPage>
  );
}
