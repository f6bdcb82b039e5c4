/** What stands around inputs that are a field together: the heading above them, error and help below. */
export function Legend({ label, required }: { label: string; required: boolean | undefined }) {
  return (
    <legend className="label">
      {label}
      {required && (
        <span className="required" aria-hidden="true">
          {" *"}
        </span>
      )}
    </legend>
  );
}

/** With ids for `aria-describedby`: `<id>-error` and `<id>-help`. */
export function FieldNotes({ id, error, help }: { id: string; error: string | undefined; help: string | undefined }) {
  return (
    <>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </>
  );
}
