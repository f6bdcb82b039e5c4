/** The three sign-in screens (specification 2.1, 4.2). No scripts but the puzzle's and the work's: the styles come inside the page. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ConsoleContext } from "~/contract/context";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { type Message, m } from "~/contract/messages";
import { captchaNeededCode, captchaSize, verifyImage } from "~/contract/platform/captcha";
import { getAdvancePreByCorpCode } from "~/contract/platform/parameter";
import { tenantApplyPath } from "~/contract/tenant/apply-page";
import { corpCode as corpCodeRule } from "~/contract/validators";
import { headOffice } from "~/contract/wire";
import type { DocumentHandle } from "~/shell/document";
import { FlashNotice } from "~/shell/flash-notice";
import { localPath } from "~/shell/local-path";
import { loadProduct } from "~/shell/product.server";
import { afterSignIn, withTarget } from "./arrival";
import { signInState } from "./captcha-state.server";
import { LoginForm } from "./login-form";
import { loginScreen } from "./login-screens.server";
import { BadNotice, SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const target = localPath(query.get("redirect"), "/index");
  const screen = await loginScreen(context, target);
  const asked = query.get("corpCode") ?? "";
  const own = context.tenantOfHost?.corpCode;
  const named = own !== undefined && asked !== headOffice ? own : asked;
  const corpCode = screen.kind === "tenant" && corpCodeRule.safeParse(named).success ? named : "";
  const [product, needs, advance] = await Promise.all([
    loadProduct(context, own ?? (corpCode || undefined)),
    signInState(context),
    isAdvance(context, corpCode),
  ]);
  const { isAside } = context.session;
  const flash = context.session.takeFlash();
  return { product, screen, target, corpCode, ...needs, advance, isAside, flash, isOwnHost: own !== undefined };
}

/** A tenant that is let in ahead of its start is told so. Head office has no start (specification 7). */
async function isAdvance({ dispatch }: ConsoleContext, newCorpCode: string): Promise<boolean> {
  if (newCorpCode === "" || newCorpCode === headOffice) return false;
  const answer = await dispatch.call(getAdvancePreByCorpCode, { newCorpCode }, { silent: true });
  return answer?.isAdvancePre === "T";
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const saas = (await context.parameter("isSaasEdition")) === "T";
  const values = { accName: textOf(form, "accName").trim(), corpCode: textOf(form, "corpCode").trim() };
  const password = textOf(form, "password");
  const errors: FieldErrors = {};
  check(errors, "accName", values.accName, 60, m.login_account_required);
  check(errors, "password", password, 128, m.login_password_required);
  if (saas) check(errors, "corpCode", values.corpCode, 20, m.login_corp_required);
  const { tenantOfHost } = context;
  if (saas && tenantOfHost && ![tenantOfHost.corpCode, headOffice, ""].includes(values.corpCode))
    errors.corpCode = [m.login_other_tenant({ name: tenantOfHost.name })];
  if (Object.keys(errors).length > 0) return data({ errors, values }, { status: 422 });

  try {
    if (!(await clickFits(form, values.accName, context))) {
      return data({ errors: { captcha: [m.auth_captcha_failed()] }, values }, { status: 422 });
    }
    const corpCode = saas ? values.corpCode : context.session.corpCode;
    const work = textOf(form, "work");
    const arrival = await context.signIn({ ...values, corpCode, password, ...(/^\d{1,16}$/.test(work) && { work }) });
    return redirect(afterSignIn(arrival, localPath(form.get("redirectTo"), "/index")), { status: 303 });
  } catch (error) {
    return refused(error, values);
  }
}

/** Without scripts the click on the picture comes with the form: the middle of the notch, as near as a finger gets. */
async function clickFits(
  form: FormData,
  accName: string,
  { dispatch, clientAddress }: ConsoleContext,
): Promise<boolean> {
  const [x, y] = ["captcha.x", "captcha.y"].map((name) => textOf(form, name));
  if (!x || !y || !/^\d{1,4}$/.test(x) || !/^\d{1,4}$/.test(y)) return true;
  const [left, top] = [x, y].map((place) => String(Number(place) - captchaSize.piece / 2));
  const asked = { x_index: left ?? "", y_index: top ?? "", accName, clientAddress };
  return (await dispatch.call(verifyImage, asked)).verified;
}

/** What a failed sign-in says goes above the form: it never tells which of account and password was wrong. */
function refused(error: unknown, values: { accName: string; corpCode: string }) {
  if (!isDispatchError(error)) throw error;
  const { failure } = error;
  if (failure.kind === "timeout") return data({ errors: { "": [failure.message] }, values }, { status: 504 });
  if (failure.kind === "invalid") return data({ errors: failure.errors, values }, { status: 422 });
  const status = failure.kind === "failed" ? failure.status : undefined;
  if (status === captchaNeededCode) return data({ errors: { captcha: [failure.message] }, values }, { status });
  return data({ errors: { "": [failure.message] }, values }, { status: status === 429 ? 429 : 422 });
}

/** One value: a field sent twice, or a file, is no text. */
function textOf(form: FormData, name: string): string {
  const [value, ...more] = form.getAll(name);
  return typeof value === "string" && more.length === 0 ? value : "";
}

function check(errors: FieldErrors, name: string, value: string, max: number, required: Message): void {
  if (value === "") errors[name] = [required()];
  else if (value.length > max) errors[name] = [m.v_too_long({ n: max })];
  else if (/\p{Cc}/u.test(value)) errors[name] = [m.v_control()];
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${m.login_title()} · ${data?.product.name ?? m.product_name()}` },
];

export default function Login() {
  const { product, screen, target, corpCode, captcha, work, advance, isAside, flash, isOwnHost } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const errors: FieldErrors = answer?.errors ?? {};
  const form = (
    <LoginForm
      tenant={screen.kind === "tenant"}
      target={target}
      values={{ accName: answer?.values.accName ?? "", corpCode: answer?.values.corpCode || corpCode }}
      errors={errors}
      captcha={captcha}
      work={work}
    />
  );
  const centre = screen.userCentre && (
    <a className="button button-primary sign-in-submit" href={screen.userCentre}>
      {m.auth_user_centre()}
    </a>
  );
  return (
    <SignInPage product={product} title={m.login_heading({ system: product.name })} lead={m.login_foot()}>
      <FlashNotice flash={flash} />
      {isAside && (
        <p className="notice notice-warn">
          {m.auth_still_here()} <a href="/index">{m.auth_go_on()}</a>
        </p>
      )}
      {advance && <p className="notice notice-warn">{m.auth_advance()}</p>}
      <BadNotice>{errors[""]?.[0]}</BadNotice>
      {errors[""] && (
        <p className="sign-in-or">
          <a href={withTarget("/loginUnlock", target)}>{m.auth_proof_link()}</a>
        </p>
      )}
      {screen.kind === "userCentre" ? (
        <>
          {centre || <p className="notice notice-warn">{m.auth_user_centre_unset()}</p>}
          <details className="sign-in-other" open={answer !== undefined || !centre}>
            <summary>{m.auth_own_account()}</summary>
            {form}
          </details>
        </>
      ) : (
        <>
          {form}
          {centre && (
            <p className="sign-in-or">
              <span>{m.auth_or()}</span>
              <a href={screen.userCentre}>{m.auth_user_centre()}</a>
            </p>
          )}
          {screen.kind === "tenant" && !isOwnHost && (
            <p className="sign-in-or">
              <a href={tenantApplyPath}>{m.tenant_apply_link()}</a>
            </p>
          )}
        </>
      )}
    </SignInPage>
  );
}
