/** What is not whole is refused before it is opened, in words that lead back; nothing in the directory changes. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { stateOfDirectory } from "~server/backend/db/whole-directory";

let parent: string;
/** A database that was closed, and one as a killed process leaves it. */
let closed: string;
let killed: string;
beforeAll(async () => {
  parent = mkdtempSync(path.join(tmpdir(), "console-whole-"));
  [closed, killed] = [path.join(parent, "closed"), path.join(parent, "killed")];
  const database = await openDatabase({ dataDir: closed });
  await database.pool.query("create table noted (n int, filler text)");
  await database.pool.query("insert into noted select n, repeat('x', 400) from generate_series(1, 3000) n");
  await database.pool.query("checkpoint");
  await database.pool.query("insert into noted select n, repeat('y', 400) from generate_series(1, 3000) n");
  cpSync(closed, killed, { recursive: true, mode: 0 });
  rmSync(path.join(killed, "owner.lock"));
  await database.close();
}, 240_000);
afterAll(() => rmSync(parent, { recursive: true, force: true }));

let copies = 0;
function damaged(from: string, damage: (pg: string) => void): string {
  copies += 1;
  const dataDir = path.join(parent, `copy-${copies}`);
  cpSync(from, dataDir, { recursive: true });
  damage(path.join(dataDir, "pg"));
  return dataDir;
}

/** Of every name, size and byte below. */
function digest(directory: string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.sort((a, b) =>
    path.join(a.parentPath, a.name).localeCompare(path.join(b.parentPath, b.name)),
  )) {
    const target = path.join(entry.parentPath, entry.name);
    hash.update(path.relative(directory, target));
    if (entry.isFile()) hash.update(readFileSync(target));
  }
  return hash.digest("hex");
}

const firstLog = (pg: string) =>
  path.join(
    pg,
    "pg_wal",
    readdirSync(path.join(pg, "pg_wal"))
      .filter((name) => name.length === 24)
      .sort()[0] ?? "",
  );
/** Changes one byte in the midst of what stands where the pattern is. */
function spoil(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}
const checkpointPlace = (pg: string) =>
  Number(readFileSync(path.join(pg, "global/pg_control")).readBigUInt64LE(0x20) % 0x1000000n);
const logOfCheckpoint = (pg: string) => {
  const number = readFileSync(path.join(pg, "global/pg_control")).readBigUInt64LE(0x20) / 0x1000000n;
  return path.join(pg, "pg_wal", `0000000100000000${number.toString(16).toUpperCase().padStart(8, "0")}`);
};

const damages: [string, (pg: string) => void, RegExp][] = [
  [
    "a missing PG_VERSION (the start built a new empty database over the old one)",
    (pg) => rmSync(path.join(pg, "PG_VERSION")),
    /PG_VERSION is missing/,
  ],
  ["another version", (pg) => writeFileSync(path.join(pg, "PG_VERSION"), "17\n"), /PG_VERSION says "17"/],
  ["a control file cut short", (pg) => truncateSync(path.join(pg, "global/pg_control"), 100), /control file/],
  ["an empty control file", (pg) => truncateSync(path.join(pg, "global/pg_control"), 0), /control file/],
  [
    "a control file of zeros",
    (pg) => writeFileSync(path.join(pg, "global/pg_control"), Buffer.alloc(8192)),
    /control file/,
  ],
  ["one wrong byte in the control file", (pg) => spoil(path.join(pg, "global/pg_control"), 40), /control file/],
  [
    "a log without files",
    (pg) => {
      for (const name of readdirSync(path.join(pg, "pg_wal")))
        if (name.length === 24) rmSync(path.join(pg, "pg_wal", name));
    },
    /log in pg_wal/,
  ],
  [
    "a log of rubbish",
    (pg) => {
      for (const name of readdirSync(path.join(pg, "pg_wal")))
        if (name.length === 24) writeFileSync(path.join(pg, "pg_wal", name), Buffer.alloc(0x1000000, 7));
    },
    /log in pg_wal/,
  ],
  ["a log cut short", (pg) => truncateSync(logOfCheckpoint(pg), 4096), /log in pg_wal/],
  [
    "one wrong byte in the last checkpoint",
    (pg) => spoil(logOfCheckpoint(pg), checkpointPlace(pg) + 30),
    /log in pg_wal/,
  ],
  [
    "foreign files",
    (pg) => {
      rmSync(pg, { recursive: true });
      mkdirSync(pg);
      writeFileSync(path.join(pg, "letters.txt"), "of mine");
    },
    /not empty, but PG_VERSION, base, global are missing/,
  ],
  ["a missing folder", (pg) => rmSync(path.join(pg, "pg_xact"), { recursive: true }), /pg_xact is missing/],
];

