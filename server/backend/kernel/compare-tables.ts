/**
 * What the declared tables have and a database has not: in words for people, in statements for the migration that makes
 * it so. What comes by itself (the tenant's policy, scope, grants, indexes of lists) is neither asked for nor drafted.
 */
import type { CatalogueColumn, CatalogueTable } from "../db/catalogue";
import type { DeclaredColumn, DeclaredTable } from "./declared-table";

export interface Difference {
  table: string;
  /** In English, as the rest of a developer's tools. */
  says: string;
  /** Nothing, where somebody has to decide: what is stored and not declared is not thrown away by a draft. */
  statement: string | null;
}

/** Those with a park or an account above come after it: in an order in which they can be made. */
export function differences(
  declared: readonly DeclaredTable[],
  catalogue: ReadonlyMap<string, CatalogueTable>,
): Difference[] {
  const missing = inOrder(declared.filter(({ name }) => !catalogue.has(name)));
  return [
    ...missing.map((table) => ({
      table: table.name,
      says: "is no table of the database",
      statement: creation(table),
    })),
    ...declared.flatMap((table) => {
      const found = catalogue.get(table.name);
      return found ? between(table, found) : [];
    }),
  ];
}

/** What hangs on others after them. */
function inOrder(tables: readonly DeclaredTable[]): DeclaredTable[] {
  const left = [...tables];
  const done: DeclaredTable[] = [];
  while (left.length > 0) {
    const waits = ({ name, references }: DeclaredTable) =>
      left.some((other) => other.name !== name && Object.values(references).includes(other.name));
    const [next] = left.splice(
      Math.max(
        0,
        left.findIndex((table) => !waits(table)),
      ),
      1,
    );
    if (next) done.push(next);
  }
  return done;
}

function between(table: DeclaredTable, found: CatalogueTable): Difference[] {
  const { name, columns, values, uniques, references, checks } = table;
  const alter = (what: string) => `alter table ${quoted(name)} ${what};`;
  const told: Difference[] = [];
  const tell = (says: string, statement: string | null) => told.push({ table: name, says, statement });
  for (const column of columns) {
    const there = found.columns.find((one) => one.name === column.name);
    if (there) for (const [says, change] of changes(column, there)) tell(`${column.name} ${says}`, alter(change));
    else tell(`${column.name} is missing`, addition(column, alter));
  }
  for (const { name: column } of found.columns)
    if (!columns.some((one) => one.name === column)) tell(`${column} is declared nowhere`, null);
  for (const [column, known] of Object.entries(values)) {
    const there = found.values[column];
    if (there && sameSet(there.values, known)) continue;
    const rule = there?.name ?? `${name}_${column}_check`;
    const drop = there ? `${alter(`drop constraint ${quoted(rule)}`)}\n` : "";
    tell(
      `${column} takes other values than ${known.join(", ")}`,
      `${drop}${alter(`add constraint ${quoted(rule)} ${valuesText(column, known)}`)}`,
    );
  }
  for (const unique of uniques)
    if (!found.uniques.some((one) => isUniqueBy(one, partsOf(table, unique))))
      tell(`(${unique.join(", ")}) is not unique`, uniqueText(table, unique));
  for (const [column, to] of Object.entries(references))
    if (found.references[column] !== to)
      tell(`${column} refers to no ${to}`, alter(`add ${referenceText(column, to)}`));
  for (const { rule, kept } of checks)
    if (!found.checks.some((one) => one.rule === kept)) tell(`holds no check (${rule})`, alter(`add check (${rule})`));
  for (const { name: check, rule, columns: over } of found.checks)
    if (over > 1 && !checks.some(({ kept }) => kept === rule)) tell(`${check} ${rule} is declared nowhere`, null);
  return told;
}

/** Rows that are there have no value for what has no default. */
function addition(column: DeclaredColumn, alter: (what: string) => string): string {
  const filled = alter(`add column ${columnText(column)}`);
  const asks = column.required && column.preset === null && !column.identity;
  return asks ? `-- Say what the rows have that are there.\n${filled}` : filled;
}

