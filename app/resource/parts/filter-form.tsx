/** Filters as a GET form: the address holds them, so that a list can be kept, sent and gone back to. */
import { Form, Link } from "@remix-run/react";
import { m } from "~/contract/messages";
import { DayRangePicker } from "~/form/day-range-picker";
import type { FilterInput } from "./view";

interface Props {
  filters: FilterInput[];
  path: string;
  filtered: boolean;
  /** Of the address as it is: what is no filter, page size and order, stays. */
  kept?: [name: string, value: string][];
}

const sizeAndOrder = ["pageSize", "sort", "order"];

export function FilterForm({ filters, path, filtered, kept = [] }: Props) {
  if (filters.length === 0) return null;
  return (
    <Form method="get" action={path} className="filters panel" role="search" key={filters.map(valueOfFilter).join("|")}>
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} />
      ))}
      {kept
        .filter(([name]) => sizeAndOrder.includes(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <button className="button button-primary">{m.engine_filter()}</button>
      {filtered && (
        <Link className="button" to={path} discover="none">
          {m.engine_reset()}
        </Link>
      )}
    </Form>
  );
}

function valueOfFilter(filter: FilterInput): string {
  return filter.kind === "days" ? `${filter.from}~${filter.to}` : filter.value;
}

function FilterField({ filter }: { filter: FilterInput }) {
  const id = `filter-${filter.name}`;
  if (filter.kind === "days") {
    return (
      <div className="filter-days">
        <div className="field">
          <label htmlFor={`${id}-from`}>{m.engine_from({ label: filter.label })}</label>
          <input id={`${id}-from`} type="date" name={`${filter.name}.from`} defaultValue={filter.from} />
        </div>
        <div className="field">
          <label htmlFor={`${id}-to`}>{m.engine_to({ label: filter.label })}</label>
          <input id={`${id}-to`} type="date" name={`${filter.name}.to`} defaultValue={filter.to} />
        </div>
        <span className="filter-shortcuts">
          {filter.shortcuts.map(({ label, to }) => (
            <Link key={label} to={to} discover="none">
              {label}
            </Link>
          ))}
          <DayRangePicker from={`${id}-from`} to={`${id}-to`} />
        </span>
      </div>
    );
  }
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
