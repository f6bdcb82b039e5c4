/** A labelled control with its help and its error; works the same on the server and in the browser. */
import type { ReactElement, ReactNode } from "react";
import { cloneElement } from "react";
import { FieldNotes } from "./field-notes";

interface Props {
  name: string;
  /** Where several fields of a page have the name. */
  id?: string;
  label: ReactNode;
  /** The input, select or textarea; gets id, name and the ARIA attributes. */
  children: ReactElement;
  help?: string | undefined;
  errors?: string[] | undefined;
  required?: boolean | undefined;
}

export function Field({ name, id = `f-${name}`, label, children, help, errors, required }: Props) {
  const error = errors?.[0];
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, {
        id,
        name,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
        "aria-required": required || undefined,
      })}
      <FieldNotes id={id} error={error} help={help} />
    </div>
  );
}
