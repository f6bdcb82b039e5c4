/** The one-time code as the second step of a sign-in. */
import { randomUUID } from "node:crypto";
import md5 from "md5";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkCodeState, resendCheckCode, verifyCheckCode } from "~/contract/platform/check-code";
import { login, selectUserInfoById } from "~/contract/platform/session";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { solvePuzzle } from "~tests/support/puzzle";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());
afterEach(() => backend.setNow(null));

const flag = (option: string) =>
  backend.sql("update sys_param set param_option = $1 where param_code = 'adminSendCheckCodeFlag'", [option]);

async function person(mobile = "13912345678") {
  await flag("F");
  const { accName, id } = await backend.createUser({});
  await flag("T");
  await backend.sql("update account set mobile = $1 where id = $2", [mobile, id]);
  return { accName, id };
}

function browser() {
  const as = { as: "", sessionId: randomUUID() };
  return {
    ...as,
    enter: (accName: string, password = adminPassword) => backend.call(login, { accName, password: md5(password) }, as),
    state: () => backend.call(checkCodeState, {}, as),
    resend: () => backend.call(resendCheckCode, {}, as),
    verify: (checkCode: string) => backend.call(verifyCheckCode, { checkCode }, as),
  };
}

const lastCode = () => backend.texts.at(-1)?.code ?? "";
const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

describe("1 adminSendCheckCodeFlag", () => {
  test("six digits to the account's mobile; no token before they come back", async () => {
    const { accName, id } = await person();
    const one = browser();
    const reply = await one.enter(accName);
    expect(reply.data).toMatchObject({ step: "code", tokenInfo: { token: "" }, userId: 0 });
    expect(backend.texts.at(-1)).toMatchObject({ mobile: "13912345678", accName });
    expect(lastCode()).toMatch(/^\d{6}$/);
    expect(backend.texts.at(-1)?.text).toContain("5 分钟内有效");
    expect(await one.state()).toMatchObject({ data: { waiting: true, mobile: "139****5678" } });
    const rows = await backend.sql("select c::text as row from check_code c");
    expect(JSON.stringify(rows)).not.toContain(lastCode());
    const done = await one.verify(lastCode());
    expect(done.data.userId).toBe(id);
    expect((await backend.call(selectUserInfoById, {}, { as: done.data.tokenInfo.token })).data.accName).toBe(accName);
  });

  test("nothing is sent for a wrong password", async () => {
    const { accName } = await person();
    const before = backend.texts.length;
    await browser().enter(accName, "wrong");
    expect(backend.texts).toHaveLength(before);
  });

  test("five tries, also at once; then it is over", async () => {
    const { accName } = await person();
    const one = browser();
    await one.enter(accName);
    const code = lastCode();
    expect(await one.verify(wrongOf(code))).toMatchObject({
      status: 422,
      errors: { checkCode: ["验证码不正确，还可尝试 4 次"] },
    });
    await Promise.all([1, 2, 3, 4].map(() => one.verify(wrongOf(code))));
    expect(await one.verify(code)).toMatchObject({ status: 409, message: "验证码已失效，请重新登录" });
    expect((await one.state()).data.waiting).toBe(false);
  });

  test("five minutes, once, and only in the browser that asked for it", async () => {
    const { accName } = await person();
    const [one, other] = [browser(), browser()];
    await one.enter(accName);
    const code = lastCode();
    expect((await other.verify(code)).status).toBe(409);
    backend.setNow(new Date(Date.now() + 5 * 60_000 + 1_000));
    expect((await one.verify(code)).status).toBe(409);
    backend.setNow(null);
    const replies = await Promise.all([one.verify(code), one.verify(code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("wrong codes lock the account like wrong passwords", async () => {
    const { accName } = await person();
    for (let round = 0; round < 2; round += 1) {
      const one = browser();
      await solvePuzzle(backend, one.sessionId, accName);
      await one.enter(accName);
      for (let nth = 0; nth < 5; nth += 1) await one.verify(wrongOf(lastCode()));
    }
    const again = browser();
    await solvePuzzle(backend, again.sessionId, accName);
    expect(await again.enter(accName)).toMatchObject({ status: 409, message: "登录失败次数过多，请在 15 分钟后重试" });
  });

  test("another one after a minute; the old one is void; six in a quarter of an hour at most", async () => {
    const { accName } = await person();
    const start = Date.now();
    const one = browser();
    await one.enter(accName);
    const first = lastCode();
    expect((await one.resend()).status).toBe(409);
    for (let nth = 1; nth <= 5; nth += 1) {
      backend.setNow(new Date(start + nth * 61_000));
      expect((await one.resend()).status, String(nth)).toBe(200);
    }
    if (first !== lastCode()) expect((await one.verify(first)).status).toBe(422);
    backend.setNow(new Date(start + 6 * 61_000));
    expect((await one.resend()).message).toBe("验证码发送过于频繁，请在 15 分钟后重试");
    expect((await one.verify(lastCode())).success).toBe(true);
  });

  test("an account without a mobile is told so, after its password was right", async () => {
    const { accName } = await person("");
    expect(await browser().enter(accName)).toMatchObject({
      status: 409,
      message: "此账号未登记手机号，无法接收验证码，请联系管理员",
    });
  });

  test("who is disabled in between does not get in", async () => {
    const { accName, id } = await person();
    const one = browser();
    await one.enter(accName);
    await backend.sql("update account set status = 'F' where id = $1", [id]);
    expect((await one.verify(lastCode())).status).toBe(409);
  });
});
