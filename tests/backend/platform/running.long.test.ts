/** The backend as the worker runs it: on a directory, behind a socket. */
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import md5 from "md5";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as password from "~server/backend/business/platform/password";
import { type BackendSettings, type RunningBackend, runBackend } from "~server/backend/run-backend";

let settings: BackendSettings;
const running = new Set<RunningBackend>();
beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "backend-"));
  settings = {
    dataDir,
    poolSize: 1,
    adminPassword: "Admin#2026",
    paths: {},
    demo: false,
    adminSecret: "s",
    fileSecret: "f",
    secretKeys: ["k"],
  };
});
afterAll(async () => {
  await Promise.all([...running].map(stop));
  await rm(settings.dataDir, { recursive: true, force: true });
});

async function start(change: Partial<BackendSettings> = {}): Promise<RunningBackend> {
  const backend = await runBackend({ ...settings, ...change });
  running.add(backend);
  return backend;
}

async function stop(backend: RunningBackend): Promise<void> {
  running.delete(backend);
  await backend.close();
}

const agent = new Agent({ keepAlive: true });

/** On a kept connection, as the console asks. */
function signIn({ url }: RunningBackend, dispatchPath = "/platform/dispatch"): Promise<number> {
  const body = new URLSearchParams({ method: "login", accName: "admin", password: md5("Admin#2026") }).toString();
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body) };
    const asked = request(new URL(dispatchPath, url), { method: "POST", agent, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("error", reject).end(body);
  });
}

test("a first start tells the password, a later one does not; both take it", { timeout: 240_000 }, async () => {
  const first = await start();
  expect(first.firstPassword).toBe("Admin#2026");
  expect(await signIn(first)).toBe(200);
  await stop(first);
  const second = await start({ adminPassword: undefined });
  expect(second.firstPassword).toBeNull();
  expect(await signIn(second)).toBe(200);
  await stop(second);
});

test("what is under way when it closes is answered, and the kept connection does not hold it up", async () => {
  const backend = await start();
  expect(await signIn(backend)).toBe(200);
  const arrived = vi.spyOn(password, "verifyDigest");
  const underWay = signIn(backend);
  await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), { interval: 1 });
  const started = performance.now();
  const closed = stop(backend);
  expect(await underWay).toBe(200);
  await closed;
  expect(performance.now() - started).toBeLessThan(5_000);
  await expect(signIn(backend)).rejects.toThrow();
});

test("a deployment may name the paths", async () => {
  const backend = await start({ paths: { platform: "/own/platform" } });
  expect(await signIn(backend, "/own/platform")).toBe(200);
  expect(await signIn(backend)).toBe(404);
  await stop(backend);
});
