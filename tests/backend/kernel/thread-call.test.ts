/** The console of the same process asks past HTTP: the answers, limits and refusals are those of HTTP. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const form = { "content-type": "application/x-www-form-urlencoded" };
const calls: [string, string, Record<string, string>, string][] = [
  ["a read", "/platform/dispatch", form, "method=getCorpCode"],
  ["in another language", "/platform/dispatch", { ...form, "accept-language": "en" }, "method=noSuchMethod"],
  ["headers in capitals", "/platform/dispatch", { "Content-Type": form["content-type"] }, "method=getCorpCode"],
  ["no content type", "/platform/dispatch", {}, "method=getCorpCode"],
  ["a doubled field", "/platform/dispatch", form, "method=getCorpCode&method=x"],
  ["an unknown field", "/platform/dispatch", form, "method=getCorpCode&surprise=1"],
  ["another tenant", "/platform/dispatch", form, "method=getCorpCode&corpCode=2077"],
  ["more than a body holds", "/platform/dispatch", form, `method=getCorpCode&more=${"x".repeat(1_100_000)}`],
  ["a path that is none", "/nowhere/dispatch", form, "method=getCorpCode"],
];

test.each(calls)("%s", async (_, path, headers, body) => {
  const asked = { ...headers, "access-token": backend.admin, "x-request-id": "r-1" };
  const over = await backend.app.request(path, { method: "POST", headers: asked, body });
  const between = await backend.app.answerThread({ path, method: "POST", headers: asked, body });
  expect(between).toEqual({ status: over.status, text: await over.text() });
});

test("a GET call", async () => {
  const headers = { "access-token": backend.admin };
  const path = "/api/params?codes=supportPhone";
  const over = await backend.app.request(path, { headers });
  expect(await backend.app.answerThread({ path, method: "GET", headers })).toEqual({
    status: 200,
    text: await over.text(),
  });
});

test("without a token nobody is let in by this door either", async () => {
  const answer = await backend.app.answerThread({
    path: "/platform/dispatch",
    method: "POST",
    headers: form,
    body: "method=getCorpCode",
  });
  expect(answer.status).toBe(401);
});
