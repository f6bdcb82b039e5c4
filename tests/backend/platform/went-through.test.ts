/** "Did it go through?": asked of a key after an answer that never came. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { wentThrough } from "~/contract/platform/shell";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

test("a key of the caller's own write that was done, and no other", async () => {
  const token = await backend.signIn("admin", adminPassword);
  const asked = async (key: string) => (await backend.call(wentThrough, { key }, { as: token })).data.done;
  const row = (account: number, method: string, key: string, corp: string, answer: string | null) =>
    backend.sql(
      "insert into idempotency (corp_code, account_id, method, key, payload_hash, answer) values ($1, $2, $3, $4, 'h', $5::jsonb)",
      [corp, account, method, key, answer],
    );
  await row(1, "sellTickets", "key-done-1", "0001", "{}");
  await row(1, "noMethodOfOurs", "key-other-method", "0001", "{}");
  await row(2, "sellTickets", "key-of-another", "0001", "{}");
  await row(1, "sellTickets", "key-elsewhere", "0002", "{}");
  await row(1, "sellTickets", "key-under-way", "0001", null);
  const keys = ["key-done-1", "key-other-method", "key-of-another", "key-elsewhere", "key-under-way", "key-unknown"];
  expect(await Promise.all(keys.map(asked))).toEqual([true, false, false, false, false, false]);
  expect((await backend.call(wentThrough, { key: "no" } as never, { as: token })).status).toBe(422);
});
