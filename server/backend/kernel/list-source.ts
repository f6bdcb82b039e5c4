/** Where the rows of a list come from: a table as it is, or a query that a business hands in. */
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Field } from "~/contract/field-kinds";
import type { Locale } from "~/contract/messages";
import type { AnyResource, Option } from "~/contract/resource";
import { stamp } from "./business-time";
import type { Call } from "./call";
import { rowsOfQuery, rowsOfTable, type WrittenRows } from "./changed-since";
import type { Reference } from "./reference";

export type Column = PgColumn | SQL;
/** By field, and the engine's own: `id`, `rowVersion`, `corpCode`. */
export type Columns = Record<string, Column>;

/** A list over a query of the business's own: it is read, and nothing is written by it. */
export interface RowQuery {
  /**
   * The table with its alias: `orders o`. The rows of a page are found, filtered and sorted in it alone, so that an index
   * serves them; what a page shows may come from what is joined to its rows.
   */
  from: string;
  /** Joined to the rows of one page: `join park p on p.corp_code = t.corp_code and p.id = t.park_id`. */
  joins?: SQL;
  /** By field, where it is not the column of the same name (`visitDay`: `visit_day`) of the table. */
  columns?: Readonly<Record<string, SQL>>;
  /** How a field is sought where its column is not what is compared. */
  filters?: Readonly<Record<string, (text: string) => SQL>>;
}

export interface ListBackend {
  /** The table whose columns the fields are. */
  table?: PgTable;
  /** Goes before it; a table beside it is the one that the query finds its rows in. */
  query?: RowQuery;
  /** The query's filters and sorts that are columns of `table` have their indexes made, as those of a table have. */
  indexed?: true;
  /** Which rows the list has, beside the resource's own `where` and what the database lets the caller see. */
  rows?: (call: Call) => SQL | undefined | Promise<SQL | undefined>;
  /** As of a resource's backend. */
  references?: Record<string, Reference>;
  /** What fields may be chosen from beside their dictionary or reference, before it. */
  choices?: (call: Call) => Record<string, Option[]>;
  /** Rows as people read them, where a column cannot say it. */
  shown?: (call: Call, rows: ListRow[]) => ListRow[] | Promise<ListRow[]>;
}

export type ListRow = Record<string, string | number | boolean | null | string[] | Record<string, string | number>>;

export interface ListSource {
  resource: AnyResource;
  from: SQL;
  /** Joined to the rows of one page. */
  joins: SQL;
  columns: (locale: Locale) => Columns;
  filters: NonNullable<RowQuery["filters"]>;
  rows: NonNullable<ListBackend["rows"]>;
  shown: NonNullable<ListBackend["shown"]>;
  /** Where its rows lie; null where that is no table by its name. */
  written: WrittenRows | null;
  /** Of which there is an index over the parts of texts. */
  table: PgTable | null;
}

export function listSource(resource: AnyResource, { table, query, rows, shown }: ListBackend): ListSource {
  const own = query ? { ...ofQuery(resource, query), table: table ?? null } : table && ofTable(resource, table);
  if (!own) throw new Error(`${resource.noun}: its list has neither a table nor a query`);
  return { ...own, resource, rows: rows ?? (() => undefined), shown: shown ?? ((_, found) => found) };
}

type Own = Pick<ListSource, "from" | "joins" | "columns" | "filters" | "written" | "table">;

function ofTable({ fields }: AnyResource, table: PgTable): Own {
  const columns = tableColumns(table);
  const translated = Object.entries(fields).filter(([, { localised }]) => localised);
  const english = Object.fromEntries(translated.map(([name]) => [name, columnOf(columns, `${name}En`)]));
  return {
    from: sql`${table}`,
    joins: sql``,
    columns: (locale) => (locale === "en" ? { ...columns, ...english } : columns),
    filters: {},
    written: rowsOfTable(table),
    table,
  };
}

function ofQuery(
  { fields }: AnyResource,
  { from, joins = sql``, columns = {}, filters = {} }: RowQuery,
): Omit<Own, "table"> {
  const alias = from.split(" ").at(-1) ?? from;
  const column = (name: string, field?: Field) => read(columns[name] ?? sql.raw(`${alias}.${snake(name)}`), field);
  const named = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, column(name, field)]));
  const own = { id: column("id").mapWith(Number), corpCode: column("corpCode"), rowVersion: column("rowVersion") };
  return { from: sql.raw(from), joins, columns: () => ({ ...own, ...named }), filters, written: rowsOfQuery(from) };
}

/** The columns of a table by their names in its drizzle schema. */
export function tableColumns(table: PgTable): Record<string, PgColumn> {
  return getTableColumns(table);
}

export function columnOf<C extends Column>(columns: Record<string, C>, name: string): C {
  const found = columns[name];
  if (!found) throw new Error(`The table has no column ${name}`);
  return found;
}

/** What the driver gives, as the field's value. */
function read(column: SQL, field: Field | undefined): SQL {
  if (field?.kind === "moment") return column.mapWith((value: string | Date) => stamp(value));
  const whole = field?.kind === "number" || field?.kind === "money" || field?.kind === "reference";
  return whole || field?.kind === "tree" ? column.mapWith(Number) : column;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
