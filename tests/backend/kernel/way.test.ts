import { randomUUID } from "node:crypto";
import md5 from "md5";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { getUserCommonFunList, saveUserCommonFun } from "~/contract/platform/function";
import { getSysParamByCode, getTktDictDetailByCode } from "~/contract/platform/parameter";
import { changpwd, login, logout, selectUserInfoById } from "~/contract/platform/session";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { functionId } from "~tests/support/function-id";
import { solvePuzzle } from "~tests/support/puzzle";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

describe("a method's way", () => {
  test("7b success carries code 10000 and data", async () => {
    expect(await backend.call(getSysParamByCode, { paramCode: "isOpenNewPage" })).toMatchObject({
      status: 200,
      success: true,
      code: 10000,
      data: { paramCode: "isOpenNewPage", paramOption: "F" },
    });
  });

  test("8 no token, a wrong one and a revoked one are answered 401", async () => {
    for (const as of ["", "nonsense", "x".repeat(500)]) {
      expect((await backend.call(selectUserInfoById, {}, { as })).status).toBe(401);
    }
    const { token } = await backend.createUser({});
    expect((await backend.call(selectUserInfoById, {}, { as: token })).status).toBe(200);
    await backend.call(logout, {}, { as: token });
    expect((await backend.call(selectUserInfoById, {}, { as: token })).status).toBe(401);
  });

  test("7 another corp's code in the body is answered as not found", async () => {
    expect((await backend.call(selectUserInfoById, {}, { corpCode: "9999" })).status).toBe(404);
    expect((await backend.call(selectUserInfoById, {}, { corpCode: "0001" })).status).toBe(200);
  });

  test("an unknown method is 404, a repeated key 400, a strange content type 415, too much 413", async () => {
    const as = { "access-token": backend.admin };
    const path = "/platform/dispatch";
    expect((await backend.post(path, [["method", "noSuchMethod"]], as)).status).toBe(404);
    const twice: [string, string][] = [
      ["method", "getCorpCode"],
      ["method", "getCorpCode"],
    ];
    expect((await backend.post(path, twice, as)).status).toBe(400);
    expect((await backend.post(path, "<xml/>", { ...as, "content-type": "text/xml" })).status).toBe(415);
    expect((await backend.post(path, [["method", "x".repeat(1_100_000)]], as)).status).toBe(413);
  });

  test("an unknown parameter is refused by name, in the language asked for", async () => {
    const fields: [string, string][] = [
      ["method", "getCorpCode"],
      ["surprise", "1"],
    ];
    const reply = await backend.post("/platform/dispatch", fields, {
      "access-token": backend.admin,
      "accept-language": "en",
    });
    expect(reply).toMatchObject({ status: 422, errors: { surprise: ["Unknown parameter"] } });
  });
});

/** From a browser of its own that has solved a puzzle: after three failures nothing else is looked at. */
async function enter(payload: PayloadOf<typeof login>) {
  const sessionId = randomUUID();
  await solvePuzzle(backend, sessionId, payload.accName);
  return backend.call(login, payload, { as: "", sessionId });
}

