/** The default sign-in screen (specification 2.1, 4.2). No script: its styles come inside it. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { ConsoleContext } from "~/contract/context";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { type Message, m } from "~/contract/messages";
import { captchaNeededCode, captchaSize, verifyImage } from "~/contract/platform/captcha";
import { type DocumentHandle, useDocument } from "~/shell/document";
import { FlashNotice } from "~/shell/flash-notice";
import { localPath } from "~/shell/local-path";
import { loadProduct } from "~/shell/product.server";
import { LanguageSwitch, LiteSwitch } from "~/shell/top-bar";
import { SlideCaptcha } from "~/widgets/slide-captcha";
import { captchaState } from "./captcha-state.server";
import { Field } from "./field";

export const handle: DocumentHandle = { standalone: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [product, edition, captcha] = await Promise.all([
    loadProduct(context),
    context.parameter("isSaasEdition"),
    captchaState(context),
  ]);
  const query = new URL(request.url).searchParams;
  return {
    product,
    saas: edition === "T",
    corpCode: query.get("corpCode")?.slice(0, 20) ?? "",
    captcha,
    flash: context.session.takeFlash(),
  };
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
  if (Object.keys(errors).length > 0) return data({ errors, values }, { status: 422 });

  try {
    if (!(await clickFits(form, context))) {
      return data({ errors: { captcha: [m.auth_captcha_failed()] }, values }, { status: 422 });
    }
    await context.signIn({ ...values, corpCode: saas ? values.corpCode : context.session.corpCode, password });
  } catch (error) {
    return refused(error, values);
  }
  return redirect(localPath(form.get("redirectTo"), "/index"), { status: 303 });
}

/** Without scripts the click on the picture comes with the form: the middle of the notch, as near as a finger gets. */
async function clickFits(form: FormData, { dispatch, clientAddress }: ConsoleContext): Promise<boolean> {
  const [x, y] = ["captcha.x", "captcha.y"].map((name) => textOf(form, name));
  if (!x || !y || !/^\d{1,4}$/.test(x) || !/^\d{1,4}$/.test(y)) return true;
  const [left, top] = [x, y].map((place) => String(Number(place) - captchaSize.piece / 2));
  const asked = { x_index: left ?? "", y_index: top ?? "", clientAddress };
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
  const { product, saas, corpCode, captcha, flash } = useLoaderData<typeof loader>();
  const { lite } = useDocument();
  const answer = useActionData<typeof action>();
  const [query] = useSearchParams();
  const errors: FieldErrors = answer?.errors ?? {};
  const notice = errors[""]?.[0];
  return (
    <div className="sign-in">
      <main className="sign-in-panel">
        <h1>{m.login_heading({ system: product.name })}</h1>
        <p className="dim">{m.login_foot()}</p>
        <FlashNotice flash={flash} />
        {notice && (
          <p className="notice notice-bad" role="alert">
            {notice}
          </p>
        )}
        <form method="post" noValidate={false}>
          {/* Enter presses the first button of a form: it must not be the picture's. */}
          {captcha && <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />}
          <input type="hidden" name="redirectTo" value={localPath(query.get("redirect"), "/index")} />
          {saas && (
            <Field
              name="corpCode"
              label={m.login_corp()}
              errors={errors.corpCode}
              defaultValue={answer?.values.corpCode || corpCode}
              autoComplete="organization"
              required
            />
          )}
          <Field
            name="accName"
            label={m.login_account()}
            errors={errors.accName}
            defaultValue={answer?.values.accName}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            autoFocus={!answer?.values.accName}
            required
          />
          <Field
            name="password"
            type="password"
            label={m.login_password()}
            errors={errors.password}
            autoComplete="current-password"
            maxLength={128}
            autoFocus={Boolean(answer?.values.accName)}
            required
          />
          {captcha && (
            <div className="field captcha">
              <SlideCaptcha state={captcha} lite={lite} />
              {errors.captcha && (
                <p className="field-error" role="alert">
                  {errors.captcha.join(" ")}
                </p>
              )}
            </div>
          )}
          <button type="submit" className="button button-primary sign-in-submit">
            {m.login_submit()}
          </button>
        </form>
      </main>
      <footer className="sign-in-foot">
        <LanguageSwitch className="link-button" />
        <LiteSwitch className="link-button" />
        <p className="dim">{m.shell_lite_help()}</p>
      </footer>
    </div>
  );
}
