/** What stands around inputs that are a field together: the heading above them, error and help below. */
export function Legend({ label, required }: { label: string; required: boolean }) {
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

/** With ids for `aria-describedby`: `f-<name>-error` and `f-<name>-help`. */
export function FieldNotes({ name, error, help }: { name: string; error: string | undefined; help: string }) {
  return (
    <>
      {error && (
        <p className="field-error" id={`f-${name}-error`}>
          {error}
        </p>
      )}
      {help && (
        <p className="field-help" id={`f-${name}-help`}>
          {help}
        </p>
      )}
    </>
  );
}
