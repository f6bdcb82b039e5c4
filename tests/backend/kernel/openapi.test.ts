/** The OpenAPI document over HTTP: for those who are signed in. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApiPath, tokenHeader } from "~/contract/wire";
import { openTestBackend, type TestBackend } from "../../support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

test("any signed-in account reads it, without rights of its own", async () => {
  const { token } = await backend.createUser({});
  const answers = [];
  for (let time = 0; time < 2; time++) {
    const answer = await backend.app.request(openApiPath, { headers: { [tokenHeader]: token } });
    expect(answer.status).toBe(200);
    answers.push(await answer.text());
  }
  expect(answers[0]).toBe(answers[1]);
  expect(JSON.parse(answers[0] ?? "").openapi).toBe("3.1.0");
});

test.each([{}, { [tokenHeader]: "made-up" }])("nobody else does: %j", async (headers) => {
  const answer = await backend.app.request(openApiPath, { headers: { ...headers, "accept-language": "zh-CN" } });
  expect([answer.status, (await answer.json()).message]).toEqual([401, "登录已失效，请重新登录"]);
});
