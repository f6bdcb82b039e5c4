/** What somebody keeps of a list: filters by name as links, and the panels where columns are chosen and filters named. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import type { Memory } from "./view";

interface LinksProps {
  memory: Memory;
  filtered: boolean;
  editCells?: string | undefined;
}

export function MemoryLinks({ memory, filtered, editCells }: LinksProps) {
  const with_ = (part: string) => `${memory.here}${memory.search ? "&" : "?"}${part}`;
  return (
    <nav className="memory" aria-label={m.lists_memory()}>
      {memory.filters.map(({ name, to, now, shared, theirs }) => (
        <Link key={`${name} ${theirs ?? ""}`} to={to} aria-current={now || undefined} title={shared}>
          {name}
          {shared && <small> {m.lists_view_shared()}</small>}
        </Link>
      ))}
      {(filtered || memory.filters.length > 0) && <Link to={with_("memory=filters")}>{m.lists_keep_filter()}</Link>}
      {editCells && <Link to={editCells}>{m.lists_edit_cells()}</Link>}
      <Link to={with_("memory=columns")}>{m.lists_columns()}</Link>
      <Link to={memory.print}>{m.lists_print()}</Link>
    </nav>
  );
}

export function MemoryPanel({ memory }: { memory: Memory }) {
  if (memory.choices) return <ColumnsPanel memory={memory} choices={memory.choices} />;
  return memory.naming ? <FiltersPanel memory={memory} /> : null;
}

function Hidden({ memory }: { memory: Memory }) {
  return (
    <>
      <input type="hidden" name="list" value={memory.list} />
      <input type="hidden" name="search" value={memory.search} />
    </>
  );
}

function ColumnsPanel({ memory, choices }: { memory: Memory; choices: NonNullable<Memory["choices"]> }) {
  return (
    <Form
      method="post"
      action="/listMemory"
      className="panel"
      key={choices.map(({ name, shown, width }) => `${name}${shown}${width}`).join()}
    >
      <h2>{m.lists_columns()}</h2>
      <Hidden memory={memory} />
      <div className="actions">
        <button className="button button-primary" name="do" value="columns">
          {m.engine_save()}
        </button>
        <button className="button" name="do" value="reset">
          {m.lists_columns_reset()}
        </button>
        <Link className="button" to={memory.here}>
          {m.engine_cancel()}
        </Link>
      </div>
      <ol className="memory-columns">
        {choices.map(({ name, label, shown, width }, place) => (
          <li key={name}>
            <input type="hidden" name="c" value={name} />
            <label className="choice">
              <input type="checkbox" name="shown" value={name} defaultChecked={shown} /> {label}
            </label>
            <input
              className="input"
              type="number"
              name={`w.${name}`}
              min={0}
              max={800}
              step={10}
              defaultValue={width || ""}
              placeholder={m.lists_width()}
              aria-label={m.lists_width_of({ label })}
            />
            <button className="button button-quiet" name="do" value={`up:${name}`} disabled={place === 0}>
              ↑<span className="visually-hidden">{m.lists_up({ label })}</span>
            </button>
            <button
              className="button button-quiet"
              name="do"
              value={`down:${name}`}
              disabled={place === choices.length - 1}
            >
              ↓<span className="visually-hidden">{m.lists_down({ label })}</span>
            </button>
          </li>
        ))}
      </ol>
    </Form>
  );
}

function FiltersPanel({ memory }: { memory: Memory }) {
  return (
    <Form method="post" action="/listMemory" className="panel" key={memory.filters.map(({ to }) => to).join()}>
      <h2>{m.lists_keep_filter()}</h2>
      <Hidden memory={memory} />
      <div className="field form-narrow">
        <label htmlFor="saved-filter-name">{m.lists_filter_name()}</label>
        <input
          id="saved-filter-name"
          name="name"
          maxLength={30}
          autoComplete="off"
          required
          aria-describedby={memory.wrong && "saved-filter-wrong"}
        />
        {memory.wrong && (
          <p className="field-error" id="saved-filter-wrong">
            {memory.wrong}
          </p>
        )}
      </div>
      <label className="choice">
        <input type="checkbox" name="columns" value="1" /> {m.lists_view_columns()}
      </label>
      {memory.share && (
        <div className="field form-narrow">
          <label htmlFor="saved-filter-audience">{m.lists_view_audience()}</label>
          <select id="saved-filter-audience" name="audience">
            <option value="mine">{m.lists_view_mine()}</option>
            {memory.share.map(({ id, name }) => (
              <option key={id} value={`role:${id}`}>
                {m.lists_view_role({ role: name })}
              </option>
            ))}
            <option value="all">{m.lists_view_all()}</option>
          </select>
        </div>
      )}
      <div className="actions">
        <button className="button button-primary" name="do" value="filter">
          {m.engine_save()}
        </button>
        <Link className="button" to={memory.here}>
          {m.engine_cancel()}
        </Link>
      </div>
      {memory.filters.length > 0 && (
        <ul className="memory-columns">
          {memory.filters
            .filter(({ theirs }) => theirs === undefined || memory.share)
            .map(({ name, shared, theirs }) => (
              <li key={`${name} ${theirs ?? ""}`}>
                <span>
                  {name} {shared && <small className="dim">{shared}</small>}
                </span>
                <button
                  className="link-button danger"
                  name="do"
                  value={theirs === undefined ? `forget:${name}` : `drop:${theirs}`}
                  formNoValidate
                >
                  {m.engine_remove()}
                  <span className="visually-hidden"> {name}</span>
                </button>
              </li>
            ))}
        </ul>
      )}
    </Form>
  );
}
