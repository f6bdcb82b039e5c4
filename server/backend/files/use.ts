/** What holds on to files: a saved row keeps those that its fields name, and lets go of those that they no longer do. */
import { and, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import { type Accept, sizeProblem } from "~/contract/files";
import { m } from "~/contract/messages";
import type { Transaction } from "../db/database";
import type { Call } from "../kernel/call";
import { Invalid } from "../kernel/refusal";
import { kindsTaken } from "./admit";
import { readableFiles, readerOf } from "./read-rights";
import { fileUse, type StoredFile, storedFile } from "./schema";

export interface Holder {
  /** Noun and id of the row. */
  thing: string;
  thingId: number;
}

/** A field's files, and what of them it takes. */
export interface HeldField {
  field: string;
  paths: string[];
  accept: Accept;
  megabytes?: number | undefined;
}

/**
 * Throws {@link Invalid} where a path is no file that the caller may read: who knows a path only cannot read the file by
 * way of a record of their own. The row is saved in the same transaction.
 */
export async function checkFiles(call: Call, fields: HeldField[]): Promise<void> {
  const wanted = [...new Set(fields.flatMap(({ paths }) => paths))];
  if (wanted.length === 0) return;
  const rows = await readableFiles(readerOf(call), wanted);
  const found = new Map(rows.map((row) => [row.path, row]));
  for (const { field, paths, accept, megabytes } of fields) {
    for (const path of paths) {
      const file = found.get(path);
      const wrong = file ? problemOf(file, accept, megabytes) : m.files_missing();
      if (wrong !== null) throw new Invalid({ [field]: [wrong] });
    }
  }
}

function problemOf({ kind, size }: Pick<StoredFile, "kind" | "size">, accept: Accept, megabytes?: number) {
  if (!kindsTaken[accept].includes(kind)) return accept === "image" ? m.files_only_images() : m.files_type();
  return sizeProblem(size, accept, megabytes);
}

/** Holds on to what the fields name now. */
export async function holdFiles(call: Call, { thing, thingId }: Holder, fields: HeldField[]): Promise<void> {
  for (const { field, paths } of fields) {
    const ofField = and(eq(fileUse.thing, thing), eq(fileUse.thingId, thingId), eq(fileUse.field, field));
    const before = (await call.db.select({ path: fileUse.path }).from(fileUse).where(ofField)).map(({ path }) => path);
    const gone = before.filter((path) => !paths.includes(path));
    const fresh = paths.filter((path) => !before.includes(path));
    if (fresh.length > 0) await hold(call, { thing, thingId }, field, fresh);
    if (gone.length === 0) continue;
    await call.db.delete(fileUse).where(and(ofField, inArray(fileUse.path, gone)));
    await letGo(call, gone);
  }
}

async function hold(call: Call, { thing, thingId }: Holder, field: string, paths: string[]): Promise<void> {
  // Takes the rows' locks: the sweep either came before, and then they are gone, or finds them kept.
  const kept = await call.db
    .update(storedFile)
    .set({ state: "kept" })
    .where(and(inArray(storedFile.path, paths), ne(storedFile.state, "gone")))
    .returning({ path: storedFile.path });
  if (kept.length < new Set(paths).size) throw new Invalid({ [field]: [m.files_missing()] });
  await call.db
    .insert(fileUse)
    .values([...new Set(paths)].map((path) => ({ thing, thingId, field, path })) as (typeof fileUse.$inferInsert)[])
    .onConflictDoNothing();
}

/** The row is deleted. */
export async function releaseFiles(call: Call, { thing, thingId }: Holder): Promise<void> {
  const released = await call.db
    .delete(fileUse)
    .where(and(eq(fileUse.thing, thing), eq(fileUse.thingId, thingId)))
    .returning({ path: fileUse.path });
  await letGo(
    call,
    released.map(({ path }) => path),
  );
}

/** What nothing else holds is temporary again, from now. */
async function letGo(call: Call, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  const stillHeld = call.db.select({ one: sql`1` }).from(fileUse).where(eq(fileUse.path, storedFile.path));
  await call.db
    .update(storedFile)
    .set({ state: "temporary", since: call.now })
    .where(and(inArray(storedFile.path, paths), eq(storedFile.state, "kept"), notExists(stillHeld)));
}

/** What files are called, by path; also those that no row holds any more, until they are swept. */
export async function fileNames(db: Transaction, paths: string[]): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const rows = await db
    .select({ path: storedFile.path, name: storedFile.name })
    .from(storedFile)
    .where(and(inArray(storedFile.path, [...new Set(paths)]), ne(storedFile.state, "gone")));
  return new Map(rows.map(({ path, name }) => [path, name]));
}
