/** How long a refused sign-in takes tells nothing. */
import { randomUUID } from "node:crypto";
import md5 from "md5";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "~/contract/platform/session";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

test("the time of two hundred tries told known names from unknown ones", async () => {
  const { accName } = await backend.createUser({});
  const times: Record<string, number[]> = { known: [], unknown: [] };
  for (let round = 0; round < 100; round += 1)
    for (const [kind, name] of [
      ["known", accName],
      ["unknown", "nobody-timed"],
    ] as const) {
      const clientAddress = `10.0.${round}.${kind.length}`;
      const sessionId = randomUUID();
      await backend.sql("delete from sign_in_log where acc_name = $1", [name]);
      const before = performance.now();
      await backend.call(login, { accName: name, password: md5("wrong"), clientAddress }, { as: "", sessionId });
      times[kind]?.push(performance.now() - before);
    }
  const median = (list: number[] = []) => [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0;
  const ratio = median(times.known) / median(times.unknown);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.7);
}, 120_000);
