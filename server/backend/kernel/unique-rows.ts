/** Rows that are unique by some of their fields: none other may have them alike, and a file's lines are known by them. */
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { FieldErrors } from "~/contract/errors";
import { uniquesOf } from "~/contract/form-rules";
import { m } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import { Meanwhile, sqlState } from "../db/database";
import type { Call } from "./call";
import { columnOf, tableColumns } from "./list-source";
import { Invalid } from "./refusal";
import type { ResourceTable, Values } from "./resource-backend";

/** Throws, at the field that tells the rows apart, where another row has the same. */
export async function checkUnique(
  call: Call,
  resource: AnyResource,
  table: PgTable,
  values: Values,
  before: Values | null,
): Promise<void> {
  const errors: FieldErrors = {};
  for (const names of uniquesOf(resource)) {
    const last = names.at(-1) ?? "";
    const after = { ...before, ...values };
    if ((after[last] ?? null) === null || names.some((name) => errors[name])) continue;
    if (!names.every((name) => hasColumn(table, name)) || names.every((name) => after[name] === before?.[name]))
      continue;
    const { id } = table as ResourceTable;
    const [taken] = await call.db
      .select({ id, name: columnOf(tableColumns(table), resource.nameField) })
      .from(table)
      .where(and(sameAs(table, names, after), before ? sql`${id} <> ${before.id}` : undefined))
      .limit(1);
    if (taken) errors[last] = [takenWords(resource, names, after, String(taken.name ?? ""))];
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

function takenWords({ fields }: AnyResource, names: readonly string[], after: Values, name: string): string {
  const last = names.at(-1) ?? "";
  const field = fields[last];
  const value = String(after[last]);
  if (field?.kind === "reference" || field?.kind === "tree") return m.forms_taken_by({ name });
  if (last === "code" || (field?.kind === "text" && field.code)) return m.ops_code_taken({ code: value });
  if (names.length === 1) return m.forms_taken({ value });
  const labels = names.slice(0, -1).map((one) => fields[one]?.label() ?? one);
  return m.forms_taken_within({ value, labels: labels.join(m.words_comma()) });
}

/** Texts whatever the case of their letters; where one of several has no value, that is a value like others. */
function sameAs(table: PgTable, names: readonly string[], values: Values): SQL | undefined {
  return and(
    ...names.map((name) => {
      const column = columnOf(tableColumns(table), name);
      const value = values[name] ?? null;
      if (value === null) return sql`${column} is null`;
      return typeof value === "string" ? eq(sql`lower(${column})`, value.toLowerCase()) : eq(column, value);
    }),
  );
}

/** Rows that have any of these together, by {@link keyText}. */
export async function rowsByKey(
  call: Call,
  table: PgTable,
  names: readonly string[],
  wanted: readonly Values[],
): Promise<Record<string, unknown>[]> {
  if (wanted.length === 0) return [];
  return call.db
    .select()
    .from(table)
    .where(or(...wanted.map((values) => sameAs(table, names, values))));
}

/** What lines and rows are compared by; "" where something of it is missing. */
export function keyText(names: readonly string[], values: Values): string {
  const parts = names.map((name) => values[name] ?? null);
  return parts.includes(null) ? "" : JSON.stringify(parts.map((part) => String(part).toLowerCase()));
}

/**
 * Writes rows that were looked at before: what the database refuses because somebody else was faster is looked at again,
 * and refused in words.
 */
export async function written<T>(resource: AnyResource, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw sqlState(error) === "23505" && uniquesOf(resource).length > 0 ? new Meanwhile(error) : error;
  }
}

const hasColumn = (table: PgTable, name: string) => name in tableColumns(table);
