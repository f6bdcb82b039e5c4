/** The second factor of a sign-in: what opens a session, once, and what does not. */
import md5 from "md5";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { factorState, forgetDevices, totpBegin, totpConfirm, totpPending } from "~/contract/platform/second-factor";
import { changpwd, login, selectUserInfoById } from "~/contract/platform/session";
import { TestAuthenticator } from "~tests/support/authenticator";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { solvePuzzle } from "~tests/support/puzzle";
import { race, raceIsReal } from "~tests/support/race";
import { aBrowser, codeOf, withApp, withPasskey } from "~tests/support/second-factor";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());
afterEach(() => backend.setNow(null));

const parameter = (code: string, option: string) =>
  backend.sql("update sys_param set param_option = $2 where param_code = $1", [code, option]);
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

describe("a right password", () => {
  test("opens nothing where there is a second factor; its code does", async () => {
    const { accName, id, secret } = await withApp(backend);
    const one = aBrowser(backend);
    const reply = await one.enter(accName);
    expect(reply.data).toMatchObject({ step: "factor", tokenInfo: { token: "" }, userId: 0 });
    expect((await one.state()).data).toEqual({
      waiting: true,
      ways: { totp: true, passkey: false, recovery: true },
      rememberDays: 0,
    });
    const done = await one.code(codeOf(secret, new Date()));
    expect(done.data).toMatchObject({ userId: id, step: "" });
    const me = await backend.call(selectUserInfoById, {}, { as: done.data.tokenInfo.token });
    expect(me.data.accName).toBe(accName);
  });

  test("and a wrong one are told apart by nobody who does not know it", async () => {
    const { accName } = await withApp(backend);
    const replies = [
      await aBrowser(backend).enter(accName, "Wrong#2026x"),
      await aBrowser(backend).enter("nobody-at-all", "Wrong#2026x"),
    ];
    expect(replies[0]).toEqual(replies[1]);
    expect((await aBrowser(backend).state()).data).toEqual({
      waiting: false,
      ways: { totp: false, passkey: false, recovery: false },
      rememberDays: 0,
    });
  });

  test("is asked for again after ten minutes, and where it was changed in between", async () => {
    const { accName, id, secret } = await withApp(backend);
    const one = aBrowser(backend);
    await one.enter(accName);
    const late = new Date(Date.now() + 10 * 60_000 + 1_000);
    backend.setNow(late);
    expect((await one.code(codeOf(secret, late))).status).toBe(409);
    backend.setNow(null);
    const two = aBrowser(backend);
    await two.enter(accName);
    await backend.sql("update account set password_hash = password_hash || '' || 'x' where id = $1", [id]);
    expect((await two.code(codeOf(secret, new Date()))).status).toBe(409);
  });

  test("a code without a password before it, or of another browser session, opens nothing", async () => {
    const { accName, secret } = await withApp(backend);
    const [one, other] = [aBrowser(backend), aBrowser(backend)];
    await one.enter(accName);
    expect(await other.code(codeOf(secret, new Date()))).toMatchObject({
      status: 409,
      message: expect.stringContaining("重新输入密码"),
    });
  });
});

describe("a code of the app", () => {
  test("of the step before or after is taken, of two steps away it is not", async () => {
    const now = new Date();
    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [1, 200],
    ] as const) {
      const { accName, secret } = await withApp(backend);
      const one = aBrowser(backend);
      backend.setNow(now);
      await one.enter(accName);
      expect((await one.code(codeOf(secret, now, steps))).status, String(steps)).toBe(status);
      backend.setNow(null);
    }
  });

  test("is not taken twice, nor one of an earlier step after it", async () => {
    const { accName, secret } = await withApp(backend);
    const now = new Date();
    backend.setNow(now);
    const sign = async (steps: number) => {
      const one = aBrowser(backend);
      await one.enter(accName);
      return (await one.code(codeOf(secret, now, steps))).status;
    };
    expect([await sign(0), await sign(0), await sign(-1), await sign(1)]).toEqual([200, 422, 422, 200]);
  });

  test("of two browsers that send it at once one gets in", async () => {
    const { accName, secret } = await withApp(backend);
    const now = new Date();
    backend.setNow(now);
    const browsers = [aBrowser(backend), aBrowser(backend)];
    for (const one of browsers) await one.enter(accName);
    const replies = await race(backend, 2, (nth) => browsers[nth]?.code(codeOf(secret, now)));
    expect(replies.map((reply) => reply?.status).sort()).toEqual([200, 422]);
  });

  test("five tries, also at once; they lock the account like wrong passwords", async () => {
    const { accName, secret } = await withApp(backend);
    for (let round = 0; round < 2; round += 1) {
      const one = aBrowser(backend, { clientAddress: "203.0.113.9" });
      await solvePuzzle(backend, one.sessionId, accName);
      await one.enter(accName);
      const code = wrong(codeOf(secret, new Date()));
      if (round === 0)
        expect(await one.code(code)).toMatchObject({ status: 422, errors: { code: [expect.stringContaining("4")] } });
      await Promise.all([1, 2, 3, 4, 5].map(() => one.code(code)));
      expect((await one.code(codeOf(secret, new Date()))).status).toBe(409);
    }
    const again = aBrowser(backend, { clientAddress: "203.0.113.9" });
    await solvePuzzle(backend, again.sessionId, accName);
    expect(await again.enter(accName)).toMatchObject({
      status: 409,
      message: expect.stringContaining("登录失败次数过多"),
    });
    const rows = await backend.sql("select from sign_in_log where acc_name = $1 and outcome = 'code'", [accName]);
    expect(rows).toHaveLength(10);
  });
});

