/** New holders of named tickets: those left empty keep theirs. */
import { documentNames } from "~/contract/document-kinds";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { ChangePage } from "./change-form.server";

interface Props {
  tickets: Pick<ChangePage["tickets"][number], "id" | "no" | "what" | "documents">[];
  /** Each of them must be filled in. */
  wanted?: boolean;
  typed: Record<string, string>;
  errors: FieldErrors;
}

export function ChangeHolders({ tickets, wanted = false, typed, errors }: Props) {
  const named = tickets.filter(({ what }) => what.includes("holder"));
  const open =
    wanted ||
    Object.keys(errors).some((name) => name.startsWith("holder")) ||
    named.some(({ id }) => typed[`holderName.${id}`]);
  return (
    <details className="change-holders" open={open}>
      <summary>{wanted ? m.supplement_holders() : m.change_holders()}</summary>
      {!wanted && <p className="dim">{m.change_holders_help()}</p>}
      {named.map(({ id, no, documents }) => (
        <div key={id} className="counter-visitor">
          <Input
            name={`holderName.${id}`}
            label={wanted ? m.supplement_holder_name({ no }) : m.change_holder_name({ no })}
            max={40}
            typed={typed}
            errors={errors}
          />
          {documents.length > 1 && (
            <div className="field">
              <label htmlFor={`holderDocument.${id}`}>{m.change_holder_document({ no })}</label>
              <select
                className="input"
                id={`holderDocument.${id}`}
                name={`holderDocument.${id}`}
                defaultValue={typed[`holderDocument.${id}`]}
                {...invalid(`holderDocument.${id}`, errors)}
              >
                {documents.map((kind) => (
                  <option key={kind} value={kind}>
                    {documentNames[kind]()}
                  </option>
                ))}
              </select>
              <Wrong name={`holderDocument.${id}`} errors={errors} />
            </div>
          )}
          {documents.includes("passport") && (
            <Input
              className="visitor-country"
              name={`holderCountry.${id}`}
              label={m.change_holder_country({ no })}
              max={60}
              typed={typed}
              errors={errors}
            />
          )}
          <Input
            name={`holderIdentity.${id}`}
            label={m.change_holder_identity({ no })}
            max={120}
            typed={typed}
            errors={errors}
          />
        </div>
      ))}
    </details>
  );
}

const invalid = (name: string, errors: FieldErrors) => ({
  "aria-invalid": errors[name] ? true : undefined,
  "aria-describedby": errors[name] ? `${name}-error` : undefined,
});

function Wrong({ name, errors }: { name: string; errors: FieldErrors }) {
  if (!errors[name]) return null;
  return (
    <p className="field-error" id={`${name}-error`}>
      {errors[name][0]}
    </p>
  );
}

interface InputProps extends Omit<Props, "tickets" | "wanted"> {
  className?: string;
  name: string;
  label: string;
  max: number;
}

function Input({ className, name, label, max, typed, errors }: InputProps) {
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label htmlFor={name}>{label}</label>
      <input
        className="input"
        id={name}
        name={name}
        maxLength={max}
        autoComplete="off"
        defaultValue={typed[name] ?? ""}
        {...invalid(name, errors)}
      />
      <Wrong name={name} errors={errors} />
    </div>
  );
}
