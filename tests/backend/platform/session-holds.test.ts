/** What holds or ends a session: the lock screen, a weak password, idling, being disabled, signing out other devices. */
import md5 from "md5";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { lockSession, lockState, unlockSession } from "~/contract/platform/lock";
import { endOwnSessions, getOwnSessions } from "~/contract/platform/own-session";
import { changpwd, login, logout, selectUserInfoById } from "~/contract/platform/session";
import { methods } from "~/contract/registry";
import { defaultPaths } from "~/contract/wire";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());
afterEach(() => backend.sql("update sys_param set param_option = 'F' where param_code = 'forceWeakpasswordToStrong'"));

const me = (as: string) => backend.call(selectUserInfoById, {}, { as });

describe("4.1d the lock", () => {
  test("4.1d locked on the server: nothing of the registry is answered but unlocking and leaving", async () => {
    const token = await backend.signIn("admin", adminPassword);
    expect((await backend.call(lockSession, { lockPasswd: "1234" }, { as: token })).success).toBe(true);
    const open: string[] = [];
    for (const method of methods.filter(({ access, business }) => access !== "public" && business !== "offline")) {
      const reply = await backend.post(
        defaultPaths[method.business],
        [
          ["method", method.name],
          ["surprise", "1"],
        ],
        { "access-token": token },
      );
      if (reply.status !== 423) open.push(`${method.name} ${reply.status}`);
    }
    const declared = methods.filter(({ during }) => during.includes("locked")).map(({ name }) => `${name} 422`);
    expect(open.sort()).toEqual(declared.sort());
    expect(declared).toEqual(["lockState 422", "logout 422", "unlockSession 422"]);
    const lookup = await backend.app.request("/api/params?codes=supportPhone", { headers: { "access-token": token } });
    expect(lookup.status).toBe(423);
  });

  test("4.1d unlocking clears the password; other sessions of the account are not locked", async () => {
    const { token, accName } = await backend.createUser({});
    const other = await backend.signIn(accName, adminPassword);
    await backend.call(lockSession, { lockPasswd: "1234" }, { as: token });
    expect((await backend.call(lockState, {}, { as: token })).data).toMatchObject({ isLock: true, triesLeft: 5 });
    expect((await me(token)).status).toBe(423);
    expect((await me(other)).status).toBe(200);
    expect((await backend.call(unlockSession, { lockPasswd: "1234" }, { as: token })).success).toBe(true);
    expect((await me(token)).status).toBe(200);
    const rows = await backend.sql("select 1 from session where lock_hash is not null and client_session_id = ''");
    expect(rows.length).toBeLessThan(2);
  });

  test("the lock password is kept as a hash, never in the audit log", async () => {
    const { token, id } = await backend.createUser({});
    await backend.call(lockSession, { lockPasswd: "lock-secret-77" }, { as: token });
    const [row] = await backend.sql<{ lock_hash: string }>("select lock_hash from session where account_id = $1", [id]);
    expect(row?.lock_hash).toMatch(/^\$argon2id\$/);
    const log = await backend.sql("select a::text as row from audit_log a where method = 'lockSession'");
    expect(JSON.stringify(log)).not.toContain("lock-secret-77");
  });

  test("five wrong ones end the session, also all at once", async () => {
    const { token } = await backend.createUser({});
    await backend.call(lockSession, { lockPasswd: "1234" }, { as: token });
    const wrong = () => backend.call(unlockSession, { lockPasswd: "0000" }, { as: token });
    expect(await wrong()).toMatchObject({ status: 422, errors: { lockPasswd: ["锁屏密码不正确，还可尝试 4 次"] } });
    const replies = await Promise.all([wrong(), wrong(), wrong(), wrong(), wrong()]);
    expect(replies.filter(({ status }) => status === 401).length).toBeGreaterThan(0);
    expect((await backend.call(unlockSession, { lockPasswd: "1234" }, { as: token })).status).toBe(401);
  });

  test("wrong lock passwords counted for nobody: ten from one source lock its sign-in, and the unlocking too", async () => {
    const { accName, id } = await backend.createUser({});
    const from = (clientAddress: string) =>
      backend.call(login, { accName, password: md5(adminPassword), clientAddress }, { as: "" });
    const tokens: string[] = [];
    for (const address of ["198.51.100.70", "198.51.100.70", "198.51.100.70", "198.51.100.71"])
      tokens.push((await from(address)).data.tokenInfo.token);
    for (const as of tokens) await backend.call(lockSession, { lockPasswd: "1234" }, { as });
    const unlock = (as = "", lockPasswd = "0000") => backend.call(unlockSession, { lockPasswd }, { as });
    const answers: number[] = [];
    for (const as of tokens.slice(0, 2))
      for (let round = 0; round < 5; round += 1) answers.push((await unlock(as)).status);
    expect(answers).toEqual([422, 422, 422, 422, 401, 422, 422, 422, 422, 401]);
    const refused = await unlock(tokens[2], "1234");
    expect([refused.status, refused.message]).toEqual([409, "登录失败次数过多，请在 15 分钟后重试"]);
    expect((await from("198.51.100.70")).message).toContain("登录失败次数过多");
    expect(await backend.sql("select from account where id = $1 and locked_until > now()", [id])).toHaveLength(1);
    // Another source has a count of its own.
    expect((await unlock(tokens[3], "1234")).success).toBe(true);
  });
});

