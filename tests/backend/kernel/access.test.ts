/** The access matrix, made from the registry: every method asked by everyone who may not. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Method } from "~/contract/method";
import { methods } from "~/contract/registry";
import { defaultPaths } from "~/contract/wire";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
let nobody: string;
const tokens = new Map<string, string>();
beforeAll(async () => {
  backend = await openTestBackend();
  nobody = (await backend.createUser({})).token;
});
afterAll(() => backend.close());

/** A token with exactly these grants. */
async function withGrants(grants: string[]): Promise<string> {
  const key = grants.join();
  const known = tokens.get(key) ?? (await backend.createUser({ grants })).token;
  tokens.set(key, known);
  return known;
}

/** Asks with a payload that no method takes: who gets past the guard is told so by 422. */
async function ask(method: Method, token: string): Promise<number> {
  const path = defaultPaths[method.business];
  const headers = { "access-token": token };
  if (method.business === "offline") {
    const body = JSON.stringify({ method: method.name, surprise: 1 });
    return (await backend.post(path, body, { ...headers, "content-type": "application/json" })).status;
  }
  return (
    await backend.post(
      path,
      [
        ["method", method.name],
        ["surprise", "1"],
      ],
      headers,
    )
  ).status;
}

const named = (wanted: (method: Method) => boolean) =>
  methods.filter(wanted).map((method) => [`${method.business}/${method.name}`, method] as const);

test("every method of the contract is served, and none that the contract does not know", () => {
  const served = allServed.map(({ method }) => `${method.business}/${method.name}`).sort();
  expect(served).toEqual(
    named(() => true)
      .map(([name]) => name)
      .sort(),
  );
});

describe("6 without a token, or with a wrong one: 401", () => {
  test.each(named(({ access }) => access !== "public"))("6 %s", async (_, method) => {
    expect(await ask(method, "")).toBe(401);
    expect(await ask(method, "0".repeat(43))).toBe(401);
  });
});

describe("6 without the function: 403; with it the guard is passed", () => {
  test.each(named(({ access }) => typeof access === "object"))("6 %s", async (_, method) => {
    if (typeof method.access !== "object") return;
    expect(await ask(method, nobody)).toBe(403);
    const funs = [method.access.fun].flat();
    const { button, newButton } = method.access;
    // A function outside the list opens nothing.
    expect(await ask(method, await withGrants(["elsewhere"]))).toBe(403);
    for (const fun of funs) {
      if (!button) {
        expect(await ask(method, await withGrants([fun])), fun).toBe(422);
        continue;
      }
      const pressed = newButton ?? button;
      // The function alone is not enough, nor is another button, nor this one held under another function.
      expect(await ask(method, await withGrants([fun])), fun).toBe(403);
      expect(await ask(method, await withGrants([fun, `${fun}/other:button`])), fun).toBe(403);
      expect(await ask(method, await withGrants([fun, "elsewhere", `elsewhere/${pressed}`])), fun).toBe(403);
      expect(await ask(method, await withGrants([fun, `${fun}/${pressed}`])), fun).toBe(422);
    }
  });
});

test("6 creating and changing are rights of their own", async () => {
  const path = defaultPaths.ticket;
  const edit = { "access-token": await withGrants(["parkList", "parkList/park:edit"]) };
  const add = { "access-token": await withGrants(["parkList", "parkList/park:add"]) };
  const create: [string, string][] = [
    ["method", "parkSave"],
    ["code", "A1"],
    ["name", "一号"],
  ];
  expect((await backend.post(path, create, edit)).status).toBe(403);
  const made = await backend.post(path, create, add);
  expect(made.status).toBe(200);
  const { id } = made.data as { id: number };
  const change: [string, string][] = [...create, ["id", String(id)]];
  expect((await backend.post(path, change, add)).status).toBe(403);
  expect((await backend.post(path, change, edit)).status).toBe(200);
});
