/** The form of the password change (specification 2.7, 5): on its page, and in its dialog. */
import type { FormProps } from "@remix-run/react";
import { type ComponentType, type ReactNode, useEffect, useRef } from "react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Field } from "./field";
import { BadNotice } from "./sign-in-page";

interface Props {
  /** The router's own, or a fetcher's. */
  Form: ComponentType<FormProps>;
  action?: string;
  className?: string;
  accName: string;
  errors: FieldErrors;
  /** Beside submit and reset. */
  children?: ReactNode;
}

export function PasswordForm({ Form, action, className, accName, errors, children }: Props) {
  const fields = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (Object.keys(errors).length > 0) fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);

  return (
    <Form method="post" className={className} {...(action !== undefined && { action })}>
      {/* Passwords that were refused are typed anew. */}
      <div ref={fields} key={JSON.stringify(errors)}>
        {/* For password managers: whose password it is. */}
        <input className="visually-hidden" autoComplete="username" value={accName} readOnly tabIndex={-1} aria-hidden />
        <BadNotice>{errors[""]?.[0]}</BadNotice>
        <PasswordField name="oldpass" label={m.password_old()} errors={errors.oldpass} complete="current-password" />
        <PasswordField
          name="newpass"
          label={m.password_new()}
          errors={errors.newpass}
          complete="new-password"
          help={m.password_rule()}
        />
        <PasswordField name="confirm" label={m.password_confirm()} errors={errors.confirm} complete="new-password" />
      </div>
      <p className="actions">
        <button type="submit" className="button button-primary">
          {m.password_submit()}
        </button>
        <button type="reset" className="button">
          {m.password_reset()}
        </button>
        {children}
      </p>
    </Form>
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
