/** The migration runner: in order, each once, whole or not at all, also by two servers that start at once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "~server/backend/db/database";
import { migrate, readMigrations } from "~server/backend/db/migrate";
import { type EmptyDatabase, emptyDatabase } from "~tests/support/empty-database";

let empty: EmptyDatabase;
let database: Database;
let directory: string;
beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "migrations-"));
  empty = await emptyDatabase();
  database = await empty.open();
});
afterEach(async () => {
  rmSync(directory, { recursive: true, force: true });
  await empty.close();
});

/** What tenancy asks for, and a trace of what ran. */
const first = "create table trace (n serial, name text); create view own_corp as select 1 as one;";
const noted = (name: string) => `insert into trace (name) values ('${name}');`;

function migrations(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
  return readMigrations(directory);
}
const rows = async <R>(text: string): Promise<R[]> => (await database.pool.query(text)).rows as R[];
const trace = async () => (await rows<{ name: string }>("select name from trace order by n")).map(({ name }) => name);
const tableIsThere = async (name: string) =>
  (await rows<{ there: boolean }>(`select to_regclass('${name}') is not null as there`))[0]?.there;

test("files run in the order of their names, whatever else lies beside them, each once", async () => {
  const files = { "0010_c.sql": noted("c"), "0002_b.sql": noted("b"), "0001_a.sql": first, "0003_x.txt": "nonsense" };
  await migrate(database, migrations(files));
  expect(await trace()).toEqual(["b", "c"]);
  await migrate(database, migrations({}));
  await migrate(database, migrations({ "0011_d.sql": noted("d") }));
  expect(await trace()).toEqual(["b", "c", "d"]);
});

test("a new file with a number between those that ran runs, too", async () => {
  await migrate(database, migrations({ "0001_a.sql": first, "0005_e.sql": noted("e") }));
  await migrate(database, migrations({ "0003_c.sql": noted("c") }));
  expect(await trace()).toEqual(["e", "c"]);
});

test("one that fails leaves nothing behind, of itself or of those before it, and runs once it is mended", async () => {
  const broken = `create table half (n int); ${noted("half")} select 1 / 0;`;
  const files = { "0001_a.sql": first, "0002_b.sql": noted("b"), "0003_half.sql": broken };
  await expect(migrate(database, migrations(files))).rejects.toThrow();
  expect([await tableIsThere("trace"), await tableIsThere("half")]).toEqual([false, false]);
  await migrate(database, migrations({ "0003_half.sql": noted("whole") }));
  expect(await trace()).toEqual(["b", "whole"]);
  await expect(migrate(database, migrations({ "0004_again.sql": broken }))).rejects.toThrow();
  expect([await trace(), await tableIsThere("half")]).toEqual([["b", "whole"], false]);
});

test("an applied one that was edited is noticed by name, and nothing runs", async () => {
  await migrate(database, migrations({ "0001_a.sql": first, "0002_b.sql": noted("b") }));
  const edited = migrations({ "0002_b.sql": `${noted("b")} `, "0003_c.sql": noted("c") });
  await expect(migrate(database, edited)).rejects.toThrow("0002_b.sql");
  expect(await trace()).toEqual(["b"]);
});

test("a database of a newer version is left alone", async () => {
  await migrate(database, migrations({ "0001_a.sql": first, "0002_b.sql": noted("b") }));
  rmSync(path.join(directory, "0002_b.sql"));
  const older = migrations({ "0003_c.sql": noted("c") });
  await expect(migrate(database, older)).rejects.toThrow("0002_b.sql");
  expect(await trace()).toEqual(["b"]);
});

test("of two servers that start at once one migrates, and the other finds it done", async () => {
  const slow = `${noted("b")} select count(*) from generate_series(1, 2000000);`;
  const all = migrations({ "0001_a.sql": first, "0002_b.sql": slow });
  const other = await empty.open();
  await Promise.all([migrate(database, all), migrate(other, all), migrate(database, all)]);
  expect(await trace()).toEqual(["b"]);
});

test("whichever statement fails, its migration is named in one sentence, and the statement is not printed", async () => {
  const own = "The data could not be brought to version ";
  // Its work is done; that it was done cannot be noted, as when the connection goes at that moment.
  const unnoted = { "0001_a.sql": first, "0002_b.sql": "alter table schema_migration add check (name < '0002');" };
  const failed = await migrate(database, migrations(unnoted)).catch((error: Error) => error.message);
  expect(failed).toMatch(
    /^The data could not be brought to version \S+: 0002_b\.sql failed \(.+\)\. Nothing was changed\./,
  );
  expect(failed).not.toContain("insert into");
  expect(await tableIsThere("trace")).toBe(false);
  const broken = await migrate(database, migrations({ "0002_b.sql": "nonsense;" })).catch((e: Error) => e.message);
  expect(broken).toContain(own);
});
