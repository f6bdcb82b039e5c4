/** What an attack on the user centre would try: others' sessions, fields that nobody offers, a password without the old one. */
import { randomUUID } from "node:crypto";
import md5 from "md5";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Method } from "~/contract/method";
import { lockSession, lockState } from "~/contract/platform/lock";
import { endOwnSessions, getOwnSessions } from "~/contract/platform/own-session";
import { changpwd, login, logout, selectUserInfoById } from "~/contract/platform/session";
import { choosePark, getOwnParks } from "~/contract/ticket/chosen-park";
import { defaultPaths, encodePayload } from "~/contract/wire";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.createCorp("2077");
});
afterAll(() => backend.close());

const status = async (as: string) => (await backend.call(selectUserInfoById, {}, { as })).status;
const sessionOf = async (accountId: number) =>
  (await backend.sql<{ id: number }>("select id from session where account_id = $1", [accountId]))[0]?.id ?? 0;
const change = (id: number, as: string, oldpass = adminPassword, newpass = "Strong#2027") =>
  backend.call(changpwd, { id, oldpass: md5(oldpass), newpass: md5(newpass) }, { as });

describe("2.3 signing out devices", () => {
  test.each(["0001", "2077"])(
    "a list with an own session and another account's of corp %s ended the own one",
    async (corpCode) => {
      const [mine, theirs] = [await backend.createUser({}), await backend.createUser({ corpCode })];
      const second = await backend.signIn(mine.accName, adminPassword);
      const own = (await backend.call(getOwnSessions, {}, { as: mine.token })).data.map(({ id }) => id);
      const foreign = await sessionOf(theirs.id);
      for (const ids of [[foreign], [foreign, ...own], [...own, 2_000_000_000], [2_000_000_000]]) {
        const reply = await backend.call(endOwnSessions, { ids }, { as: mine.token });
        expect([reply.status, reply.message]).toEqual([404, "所查找的内容不存在"]);
      }
      expect([await status(mine.token), await status(second), await status(theirs.token)]).toEqual([200, 200, 200]);
      // The control: the same list without the stranger's ends the other device, once.
      expect((await backend.call(endOwnSessions, { ids: own }, { as: mine.token })).data).toEqual({ ended: 1 });
      expect(await status(second)).toBe(401);
      expect((await backend.call(endOwnSessions, { ids: own }, { as: mine.token })).status).toBe(404);
    },
  );

  test("the devices listed are the caller's alone", async () => {
    const [mine, theirs] = [await backend.createUser({}), await backend.createUser({ corpCode: "2077" })];
    const [own, foreign] = [await sessionOf(mine.id), await sessionOf(theirs.id)];
    const ids = (await backend.call(getOwnSessions, {}, { as: mine.token })).data.map(({ id }) => id);
    expect(ids).toEqual([own]);
    expect(ids).not.toContain(foreign);
  });
});

describe("own data", () => {
  const surplus = {
    accType: "11",
    roleIds: "1",
    status: "T",
    accName: "admin",
    initpwd: "T",
    deptId: "1",
    parkIds: "1",
    corp_code: "2077",
    userId: "1",
    accountId: "1",
    isRealName: "T",
    passwordHash: "x",
  };

  test("fields that no form has are refused as unknown by every call of the user centre, and nothing is written", async () => {
    const { id, token } = await backend.createUser({});
    const calls: [Method, Record<string, unknown>][] = [
      [changpwd, { id, oldpass: md5(adminPassword), newpass: md5("Strong#2027") }],
      [endOwnSessions, { ids: [1] }],
      [getOwnSessions, {}],
      [selectUserInfoById, { id }],
      [lockSession, { lockPasswd: "1234" }],
      [lockState, {}],
      [logout, {}],
      [choosePark, { parkId: 1 }],
      [getOwnParks, {}],
    ];
    const rows = () =>
      backend.sql(
        "select to_jsonb(a) as account, (select json_agg(r) from account_role r where account_id = a.id) as roles from account a where id = $1",
        [id],
      );
    const before = await rows();
    const taken: string[] = [];
    for (const [method, payload] of calls)
      for (const [field, value] of Object.entries(surplus)) {
        const fields = encodePayload({ method: method.name, ...payload, [field]: value });
        const reply = await backend.post(defaultPaths[method.business], fields, { "access-token": token });
        if (reply.status !== 422) taken.push(`${method.name} ${field} ${reply.status}`);
      }
    expect(taken).toEqual([]);
    expect(await rows()).toEqual(before);
    expect(await status(token)).toBe(200);
  });

  test("the corp is the session's, whatever a call says; another's id is not found, of the own corp or another", async () => {
    const { id, token } = await backend.createUser({});
    const neighbour = await backend.createUser({});
    const foreign = await backend.createUser({ corpCode: "2077" });
    expect((await backend.call(selectUserInfoById, {}, { as: token, corpCode: "2077" })).status).toBe(404);
    expect((await backend.call(selectUserInfoById, {}, { as: token, corpCode: "0001" })).data.id).toBe(id);
    for (const other of [1, neighbour.id, foreign.id, 2_000_000_000]) {
      const replies = [
        await backend.call(selectUserInfoById, { id: other }, { as: token }),
        await change(other, token),
        await backend.call(selectUserInfoById, { id: other }, { as: token, corpCode: "2077" }),
      ];
      for (const reply of replies) expect([reply.status, reply.message]).toEqual([404, "所查找的内容不存在"]);
    }
    expect(await backend.signIn(foreign.accName, adminPassword, "2077")).not.toBe("");
  });
});

describe("2.7d the change of password", () => {
  test("needs the old one: without it, with another or with an empty one nothing changes", async () => {
    const { id, accName, token } = await backend.createUser({});
    const other = await backend.signIn(accName, adminPassword);
    expect(await change(id, token, "wrong")).toMatchObject({ status: 422, errors: { oldpass: ["原密码不正确"] } });
    for (const oldpass of [undefined, "", "x".repeat(401)]) {
      const given = { method: "changpwd", id, newpass: md5("Strong#2027"), ...(oldpass !== undefined && { oldpass }) };
      const reply = await backend.post(defaultPaths.platform, encodePayload(given), { "access-token": token });
      expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, ["oldpass"]]);
    }
    expect(await status(other)).toBe(200);
    expect(await backend.signIn(accName, adminPassword)).not.toBe("");
  });

  test("ends the account's other sessions and no one else's; the old password is worth nothing from then on", async () => {
    const [{ id, accName, token }, neighbour] = [await backend.createUser({}), await backend.createUser({})];
    const others = [await backend.signIn(accName, adminPassword), await backend.signIn(accName, adminPassword)];
    expect((await change(id, token)).success).toBe(true);
    expect(await Promise.all([token, ...others, neighbour.token].map(status))).toEqual([200, 401, 401, 200]);
    const enter = (password: string) =>
      backend.call(login, { accName, password: md5(password) }, { as: "", sessionId: randomUUID() });
    expect((await enter(adminPassword)).status).toBe(409);
    expect((await enter("Strong#2027")).success).toBe(true);
  });
});
