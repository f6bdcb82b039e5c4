/** Backup and restore over HTTP: for who holds the secret, and nobody learns that they are there. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { park } from "~/contract/ticket/park";
import { afterRestore } from "~server/backend/after-restore";
import { undivide } from "~server/backend/business/platform/duties";
import { resetFirstPassword } from "~server/backend/business/platform/first-account";
import { adminPaths, mountAdmin } from "~server/backend/db/admin";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

const secret = "a-secret-that-is-kept-beside-the-data";
const dataDir = mkdtempSync(path.join(tmpdir(), "console-admin-"));
let backend: TestBackend;
let app: Hono;
beforeAll(async () => {
  backend = await openTestBackend();
  app = new Hono();
  mountAdmin(app, backend.database, secret, { dataDir, resetFirstPassword, undivide, afterRestore });
});
afterAll(async () => {
  await backend.close();
  rmSync(dataDir, { recursive: true });
});

const post = (path: string, authorization?: string, body?: BodyInit) =>
  app.request(path, { method: "POST", ...(authorization && { headers: { authorization } }), ...(body && { body }) });
const parks = async () => (await backend.call(park.methods.list, {})).data.count;
const newPark = (code: string) => backend.call(park.methods.save, { code, name: code, seasons: [] } as never);

describe.each(Object.values(adminPaths))("%s", (path) => {
  test.each([
    ["no secret", undefined],
    ["an empty one", "Bearer "],
    ["another one", "Bearer another"],
    ["one of the same length", `Bearer ${"x".repeat(secret.length)}`],
    ["its beginning", `Bearer ${secret.slice(0, -1)}`],
    ["more than it", `Bearer ${secret}x`],
    ["it in another scheme", `Basic ${secret}`],
    ["it alone", secret],
    ["an administrator's token", "Bearer <token>"],
  ])("is not there with %s", async (_, authorization) => {
    const before = await parks();
    const answer = await post(path, authorization?.replace("<token>", backend.admin), "x");
    expect([answer.status, await answer.text(), await parks()]).toEqual([404, "not found", before]);
  });

  test("nothing is to be had by GET", async () => {
    const answer = await app.request(path, { headers: { authorization: `Bearer ${secret}` } });
    expect(answer.status).toBe(404);
  });
});

describe("with the secret", () => {
  const bearer = `Bearer ${secret}`;

  test("a backup is an archive that a restore brings back", async () => {
    await newPark("P1");
    const before = await parks();
    const answer = await post(adminPaths.backup, bearer);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/gzip"]);
    const archive = await answer.arrayBuffer();
    await newPark("P2");
    const back = await post(`${adminPaths.restore}?force=1`, bearer, archive);
    expect([back.status, await parks()]).toEqual([200, before]);
  });

  test.each([
    ["nothing", undefined, 400],
    ["what is no archive", "no archive at all", 409],
  ])("a restore of %s is refused, forced or not, and changes nothing", async (_, body, status) => {
    const before = await parks();
    for (const force of ["", "?force=1"]) {
      expect((await post(adminPaths.restore + force, bearer, body)).status).toBe(status);
    }
    expect(await parks()).toBe(before);
  });
});
