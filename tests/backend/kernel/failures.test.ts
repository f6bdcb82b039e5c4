/** What the kernel makes of handlers that fail, of bodies that cannot be read, and of sessions that end. */
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { method } from "~/contract/method";
import { selectUserInfoById } from "~/contract/platform/session";
import { createBackend } from "~server/backend/app";
import { Invalid, NotFound, Refusal, RefusedButKept } from "~server/backend/kernel/refusal";
import { type Handler, type Served, serve } from "~server/backend/kernel/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

const probe = (writes: boolean) =>
  method("platform", "probe", {
    payload: z.object({ secret: z.string().optional() }),
    answer: z.unknown(),
    access: "signedIn",
    writes,
  });

async function ask(handler: Handler<ReturnType<typeof probe>>, { writes = true, fields = {} } = {}) {
  const served: Served[] = [serve(probe(writes), handler)];
  const response = await createBackend({ database: backend.database, served }).request("/platform/dispatch", {
    method: "POST",
    body: new URLSearchParams({ method: "probe", ...fields }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", "access-token": backend.admin },
  });
  const body = (await response.json()) as { code: number; message: string; errors?: Record<string, string[]> };
  return { status: response.status, ...body };
}

const setting = (code: string) =>
  sql`insert into sys_param (param_code, param_option) values (${code}, '') returning param_code`;
const count = async (code: string) => (await backend.sql("select from sys_param where param_code = $1", [code])).length;

test("8 each refusal has its status and its sentence, and undoes what was begun", async () => {
  const cases: [Error, number][] = [
    [new Refusal("no"), 409],
    [new NotFound("none"), 404],
    [new Invalid({ name: ["bad"] }), 422],
  ];
  for (const [error, status] of cases) {
    const reply = await ask(async ({ db }) => {
      await db.execute(setting("begun"));
      throw error;
    });
    expect(reply).toMatchObject({ status, code: status, success: false });
    expect(reply.message).not.toBe("");
    expect(await count("begun")).toBe(0);
  }
});

test("a refusal whose traces must stay keeps them", async () => {
  const reply = await ask(async ({ db }) => {
    await db.execute(setting("kept"));
    return new RefusedButKept(new Refusal("counted"));
  });
  expect(reply).toMatchObject({ status: 409, message: "counted" });
  expect(await count("kept")).toBe(1);
});

test("an unknown error is answered 500 in neutral words, and logged with its reference and no value", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const reply = await ask(
    async ({ db }, { secret }) => {
      await db.execute(sql`select ${secret} as value from no_such_table`);
      return {};
    },
    { fields: { secret: "hunter2-5e3f" } },
  );
  expect(reply.status).toBe(500);
  expect(reply.message).not.toMatch(/no_such_table|hunter2/);
  const lines = log.mock.calls.map(([line]) => String(line));
  expect(lines.join()).not.toContain("hunter2");
  const entry = JSON.parse(lines[0] ?? "{}") as { requestId: string; state: string; stack: string[] };
  expect(entry).toMatchObject({ level: "error", state: "42P01" });
  expect(reply.message).toContain(entry.requestId);
  expect(entry.stack.join()).toContain("failures.test");
});

test("what the database refuses becomes a refusal: double, in use, against a rule, no such value", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const run = (statement: ReturnType<typeof sql>) =>
    ask(async ({ db }) => {
      await db.execute(statement);
      return {};
    });
  expect((await run(setting("isOpenNewPage"))).status).toBe(409);
  expect((await run(sql`insert into account_role (account_id, role_id) values (999999, 1)`)).status).toBe(409);
  expect((await run(sql`update account set status = 'maybe' where id = 1`)).status).toBe(409);
  expect((await run(sql`select ${"x"}::bigint`)).status).toBe(422);
});

test("a method that says it reads cannot write", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const write: Handler<ReturnType<typeof probe>> = async ({ db }) => {
    await db.execute(setting("written"));
    return {};
  };
  expect((await ask(write, { writes: false })).status).toBe(500);
  expect(await count("written")).toBe(0);
  expect((await ask(write)).status).toBe(200);
});

test("a handler sees its own corp's rows and cannot touch another's, nor the sessions", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await backend.createCorp("3001");
  const seen = await ask(async ({ db }) => {
    const { rows } = await db.execute(sql`select distinct corp_code from sys_param`);
    return rows;
  });
  expect(seen).toMatchObject({ data: [{ corp_code: "0001" }] });
  const foreign = sql`insert into sys_param (corp_code, param_code, param_option) values ('3001', 'theirs', '')`;
  expect(
    (
      await ask(async ({ db }) => {
        await db.execute(foreign);
        return {};
      })
    ).status,
  ).toBe(404);
  expect(await count("theirs")).toBe(0);
  for (const table of ["session", "corp", "check_code"]) {
    const reply = await ask(async ({ db }) => (await db.execute(sql.raw(`select * from ${table}`))).rows);
    expect(reply.status, table).toBe(500);
  }
});

test("a body without a length is counted as it comes; JSON belongs to the offline business alone", async () => {
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("a".repeat(100_000)));
      },
    });
  const init = { method: "POST", body: stream(), duplex: "half" as const };
  const form = { "content-type": "application/x-www-form-urlencoded", "access-token": backend.admin };
  expect((await backend.app.request("/platform/dispatch", { ...init, headers: form })).status).toBe(413);
  const json = { ...form, "content-type": "application/json" };
  expect((await backend.post("/platform/dispatch", '{"method":"getCorpCode"}', json)).status).toBe(415);
  expect((await backend.post("/offline/dispatch", [["method", "uploadPassages"]], form)).status).toBe(415);
  for (const body of ["", "[]", "null", "{", '{"method":1}', '{"method":"uploadPassages","corpCode":1}']) {
    expect((await backend.post("/offline/dispatch", body, json)).status, body).toBe(400);
  }
});

test("4.1 a session ends after two hours without a call, and with its account or corp", async () => {
  const info = (as: string) => backend.call(selectUserInfoById, {}, { as });
  const other = await backend.createCorp("3002");
  const user = await backend.createUser({});
  const age = (minutes: number) =>
    backend.sql("update session set last_seen = now() - make_interval(mins => $2) where account_id = $1", [
      user.id,
      minutes,
    ]);
  await age(119);
  expect((await info(user.token)).status).toBe(200);
  // That call was seen: the session lives on from there.
  const [row] = await backend.sql<{ fresh: boolean }>(
    "select last_seen > now() - interval '1 minute' as fresh from session where account_id = $1",
    [user.id],
  );
  expect(row?.fresh).toBe(true);
  await age(121);
  expect((await info(user.token)).status).toBe(401);
  await age(0);
  await backend.sql("update account set status = 'F' where id = $1", [user.id]);
  expect((await info(user.token)).status).toBe(401);
  expect((await info(other)).status).toBe(200);
  await backend.sql("update corp set status = 'F' where corp_code = '3002'");
  expect((await info(other)).status).toBe(401);
});

test("a session that cannot be noted as seen does not cost the answer", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const user = await backend.createUser({});
  await backend.sql("update session set last_seen = now() - interval '5 minutes' where account_id = $1", [user.id]);
  await backend.sql("create function stop() returns trigger language plpgsql as 'begin raise exception ''full''; end'");
  await backend.sql("create trigger stop before update on session execute function stop()");
  expect((await backend.call(selectUserInfoById, {}, { as: user.token })).status).toBe(200);
  await backend.sql("drop trigger stop on session");
  expect(log).toHaveBeenCalledOnce();
});
