import type { FieldErrors } from "~/contract/errors";

interface Props {
  name: string;
  label: string;
  errors: FieldErrors;
  typed: Record<string, string>;
  help?: string;
  /** Pieces are whole numbers; everything else is an amount or a text. */
  kind?: "pieces" | "text";
  autoFocus?: boolean;
}

/** A labelled input of a shift's forms, with its error. */
export function ShiftField({ name, label, errors, typed, help, kind, autoFocus = false }: Props) {
  const error = errors[name]?.[0];
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        className={kind === "text" ? "input" : "input num"}
        id={name}
        name={name}
        inputMode={kind === "text" ? "text" : kind === "pieces" ? "numeric" : "decimal"}
        maxLength={kind === "text" ? 200 : 11}
        autoComplete="off"
        defaultValue={typed[name] ?? ""}
        autoFocus={autoFocus}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || help ? `${name}-note` : undefined}
      />
      {(error || help) && (
        <p className={error ? "field-error" : "dim"} id={`${name}-note`}>
          {error ?? help}
        </p>
      )}
    </div>
  );
}
