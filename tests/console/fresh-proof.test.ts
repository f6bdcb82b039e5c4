/** A post that needs a fresh proof: every form of asking is answered by a question in place, and goes on once it is answered. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { proofCode } from "~/contract/wire";
import { type Enrolled, withApp } from "~tests/support/second-factor";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
let user: Enrolled;
let cookie: string;
let codes: string[];
beforeAll(async () => {
  whole = await openWholeConsole();
  user = await withApp(whole.backend, { accType: "11" });
  codes = [...user.codes];
  cookie = whole.cookieOf(user.token, user.id);
}, 300_000);
afterAll(() => whole?.close());
beforeEach(() => whole.backend.sql("update session set proved_at = null where account_id = $1", [user.id]));

const slow = { timeout: 120_000 };
const path = "/sysRole/list/new";
const typed = () => ({
  code: `r${randomUUID().slice(0, 8)}`,
  name: `角色 ${randomUUID().slice(0, 8)}`,
  dataScope: "all",
});
const post = (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  whole.ask(address, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { cookie, accept: "text/html", "content-type": "application/x-www-form-urlencoded", ...headers },
  });
const isThere = async (name: string) =>
  (await whole.backend.sql("select from role where name = $1", [name])).length === 1;
const carriedIn = (html: string) => /name="carriedPost" value="([\w-]+)"/.exec(html)?.[1] ?? "";

describe("without scripts", () => {
  test(
    "the page that asks stands where the form was, carries it sealed, and does it once it is proved",
    slow,
    async () => {
      const fields = typed();
      const asked = await post(path, fields);
      const html = await asked.text();
      expect([asked.status, asked.headers.get("location")]).toEqual([proofCode, null]);
      expect(html).toContain("验证身份");
      expect(html).toContain(`action="${path}"`);
      expect(html).not.toContain(fields.name);
      expect(await isThere(fields.name)).toBe(false);
      const carriedPost = carriedIn(html);
      const wrong = await post(path, { carriedPost, code: "wrong-code-here" });
      const again = await wrong.text();
      expect(wrong.status).toBe(proofCode);
      expect(again).toContain("验证码不正确或已使用过");
      expect(carriedIn(again)).toBe(carriedPost);
      const done = await post(path, { carriedPost, code: codes.pop() ?? "" });
      expect([done.status, done.headers.get("location")]).toEqual([303, expect.stringMatching(/^\/sysRole\/list/)]);
      expect(await isThere(fields.name)).toBe(true);
    },
  );

  test("what is wrong with the form is told afterwards, with what was typed", slow, async () => {
    const { name, ...fields } = typed();
    await whole.backend.sql("insert into role (corp_code, code, name) values ('0001', $1, '先到')", [fields.code]);
    const asked = await post(path, { ...fields, name });
    expect(asked.status).toBe(proofCode);
    const done = await post(path, { carriedPost: carriedIn(await asked.text()), code: codes.pop() ?? "" });
    const html = await done.text();
    expect(done.status).toBe(422);
    expect(html).toContain(`value="${name}"`);
    expect(html).toContain(`value="${fields.code}"`);
  });

  test("what waits is of its session and its address alone", slow, async () => {
    const fields = typed();
    const carriedPost = carriedIn(await (await post(path, fields)).text());
    const code = codes.pop() ?? "";
    const other = whole.cookieOf(user.token, user.id, "0001", "another-session");
    const replies = [
      await post("/corp/userManage/new", { carriedPost, code }),
      await post(path, { carriedPost, code }, { cookie: other }),
      await post(path, { carriedPost: `${carriedPost.slice(0, -4)}AAAA`, code }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await isThere(fields.name)).toBe(false);
    // None of them has used the code up.
    expect((await post(path, { carriedPost, code })).status).toBe(303);
    expect(await isThere(fields.name)).toBe(true);
  });
});

describe("by scripts", () => {
  test("the answer names the page that asks; the same post under the same key then goes through", slow, async () => {
    const fields = typed();
    const headers = { accept: "*/*", "x-post-key": randomUUID() };
    const asked = await post(`${path}.data`, fields, headers);
    expect(asked.headers.get("x-sign-in")).toBe("/prove");
    expect(await isThere(fields.name)).toBe(false);
    const proved = await post("/prove", { redirectTo: "/posted", code: codes.pop() ?? "" });
    expect([proved.status, proved.headers.get("location")]).toEqual([303, "/posted"]);
    const done = await post(`${path}.data`, fields, headers);
    expect([done.status, done.headers.get("x-sign-in")]).toEqual([202, null]);
    expect(await isThere(fields.name)).toBe(true);
  });

  test("as JSON it is a status of its own, with the page to go to", slow, async () => {
    const reply = await post(path, typed(), { accept: "application/json" });
    expect([reply.status, await reply.json()]).toMatchObject([proofCode, { redirectTo: "/prove" }]);
  });
});

