/** Backup and restore: row for row, on both engines, and nothing but whole archives. */
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { park as parkResource } from "~/contract/ticket/park";
import { backup } from "~server/backend/db/archive";
import { ArchiveRefused } from "~server/backend/db/archive-format";
import type { Database } from "~server/backend/db/database";
import { restore } from "~server/backend/db/restore";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

const open: TestBackend[] = [];
async function opened(engine: "pglite" | "given" = "given"): Promise<TestBackend> {
  const url = process.env.TEST_DATABASE_URL;
  if (engine === "pglite") delete process.env.TEST_DATABASE_URL;
  const backend = await openTestBackend();
  if (url) process.env.TEST_DATABASE_URL = url;
  open.push(backend);
  return backend;
}
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close();
});

const folder = mkdtempSync(path.join(tmpdir(), "console-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => path.join(folder, `${++files}.archive`);

async function saved(backend: TestBackend): Promise<string> {
  const file = newFile();
  await backup(backend.database, createWriteStream(file));
  return file;
}

function written(bytes: Uint8Array): string {
  const file = newFile();
  writeFileSync(file, bytes);
  return file;
}

/** Every row of every table as text. */
async function everything(backend: TestBackend): Promise<Record<string, string[]>> {
  const tables = await backend.sql<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migration' order by 1",
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    // The version of rights is drawn anew by a restore: nobody goes on with rights that were kept before it.
    const row = name === "corp" ? "(to_jsonb(t) - 'rights')" : "to_jsonb(t)";
    rows[name] = (await backend.sql<{ row: string }>(`select ${row}::text as row from "${name}" t order by 1`)).map(
      (one) => one.row,
    );
  }
  return rows;
}

async function aBusyOne(engine: "pglite" | "given" = "pglite"): Promise<TestBackend> {
  const backend = await opened(engine);
  const park = await createPark(backend);
  for (let sale = 0; sale < 5; sale += 1) await park.sell();
  return backend;
}

test("an archive brings every row to the other engine, and back", async () => {
  const source = await aBusyOne();
  const before = await everything(source);
  const there = await opened("given");
  await restore(there.database, await saved(source));
  expect(await everything(there)).toEqual(before);
  const back = await opened("pglite");
  await restore(back.database, await saved(there));
  expect(await everything(back)).toEqual(before);
}, 120_000);

test("numbers go on where they were", async () => {
  const source = await aBusyOne();
  const target = await opened();
  await restore(target.database, await saved(source));
  const admin = await target.signIn("admin", "Admin#2026");
  const made = await target.call(parkResource.methods.save, { code: "NEW", name: "新景区" } as never, { as: admin });
  expect(made.success, made.message).toBe(true);
});

test.each([
  [
    "one byte is another",
    (archive: Buffer) =>
      archive.map((byte: number, at: number) => (at === Math.floor(archive.length / 2) ? byte ^ 1 : byte)),
  ],
  ["the end is missing", (archive: Buffer) => archive.subarray(0, Math.floor(archive.length * 0.7))],
  ["it is something else", () => Buffer.from("no archive at all")],
  ["it is empty", () => Buffer.alloc(0)],
])("an archive is refused and nothing changes when %s", async (_, damage) => {
  const source = await aBusyOne();
  const target = await opened();
  const before = await everything(target);
  await expect(restore(target.database, written(damage(readFileSync(await saved(source)))))).rejects.toThrow(
    ArchiveRefused,
  );
  expect(await everything(target)).toEqual(before);
});

/** As a database over a slow line: it answers after the archive has long come in. */
function slow(database: Database): Database {
  const later = () => new Promise((resolve) => setTimeout(resolve, 300));
  return { ...database, system: (work, options) => later().then(() => database.system(work, options)) };
}

test("an archive that comes in before the database answers is read whole, or refused", async () => {
  const source = await aBusyOne();
  const archive = await saved(source);
  const target = await opened("pglite");
  await restore(slow(target.database), archive);
  expect(await everything(target)).toEqual(await everything(source));
  const junk = written(Buffer.from("no archive at all"));
  await expect(restore(slow(target.database), junk, { force: true })).rejects.toThrow(ArchiveRefused);
});

test("orders that are there are not overwritten unless told so", async () => {
  const source = await aBusyOne();
  const archive = await saved(source);
  const target = await aBusyOne("given");
  await expect(restore(target.database, archive)).rejects.toThrow(ArchiveRefused);
  await restore(target.database, archive, { force: true });
  expect(await everything(target)).toEqual(await everything(source));
});
