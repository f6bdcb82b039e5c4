/** A choice among more rows than a list can hold: searched for on a page of the form, or where scripts run in place. */
import { Suspense } from "react";
import { m } from "~/contract/messages";
import { FieldNotes } from "~/form/field-notes";
import { lazyPart } from "~/line/this-line";
import { useHydrated } from "~/widgets/hydrated";
import type { FieldProps } from "./field-input";

const Combobox = lazyPart(() => import("./remote-combobox"));

export function RemoteInput(props: FieldProps) {
  const { name, label, help, required } = props.input;
  const error = props.errors[name]?.[0];
  const hydrated = useHydrated();
  const plain = <SearchButton {...props} />;
  return (
    <div className="field">
      <label className="label" htmlFor={`f-${name}`}>
        {label}
        {required && (
          <span className="required" aria-hidden="true">
            {" *"}
          </span>
        )}
      </label>
      {hydrated ? (
        <Suspense fallback={plain}>
          <Combobox {...props} />
        </Suspense>
      ) : (
        plain
      )}
      <FieldNotes id={`f-${name}`} error={error} help={help} />
    </div>
  );
}

/** Its button leads to the search; what is typed comes along, and back. */
function SearchButton({ input, errors, autoFocus }: FieldProps) {
  const { name, value, options, disabled } = input;
  const chosen = options?.find((option) => option.value === value)?.label;
  return (
    <span className="remote">
      <input type="hidden" name={name} value={value} />
      <button
        className="input"
        id={`f-${name}`}
        name="intent"
        value={`search:${name}`}
        formNoValidate
        disabled={disabled}
        autoFocus={autoFocus}
        aria-describedby={errors[name] ? `f-${name}-error` : undefined}
      >
        {chosen ?? m.engine_choose()}
      </button>
      {value !== "" && !disabled && (
        <button className="link-button" name="intent" value={`pick:${name}:`} formNoValidate>
          {m.forms_clear()}
        </button>
      )}
    </span>
  );
}
