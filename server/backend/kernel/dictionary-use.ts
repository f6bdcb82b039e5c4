/** Which columns hold values of which dictionary: what asks whether an item may go. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Message } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import type { Call } from "./call";
import { columnOf, tableColumns } from "./list-source";

interface Use {
  /** Whose rows they are. */
  title: Message;
  table: PgTable;
  /** That a row has the value. */
  has: (value: string) => SQL;
}

const uses = new Map<string, Use[]>();

/** Of columns that hold values in a way of their own. */
export function noteUse(dictionary: string, use: Use): void {
  uses.set(dictionary, [...(uses.get(dictionary) ?? []), use]);
}

/** A column outside the resources. */
export function holdsDictionary(dictionary: string, title: Message, table: PgTable, column: PgColumn): void {
  noteUse(dictionary, { title, table, has: (value) => sql`${column} = ${value}` });
}

/** The dictionary fields of a resource, those of its groups and of its lines too. */
export function noteDictionaries(
  { title, fields }: AnyResource,
  table: PgTable,
  lines: Readonly<Record<string, PgTable>> = {},
): void {
  const columns = tableColumns(table);
  for (const [name, field] of Object.entries(fields)) {
    const ofLines = lines[name];
    if (field.kind === "lines" && ofLines) {
      for (const [inner, one] of Object.entries(field.fields)) {
        if (one.kind === "dictionary")
          holdsDictionary(one.dictionary, title, ofLines, columnOf(tableColumns(ofLines), inner));
      }
    }
    const column = columns[name];
    if (!column) continue;
    if (field.kind === "dictionary") holdsDictionary(field.dictionary, title, table, column);
    if (field.kind === "several")
      noteUse(field.dictionary, { title, table, has: (value) => sql`${value} = any (${column})` });
    if (field.kind !== "group") continue;
    for (const [inner, one] of Object.entries(field.fields)) {
      if (one.kind !== "dictionary") continue;
      const has = (value: string) => sql`${column}::jsonb @> ${JSON.stringify([{ [inner]: value }])}::jsonb`;
      noteUse(one.dictionary, { title, table, has });
    }
  }
}

/** Enough to say that there are some. */
const most = 1_000;

/** Rows of the caller's corp that have the value, by whose they are. */
export async function usersOfValue(
  { db }: Call,
  dictionary: string,
  value: string,
): Promise<{ title: string; n: number }[]> {
  const found: { title: string; n: number }[] = [];
  for (const { title, table, has } of uses.get(dictionary) ?? []) {
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from (select 1 from ${table} where ${has(value)} limit ${most}) used`,
    );
    const n = rows[0]?.n ?? 0;
    if (n > 0) found.push({ title: title(), n });
  }
  return found;
}
