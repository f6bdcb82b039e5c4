/** /readyz: a node with a full disk, or a database that takes no changes, gets no visitors. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Disk, leastFree, readiness } from "~server/backend/readiness";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
let directory: string;
beforeAll(async () => {
  backend = await openTestBackend();
  directory = mkdtempSync(path.join(tmpdir(), "console-ready-"));
}, 240_000);
afterAll(async () => {
  await backend.close();
  rmSync(directory, { recursive: true });
});

const disk = (change: Partial<Disk> = {}): Disk => ({
  freeBytes: async () => leastFree,
  probe: async () => {},
  ...change,
});
const looking = (given: Disk) => readiness({ database: backend.database, directory, disk: given })();

test("/readyz said ready on a full disk", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  expect(await looking(disk())).toBeNull();
  expect(await looking(disk({ freeBytes: async () => leastFree - 1 }))).toBe("the disk has 63 MB left");
  expect(await looking(disk({ probe: () => Promise.reject(full) }))).toContain("ENOSPC");
  expect(await looking(disk({ freeBytes: () => Promise.reject(new Error("EIO: i/o error, statfs")) }))).toContain(
    "EIO",
  );
  said.mockRestore();
});

test("the probe writes for real, and leaves nothing behind", async () => {
  expect(await readiness({ database: backend.database, directory })()).toBeNull();
  expect(readdirSync(directory)).toEqual([]);
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const gone = path.join(directory, "gone");
  expect(await readiness({ database: backend.database, directory: gone })()).toContain("cannot be written to");
  said.mockRestore();
});

test("the disk is looked at once in five seconds, however often it is asked", async () => {
  const probe = vi.fn(async () => {});
  let clock = 0;
  const ready = readiness({ database: backend.database, directory, disk: disk({ probe }), now: () => clock });
  await Promise.all(Array.from({ length: 20 }, ready));
  expect(probe).toHaveBeenCalledTimes(1);
  clock = 5_000;
  await ready();
  expect(probe).toHaveBeenCalledTimes(2);
});

test("a database that takes no changes, or does not answer, is not ready", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const readOnly = {
    ...backend.database,
    tenant: ((corpCode, work, options) =>
      backend.database.tenant(
        corpCode,
        async (tx) => {
          await tx.execute("set local default_transaction_read_only = on");
          return work(tx);
        },
        options,
      )) as typeof backend.database.tenant,
  };
  expect(await readiness({ database: readOnly })()).toBe("the database takes no changes");
  const silent = { ...backend.database, tenant: () => Promise.reject(new Error("Connection terminated")) };
  expect(await readiness({ database: silent })()).toBe("the database does not answer");
  said.mockRestore();
});
