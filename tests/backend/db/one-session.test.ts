/** A transaction inside a transaction fails at once; what takes its time by intent is done before the session is taken. */
import { sql } from "drizzle-orm";
import md5 from "md5";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { method } from "~/contract/method";
import { lockSession, unlockSession } from "~/contract/platform/lock";
import { operator, operatorReset } from "~/contract/platform/operator";
import { changpwd } from "~/contract/platform/session";
import { tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import * as password from "~server/backend/business/platform/password";
import { NestedTransaction, outsideTransaction } from "~server/backend/db/database";
import { serve } from "~server/backend/kernel/served";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
}, 240_000);
afterAll(() => backend.close());

describe("a transaction inside another one of the same database", () => {
  test("hung for ever on the one connection; it fails at once, and what was begun is undone", async () => {
    const { database } = backend;
    const inner = () => database.system((tx) => tx.execute(sql`select 1`));
    await expect(database.system(inner)).rejects.toBeInstanceOf(NestedTransaction);
    await expect(database.tenant("0001", inner)).rejects.toThrow("go on with the one that is open");
    await expect(inner()).resolves.toBeDefined();
  });

  test("in a handler is answered 500 with a number, and the next call works", async () => {
    const nested = method("platform", "testNested", {
      payload: z.object({}),
      answer: z.object({}),
      access: "signedIn",
    });
    const served = serve(nested, () => backend.database.system(async () => ({})));
    const app = createBackend({ database: backend.database, served: [served] });
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const ask = () =>
      app.request("/platform/dispatch", {
        method: "POST",
        headers: { [tokenHeader]: backend.admin, "content-type": "application/x-www-form-urlencoded" },
        body: "method=testNested",
      });
    expect((await ask()).status).toBe(500);
    expect(said.mock.calls.join()).toContain("A transaction was begun inside another one");
    said.mockRestore();
    expect((await backend.call(operator.methods.list, {})).status).toBe(200);
  });

  test("may be begun by what was only started there and goes on by itself", async () => {
    const { database } = backend;
    const ask = () => database.system((tx) => tx.execute(sql`select 1`), { readOnly: true });
    let apart: Promise<unknown> = Promise.resolve();
    let later: Promise<unknown> = Promise.resolve();
    await database.system(async () => {
      apart = outsideTransaction(ask);
      later = new Promise((resolve) => setTimeout(resolve, 30)).then(ask);
    });
    await expect(Promise.all([apart, later])).resolves.toHaveLength(2);
  });
});

/** Runs the call, and says whether a session was taken while any password was hashed or compared. */
async function sessionsHeldByHashing(call: () => Promise<{ status: number }>): Promise<number> {
  const { pool } = backend.database;
  let held = 0;
  let hashed = 0;
  const watch =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      hashed += 1;
      // All connections of the pool but the idle ones belong to transactions under way.
      held += pool.totalCount - pool.idleCount;
      return work(...given);
    };
  const [digest, whole, verify] = [password.hashDigest, password.hashPassword, password.verifyDigest];
  const spies = [
    vi.spyOn(password, "hashDigest").mockImplementation(watch(digest)),
    vi.spyOn(password, "hashPassword").mockImplementation(watch(whole)),
    vi.spyOn(password, "verifyDigest").mockImplementation(watch(verify)),
  ];
  const { status } = await call();
  for (const spy of spies) spy.mockRestore();
  expect([status, hashed > 0]).toEqual([200, true]);
  return held;
}

const strong = "Other#2026";
const wire = (accName: string, text: string) => Buffer.from(accName + text).toString("base64");

describe("hashing a password held the embedded database's one session; it holds none", () => {
  test("for a new account, and for one that an administrator resets", async () => {
    const payload = {
      accName: "hashed1",
      name: "员工",
      accType: "1",
      isRealName: "F",
      password: wire("hashed1", strong),
    };
    expect(await sessionsHeldByHashing(() => backend.call(operator.methods.save, payload as never))).toBe(0);
    const { id, accName } = await backend.createUser({});
    expect(await sessionsHeldByHashing(() => backend.call(operatorReset, { id } as never))).toBe(0);
    const reset = () => backend.call(operatorReset, { id, password: wire(accName, strong) } as never);
    expect(await sessionsHeldByHashing(reset)).toBe(0);
    expect(await backend.signIn(accName, strong)).not.toBe("");
  });

  test("for one's own change", async () => {
    const { token, id } = await backend.createUser({});
    const change = () =>
      backend.call(changpwd, { id, oldpass: md5(adminPassword), newpass: md5(strong) } as never, { as: token });
    expect(await sessionsHeldByHashing(change)).toBe(0);
  });

  test("for locking a session and unlocking it", async () => {
    const { token } = await backend.createUser({});
    const lockPasswd = "1234";
    expect(await sessionsHeldByHashing(() => backend.call(lockSession, { lockPasswd }, { as: token }))).toBe(0);
    expect(await sessionsHeldByHashing(() => backend.call(unlockSession, { lockPasswd }, { as: token }))).toBe(0);
  });
});

test("nothing is hashed for whoever may not call", async () => {
  const { token } = await backend.createUser({});
  const spy = vi.spyOn(password, "hashPassword");
  for (const as of [token, "nobody"])
    expect([401, 403]).toContain((await backend.call(operatorReset, { id: 1 } as never, { as })).status);
  expect(spy).not.toHaveBeenCalled();
  spy.mockRestore();
});
