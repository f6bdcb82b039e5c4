/** Claims of a local program about its address, and rights that are lacking within a form. */
import md5 from "md5";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signVisitor, visitorHeader } from "~server/visitor";
import { openTestBackend, type TestBackend, visitorKey } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

async function addressNoted(headers: Record<string, string>): Promise<string | undefined> {
  const fields: [string, string][] = [
    ["method", "login"],
    ["accName", "admin"],
    ["password", md5("wrong")],
    ["clientAddress", "198.51.100.9"],
    ["userAgent", "invented"],
  ];
  await backend.post("/platform/dispatch", fields, headers);
  const [row] = await backend.sql<{ ip: string; user_agent: string }>(
    "select ip, user_agent from sign_in_log order by id desc limit 1",
  );
  return `${row?.ip} ${row?.user_agent}`;
}

test("an invented client address counts for nothing, whatever key signed it; the console's counts", async () => {
  const visitor = { address: "203.0.113.7", device: "Firefox" };
  const own = { "x-request-id": "r-1", "user-agent": "curl" };
  expect(await addressNoted(own)).toBe(" curl");
  expect(await addressNoted({ ...own, [visitorHeader]: signVisitor("guessed", visitor, "r-1") })).toBe(" curl");
  expect(await addressNoted({ ...own, [visitorHeader]: signVisitor(visitorKey, visitor, "r-2") })).toBe(" curl");
  expect(await addressNoted({ ...own, [visitorHeader]: signVisitor(visitorKey, visitor, "r-1") })).toBe(
    "203.0.113.7 Firefox",
  );
});
