/**
 * The table of a resource, from its declaration: a column for every field, and what every resource has. Columns are typed
 * as if they were written by hand. A migration makes the table; `tables/` compares the two and drafts what is missing.
 */
import { type HasDefault, type NotNull, type SQL, sql } from "drizzle-orm";
import { type PgColumnBuilderBase, type PgTable, pgTable } from "drizzle-orm/pg-core";
import type { Field, RowOf } from "~/contract/field-kinds";
import type { AnyResource } from "~/contract/resource";
import { type ColumnOf, checks, columnName, columnOfKind, kept } from "./columns";

/** What of a resource its table comes from. */
export type Stored = Pick<AnyResource, "noun" | "fields" | "status" | "unique">;
type Fields = Record<string, Field>;
/** By field or column: columns of the backend alone, or stored otherwise than their kind says; null: there is none. */
type Others = Record<string, PgColumnBuilderBase | null>;

type Typed<F extends Field> = F extends { fields: infer G extends Fields }
  ? ColumnOf<"group"> & { _: { $type: RowOf<G>[] } }
  : ColumnOf<F["kind"]>;

/** As {@link isFilled} and {@link presetOf} tell of a field at hand. */
type FieldColumn<F extends Field> = F extends { kind: "boolean" | "group" | "several" | "own" }
  ? HasDefault<NotNull<Typed<F>>>
  : F extends { when: object }
    ? Typed<F>
    : F extends { default: string | number }
      ? HasDefault<NotNull<Typed<F>>>
      : F extends { required: true }
        ? NotNull<Typed<F>>
        : Typed<F>;

/** Lines stand in a table of their own. */
type FieldColumns<F extends Fields> = {
  [K in keyof F & string as F[K] extends { kind: "lines" } ? never : K]: FieldColumn<F[K]>;
} & {
  [K in keyof F & string as F[K] extends { localised: true } ? `${K}En` : never]: FieldColumn<F[K]>;
};
type Declared<F extends Fields> = Omit<ReturnType<typeof kept>, keyof F> & FieldColumns<F>;
type WithOthers<C, O> = Omit<C, keyof O> & { [K in keyof O as O[K] extends null ? never : K]: Exclude<O[K], null> };
type Columns<F extends Fields, O> = WithOthers<Declared<F>, O>;
type Builders<C> = { [K in keyof C]: C[K] extends PgColumnBuilderBase ? C[K] : never };
type TableOf<N extends string, C extends Record<string, PgColumnBuilderBase>> = ReturnType<typeof pgTable<N, C>>;

const declarations = new WeakMap<PgTable, Stored>();

const nouns = new Map<string, string>();

/** The noun whose rows a table keeps; undefined of one that was written by hand. */
export const nounOfTable = (name: string): string | undefined => nouns.get(name);

/** What a table was made from; undefined of one that was written by hand. */
export const declarationOf = (table: PgTable): Stored | undefined => declarations.get(table);

/**
 * `others` are the backend's own: `{ secret: text("secret").notNull() }`; a field that is named there is stored as it says,
 * and one that is null has no column. `rules` are what rows hold across columns (`checks`). Throws where a field's kind
 * alone does not say how it is stored.
 */
export function resourceTable<
  const F extends Fields,
  const N extends string,
  const O extends Others = Record<never, never>,
>(
  resource: Omit<Stored, "fields"> & { fields: F },
  name: N,
  others?: O,
  rules: readonly string[] = [],
): TableOf<N, Builders<Columns<F, O>>> {
  // The types say what the loop makes: TypeScript follows no loop over the names of fields.
  const made = pgTable(name, columnsOf(resource, others ?? {}), () => checks(...rules));
  const table = made as unknown as TableOf<N, Builders<Columns<F, O>>>;
  declarations.set(table, resource);
  nouns.set(name, resource.noun);
  return table;
}

function columnsOf({ noun, fields }: Stored, others: Others): Record<string, PgColumnBuilderBase> {
  const columns = new Map<string, PgColumnBuilderBase>(Object.entries(kept()));
  for (const [name, field] of Object.entries(fields)) {
    if (name in others || field.kind === "lines") continue;
    if (field.kind === "number" && field.decimals)
      throw new Error(`${noun}.${name}: a number with decimals says its column itself`);
    for (const one of field.localised ? [name, `${name}En`] : [name]) columns.set(one, column(one, field));
  }
  for (const [name, other] of Object.entries(others)) {
    if (other) columns.set(name, other);
    else columns.delete(name);
  }
  return Object.fromEntries(columns);
}

function column(name: string, field: Field): PgColumnBuilderBase {
  const made: Unfinished = columnOfKind(field.kind, columnName(name));
  const preset = presetOf(field);
  if (preset !== undefined) made.default(sql`${preset}`);
  return isFilled(field) ? made.notNull() : made;
}

/** What builders of all types have in common. */
type Unfinished = PgColumnBuilderBase & { default(value: SQL): unknown; notNull(): PgColumnBuilderBase };

/**
 * What a row has where nothing was said, as PostgreSQL reads it. A field that is there under a condition only has nothing
 * otherwise.
 */
export function presetOf(field: Field): string | number | boolean | undefined {
  if (field.kind === "boolean") return field.default ?? false;
  if (field.kind === "group") return "[]";
  if (field.kind === "own") return "{}";
  if (field.kind === "several") return `{${(field.default ?? []).join(",")}}`;
  return field.when ? undefined : field.default;
}

/** Whether every row has it. */
export function isFilled(field: Field): boolean {
  return (field.required === true && !field.when) || presetOf(field) !== undefined;
}