describe("the page that asks", () => {
  test("is for who is signed in, says what was wrong, and leads nowhere else", slow, async () => {
    const stranger = await whole.ask("/prove", { headers: { cookie: "" } });
    expect(stranger.headers.get("location")).toMatch(/^\/login/);
    expect((await post("/prove", { redirectTo: "/index", code: "" })).status).toBe(422);
    const wrong = await post("/prove?redirect=/posted", { redirectTo: "/posted", code: "111111" });
    const again = await wrong.text();
    expect(wrong.status).toBe(422);
    expect(again).toContain('name="redirectTo" value="/posted"');
    expect(again).toContain('action="/prove?redirect=%2Fposted"');
    const proved = await post("/prove", { redirectTo: "https://evil.test/", code: codes.pop() ?? "" });
    expect(proved.headers.get("location")).toBe("/index");
  });
});

describe("an account that must have a second factor, and has none", () => {
  test("is led to it from every page, and to nothing else", slow, async () => {
    const other = await whole.backend.createUser({ accType: "11" });
    await whole.backend.sql("update session set must_enrol = true where account_id = $1", [other.id]);
    const headers = { cookie: whole.cookieOf(other.token, other.id) };
    for (const page of ["/index", "/sysRole/list", "/userinfo"])
      expect((await whole.ask(page, { headers })).headers.get("location"), page).toBe("/userinfo/factor");
    const json = await whole.ask("/sysRole/list", { headers: { ...headers, accept: "application/json" } });
    expect(json.status).toBe(423);
    const page = await whole.ask("/userinfo/factor", { headers });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("您的账号必须设置二次验证");
  });
});

describe("/loginFactor", () => {
  test(
    "after the password no cookie signs in; after the code it does; no token stands in an address",
    slow,
    async () => {
      const { accName } = user;
      const entered = await post(
        "/login?redirect=%2FsysRole%2Flist",
        { corpCode: "0001", accName, password: "Admin#2026", redirectTo: "/sysRole/list" },
        { cookie: "" },
      );
      expect(entered.headers.get("location")).toBe("/loginFactor?redirect=%2FsysRole%2Flist");
      const before = entered.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
      expect((await whole.ask("/sysRole/list", { headers: { cookie: before } })).headers.get("location")).toMatch(
        /^\/login/,
      );
      const page = await whole.ask("/loginFactor", { headers: { cookie: before } });
      expect(await page.text()).toContain("密码正确");
      const wrong = await post("/loginFactor", { code: "000 00x", redirectTo: "/sysRole/list" }, { cookie: before });
      expect(wrong.status).toBe(422);
      const done = await post(
        "/loginFactor",
        { code: codes.pop() ?? "", redirectTo: "/sysRole/list" },
        { cookie: before },
      );
      expect([done.status, done.headers.get("location")]).toEqual([303, "/sysRole/list"]);
      const after = done.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
      expect((await whole.ask("/sysRole/list", { headers: { cookie: after } })).status).toBe(200);
    },
  );

  test("where nothing waits it leads back to the sign-in, and its post does too", slow, async () => {
    const page = await whole.ask("/loginFactor", { headers: { cookie: "" } });
    expect(await page.text()).toContain("请重新输入密码登录");
    expect((await post("/loginFactor", { code: "123456" }, { cookie: "" })).status).toBe(409);
  });
});
