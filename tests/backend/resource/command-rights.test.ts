/** The right of each command of each resource: whoever holds every other right that there is does not get it done. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { methods, resources } from "~/contract/registry";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { examplePayload } from "~tests/support/example-payloads";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

/** With those over several rows; by name, since a view has commands of the resource that it is made of. */
const commands = new Map(
  resources.flatMap(({ commands: declared }) =>
    Object.values(declared).flatMap(({ method, several, button }) =>
      [method, ...(several ? [several] : [])].map((one) => [one.name, { button, method: one }] as const),
    ),
  ),
);

/** Every function of the registry, and every button under each function that a method asks for with it. */
const grants = methods.flatMap(({ access }) => {
  if (typeof access !== "object") return [];
  const buttons = [access.button, access.newButton].filter((one) => one !== undefined);
  return [access.fun].flat().flatMap((fun) => [fun, ...buttons.map((button) => `${fun}/${button}`)]);
});

test("6 a command is refused to whoever holds all rights but its own, alone and over several, and nothing is written", async () => {
  expect(commands.size).toBeGreaterThan(30);
  const { token, accName } = await backend.createUser({ grants: [...new Set(grants)] });
  const roleOf = "role_id = (select id from role where code = $1)";
  const statuses = new Map<string, number[]>();
  const before = await digests(backend, { except: ["session", "corp"] });
  for (const [name, { method, button }] of commands) {
    const payload = examplePayload(method, () => 1, "all") ?? examplePayload(method, () => 1, "required");
    if (!payload) throw new Error(`no payload was found that ${name} takes`);
    const [own] = await backend.sql<{ funs: string[] }>(
      `with gone as (delete from role_grant where ${roleOf} and button_code = $2 returning fun_code)
       select array_agg(fun_code) as funs from gone`,
      [accName, button],
    );
    const without = await backend.call(method, payload as never, { as: token });
    await backend.sql("insert into role_grant select corp_code, id, unnest($2::text[]), $3 from role where code = $1", [
      accName,
      own?.funs ?? [],
      button,
    ]);
    statuses.set(name, [own?.funs.length ?? 0, without.status]);
  }
  expect([...statuses].filter(([, [held = 0, status]]) => held === 0 || status !== 403)).toEqual([]);
  expect(changed(before, await digests(backend, { except: ["session", "corp"] }))).toEqual([]);
});
