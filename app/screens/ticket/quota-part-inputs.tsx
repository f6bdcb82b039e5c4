/** How many places of a day are each channel's own: an input for every channel, empty for none. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import { Field } from "~/form/field";
import { FieldNotes, Legend } from "~/form/field-notes";
import type { Typed } from "~/form/submission.server";
import "./quota-range.css";

interface Props {
  channels: Option[];
  typed: Typed;
  errors: FieldErrors;
}

export function QuotaPartInputs({ channels, typed, errors }: Props) {
  const [wrong] = errors.parts ?? [];
  return (
    <fieldset className="field wide plain" aria-describedby={wrong ? "parts-error parts-help" : "parts-help"}>
      <Legend label={m.quota_parts_legend()} required={false} />
      <div className="quota-parts">
        {channels.map(({ value, label }) => (
          <Field key={value} name={`part.${value}`} label={label} errors={errors[`part.${value}`]}>
            <input
              inputMode="numeric"
              maxLength={8}
              autoComplete="off"
              defaultValue={typed[`part.${value}`]}
              aria-invalid={wrong ? true : undefined}
            />
          </Field>
        ))}
      </div>
      <FieldNotes id="parts" error={wrong} help={m.quota_parts_help()} />
    </fieldset>
  );
}
