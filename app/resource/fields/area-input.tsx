/** Province, city, district and what else is below: a select a level, each drawn by the server from the one above. */
import { m } from "~/contract/messages";
import { FieldNotes, Legend } from "~/form/field-notes";
import { useHydrated } from "~/widgets/hydrated";
import type { FieldProps } from "./field-input";

export function AreaInput({ input, errors, autoFocus }: FieldProps) {
  const { name, label, help, required, disabled, parts = [], note } = input;
  const error = errors[name]?.[0];
  const hydrated = useHydrated();
  const next = parts.at(-1)?.name ?? "";
  return (
    <fieldset className="field wide plain">
      <Legend label={label} required={required} />
      <div className="area">
        {parts.map((part, index) => (
          <select
            // Under another parent it is another select.
            key={`${part.name} ${parts[index - 1]?.value ?? ""}`}
            className="input"
            id={`f-${part.name}`}
            name={part.name}
            aria-label={part.label}
            defaultValue={part.value}
            required={required && index === 0}
            disabled={disabled}
            autoFocus={autoFocus && index === 0}
            data-refreshes
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `f-${name}-error` : undefined}
          >
            <option value="">{m.engine_choose()}</option>
            {part.options?.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        ))}
        {!hydrated && !disabled && (
          <button className="button" name="intent" value={`refresh:${next}`} formNoValidate>
            {m.forms_area_next()}
          </button>
        )}
      </div>
      {note && <output className="dim">{note}</output>}
      <FieldNotes id={`f-${name}`} error={error} help={help} />
    </fieldset>
  );
}
