/** The second way of a locked sign-in: a code by text message opens it for this browser; the password follows. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { checkCodeRules } from "~/contract/platform/check-code-rules";
import { proofState, sendProof, verifyProof } from "~/contract/platform/sign-in-proof";
import type { DocumentHandle } from "~/shell/document";
import { localPath } from "~/shell/local-path";
import { loadProduct } from "~/shell/product.server";
import { withTarget } from "./arrival";
import { Field } from "./field";
import { BadNotice, SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const target = localPath(new URL(request.url).searchParams.get("redirect"), "/index");
  const [product, state, edition] = await Promise.all([
    loadProduct(context),
    context.dispatch.call(proofState, {}),
    context.parameter("isSaasEdition"),
  ]);
  return { product, target, state, tenant: edition === "T", corpCode: context.tenantOfHost?.corpCode ?? "" };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const target = localPath(form.get("redirectTo"), "/index");
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const { clientAddress, userAgent } = context;
  try {
    if (form.get("intent") === "send") {
      const saas = (await context.parameter("isSaasEdition")) === "T";
      const corpCode = saas ? text("corpCode") : context.session.corpCode;
      await context.dispatch.call(sendProof, { accName: text("accName"), corpCode, clientAddress, userAgent });
      return redirect(withTarget("/loginUnlock", target), { status: 303 });
    }
    await context.dispatch.call(verifyProof, { checkCode: text("checkCode"), clientAddress, userAgent });
    context.session.flash("proved");
    return redirect(withTarget("/login", target), { status: 303 });
  } catch (error) {
    if (!isDispatchError(error)) throw error;
    const { failure } = error;
    if (failure.kind === "invalid") return data({ errors: failure.errors }, { status: 422 });
    return data({ errors: { "": [failure.message] } as FieldErrors }, { status: 409 });
  }
}

export const meta: MetaFunction = () => [{ title: m.auth_proof_title() }];

export default function LoginUnlock() {
  const { product, target, state, tenant, corpCode } = useLoaderData<typeof loader>();
  const errors: FieldErrors = useActionData<typeof action>()?.errors ?? {};
  const lead = state.waiting ? m.auth_proof_sent({ account: state.accName }) : m.auth_proof_lead();
  return (
    <SignInPage product={product} title={m.auth_proof_title()} lead={lead}>
      <BadNotice>{errors[""]?.[0]}</BadNotice>
      <form method="post">
        <input type="hidden" name="redirectTo" value={target} />
        {state.waiting ? (
          <CodeField errors={errors.checkCode} />
        ) : (
          <NameFields tenant={tenant} corpCode={corpCode} errors={errors} />
        )}
      </form>
      <p className="sign-in-or">
        <a href={withTarget("/login", target)}>{m.auth_back_to_login()}</a>
      </p>
    </SignInPage>
  );
}

function CodeField({ errors }: { errors: string[] | undefined }) {
  return (
    <>
      <Field
        name="checkCode"
        label={m.auth_code_label()}
        errors={errors}
        help={m.auth_code_help({ minutes: checkCodeRules.minutes })}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        autoFocus
        required
      />
      <button type="submit" className="button button-primary sign-in-submit">
        {m.auth_proof_verify()}
      </button>
    </>
  );
}

interface NameFieldsProps {
  tenant: boolean;
  corpCode: string;
  errors: FieldErrors;
}

function NameFields({ tenant, corpCode, errors }: NameFieldsProps) {
  return (
    <>
      {tenant && (
        <Field
          name="corpCode"
          label={m.login_corp()}
          errors={errors.corpCode}
          defaultValue={corpCode}
          autoComplete="organization"
          maxLength={20}
          required
        />
      )}
      <Field
        name="accName"
        label={m.login_account()}
        errors={errors.accName}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        autoFocus
        required
      />
      <button type="submit" name="intent" value="send" className="button button-primary sign-in-submit">
        {m.auth_proof_send()}
      </button>
    </>
  );
}
