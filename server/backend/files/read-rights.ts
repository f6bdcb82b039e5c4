/**
 * Who may read a stored file: whoever may open a record that holds it. One that nothing holds is its uploader's alone, a
 * public one everybody's. Asked wherever a path comes from outside: to be served, described, kept, or put into a record.
 */
import { and, inArray, ne, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { AnyResource } from "~/contract/resource";
import type { Transaction } from "../db/database";
import type { Call } from "../kernel/call";
import { fileUse, type StoredFile, storedFile } from "./schema";

/** Of the transaction's corp. */
export interface Reader {
  db: Transaction;
  userId: number;
  /** Whether the reader holds a function. */
  opens(fun: string): Promise<boolean>;
  /** Whether the reader holds a button code. */
  may(button: string): Promise<boolean>;
}

export const readerOf = ({ db, caller, opens, may }: Call): Reader => ({ db, userId: caller.userId, opens, may });

interface Holding {
  id: PgColumn;
  table: PgTable;
  /** Any of these functions opens the record; null: everybody who is signed in sees it. */
  funs: readonly string[] | null;
  seen?: Shown["seen"];
}

const holdings = new Map<string, Holding>();

interface Shown {
  /** A page of everybody's shows them. */
  filesShownToAll?: boolean;
  /** So do pages of these functions. */
  filesAlsoFor?: readonly string[];
  /** Which records a reader sees one by one, where functions and scope do not say it all. */
  seen?: (reader: Reader) => Promise<SQL>;
}

/** A resource's records hold files. */
export function noteHolder({ noun, methods }: AnyResource, table: PgTable, shown: Shown = {}): void {
  const { access } = methods.get;
  const funs = typeof access === "object" ? [access.fun].flat() : [];
  const { id } = table as PgTable & { id: PgColumn };
  const { filesShownToAll = false, filesAlsoFor = [], seen } = shown;
  holdings.set(noun, { id, table, funs: filesShownToAll ? null : [...funs, ...filesAlsoFor], ...(seen && { seen }) });
}

/** Those of the paths that the reader may read, whatever else there is left out. */
export async function readableFiles(reader: Reader, paths: readonly string[]): Promise<StoredFile[]> {
  const wanted = [...new Set(paths)];
  if (wanted.length === 0) return [];
  const files = await reader.db
    .select()
    .from(storedFile)
    .where(and(inArray(storedFile.path, wanted), ne(storedFile.state, "gone")));
  const closed = files.filter(({ isPublic }) => !isPublic).map(({ path }) => path);
  if (closed.length === 0) return files;
  const uses = await reader.db
    .select({ path: fileUse.path, thing: fileUse.thing, thingId: fileUse.thingId })
    .from(fileUse)
    .where(inArray(fileUse.path, closed));
  const open = await openThings(reader, uses);
  const held = new Set(uses.map(({ path }) => path));
  const opened = new Set(uses.filter((use) => open.has(keyOf(use))).map(({ path }) => path));
  return files.filter(
    ({ path, isPublic, accountId }) =>
      isPublic || opened.has(path) || (!held.has(path) && Number(accountId) === reader.userId),
  );
}

interface Thing {
  thing: string;
  thingId: number;
}

const keyOf = ({ thing, thingId }: Thing) => `${thing} ${thingId}`;

/** By {@link keyOf}: records that the reader has the function for, and that the database shows in this transaction. */
async function openThings(reader: Reader, things: readonly Thing[]): Promise<Set<string>> {
  const open = new Set<string>();
  for (const thing of new Set(things.map((one) => one.thing))) {
    const holding = holdings.get(thing);
    if (!holding || !(await mayOpen(reader, holding))) continue;
    const ids = things.filter((one) => one.thing === thing).map(({ thingId }) => thingId);
    const rows = await reader.db
      .select({ id: holding.id })
      .from(holding.table)
      .where(and(inArray(holding.id, ids), await holding.seen?.(reader)));
    for (const { id } of rows) open.add(keyOf({ thing, thingId: Number(id) }));
  }
  return open;
}

async function mayOpen({ opens }: Reader, { funs }: Holding): Promise<boolean> {
  if (funs === null) return true;
  for (const fun of funs) if (await opens(fun)) return true;
  return false;
}
