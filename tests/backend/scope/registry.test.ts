/** Every method of the registry, called by an account of one park with the ids of another's rows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Method } from "~/contract/method";
import { methods } from "~/contract/registry";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { examplePayload } from "~tests/support/example-payloads";
import { allRights, bareIds, type FullPark, far, idsByKind, mark, twoParks } from "~tests/support/two-parks";

let backend: TestBackend;
let other: FullPark;
let as: string;
/** Ids of the other park's rows, by what a field calls them. */
let ids: Record<string, number>;
beforeAll(async () => {
  backend = await openTestBackend();
  const { near, other: there } = await twoParks(backend);
  other = there;
  as = (await allRights(backend, [near.parkId])).token;
  ids = idsByKind(other);
}, 300_000);
afterAll(() => backend.close());

/** They end the session, or are about oneself. */
const ofOneself = new Set(["logout", "login", "lockSession", "unlockSession", "changpwd"]);

/** What another park's rows are called in an answer. */
const named = () => [mark, other.orderNo, other.refundNo, other.ticketNo];

/** What came out, or was changed, that should not have; one line each. */
async function offences(asked: readonly Method[]): Promise<{ found: string[]; called: number }> {
  const found: string[] = [];
  let called = 0;
  let before = await digests(backend, { ids: far });
  for (const method of asked) {
    for (const payload of payloadsFor(method)) {
      called += 1;
      const reply = await backend.call(method, payload as never, { as });
      const text = JSON.stringify(reply.data ?? reply.message);
      if (reply.status >= 500) found.push(`${method.name}: ${reply.status}`);
      if (reply.status === 401) throw new Error(`${method.name} ended the session`);
      if (named().some((name) => text.includes(name))) found.push(`${method.name} tells of the other park`);
    }
    if (!method.writes) continue;
    const after = await digests(backend, { ids: far });
    const tables = changed(before, after);
    if (tables.length > 0) found.push(`${method.name} changes ${tables.join(", ")}`);
    before = after;
  }
  return { found: [...new Set(found)], called };
}

/** With the required fields alone, and with all of them. */
function payloadsFor(method: Method): object[] {
  const several = bareIds(method.name, ids).flatMap((id) =>
    (["required", "all"] as const).map((fields) =>
      examplePayload(method, (field) => ids[field.replace(/Ids?$/, "")] ?? id, fields),
    ),
  );
  const texts = several.flatMap((payload) => (payload ? [JSON.stringify(payload)] : []));
  return [...new Set(texts)].map((text) => JSON.parse(text) as object);
}

const asked = methods.filter(({ name, access }) => access !== "public" && !ofOneself.has(name));

test("an account of a park gets no row of another and changes none, by any method and with any of its ids", async () => {
  const { found, called } = await offences(asked);
  expect(found).toEqual([]);
  // The payloads that fit are most: of nearly every method at least one.
  expect(asked.filter((method) => payloadsFor(method).length > 0).length).toBeGreaterThan(0.7 * asked.length);
  expect(called).toBeGreaterThan(400);
}, 600_000);

test("control: with the policies of scope away the same calls show and change the other park", async () => {
  const policies = await backend.sql<{ policyname: string; tablename: string }>(
    "select policyname, tablename from pg_policies where policyname like 'scope\\_%'",
  );
  for (const { policyname, tablename } of policies) await backend.sql(`drop policy ${policyname} on "${tablename}"`);
  const some = asked.filter(({ name }) =>
    /^(gate|pos|park|quotaPool|refund|order|offlineOrder|issued|passage|locker)/i.test(name),
  );
  const { found } = await offences(some);
  expect(found.filter((offence) => offence.includes("tells of")).length).toBeGreaterThan(5);
  expect(found.filter((offence) => offence.includes("changes")).length).toBeGreaterThan(3);
}, 600_000);
