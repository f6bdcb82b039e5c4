/** Names and identity numbers where the tickets ask for them. */
import { m } from "~/contract/messages";
import type { CounterPage } from "./counter-form";

export function CounterVisitors({ page, count }: { page: CounterPage; count: number }) {
  const { errors, typed, quote } = page;
  if (count === 0) return null;
  const rows = Array.from({ length: Math.min(count, 1000) }, (_, index) => index);
  const firstEmpty = quote ? rows.find((index) => !typed[`visitorName.${index}`]) : undefined;
  return (
    <fieldset className="panel counter-visitors">
      <legend>{m.sale_visitors()}</legend>
      <p className="dim">{m.sale_visitors_help({ n: count })}</p>
      {rows.map((index) => (
        <div key={index} className="counter-visitor">
          <VisitorInput
            name={`visitorName.${index}`}
            label={m.sale_visitor_name({ n: index + 1 })}
            page={{ errors, typed }}
            maxLength={40}
            autoFocus={index === firstEmpty}
          />
          <VisitorInput
            name={`visitorIdentity.${index}`}
            label={m.sale_visitor_identity({ n: index + 1 })}
            page={{ errors, typed }}
            maxLength={18}
            autoFocus={false}
          />
        </div>
      ))}
    </fieldset>
  );
}

interface InputProps {
  name: string;
  label: string;
  page: Pick<CounterPage, "errors" | "typed">;
  maxLength: number;
  autoFocus: boolean;
}

function VisitorInput({ name, label, page, maxLength, autoFocus }: InputProps) {
  const error = page.errors[name]?.[0];
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        className="input"
        id={name}
        name={name}
        maxLength={maxLength}
        autoComplete="off"
        defaultValue={page.typed[name] ?? ""}
        autoFocus={autoFocus}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
      />
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
