/** The embedded database keeps what it acknowledged: one real sync a commit, one owner a directory. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "~server/backend/db/database";
import { lockDirectory } from "~server/backend/db/lock";
import { syncs } from "~server/backend/db/log-sync";

let directory: string;
let database: Database;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "console-durable-"));
  database = await openDatabase({ dataDir: directory });
  await database.pool.query("create table noted (n int)");
}, 60_000);
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

test("each commit is one real sync of the file system", async () => {
  const before = syncs.count;
  for (let n = 0; n < 50; n += 1) await database.system((tx) => tx.execute(sql`insert into noted values (${n})`));
  expect(syncs.count - before).toBe(50);
  const { rows } = await database.pool.query("show fsync");
  expect(rows).toEqual([{ fsync: "on" }]);
});

test("who begins one transaction after the other lets others in between", async () => {
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 0);
  for (let n = 0; n < 50; n += 1) await database.system((tx) => tx.execute(sql`insert into noted values (${n})`));
  clearInterval(others);
  expect(turns).toBeGreaterThan(5);
});

test("reading syncs nothing", async () => {
  const before = syncs.count;
  for (let n = 0; n < 20; n += 1)
    await database.system((tx) => tx.execute(sql`select count(*) from noted`), { readOnly: true });
  expect(syncs.count - before).toBe(0);
});

test("a second owner of the directory is refused by a sentence that names the first", async () => {
  await expect(openDatabase({ dataDir: directory })).rejects.toThrow(
    new RegExp(`in use by process ${process.pid}, since 20\\d\\d-`),
  );
});

test("the lock of a dead process is taken over; of two takers one has it", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "console-lock-"));
  writeFileSync(
    path.join(folder, "owner.lock"),
    JSON.stringify({ pid: 999_999_999, birth: "gone", since: "2026-01-01" }),
  );
  const release = lockDirectory(folder);
  expect(() => lockDirectory(folder)).toThrow(/in use by process/);
  release();
  lockDirectory(folder)();
  rmSync(folder, { recursive: true, force: true });
});
