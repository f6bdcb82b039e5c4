/** The configuration of one tenant as it is compared with another's: references told by keys in place of ids. */
import { createHash } from "node:crypto";
import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { AnyResource } from "~/contract/resource";
import type { Transaction } from "../db/database";
import { columnName } from "./columns";
import { copied, copiedOfPart, hasVersion, nounOf, type Part, type Portable, type Refers, type Row } from "./portable";
import { rowsOf } from "./rows";

export interface Entry {
  id: number;
  key: string;
  name: string;
  row: Row;
  /** Of each part the rows, in their order. */
  parts: Readonly<Record<string, readonly Row[]>>;
}

export interface Kept {
  portable: Portable;
  entries: Entry[];
  byId: Map<number, Entry>;
  byKey: Map<string, Entry>;
}

/** By noun. */
export type World = Map<string, Kept>;

const apart = "\u0001";

/**
 * In the transaction of a tenant, for kinds in the order of their references. `placed` says by which key an anchor is
 * known: a park that the other tenant does not have by that of the one that was chosen for it.
 */
export async function readWorld(
  tx: Transaction,
  portables: readonly Portable[],
  placed: (portable: Portable, key: string) => string = (_portable, key) => key,
): Promise<World> {
  const world: World = new Map();
  for (const portable of portables) {
    const rows = await jsonRows(tx, portable.table, sql`order by t.id`);
    const parts = await readParts(tx, portable);
    const kept: Kept = { portable, entries: [], byId: new Map(), byKey: new Map() };
    world.set(nounOf(portable), kept);
    for (const row of rows) addTo(world, kept, { row, parts: parts.of(Number(row.id)) }, placed);
  }
  return world;
}

/** A row more, made meanwhile. */
export function addTo(
  world: World,
  kept: Kept,
  { row, parts }: Pick<Entry, "row" | "parts">,
  placed: (portable: Portable, key: string) => string = (_portable, key) => key,
): Entry {
  const { portable } = kept;
  const name = (portable.told ?? ((one: Row) => String(one.name ?? "")))(row);
  const entry = {
    id: Number(row.id),
    key: placed(portable, keyOf(world, portable, row)),
    name,
    row,
    parts: sorted(portable, parts),
  };
  kept.entries.push(entry);
  kept.byId.set(entry.id, entry);
  if (!kept.byKey.has(entry.key)) kept.byKey.set(entry.key, entry);
  return entry;
}

function keyOf(world: World, { key, references = {} }: Portable, row: Row): string {
  const parts = key.map((column) => {
    const refers = references[column];
    return refers ? (referredKey(world, refers, row[column]) ?? "") : String(row[column] ?? "");
  });
  return parts.join(apart).toLowerCase();
}

/** The key of what a value names; null where it names nothing. */
export function referredKey(world: World, { noun, by }: Refers, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (by === "key") return String(value).toLowerCase();
  return world.get(noun)?.byId.get(Number(value))?.key ?? null;
}

async function readParts(tx: Transaction, { parts = {} }: Portable) {
  const byField = new Map<string, Map<number, Row[]>>();
  for (const [field, part] of Object.entries(parts)) {
    const byParent = new Map<number, Row[]>();
    for (const row of await jsonRows(tx, part.table, sql``)) {
      const parent = Number(row[part.parent]);
      byParent.set(parent, [...(byParent.get(parent) ?? []), row]);
    }
    byField.set(field, byParent);
  }
  return {
    of: (id: number): Record<string, Row[]> =>
      Object.fromEntries(Object.keys(parts).map((field) => [field, byField.get(field)?.get(id) ?? []])),
  };
}

const sorted = ({ parts = {} }: Portable, own: Entry["parts"]): Entry["parts"] =>
  Object.fromEntries(Object.entries(parts).map(([field, part]) => [field, inPlace(part, own[field] ?? [])]));