describe("a recovery code", () => {
  test("is ten in number, shown once, kept as a hash, good once", async () => {
    const { accName, codes, token } = await withApp(backend);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const kept = JSON.stringify(await backend.sql("select r::text as row from recovery_code r"));
    for (const code of codes) expect(kept).not.toContain(code.replaceAll("-", ""));
    const enter = async (code = "") => {
      const one = aBrowser(backend);
      await one.enter(accName);
      return (await one.code(code)).status;
    };
    expect(await enter(codes[0]?.toUpperCase().replaceAll("-", " "))).toBe(200);
    expect(await enter(codes[0])).toBe(422);
    expect((await backend.call(factorState, {}, { as: token })).data.recoveryLeft).toBe(9);
  });

  test("used twice at once lets one in", async () => {
    const { accName, codes } = await withApp(backend);
    const browsers = [aBrowser(backend), aBrowser(backend)];
    for (const one of browsers) await one.enter(accName);
    const replies = await race(backend, 2, (nth) => browsers[nth]?.code(codes[3] ?? ""));
    expect(replies.map((reply) => reply?.status).sort()).toEqual([200, 422]);
    if (raceIsReal) expect(replies).toHaveLength(2);
  });

  test("of somebody else opens nothing", async () => {
    const [mine, theirs] = [await withApp(backend), await withApp(backend)];
    const one = aBrowser(backend);
    await one.enter(mine.accName);
    expect((await one.code(theirs.codes[0] ?? "")).status).toBe(422);
  });
});

describe("a passkey", () => {
  const ready = async () => {
    const user = await withApp(backend);
    const { device, added } = await withPasskey(backend, user.token);
    expect(added.success, added.message).toBe(true);
    const one = aBrowser(backend);
    await one.enter(user.accName);
    return { ...user, device, one };
  };

  test("signs in, and is not asked for recovery codes anew", async () => {
    const { device, one, id } = await ready();
    expect((await one.state()).data.ways).toEqual({ totp: true, passkey: true, recovery: true });
    const done = await one.passkey(device.sign({ challenge: await one.challenge() }));
    expect(done.data).toMatchObject({ userId: id });
  });

  test("of another origin, another host, another key, or a challenge that was never given is refused", async () => {
    const { device, one } = await ready();
    const wrongs = [
      (challenge: string) => device.sign({ challenge, origin: "http://evil.test" }),
      (challenge: string) => device.sign({ challenge, rpId: "evil.test" }),
      (challenge: string) => new TestAuthenticator().sign({ challenge }),
      () => device.sign({ challenge: "bm90LWdpdmVu" }),
    ];
    for (const make of wrongs) expect((await one.passkey(make(await one.challenge()))).status).toBe(422);
  });

  test("not even where the caller says it stands at another host: the passkey was made for this one", async () => {
    const { device, one: two } = await ready();
    const [origin, rpId] = ["http://evil.test", "evil.test"];
    const challenge = await two.challenge(origin);
    expect((await two.passkey(device.sign({ challenge, origin, rpId }), origin)).status).toBe(422);
    expect((await two.passkey("{}")).status).toBe(422);
  });

  test("a challenge is answered once, whatever came of it", async () => {
    const { device, one, accName } = await ready();
    const challenge = await one.challenge();
    expect((await one.passkey(device.sign({ challenge, origin: "http://evil.test" }))).status).toBe(422);
    expect((await one.passkey(device.sign({ challenge }))).status).toBe(422);
    const two = aBrowser(backend);
    await two.enter(accName);
    const fresh = await two.challenge();
    const signed = device.sign({ challenge: fresh });
    expect((await two.passkey(signed)).success).toBe(true);
    const three = aBrowser(backend);
    await three.enter(accName);
    await three.challenge();
    expect((await three.passkey(signed)).status).toBe(422);
  });

  test("a counter that goes back or stands still is a copy", async () => {
    const { device, one, accName } = await ready();
    expect((await one.passkey(device.sign({ challenge: await one.challenge(), counter: 5 }))).success).toBe(true);
    for (const counter of [5, 4]) {
      const again = aBrowser(backend);
      await again.enter(accName);
      const reply = await again.passkey(device.sign({ challenge: await again.challenge(), counter }));
      expect(reply.status, String(counter)).toBe(422);
    }
  });
});

