/** A forgotten password of the first administrator: the operator's command sets another, whether the server runs or not. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import md5 from "md5";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { login, selectUserInfoById } from "~/contract/platform/session";
import { park } from "~/contract/ticket/park";
import { afterRestore } from "~server/backend/after-restore";
import { undivide } from "~server/backend/business/platform/duties";
import { resetFirstPassword } from "~server/backend/business/platform/first-account";
import { adminPaths, mountAdmin } from "~server/backend/db/admin";
import { openDatabase } from "~server/backend/db/database";
import { runBackend } from "~server/backend/run-backend";
import { tool } from "~server/backend/tools";
import { adminPassword, openBackendIn, openTestBackend, type TestBackend } from "~tests/support/backend";

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

async function directory(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), "admin-password-"));
  undo.push(() => rm(made, { recursive: true, force: true }));
  vi.stubEnv("DATA_DIR", made);
  vi.stubEnv("DATABASE_URL", "");
  return made;
}

const signIn = (backend: TestBackend, password: string) =>
  backend.call(login, { accName: "admin", password: md5(password), corpCode: "0001" }, { as: "" });

test("through the running server's door: told once, sessions and lock end, it must be changed, the trail has it", async () => {
  const backend = await openTestBackend();
  undo.push(() => backend.close());
  const app = new Hono();
  mountAdmin(app, backend.database, secret, { dataDir: await directory(), resetFirstPassword, undivide, afterRestore });
  const other = await backend.createUser({ accType: "11" });
  await backend.sql("update account set status = 'F', locked_until = now() + interval '1 hour' where id = 1");
  const answer = await app.request(adminPaths.password, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}` },
  });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const made = (await answer.json()) as { accName: string; password: string };
  expect(made.accName).toBe("admin");
  expect(made.password).toHaveLength(12);
  expect((await backend.call(selectUserInfoById, {}, { as: backend.admin })).status).toBe(401);
  expect((await backend.call(selectUserInfoById, {}, { as: other.token })).status).toBe(200);
  expect((await signIn(backend, adminPassword)).success).toBe(false);
  const back = await signIn(backend, made.password);
  expect(back.message).toBe("");
  const as = back.data.tokenInfo.token;
  expect((await backend.call(park.methods.list, {}, { as })).status).toBe(423);
  const [entry] = await backend.sql("select * from audit_log where method = 'adminPassword'");
  expect(entry).toMatchObject({
    ...{ corp_code: "0001", account_name: "admin:password", thing: "operator", label: "系统管理员" },
    after: { password: "reset" },
  });
  expect(JSON.stringify(entry)).not.toContain(made.password);
});

test("npm run admin:password, where no server runs: opens the directory, and prints it once", async () => {
  const dataDir = await directory();
  const backend = await openBackendIn(dataDir);
  await backend.close();
  expect(await tool("password", [])).toBe(0);
  const password = said.at(-1)?.trim() ?? "";
  expect(said.filter((line) => line.includes(password))).toHaveLength(1);
  const again = await openDatabase({ dataDir });
  undo.unshift(() => again.close());
  const { rows } = await again.pool.query("select must_change_password as held from account where id = 1");
  expect(rows).toEqual([{ held: true }]);
}, 60_000);

test("while it runs: asks its door; without the directory's secret it gets nothing", async () => {
  const dataDir = await directory();
  const running = await runBackend({
    ...{ dataDir, poolSize: 1, adminPassword, paths: {}, demo: false },
    ...{ adminSecret: secret, fileSecret: "f", secretKeys: ["k"] },
  });
  undo.unshift(() => running.close());
  await writeFile(path.join(dataDir, "backend.url"), running.url);
  await writeFile(path.join(dataDir, "admin.secret"), "another");
  await expect(tool("password", [])).rejects.toThrow("not found");
  await writeFile(path.join(dataDir, "admin.secret"), secret);
  expect(await tool("password", [])).toBe(0);
  const password = said.at(-1)?.trim() ?? "";
  const entered = async (text: string) =>
    (
      await fetch(new URL("/platform/dispatch", running.url), {
        method: "POST",
        body: new URLSearchParams({ method: "login", accName: "admin", password: md5(text) }),
      })
    ).status;
  expect(await entered(adminPassword)).not.toBe(200);
  expect(await entered(password)).toBe(200);
}, 60_000);

test("a database that no console ever started on, and another system's accounts, are refused in words", async () => {
  await directory();
  await expect(tool("password", [])).rejects.toThrow("There is no database in");
  vi.stubEnv("DISPATCH_URL", "https://dispatch.example.com");
  await expect(tool("password", [])).rejects.toThrow("DISPATCH_URL");
}, 60_000);
