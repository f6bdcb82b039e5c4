/** Account, password, the tenant's code in the SaaS edition, and the puzzle where failures asked for it. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { useDocument } from "~/shell/document";
import { type CaptchaState, SlideCaptcha } from "~/widgets/slide-captcha";
import { Field } from "./field";
import { SignInWork } from "./sign-in-work";

interface LoginFormProps {
  tenant: boolean;
  /** Where it leads to. */
  target: string;
  values: { accName: string; corpCode: string };
  errors: FieldErrors;
  captcha: CaptchaState | null;
  work: { challenge: string; bits: number } | null;
}

export function LoginForm({ tenant, target, values, errors, captcha, work }: LoginFormProps) {
  const { lite } = useDocument();
  return (
    <form method="post" action={`/login?redirect=${encodeURIComponent(target)}`} noValidate={false}>
      {/* Enter presses the first button of a form: it must not be the picture's. */}
      {captcha && <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />}
      <input type="hidden" name="redirectTo" value={target} />
      {work && !lite && <SignInWork {...work} />}
      {tenant && (
        <Field
          name="corpCode"
          label={m.login_corp()}
          errors={errors.corpCode}
          defaultValue={values.corpCode}
          autoComplete="organization"
          maxLength={20}
          autoFocus={!values.corpCode}
          required
        />
      )}
      <Field
        name="accName"
        label={m.login_account()}
        errors={errors.accName}
        defaultValue={values.accName}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        autoFocus={!values.accName && !(tenant && !values.corpCode)}
        required
      />
      <Field
        name="password"
        type="password"
        label={m.login_password()}
        errors={errors.password}
        autoComplete="current-password"
        maxLength={128}
        autoFocus={Boolean(values.accName)}
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
  );
}
