/** Every method asked as every role of a first start, as another tenant's administrator, and as nobody. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { functionTree } from "~/contract/function-tree";
import type { Method } from "~/contract/method";
import { methods } from "~/contract/registry";
import { defaultPaths } from "~/contract/wire";
import { roles } from "~server/backend/first-start";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
const tokens = new Map<string, string>();
beforeAll(async () => {
  backend = await openTestBackend();
  for (const { code } of roles) tokens.set(code, (await backend.createUser({ roles: [code] })).token);
  tokens.set("admin", backend.admin);
  tokens.set("tenant", await backend.createCorp("2001"));
});
afterAll(() => backend.close());

/** With a payload that no method takes: who gets past the guard is told so by 422. */
async function ask(method: Method, role: string, corpCode = ""): Promise<number> {
  const fields = { method: method.name, surprise: "1", ...(corpCode && { corpCode }) };
  const json = method.business === "offline";
  const body = json ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
  const type = json ? "application/json" : "application/x-www-form-urlencoded";
  const headers = { "access-token": tokens.get(role) ?? "", "content-type": type };
  return (await backend.post(defaultPaths[method.business], body, headers)).status;
}

/** Functions of head office, which are off in every other corp. */
const ofHeadOffice: ReadonlySet<string> = new Set(
  functionTree.flatMap(({ entries }) => entries.flatMap(({ code, headOffice }) => (headOffice ? [code] : []))),
);

/** What the role's grants say, read from the seed alone. */
function granted(role: string, { access }: Method): boolean {
  if (access === "user1") return role === "admin";
  if (typeof access !== "object" || role === "admin") return true;
  if (role === "tenant") return [access.fun].flat().some((fun) => !ofHeadOffice.has(fun));
  const funs = [access.fun].flat() as string[];
  const button = access.newButton ?? access.button;
  const grants = roles.find(({ code }) => code === role)?.grants.filter(([fun]) => funs.includes(fun)) ?? [];
  return grants.length > 0 && (button === undefined || grants.some(([, buttons]) => buttons.includes(button)));
}

const guarded = methods.filter(({ access }) => access !== "public");

describe.each([...roles.map(({ code }) => code), "admin", "tenant"])("6a 6b %s", (role) => {
  test("calls what is granted, and nothing else", async () => {
    const wrong: string[] = [];
    for (const method of guarded) {
      const status = await ask(method, role);
      const expected = granted(role, method) ? 422 : 403;
      if (status !== expected) wrong.push(`${method.business}/${method.name}: ${status} in place of ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});

test("6k another tenant's corp code in the body is not found, for every method", async () => {
  const wrong: string[] = [];
  for (const method of guarded.filter((one) => granted("tenant", one))) {
    const status = await ask(method, "tenant", "0001");
    if (status !== 404) wrong.push(`${method.business}/${method.name}: ${status}`);
  }
  expect(wrong).toEqual([]);
});
