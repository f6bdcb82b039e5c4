/** An administration that is divided in three: who owns the data takes that back, whether the server runs or not. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { runBackend } from "~server/backend/run-backend";
import { tool } from "~server/backend/tools";
import { adminPassword, openBackendIn } from "~tests/support/backend";

const secret = "a-secret-that-is-kept-beside-the-data";
let said: string[];
beforeEach(() => {
  said = [];
  vi.spyOn(console, "log").mockImplementation((text) => void said.push(String(text)));
});
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const one of undo.splice(0)) await one();
});

/** A directory whose head office is divided. */
async function divided(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "admin-undivide-"));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", "");
  const backend = await openBackendIn(dataDir);
  await backend.sql("update account set acc_type = '1' where id = 1");
  await backend.sql("update sys_param set param_option = 'T' where param_code = 'dividedAdministration'");
  await backend.close();
  return dataDir;
}

async function stateIn(dataDir: string) {
  const database = await openDatabase({ dataDir });
  try {
    const { rows } = await database.pool.query(`
      select (select acc_type from account where corp_code = '0001' and id = 1) as type,
             (select param_option from sys_param where corp_code = '0001' and param_code = 'dividedAdministration') as divided,
             (select count(*)::int from audit_log where account_name = 'admin:undivide') as told
    `);
    return rows[0];
  } finally {
    await database.close();
  }
}

test("where no server runs: account 1 has all rights again, the log says so, and a second time there is nothing to do", async () => {
  const dataDir = await divided();
  await expect(tool("undivide", ["9999"])).rejects.toThrow("is not divided. Nothing was changed");
  expect(await stateIn(dataDir)).toEqual({ type: "1", divided: "T", told: 0 });
  expect(await tool("undivide", [])).toBe(0);
  expect(said).toEqual(["The administration of 0001 is undivided: admin has all rights again."]);
  await expect(tool("undivide", [])).rejects.toThrow("is not divided. Nothing was changed");
  expect(await stateIn(dataDir)).toEqual({ type: "11", divided: "F", told: 1 });
}, 120_000);

test("while it runs: through its door, which opens to the directory's secret alone", async () => {
  const dataDir = await divided();
  const running = await runBackend({
    ...{ dataDir, poolSize: 1, adminPassword, paths: {}, demo: false },
    ...{ adminSecret: secret, fileSecret: "f", secretKeys: ["k"] },
  });
  let open = true;
  undo.unshift(async () => open && running.close());
  await writeFile(path.join(dataDir, "backend.url"), running.url);
  await writeFile(path.join(dataDir, "admin.secret"), "another");
  await expect(tool("undivide", [])).rejects.toThrow("not found");
  await writeFile(path.join(dataDir, "admin.secret"), secret);
  expect(await tool("undivide", [])).toBe(0);
  expect(said.at(-1)).toBe("The administration of 0001 is undivided: admin has all rights again.");
  await expect(tool("undivide", [])).rejects.toThrow("is not divided");
  open = false;
  await running.close();
  expect(await stateIn(dataDir)).toEqual({ type: "11", divided: "F", told: 1 });
}, 120_000);

test("another system's accounts are kept there: refused in words", async () => {
  vi.stubEnv("DISPATCH_URL", "https://dispatch.example.com");
  await expect(tool("undivide", [])).rejects.toThrow("DISPATCH_URL");
});
