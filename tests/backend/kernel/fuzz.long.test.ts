/** Nonsense for every method of the registry: a clear 4xx, never a 500, and nothing changed. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Method } from "~/contract/method";
import { methods } from "~/contract/registry";
import { defaultPaths } from "~/contract/wire";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  await createPark(backend);
});
afterAll(() => backend.close());

/** Rows of every table but those that only say who knocked. */
async function fingerprint(): Promise<string> {
  const tables = await backend.sql<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  const noted = new Set(["sign_in_log", "session", "captcha", "sign_in_proof"]);
  const sums: string[] = [];
  for (const { name } of tables.filter((table) => !noted.has(table.name))) {
    const [row] = await backend.sql<{ sum: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from "${name}" t`,
    );
    sums.push(`${name} ${row?.sum}`);
  }
  return sums.join("\n");
}

const nonsense = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "1e999",
    "NaN",
    "null",
    "undefined",
    "[]",
    "{}",
    "true",
    "9999999999999999999999",
    "99999999",
    "\u0000",
    "a\u0000b",
    "\u202e",
    "'; drop table orders; --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "2026-02-30",
    "2026-11-21~2020",
    "%",
    "T",
    "[1,[2]]",
    '{"a":1}',
    '["x"]',
    "[null]",
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ minLength: 5_000, maxLength: 6_000 }),
  fc.json(),
);

function fieldsOf(method: Method): string[] {
  return method.payload instanceof z.ZodObject ? Object.keys(method.payload.shape) : [];
}

/** Some of the method's fields and now and then one that it does not know, all of them nonsense. */
function payloads(method: Method) {
  const known = fieldsOf(method);
  const name =
    known.length > 0
      ? fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...known) },
          { weight: 1, arbitrary: fc.constantFrom("surprise", "__proto__", "constructor", "toString") },
        )
      : fc.constantFrom("surprise", "__proto__");
  return fc.array(fc.tuple(name, nonsense), { maxLength: 7 });
}

/**
 * Nonsense makes a sense of its own here: any text is a lock password, what is not locked is unlocked by any, no ids are all
 * messages, a device that says nothing of itself may ask for a code, and what is not looked at as a role needs no more to end.
 */
const signOut = new Set([
  "logout",
  "login",
  "lockSession",
  "unlockSession",
  "readMessages",
  "deviceBegin",
  "roleSeeEnd",
]);

test.each(
  methods
    .filter(({ name }) => !signOut.has(name))
    .map((method) => [`${method.business}/${method.name}`, method] as const),
)(
  "%s answers nonsense with a clear 4xx and changes nothing",
  async (_, method) => {
    const before = await fingerprint();
    const answers = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(payloads(method), async (fields) => {
        const headers = { "access-token": backend.admin };
        const path = defaultPaths[method.business];
        const body: [string, string][] = [["method", method.name], ...fields];
        const json = JSON.stringify({ method: method.name, ...Object.fromEntries(fields) });
        const reply =
          method.business === "offline"
            ? await backend.post(path, json, { ...headers, "content-type": "application/json" })
            : await backend.post(path, body, headers);
        answers.set(reply.status, (answers.get(reply.status) ?? 0) + 1);
        // A read may well make sense of little; a write must not.
        expect(reply.status, JSON.stringify(fields)).toBeLessThan(500);
        if (reply.status >= 400) expect(reply.message).not.toBe("");
        if (method.writes) expect(reply.status, JSON.stringify(fields)).not.toBe(200);
      }),
      { numRuns: 25, seed: 20_261_121, endOnFailure: true },
    );
    if (method.writes) expect(await fingerprint()).toBe(before);
  },
  60_000,
);

test("7 the ids of another tenant are not found, and nothing of theirs changes", async () => {
  const other = await backend.createCorp("2001");
  const before = await fingerprint();
  const byId = methods.filter((method) =>
    fieldsOf(method).some((field) => field === "id" || field === "orderId" || field === "ticketId"),
  );
  for (const method of byId) {
    // Their ids are of functions and of oneself.
    if (["getAllSysFunctionsListById", "selectUserInfoById", "changpwd"].includes(method.name)) continue;
    const field = fieldsOf(method).find((name) => name === "id" || name === "orderId") ?? "ticketId";
    const reply = await backend.post(
      defaultPaths[method.business],
      [
        ["method", method.name],
        [field, "1"],
      ],
      { "access-token": other },
    );
    expect([404, 422, 403], `${method.name}: ${reply.status} ${reply.message}`).toContain(reply.status);
  }
  expect(await fingerprint()).toBe(before);
});
