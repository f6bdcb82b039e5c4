/** An input in the cell of a table, with what is wrong with it. */
import type { InputHTMLAttributes } from "react";
import type { FieldErrors } from "~/contract/errors";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "name"> {
  name: string;
  label: string;
  errors: FieldErrors;
}

export function CellInput({ name, label, errors, className = "input", ...input }: Props) {
  const wrong = errors[name]?.[0];
  return (
    <>
      <input
        className={className}
        name={name}
        aria-label={label}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${name}-wrong` : undefined}
        autoComplete="off"
        {...input}
      />
      {wrong && (
        <span className="field-error" id={`${name}-wrong`}>
          {wrong}
        </span>
      )}
    </>
  );
}
