/** Two days that are one field; a calendar fills both where scripts run. */
import { DayInput } from "~/form/day-input";
import { DayRangePicker } from "~/form/day-range-picker";
import { FieldNotes, Legend } from "~/form/field-notes";
import type { FieldProps } from "./field-input";

export function RangeInput({ input, errors, autoFocus }: FieldProps) {
  const { name, label, help, required, disabled, html, parts = [] } = input;
  const error = errors[name]?.[0];
  const described = [error && `f-${name}-error`, help && `f-${name}-help`].filter(Boolean).join(" ");
  const [from, to] = parts.map((part) => `f-${part.name}`);
  return (
    <fieldset className="field plain">
      <Legend label={label} required={required} />
      <div className="range">
        {parts.map((part, index) => (
          <DayInput
            key={part.name}
            picks={false}
            className="input"
            id={`f-${part.name}`}
            name={part.name}
            aria-label={part.label}
            defaultValue={part.value}
            required={required}
            disabled={disabled}
            autoFocus={autoFocus && index === 0}
            aria-invalid={error ? true : undefined}
            aria-describedby={described || undefined}
            {...html}
          />
        ))}
        {from && to && !disabled && <DayRangePicker from={from} to={to} />}
      </div>
      <FieldNotes id={`f-${name}`} error={error} help={help} />
    </fieldset>
  );
}