describe.each([
  ["closed", () => closed],
  ["killed", () => killed],
])("a database that was %s", (_, source) => {
  test("is whole, and opens", async () => {
    const dataDir = damaged(source(), () => {});
    expect(stateOfDirectory(path.join(dataDir, "pg"))).toBe("whole");
    const database = await openDatabase({ dataDir });
    const { rows } = await database.pool.query("select count(*) as count from noted");
    await database.close();
    expect(rows).toEqual([{ count: 6000 }]);
  }, 180_000);

  test.each(damages)(
    "is refused with %s, and stays as it is",
    async (_name, damage, words) => {
      const dataDir = damaged(source(), damage);
      const before = digest(dataDir);
      const refused = await openDatabase({ dataDir }).then(
        () => null,
        (error: Error) => error.message,
      );
      expect(refused).toMatch(words);
      expect(refused).toContain(`DATA_DIR='${dataDir}' npm run db:restore FILE`);
      expect(refused).toContain("Nothing in it was changed");
      expect(digest(dataDir)).toBe(before);
      rmSync(dataDir, { recursive: true });
    },
    60_000,
  );
});

test("damage that only the database itself finds is said in the same words", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const dataDir = damaged(closed, (pg) => rmSync(path.join(pg, "pg_xact/0000")));
  await expect(openDatabase({ dataDir })).rejects.toThrow(/cannot read its own files.*npm run db:restore FILE/);
  said.mockRestore();
}, 180_000);

test("a log that goes on over many pages is read through to its checkpoint, not refused", async () => {
  const dataDir = damaged(killed, () => {});
  expect(statSync(firstLog(path.join(dataDir, "pg"))).size).toBe(0x1000000);
  const database = await openDatabase({ dataDir });
  for (let round = 0; round < 4; round += 1) {
    await database.pool.query("update noted set filler = repeat(md5(random()::text), 60)");
    await database.pool.query(round % 2 ? "checkpoint" : "select pg_switch_wal()");
    expect(stateOfDirectory(path.join(dataDir, "pg"))).toBe("whole");
  }
  await database.close();
  expect(stateOfDirectory(path.join(dataDir, "pg"))).toBe("whole");
}, 180_000);

test("a first start that was cut off hinders no second one, and nothing of it is deleted", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const dataDir = damaged(closed, (pg) => {
    rmSync(path.join(pg, "PG_VERSION"));
    writeFileSync(`${pg}.making`, "");
  });
  const database = await openDatabase({ dataDir });
  await database.close();
  expect(said.mock.calls.join()).toContain("cut off");
  said.mockRestore();
  expect(
    readdirSync(dataDir)
      .map((name) => name.replace(/\d{5,}/, "N"))
      .sort(),
  ).toEqual(["pg", "pg.unfinished-N"]);
}, 180_000);

test("the tools end with 1 and one sentence, no stack", () => {
  const dataDir = damaged(closed, (pg) => rmSync(path.join(pg, "PG_VERSION")));
  const script = `const { tool } = await import("./server/backend/tools.ts");
    try { process.exitCode = await tool("backup", [process.argv[1]]); } catch (error) { console.error(error.message); process.exit(1); }`;
  const run = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", script, path.join(parent, "x.archive")],
    {
      encoding: "utf8",
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
    },
  );
  expect([
    run.status,
    run.stderr
      .trim()
      .split("\n")
      .filter((line) => !line.includes("npm warn")).length,
  ]).toEqual([1, 1]);
  expect(run.stderr).toMatch(/^The database in .* is not whole: it is not empty, but PG_VERSION is missing/);
}, 180_000);
