/** A list's filters as conditions: by the field's declaration, with every value bound and of its column's type. */
import { and, type SQL, sql } from "drizzle-orm";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { isDay } from "~/contract/validators";
import { endOfDay, startOfDay } from "./business-time";
import { containing, type PartSought } from "./list-search";
import { type Column, type Columns, columnOf, type ListSource } from "./list-source";
import { Invalid } from "./refusal";

/** A list asked for any of more values than these is no list that somebody ticked. */
const maxChoices = 50;

export interface Conditions {
  /** Parts of texts that are sought. */
  parts: PartSought[];
  /** Everything else. */
  others: SQL[];
}

/** Filters that are left empty do nothing; unknown ones are refused. */
export function conditionsOf(
  source: Pick<ListSource, "resource" | "filters">,
  columns: Columns,
  filters: Record<string, string>,
): Conditions {
  const { fields, where = {} } = source.resource;
  const found: Conditions = { parts: [], others: [] };
  for (const [name, text] of Object.entries(where)) {
    const field = fields[name];
    const fixed =
      field && conditionOf({ ...field, filter: rangeOrAny(field, text) }, name, columnOf(columns, name), text);
    if (!fixed) throw new Error(`${source.resource.noun}: no rows are told by ${name}`);
    found.others.push(fixed);
  }
  for (const [name, raw] of Object.entries(filters)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field?.filter) throw new Invalid({ [`filters.${name}`]: [m.v_unknown_field()] });
    const text = raw.trim();
    if (text === "") continue;
    const own = source.filters[name];
    if (own) found.others.push(own(text));
    else if (field.filter === "contains") found.parts.push({ column: columnOf(columns, name), text });
    else if (field.kind === "several")
      found.parts.push({ column: columnOf(columns, name), values: choicesIn(name, text) });
    else {
      const other = conditionOf(field, name, columnOf(columns, name), text);
      if (other) found.others.push(other);
    }
  }
  return found;
}

function rangeOrAny({ filter }: Field, text: string) {
  return filter ?? (text.includes("~") ? "between" : "anyOf");
}

type Sought = Pick<Field, "kind" | "filter">;

function conditionOf(field: Sought, name: string, column: Column, text: string): SQL | undefined {
  switch (field.filter) {
    case "anyOf": {
      if (field.kind === "several") return containing({ column, values: choicesIn(name, text) });
      const listed = choicesIn(name, text).map((value) => sql`${typedValue(field, name, value)}`);
      return listed.length === 0 ? sql`false` : sql`${column} in (${sql.join(listed, sql`, `)})`;
    }
    case "between": {
      const [from = "", to = from] = text.split("~").map((part) => part.trim());
      if (field.kind === "moment") return betweenDays(name, column, from, to);
      return and(
        from === "" ? undefined : sql`${column} >= ${typedValue(field, name, from)}`,
        to === "" ? undefined : sql`${column} <= ${typedValue(field, name, to)}`,
      );
    }
    default:
      return sql`${column} = ${typedValue(field, name, text)}`;
  }
}

/** Rows that go from a first day to a last one (null: the first), of which some day is sought: `text` as of "between". */
export function withinDays(name: string, first: SQL, last: SQL, text: string): SQL {
  const [from = "", to = from] = text.split("~").map((part) => part.trim());
  const dayOf = (typed: string) => sql`${typedValue({ kind: "date", filter: "between" }, name, typed)}::date`;
  const begins = to === "" ? sql`true` : sql`${first} <= ${dayOf(to)}`;
  if (from === "") return begins;
  // Few rows have a last day: both parts have an index.
  return sql`${begins} and (${first} >= ${dayOf(from)} or ${last} >= ${dayOf(from)})`;
}

function choicesIn(name: string, text: string): string[] {
  const values = [...new Set(text.split(",").map((part) => part.trim()))].filter((part) => part !== "");
  if (values.length > maxChoices) throw new Invalid({ [`filters.${name}`]: [m.v_option()] });
  return values;
}

/** A moment's range is of business days, the last one whole. */
function betweenDays(name: string, column: Column, from: string, to: string): SQL | undefined {
  if ([from, to].some((day) => day !== "" && !isDay(day))) throw new Invalid({ [`filters.${name}`]: [m.v_date()] });
  return and(
    from === "" ? undefined : sql`${column} >= ${startOfDay(from).toISOString()}::timestamptz`,
    to === "" ? undefined : sql`${column} < ${endOfDay(to).toISOString()}::timestamptz`,
  );
}

/** Whole numbers go as bigint: one beyond an integer column finds nothing, and is no error. */
function typedValue(field: Sought, name: string, text: string): SQL | string | boolean {
  const refuse = (message: string) => new Invalid({ [`filters.${name}`]: [message] });
  if (field.kind === "number" || field.kind === "money" || field.kind === "reference" || field.kind === "tree") {
    if (!/^-?\d{1,15}$/.test(text)) throw refuse(m.v_integer());
    return sql`${Number(text)}::bigint`;
  }
  if (field.kind === "date" && !isDay(text)) throw refuse(m.v_date());
  if (field.kind === "boolean") return text === "true";
  return text;
}