/** By their position; those that have none by what they say. */
function inPlace(part: Part, rows: readonly Row[]): Row[] {
  const columns = [...copiedOfPart(part).keys()];
  const said = (row: Row) => JSON.stringify(columns.map((column) => row[column] ?? null));
  return rows.toSorted((a, b) =>
    "position" in a ? Number(a.position) - Number(b.position) : said(a).localeCompare(said(b)),
  );
}

async function jsonRows(tx: Transaction, table: PgTable, order: SQL): Promise<Row[]> {
  const rows = await rowsOf<{ row: Row }>(
    tx,
    sql`select to_jsonb(t) as row from ${sql.identifier(getTableName(table))} t ${order}`,
  );
  return rows.map(({ row }) => row);
}

/** A row with its references by key, field by field: two that are the same say the same. */
export function content(world: World, portable: Portable, entry: Entry, bounds: Bounds): Record<string, string> {
  const { references = {}, parts = {} } = portable;
  const own = [...copied(portable)].map(([column, field]) => [
    field,
    said(world, references[column], entry.row[column]),
  ]);
  const more = Object.entries(parts).map(([field, part]) => {
    const columns = [...copiedOfPart(part).keys()];
    const rows = bounds.within(field, entry.parts[field] ?? []);
    const lines = rows.map((row) => columns.map((column) => said(world, part.references?.[column], row[column])));
    return [field, JSON.stringify("position" in (rows[0] ?? {}) ? lines : lines.map(String).sort())];
  });
  return Object.fromEntries([...own, ...more]);
}

const said = (world: World, refers: Refers | undefined, value: unknown): string =>
  JSON.stringify(refers ? referredKey(world, refers, value) : (value ?? null));

/** Which rows of parts the other tenant may have. */
export interface Bounds {
  within(field: string, rows: readonly Row[]): readonly Row[];
}

export const unbound: Bounds = { within: (_field, rows) => rows };

/** Of a row as it stands, its parts and version among it: changed since by anybody, it is another one. */
export function digestOf(portable: Portable, entry: Entry): string {
  const columns = [...copied(portable).keys(), ...Object.keys(portable.begins ?? {})];
  const parts = Object.entries(portable.parts ?? {}).map(([field, part]) => {
    const names = [...copiedOfPart(part).keys()];
    return (entry.parts[field] ?? []).map((row) => names.map((name) => row[name] ?? null));
  });
  const version = hasVersion(portable) ? entry.row.row_version : null;
  const all = [columns.map((column) => entry.row[column] ?? null), parts, version];
  return createHash("sha256").update(JSON.stringify(all)).digest("base64url");
}

/** Dictionary values of a row, of its parts too: by field the dictionary and the value. */
export function dictionaryValues(portable: Portable, entry: Entry): DictionaryValue[] {
  const { resource, parts = {} } = portable;
  // What is not copied, or is a reference already, asks for no item.
  const names = copied(portable);
  const own = Object.entries(resource.fields).filter(([field]) => {
    const column = columnName(field);
    return names.has(column) && !portable.references?.[column];
  });
  const found = valuesIn(Object.fromEntries(own), entry.row);
  for (const field of Object.keys(parts)) {
    const declared = resource.fields[field];
    if (declared?.kind !== "lines") continue;
    for (const row of entry.parts[field] ?? []) found.push(...valuesIn(declared.fields, row));
  }
  return found;
}

export interface DictionaryValue {
  dictionary: string;
  value: string;
}

function valuesIn(fields: AnyResource["fields"], row: Row): DictionaryValue[] {
  return Object.entries(fields).flatMap(([field, declared]) => {
    if (declared.kind !== "dictionary" && declared.kind !== "several") return [];
    const value = row[columnName(field)];
    const values = Array.isArray(value) ? value : value === null || value === undefined || value === "" ? [] : [value];
    return values.map((one) => ({ dictionary: declared.dictionary, value: String(one) }));
  });
}
