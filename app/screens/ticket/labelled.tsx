/** A labelled control of the counter with its error. */
import type { ReactNode } from "react";
import type { FieldErrors } from "~/contract/errors";

interface Props {
  name: string;
  label: string;
  errors: FieldErrors;
  children: ReactNode;
}

export function Labelled({ name, label, errors, children }: Props) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      {errors[name] && (
        <p className="field-error" id={`${name}-error`}>
          {errors[name][0]}
        </p>
      )}
    </div>
  );
}
