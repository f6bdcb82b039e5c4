/** Tables as the program declares them, in the words of the database: what is held against its catalogue. */
import { getTableName, is, SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import { uniquesOf } from "~/contract/form-rules";
import { productDictionaries } from "~/contract/product-dictionaries";
import { columnName } from "./columns";
import { figuresOf, type KeptLedger } from "./ledger";
import { accountColumn, columnOf } from "./ledger-table";
import type { Reference } from "./resource-backend";
import { declarationOf, type Stored } from "./resource-table";

export interface DeclaredColumn {
  name: string;
  type: string;
  required: boolean;
  /** Its default, as PostgreSQL takes it; null where there is none. */
  preset: string | null;
  identity: boolean;
}

export interface DeclaredTable {
  name: string;
  columns: DeclaredColumn[];
  key: string[];
  /** By column: all that may stand there. */
  values: Record<string, readonly string[]>;
  /** Columns of rows that no two have alike. */
  uniques: string[][];
  /** By column: the table whose id it is. */
  references: Record<string, string>;
  /** What rows hold across columns, as it is declared; and as PostgreSQL writes it, where it has been asked. */
  checks: { rule: string; kept?: string }[];
  /** Of the rows of a ledger: the table of its accounts, and the columns of its figures. */
  ledger?: { accounts: string; figures: string[] };
}

/** What is known of a table beside its columns. */
export interface About {
  references?: Record<string, Reference>;
  ledger?: KeptLedger;
}

export function declaredTable(table: PgTable, { references = {}, ledger }: About = {}): DeclaredTable {
  const { name, columns, primaryKeys, checks } = getTableConfig(table);
  const declaration = declarationOf(table);
  const own = columns.filter(({ primary }) => primary).map((column) => column.name);
  const composed = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
  const ofCorp = columns.some((column) => column.name === "corp_code");
  return {
    name,
    columns: columns.map(declaredColumn),
    key: [composed, own, ofCorp ? ["corp_code", "id"] : ["id"]].find((key) => key.length > 0) ?? [],
    checks: checks.map(({ value }) => ({ rule: textOf(value) })),
    ...(declaration ? ofResource(table, declaration, references) : { values: {}, uniques: [], references: {} }),
    ...(ledger && ofLedger(ledger)),
  };
}

function declaredColumn(column: PgColumn): DeclaredColumn {
  const { name, generatedIdentity, generated, notNull, primary } = column;
  const identity = generatedIdentity !== undefined;
  const preset = generated || !column.hasDefault || column.default === undefined ? null : textOf(column.default);
  return { name, type: column.getSQLType(), required: notNull || primary || identity, preset, identity };
}

const dialect = new PgDialect();

/** A value as a literal, an expression as it is. */
function textOf(value: unknown): string {
  const expression = is(value, SQL) ? value : sql`${typeof value === "object" ? JSON.stringify(value) : value}`;
  return dialect.sqlToQuery(expression.inlineParams()).sql;
}

function ofResource(table: PgTable, declared: Stored, references: Record<string, Reference>) {
  const columns = getTableConfig(table).columns.map(({ name }) => name);
  const has = (field: string) => columns.includes(columnName(field));
  const values: DeclaredTable["values"] = {};
  for (const [name, field] of Object.entries(declared.fields)) {
    if (field.kind !== "dictionary" || !has(name)) continue;
    const known = field.values ?? (name === declared.status ? itemsOf(field.dictionary) : []);
    if (known.length > 0) values[columnName(name)] = known;
  }
  // What all corps share keeps its rows apart in a way of its own.
  if (!columns.includes("corp_code")) return { values, uniques: [], references: {} };
  const whole = uniquesOf(declared).filter((fields) => fields.every(has));
  const above = Object.entries(references).filter(([field]) => has(field));
  return {
    values,
    uniques: whole.map((fields) => fields.map(columnName)),
    references: Object.fromEntries(above.map(([field, to]) => [columnName(field), to.shows ?? getTableName(to.table)])),
  };
}

const itemsOf = (dictionary: string): string[] => productDictionaries[dictionary]?.items.map(([value]) => value) ?? [];

function ofLedger({ declared, accounts }: KeptLedger): Partial<DeclaredTable> {
  const name = getTableName(accounts);
  return {
    values: { kind: Object.keys(declared.kinds) },
    references: { [accountColumn(accounts)]: name },
    ledger: { accounts: name, figures: figuresOf(declared).map((figure) => columnOf(accounts, figure).name) },
  };
}

/** Several declarations of one table say together what it is: a list may read more of it than others do. */
export function merged(tables: readonly DeclaredTable[]): DeclaredTable[] {
  const byName = new Map<string, DeclaredTable>();
  for (const table of tables) {
    const before = byName.get(table.name);
    byName.set(table.name, before ? both(before, table) : table);
  }
  return [...byName.values()];
}

function both(one: DeclaredTable, other: DeclaredTable): DeclaredTable {
  const columns = [...one.columns];
  for (const column of other.columns) {
    const same = columns.find(
      ({ name, type, required }) => name === column.name && type === column.type && required === column.required,
    );
    if (!same) columns.push(column);
    else if (same.preset === null) columns[columns.indexOf(same)] = column;
  }
  return {
    ...one,
    columns,
    values: { ...one.values, ...other.values },
    uniques: [...one.uniques, ...other.uniques],
    checks: [...one.checks, ...other.checks],
    references: { ...one.references, ...other.references },
  };
}
