/** The farm-tourism sign-on and the secrets of access applications: what their actions answer. */
import { expect, test } from "vitest";
import { action as farm } from "~/screens/function/farm-login";
import { loader as askToRenew, action as renew } from "~/screens/platform/access-app-secret";
import { account, args, failure, fakeContext, outcome } from "../shell/fake-context";

const answered = async (answer: unknown) => {
  const { context, seen } = fakeContext({ user: account(), answers: { qynkLogin: answer } });
  const result = (await farm(args(context, "/qynkLogin", { go: "1" }))) as {
    data: { url: string | null };
    init: ResponseInit;
  };
  return { ...result.data, status: result.init?.status ?? 200, headers: new Headers(result.init?.headers), seen };
};

test("2.6f 7j the farm-tourism system is opened at the address that the call returns", async () => {
  const { url, headers, seen } = await answered("https://farm.example.com/sso?authCode=1");
  expect(seen.calls).toEqual([{ method: "qynkLogin", payload: { corpCode: "0001", userName: "wangfang" } }]);
  expect(url).toBe("https://farm.example.com/sso?authCode=1");
  expect(headers.get("refresh")).toBe("0;url=https://farm.example.com/sso?authCode=1");
});

test.each(["javascript:alert(1)", "data:text/html,x", "not an address"])("%s is not followed", async (address) => {
  const { url, status, headers } = await answered(address);
  expect([url, status, headers.get("refresh")]).toEqual([null, 502, null]);
});

test("8b where it is not connected the page says so", async () => {
  expect(await answered(failure("failed", "没有设置"))).toMatchObject({ url: null, status: 409 });
});

test("a new secret is asked about first, and shown in the answer alone", async () => {
  const user = { ...account(), sysButtonRolePOSet: [{ code: "accessApp:secret" }] };
  const answers = {
    accessAppGet: { record: { id: 3, name: "报表" }, options: {} },
    renewAccessSecret: { appId: "report", secret: "s3cret" },
  };
  const { context, seen } = fakeContext({ user, answers });
  const at = { ...args(context, "/sysAccessApplication/3/secret"), params: { id: "3" } };
  expect(await askToRenew(at)).toEqual({ question: expect.stringContaining("报表"), renew: "shown" });
  expect(seen.calls.map(({ method }) => method)).toEqual(["accessAppGet"]);
  const posted = { ...args(context, "/sysAccessApplication/3/secret", { overlapHours: "24" }), params: { id: "3" } };
  const answer = (await outcome(renew(posted))).body;
  expect(answer).toEqual({ renewed: { appId: "report", secret: "s3cret" }, notice: null });
  expect(seen.calls.at(-1)).toEqual({ method: "renewAccessSecret", payload: { id: 3, overlapHours: 24 } });
});