/** What differs in a column, and what makes it right. */
function changes(column: DeclaredColumn, there: CatalogueColumn): [says: string, change: string][] {
  const own = `alter column ${quoted(column.name)}`;
  const found: [string, string][] = [];
  if (there.type !== column.type) found.push([`is ${there.type}, not ${column.type}`, `${own} type ${column.type}`]);
  if (there.required !== column.required)
    found.push(
      column.required ? ["may be empty", `${own} set not null`] : ["may not be empty", `${own} drop not null`],
    );
  if (!there.generated && bare(there.preset) !== bare(column.preset))
    found.push([
      `has the default ${there.preset ?? "of nothing"}, not ${column.preset ?? "of nothing"}`,
      column.preset === null ? `${own} drop default` : `${own} set default ${column.preset}`,
    ]);
  return found;
}

/** An expression without the types that PostgreSQL writes behind its values. */
const bare = (expression: string | null) => expression?.replace(/::[a-z]+( [a-z]+)*(\[\])?/g, "") ?? null;

const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value));

/** Within the corp; a text may count whatever the case of its letters. */
function isUniqueBy(index: readonly string[], parts: readonly string[]): boolean {
  return index.join() === ["corp_code", ...parts].join();
}

/** Texts whatever the case of their letters: so the program compares them. */
function partsOf({ columns }: DeclaredTable, unique: readonly string[]): string[] {
  return unique.map((column) => {
    const text = columns.find((one) => one.name === column)?.type === "text";
    return text ? `lower(${quoted(column)})` : quoted(column);
  });
}

/** The whole of a table, as the migrations write it. */
function creation(table: DeclaredTable): string {
  const { name, columns, key, values, references, uniques, checks, ledger } = table;
  const lines = [
    ...columns.map((column) => {
      const known = values[column.name];
      return columnText(column) + (known ? ` ${valuesText(column.name, known)}` : "");
    }),
    `primary key (${key.map(quoted).join(", ")})`,
    ...Object.entries(references).map(([column, to]) => referenceText(column, to)),
    ...checks.map(({ rule }) => `check (${rule})`),
  ];
  const figures = ledger?.figures.map((figure) => `'${figure}'`).join(", ");
  return [
    `create table ${quoted(name)} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n);`,
    ...uniques.map((unique) => uniqueText(table, unique)),
    ...(ledger ? [`select declare_ledger('${name}', '${ledger.accounts}', array[${figures}]);`] : []),
  ].join("\n");
}

function columnText({ name, type, required, preset, identity }: DeclaredColumn): string {
  const parts = [quoted(name), type === "timestamp with time zone" ? "timestamptz" : type];
  if (identity) parts.push("generated by default as identity");
  else if (required) parts.push("not null");
  if (preset !== null) parts.push(`default ${preset}`);
  return parts.join(" ");
}

const valuesText = (column: string, known: readonly string[]) =>
  `check (${quoted(column)} in (${known.map((value) => `'${value}'`).join(", ")}))`;
const referenceText = (column: string, to: string) =>
  `foreign key (corp_code, ${quoted(column)}) references ${quoted(to)} (corp_code, id)`;

function uniqueText(table: DeclaredTable, unique: readonly string[]): string {
  const { name } = table;
  const index = quoted(`${name}_${unique.join("_")}`.slice(0, 63));
  return `create unique index ${index} on ${quoted(name)} (corp_code, ${partsOf(table, unique).join(", ")});`;
}

/** Only where it must be: names are the program's own, and a few of them are words of SQL. */
export const quoted = (name: string) =>
  /^(user|order|group|table|window|offset|limit|check|default|references)$/.test(name) ? `"${name}"` : name;

/** The text of a migration. What nobody can decide but its writer stands there as a comment. */
export function draftOf(found: readonly Difference[]): string {
  const parts = found.map(({ table, says, statement }) => statement ?? `-- ${table}: ${says}. Shall it go?`);
  return `-- Say here what changes, and why.\n${parts.join("\n")}\n`;
}
