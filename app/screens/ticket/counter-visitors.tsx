/** Names and documents where the tickets ask for them. */
import { Fragment } from "react";
import { type DocumentKind, documentNames } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import type { CounterPage } from "./counter-form";

/** Visitors on a page: more of them are folded away, and posted all the same. */
const onPage = 20;
const parts = ["Name", "Document", "Country", "Identity"];

interface Props {
  page: Pick<CounterPage, "errors" | "typed" | "quote">;
  count: number;
  /** Where a list may be pasted: the form reads it. */
  pasted?: boolean;
  /** Kinds that the chosen tickets take. */
  documents: readonly DocumentKind[];
  /** What somebody may have instead, by their place. */
  instead?: ReadonlyMap<number, { swap: string; message: string }>;
}

export function CounterVisitors({ page, count, documents, pasted = true, instead }: Props) {
  const { errors, typed, quote } = page;
  if (count === 0) return null;
  const rows = Array.from({ length: Math.min(count, 1000) }, (_, index) => index);
  const wrong = rows.find((index) => parts.some((part) => errors[`visitor${part}.${index}`]));
  const isDone = (index: number) => Boolean(typed[`visitorName.${index}`] && typed[`visitorIdentity.${index}`]);
  const first = wrong ?? rows.find((index) => !isDone(index)) ?? 0;
  const pages = rows.filter((index) => index % onPage === 0);
  const firstEmpty = quote ? rows.find((index) => !typed[`visitorName.${index}`]) : undefined;
  const visitor = (index: number) => (
    <Fragment key={index}>
      <div className="counter-visitor">
        <VisitorInput
          name={`visitorName.${index}`}
          label={m.sale_visitor_name({ n: index + 1 })}
          page={{ errors, typed }}
          maxLength={40}
          autoFocus={index === firstEmpty}
        />
        {documents.length > 1 && <VisitorDocument index={index} page={{ errors, typed }} documents={documents} />}
        {documents.includes("passport") && (
          <VisitorInput
            name={`visitorCountry.${index}`}
            className="visitor-country"
            label={m.sale_visitor_country({ n: index + 1 })}
            page={{ errors, typed }}
            maxLength={60}
            autoFocus={false}
          />
        )}
        <VisitorInput
          name={`visitorIdentity.${index}`}
          label={m.sale_visitor_identity({ n: index + 1 })}
          page={{ errors, typed }}
          maxLength={120}
          autoFocus={false}
        />
      </div>
      <Instead of={instead?.get(index)} />
    </Fragment>
  );
  return (
    <fieldset className="panel counter-visitors">
      <legend>{m.sale_visitors()}</legend>
      <p className="dim">{m.sale_visitors_help({ n: count })}</p>
      {pasted && (
        <details className="counter-paste">
          <summary>{m.sale_visitors_paste()}</summary>
          <textarea
            className="input"
            name="visitorPaste"
            rows={4}
            aria-label={m.sale_visitors_paste()}
            aria-describedby="paste-help"
          />
          <small id="paste-help" className="dim">
            {m.sale_visitors_paste_help()}
          </small>
        </details>
      )}
      {pages.map((from) => {
        const shown = rows.slice(from, from + onPage);
        const place = { from: from + 1, to: from + shown.length, done: shown.filter(isDone).length };
        return (
          <details key={from} open={shown.includes(first)} className="counter-page">
            <summary>{m.sale_visitors_page(place)}</summary>
            {shown.map(visitor)}
          </details>
        );
      })}
    </fieldset>
  );
}

function Instead({ of }: { of: { swap: string; message: string } | undefined }) {
  if (!of) return null;
  return (
    <p className="counter-instead">
      {of.message}{" "}
      <button className="button" name="swap" value={of.swap}>
        {m.concession_swap()}
      </button>
    </p>
  );
}

interface DocumentProps {
  index: number;
  page: Pick<CounterPage, "errors" | "typed">;
  documents: readonly DocumentKind[];
}

function VisitorDocument({ index, page: { errors, typed }, documents }: DocumentProps) {
  const name = `visitorDocument.${index}`;
  const error = errors[name]?.[0];
  return (
    <div className="field">
      <label htmlFor={name}>{m.sale_visitor_document({ n: index + 1 })}</label>
      <select
        className="input"
        id={name}
        name={name}
        defaultValue={typed[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
      >
        {documents.map((kind) => (
          <option key={kind} value={kind}>
            {documentNames[kind]()}
          </option>
        ))}
      </select>
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface InputProps {
  name: string;
  className?: string;
  label: string;
  page: Pick<CounterPage, "errors" | "typed">;
  maxLength: number;
  autoFocus: boolean;
}

function VisitorInput({ name, className, label, page, maxLength, autoFocus }: InputProps) {
  const error = page.errors[name]?.[0];
  return (
    <div className={className ? `field ${className}` : "field"}>
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
