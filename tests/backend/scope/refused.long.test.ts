/** What is refused has written nothing: every writing method, refused in every way that there is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Method } from "~/contract/method";
import { methods } from "~/contract/registry";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { examplePayload } from "~tests/support/example-payloads";
import { allRights, bareIds, type FullPark, idsByKind, twoParks } from "~tests/support/two-parks";

/** Written although the answer is no, each on purpose: attempts are counted, and who was there is noted. */
const keptAttempts: Readonly<Record<string, readonly string[]>> = {
  login: ["sign_in_log", "account", "captcha"],
  changpwd: ["sign_in_log", "account"],
  unlockSession: ["session"],
  loginCheckCode: ["check_code", "sign_in_log", "account"],
};

let backend: TestBackend;
let near: FullPark;
let other: FullPark;
let callers: { who: string; as: string; of: FullPark | null }[];
beforeAll(async () => {
  backend = await openTestBackend();
  ({ near, other } = await twoParks(backend));
  callers = [
    { who: "an id that there is not", as: backend.admin, of: null },
    { who: "another park's", as: (await allRights(backend, [near.parkId])).token, of: other },
    { who: "another tenant's", as: await backend.createCorp("2001"), of: near },
    { who: "without the right", as: (await backend.createUser({ grants: [] })).token, of: near },
    { who: "nobody", as: "", of: near },
    { who: "twice, or in the wrong state", as: backend.admin, of: near },
  ];
}, 300_000);
afterAll(() => backend.close());

function payloadsFor(method: Method, of: FullPark | null): object[] {
  const ids = of ? idsByKind(of) : {};
  const found = (of ? bareIds(method.name, ids) : [99_999_999]).flatMap((id) =>
    (["required", "all"] as const).map((fields) =>
      examplePayload(method, (field) => ids[field.replace(/Ids?$/, "")] ?? id, fields),
    ),
  );
  const texts = found.flatMap((payload) => (payload ? [JSON.stringify(payload)] : []));
  return [...new Set(texts)].map((text) => JSON.parse(text) as object);
}

/** They end the session of whoever calls. */
const ending = new Set(["logout", "lockSession"]);
const writing = methods.filter(({ name, writes }) => writes && !ending.has(name));

/** Sessions are noted as seen whatever is asked; the rest is never written by a method of the console. */
const except = ["session", "area", "holiday", "fun", "button"];

interface Refused {
  method: Method;
  who: string;
  payload: object;
  as: string;
}

test("an answer that is no success leaves every table as it was", async () => {
  const found: string[] = [];
  const refusals = new Map<string, number>();
  let before = await digests(backend, { except });
  const ask = async ({ method, who, payload, as }: Refused) => {
    const reply = await backend.call(method, payload as never, { as });
    if (reply.status >= 500) found.push(`${method.name}, ${who}: ${reply.status} ${reply.message}`);
    if (reply.status !== 200) refusals.set(who, (refusals.get(who) ?? 0) + 1);
    return reply.status !== 200;
  };
  const written = async (method: Method) => {
    const after = await digests(backend, { except });
    const tables = changed(before, after).filter((table) => !keptAttempts[method.name]?.includes(table));
    before = after;
    return tables;
  };
  for (const method of writing) {
    const asked = callers.flatMap(({ who, as, of }) =>
      payloadsFor(method, of).map((payload) => ({ method, who, payload, as })),
    );
    // Together first; where something was done by one of them, each by itself, to see which.
    let all = true;
    for (const one of asked) all = (await ask(one)) && all;
    const tables = await written(method);
    if (tables.length === 0) continue;
    if (all) found.push(`${method.name} refuses all and writes ${tables.join(", ")}`);
    for (const one of asked) {
      const isRefused = await ask(one);
      const changes = await written(method);
      if (isRefused && changes.length > 0) found.push(`${method.name}, ${one.who}, writes ${changes.join(", ")}`);
    }
  }
  expect([...new Set(found)]).toEqual([]);
  // Each way of being refused was met often enough to say something.
  for (const { who } of callers) expect(refusals.get(who) ?? 0, who).toBeGreaterThan(20);
}, 900_000);