describe("a remembered device", () => {
  const entered = async (days: string) => {
    await parameter("rememberedDeviceDays", days);
    const user = await withApp(backend);
    const one = aBrowser(backend);
    await one.enter(user.accName);
    const { data } = await one.code(user.codes[0] ?? "", true);
    return { ...user, one, inside: data.tokenInfo.token };
  };
  afterEach(() => parameter("rememberedDeviceDays", "0"));

  test("is not asked again for as many days; another device is", async () => {
    const { accName, one } = await entered("7");
    expect((await one.enter(accName)).data.step).toBe("");
    expect((await aBrowser(backend).enter(accName)).data.step).toBe("factor");
    backend.setNow(new Date(Date.now() + 7 * 86_400_000 + 60_000));
    expect((await one.enter(accName)).data.step).toBe("factor");
    backend.setNow(null);
    await parameter("rememberedDeviceDays", "0");
    expect((await one.enter(accName)).data.step).toBe("factor");
  });

  test("where devices are not remembered a wish for it does nothing", async () => {
    const { accName, one } = await entered("0");
    await parameter("rememberedDeviceDays", "7");
    expect((await one.enter(accName)).data.step).toBe("factor");
  });

  test("is of its account alone", async () => {
    const { one } = await entered("7");
    const other = await withApp(backend);
    expect((await one.enter(other.accName)).data.step).toBe("factor");
  });

  test("is forgotten with a changed password, a changed factor, and by its owner", async () => {
    const byPassword = await entered("7");
    const changed = await backend.call(
      changpwd,
      { id: byPassword.id, oldpass: md5(adminPassword), newpass: md5("Wholly-new#27") },
      { as: byPassword.inside },
    );
    expect(changed.success, changed.message).toBe(true);
    expect((await byPassword.one.enter(byPassword.accName, "Wholly-new#27")).data.step).toBe("factor");

    const byFactor = await entered("7");
    await withPasskey(backend, byFactor.inside);
    expect((await byFactor.one.enter(byFactor.accName)).data.step).toBe("factor");

    const byOwner = await entered("7");
    expect((await backend.call(factorState, {}, { as: byOwner.inside })).data.remembered).toBe(1);
    await backend.call(forgetDevices, {}, { as: byOwner.inside });
    expect((await byOwner.one.enter(byOwner.accName)).data.step).toBe("factor");
  });
});

describe("where a second factor is required", () => {
  const held = async (accName: string) => {
    const one = aBrowser(backend);
    const { data } = await one.enter(accName);
    return { step: data.step, token: data.tokenInfo.token };
  };

  test("by the parameter: nothing else is answered before there is one", async () => {
    const { accName } = await backend.createUser({});
    await parameter("secondFactorRequired", "T");
    const { step, token } = await held(accName);
    await parameter("secondFactorRequired", "F");
    expect(step).toBe("mustEnrol");
    expect(await backend.call(selectUserInfoById, {}, { as: token })).toMatchObject({ data: { mustEnrol: true } });
    const { parameterReset } = await import("~/contract/platform/parameter-settings");
    expect((await backend.call(parameterReset, { id: 1 }, { as: token })).status).toBe(423);
    await backend.call(totpBegin, {}, { as: token });
    const { data } = await backend.call(totpPending, {}, { as: token });
    expect((await backend.call(selectUserInfoById, {}, { as: token })).data.mustEnrol).toBe(true);
    await backend.call(totpConfirm, { code: codeOf(data?.secret ?? "", new Date()) }, { as: token });
    expect((await backend.call(selectUserInfoById, {}, { as: token })).data.mustEnrol).toBe(false);
  });

  test("by a role: of whoever has it, and of nobody else, another tenant's neither", async () => {
    const [one, other] = [
      await backend.createUser({ grants: ["gateList"] }),
      await backend.createUser({ grants: ["gateList"] }),
    ];
    await backend.sql("update role set second_factor = true where code = $1", [one.accName]);
    expect((await held(one.accName)).step).toBe("mustEnrol");
    expect((await held(other.accName)).step).toBe("");
    await backend.createCorp("3001");
    await backend.sql(
      "update sys_param set param_option = 'T' where param_code = 'secondFactorRequired' and corp_code = '3001'",
    );
    expect((await held(other.accName)).step).toBe("");
  });
});

test("the code by text message is not asked for beside it", async () => {
  const { accName } = await withApp(backend);
  await parameter("adminSendCheckCodeFlag", "T");
  const { data } = await backend.call(
    login,
    { accName, password: md5(adminPassword) },
    { as: "", sessionId: "a-session-of-its-own" },
  );
  await parameter("adminSendCheckCodeFlag", "F");
  expect(data.step).toBe("factor");
});
