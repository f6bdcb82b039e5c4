/** A list's filters as conditions: by the field's declaration, with every value bound and of its column's type. */
import { and, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Field } from "~/contract/field-kinds";
import { type Locale, m } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import { isDay } from "~/contract/validators";
import type { PartSought } from "./list-search";
import { Invalid } from "./refusal";

export type Columns = Record<string, PgColumn>;

/** A list asked for any of more values than these is no list that somebody ticked. */
const maxChoices = 50;

export function columnOf(columns: Columns, name: string): PgColumn {
  const found = columns[name];
  if (!found) throw new Error(`The table has no column ${name}`);
  return found;
}

/** A localised field's column is that of the language. */
export function columnsIn(locale: Locale, { fields }: AnyResource, table: PgTable): Columns {
  const columns = table as unknown as Columns;
  const translated = Object.entries(fields).filter(([, { localised }]) => localised && locale === "en");
  return Object.assign({ ...columns }, ...translated.map(([name]) => ({ [name]: columnOf(columns, `${name}En`) })));
}

export interface Conditions {
  /** Parts of texts that are sought. */
  parts: PartSought[];
  /** Everything else. */
  others: SQL[];
}

/** Filters that are left empty do nothing; unknown ones are refused. */
export function conditionsOf(resource: AnyResource, columns: Columns, filters: Record<string, string>): Conditions {
  const found: Conditions = { parts: [], others: [] };
  for (const [name, raw] of Object.entries(filters)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (!field?.filter) throw new Invalid({ [`filters.${name}`]: [m.v_unknown_field()] });
    const text = raw.trim();
    if (text === "") continue;
    const column = columnOf(columns, name);
    if (field.filter === "contains") found.parts.push({ column, text });
    else {
      const other = conditionOf(field, name, column, text);
      if (other) found.others.push(other);
    }
  }
  return found;
}

function conditionOf(field: Field, name: string, column: PgColumn, text: string): SQL | undefined {
  switch (field.filter) {
    case "anyOf": {
      const values = [...new Set(text.split(",").map((part) => part.trim()))].filter((part) => part !== "");
      if (values.length > maxChoices) throw new Invalid({ [`filters.${name}`]: [m.v_option()] });
      return inArray(
        column,
        values.map((value) => typedValue(field, name, value)),
      );
    }
    case "between": {
      const [from = "", to = from] = text.split("~").map((part) => part.trim());
      return and(
        from === "" ? undefined : gte(column, endOf(field, name, from, "00:00:00")),
        to === "" ? undefined : lte(column, endOf(field, name, to, "23:59:59")),
      );
    }
    default:
      return sql`${column} = ${typedValue(field, name, text)}`;
  }
}

/** A moment's range is of days, the last one whole. */
function endOf(field: Field, name: string, text: string, clock: string): SQL | string | boolean {
  if (field.kind !== "moment") return typedValue(field, name, text);
  if (!isDay(text)) throw new Invalid({ [`filters.${name}`]: [m.v_date()] });
  return `${text} ${clock}`;
}

/** Whole numbers go as bigint: one beyond an integer column finds nothing, and is no error. */
function typedValue(field: Field, name: string, text: string): SQL | string | boolean {
  const refuse = (message: string) => new Invalid({ [`filters.${name}`]: [message] });
  if (field.kind === "number" || field.kind === "money" || field.kind === "reference" || field.kind === "tree") {
    if (!/^-?\d{1,15}$/.test(text)) throw refuse(m.v_integer());
    return sql`${Number(text)}::bigint`;
  }
  if (field.kind === "date" && !isDay(text)) throw refuse(m.v_date());
  if (field.kind === "boolean") return text === "true";
  return text;
}
