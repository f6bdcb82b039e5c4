/** In place of a form's fields: searching for the row that one of them refers to, by buttons of the same form. */
import { m } from "~/contract/messages";
import type { SearchView } from "../search-options.server";

export function SearchPanel({ search }: { search: SearchView }) {
  const { input, label, q, pageNo, options, more } = search;
  const page = (n: number) => ({ name: "intent", value: `search:${input}:${n}`, formNoValidate: true });
  return (
    <>
      <h2>{label}</h2>
      <div className="toolbar">
        <input className="input" name="search.q" aria-label={label} defaultValue={q} maxLength={60} autoFocus />
        <button className="button button-primary" {...page(1)}>
          {m.engine_filter()}
        </button>
        <button className="button" name="intent" value={`refresh:${input}`} formNoValidate>
          {m.engine_cancel()}
        </button>
      </div>
      <ul className="search-found">
        {options.map((option) => (
          <li key={option.value}>
            <button className="link-button" name="intent" value={`pick:${input}:${option.value}`} formNoValidate>
              {option.label}
            </button>
          </li>
        ))}
      </ul>
      {options.length === 0 && <p className="dim">{m.engine_none_filtered()}</p>}
      <p className="toolbar">
        {pageNo > 1 && (
          <button className="button" {...page(pageNo - 1)}>
            {m.engine_previous()}
          </button>
        )}
        {more && (
          <button className="button" {...page(pageNo + 1)}>
            {m.engine_next()}
          </button>
        )}
      </p>
    </>
  );
}
