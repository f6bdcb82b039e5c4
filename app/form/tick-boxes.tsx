/** Some of a few: check boxes under one heading. */
import type { Option } from "~/contract/resource";
import { FieldNotes, Legend } from "./field-notes";

interface Props {
  label: string;
  options: Option[];
  /** The name that a value's box is posted under. */
  nameOf: (value: string) => string;
  isTicked: (value: string) => boolean;
  /** What a ticked box posts; its value unless it has a name of its own. */
  posts?: (value: string) => string;
  help?: string | undefined;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
}

export function TickBoxes({ label, options, nameOf, isTicked, posts = () => "T", help, error, ...is }: Props) {
  const id = `ticks-${nameOf("")}`;
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <fieldset className="field wide plain" aria-describedby={described || undefined}>
      <Legend label={label} required={is.required} />
      <div className="choices">
        {options.map(({ value, label: text }) => (
          <label key={value} className="choice">
            <input
              type="checkbox"
              name={nameOf(value)}
              value={posts(value)}
              defaultChecked={isTicked(value)}
              disabled={is.disabled}
              aria-invalid={error ? true : undefined}
            />
            {text}
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} help={help} />
    </fieldset>
  );
}
