/** /readyz: a node with a full disk, or a database that takes no changes, gets no visitors. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { tenantRole } from "~server/backend/db/database";
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

test("a database that refuses the first row of a sale is not ready, and says why; the try leaves nothing", async () => {
  const ready = () => readiness({ database: backend.database })();
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const tried = () => backend.sql("select key from idempotency where method = 'readyz'");
  expect(await ready()).toBeNull();
  expect(await tried()).toEqual([]);
  const refusing = async (raise: string) => {
    await backend.sql(`
      create function refuse_row() returns trigger language plpgsql as $$ begin ${raise} end $$;
    `);
    await backend.sql(
      "create trigger refuse_row before insert on idempotency for each row execute function refuse_row()",
    );
    const problem = await ready();
    await backend.sql("drop trigger refuse_row on idempotency");
    await backend.sql("drop function refuse_row");
    return problem;
  };
  // As PostgreSQL says it when a file cannot grow.
  expect(await refusing("raise 'could not extend file: No space left on device' using errcode = '53100';")).toBe(
    "the database takes no changes: its disk is full",
  );
  expect(await refusing("raise 'no' using errcode = '54000';")).toContain("VACUUM");
  expect(await refusing("raise 'no' using errcode = 'XX001';")).toBe("the database takes no changes (SQLSTATE XX001)");
  await backend.sql(`revoke insert on idempotency from ${tenantRole}`);
  expect(await ready()).toContain("rights to write");
  await backend.sql(`grant insert on idempotency to ${tenantRole}`);
  expect(await ready()).toBeNull();
  said.mockRestore();
});

test("one set to read only for real is not ready", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const [name] = await backend.sql<{ name: string }>("select current_database() as name");
  // New sessions have it, as after an operator's `alter system`; the embedded database has one session for all.
  const isServer = backend.database.engine === "postgres";
  const set = async (value: string) => {
    if (!isServer) return void (await backend.sql(`set default_transaction_read_only = ${value}`));
    await backend.sql("set default_transaction_read_only = off");
    await backend.sql(
      `begin read write; alter database "${name?.name}" set default_transaction_read_only = ${value}; commit`,
    );
    await backend.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await backend.sql("select pg_terminate_backend(pg_backend_pid())").catch(() => {});
  };
  await set("on");
  try {
    expect(await readiness({ database: backend.database })()).toContain("read only");
  } finally {
    await set("off");
  }
  expect(await readiness({ database: backend.database })()).toBeNull();
  said.mockRestore();
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
  expect(await readiness({ database: readOnly })()).toBe(
    "the database takes no changes: it is set to read only (default_transaction_read_only)",
  );
  const silent = { ...backend.database, tenant: () => Promise.reject(new Error("Connection terminated")) };
  expect(await readiness({ database: silent })()).toBe("the database does not answer");
  said.mockRestore();
});
