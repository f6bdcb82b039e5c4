/** Rows of fields: one may be added, any may be taken out, by buttons that post the form. */
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import type { FieldInput, FieldProps } from "./field-input";

/** `part` is the input of one field; it is handed in, since that one shows groups itself. */
export function GroupInput({ input, errors, part: Part }: FieldProps & { part: typeof FieldInput }) {
  const { name, label, help, disabled, rows = [], bounds = { min: 0, max: 0 } } = input;
  const error = errors[name]?.[0];
  return (
    <fieldset className="field wide plain group" id={`f-${name}`} tabIndex={-1}>
      <legend className="label">{label}</legend>
      {help && <p className="field-help">{help}</p>}
      {rows.map((row, index) => (
        <fieldset key={row[0]?.name ?? index} className="group-row" aria-label={m.forms_row_n({ label, n: index + 1 })}>
          {row.map((one) => (
            <Part key={one.name} input={one} errors={errors} autoFocus={false} />
          ))}
          {!disabled && rows.length > bounds.min && (
            <button className="button" name="intent" value={`drop:${name}:${index}`} formNoValidate>
              {m.forms_row_drop()}
              <span className="visually-hidden"> {m.forms_row_n({ label, n: index + 1 })}</span>
            </button>
          )}
        </fieldset>
      ))}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {!disabled && rows.length < bounds.max && (
        <button className="button" name="intent" value={`add:${name}`} formNoValidate>
          {m.forms_row_add({ label: inSentence(label) })}
        </button>
      )}
    </fieldset>
  );
}