describe("1 forceWeakpasswordToStrong", () => {
  const force = (option: string) =>
    backend.sql("update sys_param set param_option = $1 where param_code = 'forceWeakpasswordToStrong'", [option]);
  const enter = (accName: string, password: string, weak: boolean) =>
    backend.call(login, { accName, password: md5(password), weak }, { as: "" });

  test("a weak password must be changed before anything else; then all is open", async () => {
    const { accName, id } = await backend.createUser({});
    await force("T");
    const reply = await enter(accName, adminPassword, true);
    expect(reply.data.step).toBe("mustChangePassword");
    const as = reply.data.tokenInfo.token;
    expect((await me(as)).data.mustChangePassword).toBe(true);
    expect((await backend.call(getOwnSessions, {}, { as })).status).toBe(423);
    const change = { id, oldpass: md5(adminPassword), newpass: md5("Strong#2027") };
    expect((await backend.call(changpwd, change, { as })).success).toBe(true);
    expect((await me(as)).data.mustChangePassword).toBe(false);
    expect((await backend.call(getOwnSessions, {}, { as })).status).toBe(200);
  });

  test("the SaaS wire form carries the password: the backend sees for itself", async () => {
    const { accName } = await backend.createUser({});
    await force("T");
    const { hashPassword } = await import("~server/backend/business/platform/password");
    await backend.sql("update account set password_hash = $1 where acc_name = $2", [
      await hashPassword("weak"),
      accName,
    ]);
    const base64 = Buffer.from(`${accName}weak`).toString("base64");
    const reply = await backend.call(login, { accName, password: base64 }, { as: "" });
    expect(reply.data.step).toBe("mustChangePassword");
  });

  test("2.6 F asks for nothing; otherwise who still has the first password is asked to change it", async () => {
    const { accName } = await backend.createUser({});
    expect((await enter(accName, adminPassword, true)).data.step).toBe("");
    await force("T");
    expect((await enter(accName, adminPassword, false)).data.step).toBe("changePassword");
    await backend.sql("update account set initpwd = 'T' where acc_name = $1", [accName]);
    expect((await enter(accName, adminPassword, false)).data.step).toBe("");
  });
});

describe("4.1 sessions end", () => {
  test("after the idle time of the setting", async () => {
    const { accName } = await backend.createUser({});
    await backend.sql("update sys_param set param_option = '7' where param_code = 'sessionIdleMinutes'");
    const as = await backend.signIn(accName, adminPassword);
    const idle = (minutes: number) =>
      backend.sql(
        "update session set last_seen = now() - make_interval(mins => $1) where account_id = (select id from account where acc_name = $2)",
        [minutes, accName],
      );
    await idle(6);
    expect((await me(as)).status).toBe(200);
    await idle(8);
    expect((await me(as)).status).toBe(401);
    await backend.sql("update sys_param set param_option = '120' where param_code = 'sessionIdleMinutes'");
  });

  test("on disable, and enabling again does not bring them back", async () => {
    const { token, id } = await backend.createUser({});
    await backend.sql("update account set status = 'F' where id = $1", [id]);
    expect((await me(token)).status).toBe(401);
    await backend.sql("update account set status = 'T' where id = $1", [id]);
    expect((await me(token)).status).toBe(401);
  });

  test("on a password that somebody else sets: all of them", async () => {
    const { token, id } = await backend.createUser({});
    await backend.sql("update account set password_hash = 'another' where id = $1", [id]);
    expect((await me(token)).status).toBe(401);
  });

  test("4.1c on signing out, at once", async () => {
    const { token } = await backend.createUser({});
    expect((await backend.call(logout, {}, { as: token })).success).toBe(true);
    expect((await me(token)).status).toBe(401);
  });
});

describe("2.3 the devices of /userinfo", () => {
  test("lists those still good, the own one marked, and signs out the others", async () => {
    const { token, accName } = await backend.createUser({});
    const [second, third] = [
      await backend.signIn(accName, adminPassword),
      await backend.signIn(accName, adminPassword),
    ];
    const { data } = await backend.call(getOwnSessions, {}, { as: token });
    expect(data.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
    expect(data).toHaveLength(3);
    const ids = data.map(({ id }) => id);
    expect((await backend.call(endOwnSessions, { ids }, { as: token })).data).toEqual({ ended: 2 });
    expect([(await me(token)).status, (await me(second)).status, (await me(third)).status]).toEqual([200, 401, 401]);
  });

  test("not another account's, nor the one that asks", async () => {
    const [mine, theirs] = [await backend.createUser({}), await backend.createUser({})];
    const [row] = await backend.sql<{ id: number }>("select id from session where account_id = $1", [theirs.id]);
    const [own] = await backend.sql<{ id: number }>("select id from session where account_id = $1", [mine.id]);
    expect((await backend.call(endOwnSessions, { ids: [row?.id ?? 0] }, { as: mine.token })).status).toBe(404);
    expect((await backend.call(endOwnSessions, { ids: [own?.id ?? 0] }, { as: mine.token })).status).toBe(404);
    expect((await me(theirs.token)).status).toBe(200);
  });
});
