/** What proves somebody beside the password: a code of their app or a recovery code, or a passkey where scripts run. */
import type { ReactNode } from "react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { FactorWays } from "~/contract/platform/second-factor";
import { useDocument } from "~/shell/document";
import { Field } from "./field";
import { PasskeyButton } from "./passkey-button";

interface Props {
  ways: FactorWays;
  purpose: "signIn" | "proof";
  submit: string;
  errors: FieldErrors;
  /** Between the code and its button. */
  children?: ReactNode;
}

export function FactorFields({ ways, purpose, submit, errors, children }: Props) {
  const { lite } = useDocument();
  return (
    <>
      {errors.passkey && (
        <p className="field-error" role="alert">
          {errors.passkey.join(" ")}
        </p>
      )}
      <Field
        name="code"
        label={m.factor_code_label()}
        errors={errors.code}
        help={ways.totp ? m.factor_code_help() : m.factor_code_help_recovery()}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        autoFocus
        required
      />
      {children}
      <button type="submit" className="button button-primary sign-in-submit">
        {submit}
      </button>
      {ways.passkey && !lite && <PasskeyButton label={m.factor_passkey_use()} challenge={`/passkey?for=${purpose}`} />}
    </>
  );
}
