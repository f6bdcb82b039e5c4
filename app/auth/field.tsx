/** A labelled text input whose errors are tied to it. */
import type { InputHTMLAttributes } from "react";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  errors?: string[] | undefined;
  help?: string;
}

export function Field({ name, label, errors, help, ...input }: FieldProps) {
  const described = [errors && `${name}-error`, help && `${name}-help`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        type="text"
        id={name}
        name={name}
        aria-invalid={errors ? true : undefined}
        aria-describedby={described || undefined}
        {...input}
      />
      {help && (
        <p className="field-help" id={`${name}-help`}>
          {help}
        </p>
      )}
      {errors && (
        <p className="field-error" id={`${name}-error`}>
          {errors.join(" ")}
        </p>
      )}
    </div>
  );
}
