/** Files of the data directory and archives are their owner's alone. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { tool } from "~server/backend/tools";
import { openBackendIn } from "~tests/support/backend";

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), "console-private-"));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

let said: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  said = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => said.mockRestore());

const modeOf = (target: string) => statSync(target).mode & 0o777;

test("the embedded database's files were readable and writable by every local account", async () => {
  const directory = path.join(parent, "new");
  const before = process.umask(0);
  try {
    const database = await openDatabase({ dataDir: directory });
    await database.pool.query("create table noted (n int)");
    await database.close();
  } finally {
    process.umask(before);
  }
  expect(modeOf(directory)).toBe(0o700);
  const inside = readdirSync(path.join(directory, "pg"), { recursive: true, withFileTypes: true });
  expect(inside.length).toBeGreaterThan(500);
  for (const { parentPath, name } of inside) expect(modeOf(path.join(parentPath, name)) & 0o077, name).toBe(0);
}, 240_000);

test("an archive is its owner's alone, whatever lay there before: an older part, or a link", async () => {
  const [directory, dataDir, archive] = ["a", "b", "c.archive"].map((name) => path.join(parent, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(directory, "");
  await (await openBackendIn(dataDir)).close();
  for (const before of [
    () => writeFileSync(`${archive}.partial`, "", { mode: 0o666 }),
    () => symlinkSync(directory, `${archive}.partial`),
  ]) {
    rmSync(archive, { force: true });
    before();
    vi.stubEnv("DATA_DIR", dataDir);
    vi.stubEnv("DATABASE_URL", "");
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const umask = process.umask(0);
    try {
      expect(await tool("backup", [archive])).toBe(0);
    } finally {
      process.umask(umask);
      log.mockRestore();
      vi.unstubAllEnvs();
    }
    expect([modeOf(archive), statSync(directory).size, existsSync(`${archive}.partial`)]).toEqual([0o600, 0, false]);
  }
}, 240_000);
