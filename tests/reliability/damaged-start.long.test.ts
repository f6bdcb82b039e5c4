/** The start itself on a damaged data directory: it ends with 1 and a sentence that leads on, and leaves what it found. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
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
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { startConsole } from "~tests/support/running.mjs";

let parent: string;
let whole: string;
beforeAll(async () => {
  parent = mkdtempSync(path.join(tmpdir(), "console-damaged-"));
  whole = path.join(parent, "whole");
  const database = await openDatabase({ dataDir: whole });
  await database.pool.query("create table noted (n int)");
  await database.close();
  writeFileSync(path.join(whole, "cookie.secret"), "x".repeat(43), { mode: 0o600 });
  // The first start builds what is stale; the others find it built.
  await ended(path.join(parent, "whole"), { PORT: "none" });
}, 300_000);
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Runs the start until it ends by itself. */
function ended(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ["server/start.mjs"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      DATABASE_URL: "",
      DATA_DIR: dataDir,
      ...environment,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  const late = setTimeout(() => child.kill("SIGKILL"), 120_000);
  return new Promise((resolve) =>
    child.once("close", (code) => {
      clearTimeout(late);
      resolve({ code, said });
    }),
  );
}

/** Of every name, mode and byte below the database; keys may be made beside it. */
function digest(directory: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  for (const name of names) {
    const found = statSync(path.join(directory, name));
    hash.update(`${name} ${found.mode}`);
    if (found.isFile()) hash.update(readFileSync(path.join(directory, name)));
  }
  return hash.digest("hex");
}

let copies = 0;
function copyOf(damage: (dataDir: string) => void): string {
  copies += 1;
  const dataDir = path.join(parent, `copy-${copies}`);
  cpSync(whole, dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  damage(dataDir);
  return dataDir;
}

const logs = (dataDir: string) =>
  readdirSync(path.join(dataDir, "pg/pg_wal"))
    .filter((name) => name.length === 24)
    .map((name) => path.join(dataDir, "pg/pg_wal", name));

const damages: [string, (dataDir: string) => void, RegExp][] = [
  ["no PG_VERSION", (dataDir) => rmSync(path.join(dataDir, "pg/PG_VERSION")), /not empty, but PG_VERSION is missing/],
  ["an empty control file", (dataDir) => truncateSync(path.join(dataDir, "pg/global/pg_control"), 0), /control file/],
  [
    "a control file of zeros",
    (dataDir) => writeFileSync(path.join(dataDir, "pg/global/pg_control"), Buffer.alloc(8192)),
    /control file/,
  ],
  ["a log that is gone", (dataDir) => logs(dataDir).forEach((file) => void rmSync(file)), /log in pg_wal/],
  [
    "a log of rubbish",
    (dataDir) => logs(dataDir).forEach((file) => void writeFileSync(file, Buffer.alloc(0x1000000, 7))),
    /log in pg_wal/,
  ],
  [
    "a missing folder",
    (dataDir) => rmSync(path.join(dataDir, "pg/pg_xact"), { recursive: true }),
    /pg_xact is missing/,
  ],
];

describe("npm start", () => {
  test.each(damages)(
    "with %s ends with 1 and says how to go on, and changes nothing",
    async (_, damage, words) => {
      const dataDir = copyOf(damage);
      const before = digest(path.join(dataDir, "pg"));
      const { code, said } = await ended(dataDir);
      expect(code, said).toBe(1);
      expect(said).toMatch(words);
      expect(said).toContain("npm run db:restore FILE");
      expect(said).not.toMatch(/^\s+at /m);
      expect(digest(path.join(dataDir, "pg"))).toBe(before);
      rmSync(dataDir, { recursive: true });
    },
    180_000,
  );

  test("in a directory that others may have written to ends with 1, the command that closes it, and its mode as it was", async () => {
    const dataDir = copyOf((directory) => chmodSync(directory, 0o777));
    const before = digest(dataDir);
    const { code, said } = await ended(dataDir);
    expect([code, statSync(dataDir).mode & 0o777]).toEqual([1, 0o777]);
    expect(said).toContain("chmod 700");
    expect(digest(dataDir)).toBe(before);
  }, 180_000);

  test("in a directory with foreign files alone ends with 1, and adds none", async () => {
    const dataDir = mkdtempSync(path.join(parent, "foreign-"));
    writeFileSync(path.join(dataDir, "letters.txt"), "of mine");
    const { code, said } = await ended(dataDir);
    expect([code, readdirSync(dataDir)]).toEqual([1, ["letters.txt"]]);
    expect(said).toContain("letters.txt");
  }, 180_000);

  test("in a directory that others could read closes it, says so, and runs", async () => {
    const dataDir = copyOf((directory) => chmodSync(directory, 0o755));
    const running = await startConsole({ dataDir, environment: { DATABASE_URL: "" } });
    await running.stop();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(running.printed()).toContain("is closed now");
  }, 180_000);
});
