/** Filters as a GET form: the address holds them, so that a list can be kept, sent and gone back to. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { DayInput } from "~/form/day-input";
import { DayRangePicker } from "~/form/day-range-picker";
import { Link } from "~/widgets/link";
import type { FilterInput } from "./view";

interface Props {
  filters: FilterInput[];
  path: string;
  filtered: boolean;
  /** Of the address as it is: what is no filter, page size and order, stays. */
  kept?: [name: string, value: string][];
}

/** What a form of filters keeps beside them; `look` is the switch of the audit log. */
const sizeAndOrder = ["pageSize", "sort", "order", "look"];

export function FilterForm({ filters, path, filtered, kept = [] }: Props) {
  if (filters.length === 0) return null;
  const [first, more] = onOneLine(filters.filter((filter) => !("tabs" in filter && filter.tabs)));
  if (first.length === 0) return null;
  const set = more.filter(isSet).length;
  return (
    <Form method="get" action={path} className="filters panel" role="search" key={filters.map(valueOfFilter).join("|")}>
      {first.map((filter) => (
        <FilterField key={filter.name} filter={filter} />
      ))}
      {filters.flatMap(carried).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {kept
        .filter(([name]) => sizeAndOrder.includes(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <button className="button button-primary">{m.engine_filter()}</button>
      {filtered && (
        <Link className="button" to={path}>
          {m.engine_reset()}
        </Link>
      )}
      {more.length > 0 && (
        <details className="filters-more" open={set > 0 || undefined}>
          <summary className="button">
            {set > 0 ? m.lists_more_filters_set({ n: set }) : m.lists_more_filters()}
          </summary>
          <div>
            {more.map((filter) => (
              <FilterField key={filter.name} filter={filter} />
            ))}
          </div>
        </details>
      )}
    </Form>
  );
}

/** So many fields stand on one line of a laptop, beside the buttons. */
const firstFields = 4;

/**
 * What stands on the first line, and what behind "more": what the list is mostly looked for by, then its first days before all
 * others, since most lists are logs.
 */
function onOneLine(filters: FilterInput[]): [first: FilterInput[], more: FilterInput[]] {
  let room = firstFields;
  const days = filters.find(({ kind }) => kind === "days");
  const rank = (one: FilterInput) => (one.first ? 0 : one === days ? 1 : 2);
  const byUse = filters.toSorted((a, b) => rank(a) - rank(b));
  const fitting = byUse.filter(({ kind }) => {
    const width = kind === "days" ? 3 : kind === "numbers" ? 2 : 1;
    if (width > room) return false;
    room -= width;
    return true;
  });
  return [filters.filter((one) => fitting.includes(one)), filters.filter((one) => !fitting.includes(one))];
}

/** What the tabs say of the list, the form says again. */
function carried(filter: FilterInput): [name: string, value: string][] {
  if (!("tabs" in filter) || !filter.tabs) return [];
  if (filter.kind === "choices") return filter.values.map((value) => [filter.name, value]);
  return filter.value === "" ? [] : [[filter.name, filter.value]];
}

/** Another value is another form: what the address says stands in the inputs. */
export function valueOfFilter(filter: FilterInput): string {
  if (filter.kind === "choices") return filter.values.join();
  return filter.kind === "days" || filter.kind === "numbers" ? `${filter.from}~${filter.to}` : filter.value;
}

function isSet(filter: FilterInput): boolean {
  return !["", "~"].includes(valueOfFilter(filter)) || ("error" in filter && filter.error !== undefined);
}

export function FilterField({ filter }: { filter: FilterInput }) {
  const id = `filter-${filter.name}`;
  if (filter.kind === "days" || filter.kind === "numbers") return <RangeFilter filter={filter} id={id} />;
  if (filter.kind === "choices") return <ChoicesFilter filter={filter} />;
  return (
    <div className="field">
      <label htmlFor={id}>{filter.label}</label>
      {filter.kind === "text" ? (
        <input id={id} name={filter.name} defaultValue={filter.value} maxLength={200} autoComplete="off" />
      ) : (
        <select id={id} name={filter.name} defaultValue={filter.value}>
          <option value="">{m.engine_all()}</option>
          {filter.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function RangeFilter({ filter, id }: { filter: FilterInput & { kind: "days" | "numbers" }; id: string }) {
  const { label, name, error } = filter;
  const wrong = error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
  const input = (side: "from" | "to") => {
    const common = { id: `${id}-${side}`, name: `${name}.${side}`, defaultValue: filter[side], ...wrong };
    if (filter.kind === "days") return <DayInput picks={false} {...common} />;
    return <input inputMode="decimal" maxLength={16} {...common} />;
  };
  return (
    <div className="filter-days">
      <div className="field">
        <label htmlFor={`${id}-from`}>{m.engine_from({ label })}</label>
        {input("from")}
      </div>
      <div className="field">
        <label htmlFor={`${id}-to`}>{m.engine_to({ label })}</label>
        {input("to")}
      </div>
      {filter.kind === "days" && (
        <span className="filter-shortcuts">
          {filter.shortcuts.map(({ label, to }) => (
            <Link key={label} to={to}>
              {label}
            </Link>
          ))}
          <DayRangePicker from={`${id}-from`} to={`${id}-to`} />
        </span>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Any of several: ticks behind a line that says how many. */
function ChoicesFilter({ filter: { name, label, values, options } }: { filter: FilterInput & { kind: "choices" } }) {
  const chosen = options.filter(({ value }) => values.includes(value)).map((option) => option.label);
  return (
    <div className="field">
      <span className="label" id={`filter-${name}`}>
        {label}
      </span>
      <details className="filter-choices">
        <summary className="input" aria-describedby={`filter-${name}`}>
          {chosen.join(m.words_comma()) || m.engine_all()}
        </summary>
        <div className="panel">
          {options.map(({ value, label }) => (
            <label className="choice" key={value}>
              <input type="checkbox" name={name} value={value} defaultChecked={values.includes(value)} /> {label}
            </label>
          ))}
        </div>
      </details>
    </div>
  );
}