describe("signing in", () => {
  test("both wire forms lead to the same password", async () => {
    const base64 = Buffer.from(`admin${adminPassword}`).toString("base64");
    for (const password of [md5(adminPassword), base64]) {
      expect((await backend.call(login, { accName: "admin", password }, { as: "" })).success).toBe(true);
    }
  });

  test("a wrong password and an unknown account get the same answer; ten failures lock for fifteen minutes", async () => {
    const { accName } = await backend.createUser({});
    const wrong = await enter({ accName, password: md5("wrong") });
    const unknown = await enter({ accName: "nobody", password: md5("wrong") });
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 409, message: "账号或密码错误" });
    for (let failure = 2; failure <= 10; failure += 1) await enter({ accName, password: md5("wrong") });
    const locked = await enter({ accName, password: md5(adminPassword) });
    expect(locked).toMatchObject({ status: 409, message: "登录失败次数过多，请在 15 分钟后重试" });
    backend.setNow(new Date(Date.now() + 16 * 60_000));
    expect((await enter({ accName, password: md5(adminPassword) })).success).toBe(true);
    backend.setNow(null);
  });

  test("4.5b a changed password ends the other sessions, sets initpwd and wants the old one", async () => {
    const user = await backend.createUser({});
    const other = await backend.signIn(user.accName, adminPassword);
    const base = { id: user.id, newpass: md5("Other#2026") };
    const refused = await backend.call(changpwd, { ...base, oldpass: md5("wrong") }, { as: user.token });
    expect(refused).toMatchObject({ status: 422, errors: { oldpass: ["原密码不正确"] } });
    const done = await backend.call(changpwd, { ...base, oldpass: md5(adminPassword) }, { as: user.token });
    expect(done.data).toEqual({ initpwd: "T" });
    expect((await backend.call(selectUserInfoById, {}, { as: other })).status).toBe(401);
    expect((await backend.call(selectUserInfoById, {}, { as: user.token })).data.initpwd).toBe("T");
    expect(await backend.signIn(user.accName, "Other#2026")).toBeTruthy();
  });
});

describe("rights", () => {
  test("6 functions and buttons are those granted; a change holds at the next request", async () => {
    const user = await backend.createUser({ grants: ["parkList", "parkList/park:edit"] });
    const before = await backend.call(selectUserInfoById, {}, { as: user.token });
    expect(before.data.sysFunctionsSet.map((node) => node.funUrl).filter(Boolean)).toEqual([
      "/index",
      "/message",
      "/manage/parkList",
    ]);
    expect(before.data.sysButtonRolePOSet).toEqual([{ code: "park:edit" }]);
    await backend.sql("delete from account_role where account_id = $1", [user.id]);
    const after = await backend.call(selectUserInfoById, {}, { as: user.token });
    expect(after.data.sysButtonRolePOSet).toEqual([]);
  });

  test("2.5 a favourite is saved, listed, and taken away by saving it again; another's is not found", async () => {
    const user = await backend.createUser({});
    const funId = await functionId(backend, "buyTktList");
    const favourite = { funId, funName: "窗口售票", accId: user.id };
    expect((await backend.call(saveUserCommonFun, favourite, { as: user.token })).data).toEqual({ collected: true });
    expect((await backend.call(getUserCommonFunList, { accId: user.id }, { as: user.token })).data).toEqual([
      { funId, funName: "窗口售票" },
    ]);
    expect((await backend.call(saveUserCommonFun, favourite, { as: user.token })).data).toEqual({ collected: false });
    expect((await backend.call(getUserCommonFunList, { accId: 1 }, { as: user.token })).status).toBe(404);
  });
});

describe("lookups", () => {
  const get = async (path: string, language = "zh-CN") => {
    const headers = { "access-token": backend.admin, "accept-language": language };
    return (await (await backend.app.request(path, { headers })).json()) as { data: unknown };
  };

  test("7 dictionaries by dictTypes, by code and by method, in both languages", async () => {
    expect(await get("/api/dict/list?dictTypes=yesNo,gateDirection")).toMatchObject({
      data: {
        yesNo: [
          { value: "T", label: "是" },
          { value: "F", label: "否" },
        ],
      },
    });
    expect(await get("/api/dict/yesNo", "en")).toMatchObject({
      data: [
        { value: "T", label: "Yes" },
        { value: "F", label: "No" },
      ],
    });
    expect((await backend.call(getTktDictDetailByCode, { dictType: "yesNo", dictCode: "F" })).data).toEqual([
      { value: "F", label: "否" },
    ]);
  });

  test("9 the root of the areas is 156; districts know their full address", async () => {
    const { data: provinces } = (await get("/api/areas/list?parentCode=156")) as {
      data: { areaName: string; areaCode: string }[];
    };
    expect(provinces.length).toBe(34);
    const zhejiang = provinces.find((area) => area.areaName === "浙江省");
    const below = (await get(`/api/areas/list?parentCode=${zhejiang?.areaCode}&levels=2`)) as {
      data: { areaAddr: string }[];
    };
    expect(below.data.map((area) => area.areaAddr)).toContain("浙江省杭州市西湖区");
  });
});
