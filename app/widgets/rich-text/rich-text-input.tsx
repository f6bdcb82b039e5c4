/** Rich text in a form: a plain text area that scripts, where they run, turn into a small editor, fetched only then. */
import { Suspense, useRef, useState } from "react";
import { FieldNotes } from "~/form/field-notes";
import { lazyPart } from "~/line/this-line";
import { useHydrated } from "../hydrated";

const Editor = lazyPart(() => import("./editor"));

interface Props {
  name: string;
  label: string;
  value: string;
  max: number;
  help?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
}

export function RichTextInput({ name, label, value, max, help, error, required, disabled }: Props) {
  const id = `f-${name}`;
  const hydrated = useHydrated();
  const area = useRef<HTMLTextAreaElement>(null);
  const [edited, setEdited] = useState(false);
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <div className="field wide">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={area}
        id={id}
        name={name}
        className="input"
        rows={8}
        defaultValue={value}
        maxLength={max}
        disabled={disabled}
        hidden={edited}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        aria-required={required || undefined}
      />
      {hydrated && !disabled && (
        <Suspense fallback={null}>
          <Editor area={area} label={label} invalid={Boolean(error)} onSource={(source) => setEdited(!source)} />
        </Suspense>
      )}
      <FieldNotes id={id} error={error} help={help} />
    </div>
  );
}
