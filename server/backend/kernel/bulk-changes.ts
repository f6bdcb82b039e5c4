/** Changes of single fields of many rows, as imports make them: each row must be as it was when its change was checked. */
import { getTableColumns, type InferSelectModel, inArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { AnyResource } from "~/contract/resource";
import type { Call } from "./call";
import { NotFound } from "./refusal";
import type { ResourceTable, Values } from "./resource-backend";

/** A row, the version that it must have, and the fields that are to have other values. */
export interface RowChange {
  id: number;
  rowVersion: number;
  values: Values;
}

export interface ChangedRow {
  before: Values;
  after: Values;
}

/** One of several changes cannot be made, and so none of them; `cause` says why. */
export class ChangeRefused extends Error {
  override readonly name = "ChangeRefused";
  constructor(
    readonly place: number,
    cause: unknown,
  ) {
    super("a change was refused", { cause });
  }
}

/** Fields of `values` that differ from the row's, less those that neither the change nor a condition speaks of. */
export function differing({ fields }: AnyResource, values: Values, given: Values, before: Values): Values {
  const names = Object.keys(values).filter((name) => name in given || fields[name]?.when !== undefined);
  return Object.fromEntries(
    names.flatMap((name) => (same(values[name], before[name]) ? [] : [[name, values[name] ?? null]])),
  );
}

/** Whether a row has every one of these values already. */
export function changesNothing(values: object, before: object): boolean {
  const had: Record<string, unknown> = { ...before };
  return Object.entries(values).every(([name, value]) => same(value, had[name]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** One after the other; what one throws says which it was. */
export async function inOrder<T>(several: readonly RowChange[], work: (change: RowChange) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (const [place, change] of several.entries()) {
    try {
      done.push(await work(change));
    } catch (error) {
      throw new ChangeRefused(place, error);
    }
  }
  return done;
}

export function byId(rows: readonly Values[]): Map<number, Values> {
  return new Map(rows.map((row) => [Number(row.id), row]));
}

export function rowOf(rows: ReadonlyMap<number, Values>, id: number): Values {
  const row = rows.get(id);
  if (!row) throw new NotFound();
  return row;
}

type Row = InferSelectModel<PgTable>;

/** Locked in the order of their ids, as everybody locks them. */
export async function lockRows(call: Call, table: PgTable, ids: readonly number[]): Promise<Row[]> {
  const { id } = table as ResourceTable;
  return call.db
    .select()
    .from(table)
    .where(inArray(id, [...ids]))
    .orderBy(id)
    .for("update");
}

/** Rows with the same fields to change go in one statement; answers them as they are then. */
export async function updateRows(call: Call, table: PgTable, changes: readonly RowChange[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of alike(changes, ({ values }) => values)) rows.push(...(await updateAlike(call, table, some)));
  return rows;
}

function alike<T>(several: readonly T[], valuesOf: (one: T) => Values): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of several) {
    const names = Object.keys(valuesOf(one)).sort().join();
    const group = groups.get(names);
    if (group) group.push(one);
    else groups.set(names, [one]);
  }
  return [...groups.values()];
}

async function updateAlike({ db, now }: Call, table: PgTable, changes: readonly RowChange[]): Promise<Row[]> {
  const columns = getTableColumns(table);
  const { id } = table as ResourceTable;
  const names = Object.keys(changes[0]?.values ?? {});
  const data = changes.map((change) => ({ id: change.id, ...recordOf(table, change.values) }));
  const set = Object.fromEntries(
    names.map((name) => [name, sql`given.${sql.identifier(columns[name]?.name ?? name)}`]),
  );
  return db
    .update(table)
    .set({ ...set, rowVersion: sql`${(table as ResourceTable).rowVersion} + 1`, updatedAt: now } as never)
    .from(sql`${recordset(table, data)} as given`)
    .where(sql`${id} = given.id`)
    .returning(columns);
}

/**
 * Many new rows, in their order: their values are one parameter. A list of five thousand parameters takes the database
 * longer to read than the rows to write.
 */
export async function insertRecords(call: Call, table: PgTable, several: readonly Values[]): Promise<Row[]> {
  if (several.length === 1)
    return call.db
      .insert(table)
      .values(several as never)
      .returning();
  const places = several.map((values, place) => ({ values, place }));
  const made: Row[] = [];
  for (const some of alike(places, ({ values }) => values)) {
    const rows = await insertAlike(
      call,
      table,
      some.map(({ values }) => values),
    );
    some.forEach(({ place }, at) => {
      made[place] = rows[at] as Row;
    });
  }
  return made;
}

async function insertAlike({ db }: Call, table: PgTable, several: readonly Values[]): Promise<Row[]> {
  const columns = getTableColumns(table);
  const data = several.map((values) => recordOf(table, values));
  const names = sql.join(
    Object.keys(data[0] ?? {}).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const { rows } = await db.execute(sql`
    insert into ${table} (${names})
    select ${names} from ${recordset(table, data)}
    returning *
  `);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => {
        const value = row[column.name] ?? null;
        return [name, value === null ? null : column.mapFromDriverValue(value)];
      }),
    ),
  );
}

function recordset(table: PgTable, data: object[]) {
  return sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(data)}::jsonb)`;
}

/** By column, as the database takes them. */
function recordOf(table: PgTable, values: Values): Record<string, unknown> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const column = columns[name];
      if (!column) return [];
      // What is JSON already is not to become text in it.
      return [[column.name, value === null || column.dataType === "json" ? value : column.mapToDriverValue(value)]];
    }),
  );
}
