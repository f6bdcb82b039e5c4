import { randomUUID } from "node:crypto";
import md5 from "md5";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { signInNeeds } from "~/contract/platform/captcha";
import { unlockAccount } from "~/contract/platform/operator";
import { login, selectUserInfoById } from "~/contract/platform/session";
import * as password from "~server/backend/business/platform/password";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { solvePuzzle } from "~tests/support/puzzle";
import { race } from "~tests/support/race";

/** What of a hash costs time: its kind, memory, passes, lanes. */
const parametersOf = (hash: string) => hash.split("$").slice(0, 4).join("$");

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());
afterEach(() => backend.setNow(null));

interface Attempt {
  accName: string;
  /** Of a browser that has solved a puzzle. */
  solved?: boolean;
  password?: string;
  corpCode?: string;
  clientAddress?: string;
  userAgent?: string;
}

async function signIn({ corpCode, solved = false, password: given = adminPassword, ...rest }: Attempt) {
  const sessionId = randomUUID();
  if (solved) await solvePuzzle(backend, sessionId, rest.accName);
  return backend.call(login, { ...rest, password: md5(given) }, { as: "", sessionId, ...(corpCode && { corpCode }) });
}

const lockedSentence = "登录失败次数过多，请在 15 分钟后重试";

describe("4.1 signing in", () => {
  test("3b the token is kept as its hash only, with the session id and where it came from", async () => {
    const { accName, id } = await backend.createUser({});
    const from = { clientAddress: "203.0.113.9", userAgent: "Tester/1" };
    const reply = await backend.call(
      login,
      { accName, password: md5(adminPassword), ...from },
      { as: "", sessionId: "browser-7" },
    );
    const { tokenInfo } = login.answer.parse(reply.data);
    expect(tokenInfo).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), thirdToken: "" });
    const rows = await backend.sql<{ row: string }>(
      "select s::text as row from session s where account_id = $1 and client_session_id = 'browser-7' and ip = '203.0.113.9' and user_agent = 'Tester/1'",
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokenInfo.token);
    const everything = await backend.sql<{ row: string }>("select a::text as row from account a where id = $1", [id]);
    expect(JSON.stringify(everything)).not.toContain(md5(adminPassword));
    expect(everything[0]?.row).toContain("$argon2id$");
  });

  test("the account name is the same in either case, in both wire forms", async () => {
    const { accName } = await backend.createUser({});
    const shout = accName.toUpperCase();
    expect((await signIn({ accName: shout })).success).toBe(true);
    const base64 = Buffer.from(`${shout}${adminPassword}`).toString("base64");
    expect((await backend.call(login, { accName: shout, password: base64 }, { as: "" })).success).toBe(true);
    const others = Buffer.from(`nobody${adminPassword}`).toString("base64");
    expect((await backend.call(login, { accName: shout, password: others }, { as: "" })).status).toBe(409);
  });

  test("each corp has its own accounts; a corp code that is none is refused as such", async () => {
    await backend.createCorp("2002");
    const { accName } = await backend.createUser({ corpCode: "2002" });
    expect((await signIn({ accName })).status).toBe(409);
    expect((await signIn({ accName, corpCode: "2002" })).data.corpCode).toBe("2002");
    expect(await signIn({ accName, corpCode: "0'1" })).toMatchObject({
      status: 422,
      errors: { corpCode: [expect.any(String)] },
    });
    expect((await signIn({ accName, corpCode: "7777" })).status).toBe(409);
  });

  test("unknown, wrong, disabled and of a closed corp: one answer; the log knows which", async () => {
    const address = "203.0.113.10";
    const known = await backend.createUser({});
    const disabled = await backend.createUser({});
    await backend.sql("update account set status = 'F' where id = $1", [disabled.id]);
    await backend.createCorp("2003");
    const closed = await backend.createUser({ corpCode: "2003" });
    await backend.sql("update corp set status = 'F' where corp_code = '2003'");
    const replies = [
      await signIn({ accName: "nobody-here", clientAddress: address }),
      await signIn({ accName: known.accName, password: "wrong", clientAddress: address }),
      await signIn({ accName: disabled.accName, clientAddress: address }),
      await signIn({ accName: closed.accName, corpCode: "2003", clientAddress: address }),
    ];
    for (const reply of replies) expect(reply).toMatchObject({ status: 409, message: "账号或密码错误" });
    const log = await backend.sql("select outcome from sign_in_log where ip = $1 order by id", [address]);
    expect(log.map((row) => row.outcome)).toEqual(["unknown", "password", "disabled", "disabled"]);
  });

  test("an unknown account costs the same hash as a wrong password, so that time does not tell them apart", async () => {
    const known = await backend.createUser({});
    const disabled = await backend.createUser({});
    await backend.sql("update account set status = 'F' where id = $1", [disabled.id]);
    const real = password.verifyDigest;
    const work = async (accName: string) => {
      const compared: string[] = [];
      const noting = vi.spyOn(password, "verifyDigest").mockImplementation((stored, digest) =>
        real(stored, digest, async (hash) => {
          compared.push(parametersOf(hash));
          return false;
        }),
      );
      expect((await signIn({ accName, password: "wrong" })).status).toBe(409);
      noting.mockRestore();
      return compared;
    };
    const once = ["$argon2id$v=19$m=19456,t=2,p=1"];
    expect(await work(known.accName)).toEqual(once);
    expect(await work("nobody-at-all")).toEqual(once);
    expect(await work(disabled.accName)).toEqual(once);
  });

  test("a password under way holds no transaction: others' calls pass", async () => {
    const { accName } = await backend.createUser({});
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const real = password.verifyDigest;
    const spy = vi.spyOn(password, "verifyDigest").mockImplementationOnce(async (...args) => {
      await held;
      return real(...args);
    });
    const slow = signIn({ accName });
    await vi.waitFor(() => expect(spy).toHaveBeenCalled());
    expect((await backend.call(selectUserInfoById, {})).status).toBe(200);
    release();
    expect((await slow).success).toBe(true);
    spy.mockRestore();
  });

  test("a password changed while the old one was being compared does not let it in", async () => {
    const { accName, id } = await backend.createUser({});
    const real = password.verifyDigest;
    const spy = vi.spyOn(password, "verifyDigest").mockImplementationOnce(async (...args) => {
      const matches = await real(...args);
      await backend.sql("update account set password_hash = 'changed' where id = $1", [id]);
      return matches;
    });
    expect((await signIn({ accName })).status).toBe(409);
    spy.mockRestore();
  });
});

describe("4.1 failures", () => {
  const fail = async (accName: string, times: number) => {
    for (let round = 0; round < times; round += 1) await signIn({ accName, password: "wrong", solved: true });
  };

  test("the lock does not tell a name that somebody has from one that nobody has", async () => {
    const { accName } = await backend.createUser({});
    const [mine, none] = [accName, "nobody-locked"];
    for (const name of [mine, none]) {
      await fail(name, 10);
      expect(await signIn({ accName: name, password: "wrong", solved: true })).toMatchObject({
        status: 409,
        message: lockedSentence,
      });
    }
    backend.setNow(new Date(Date.now() + 16 * 60_000));
    for (const name of [mine, none]) {
      expect(await signIn({ accName: name, password: "wrong", solved: true })).toMatchObject({
        message: "账号或密码错误",
      });
    }
  });

  test("nine failures and a success begin anew; failures a quarter of an hour apart do not add up", async () => {
    const { accName } = await backend.createUser({});
    await fail(accName, 9);
    expect((await signIn({ accName, solved: true })).success).toBe(true);
    await fail(accName, 9);
    expect((await signIn({ accName, solved: true })).success).toBe(true);
    await fail(accName, 9);
    backend.setNow(new Date(Date.now() + 16 * 60_000));
    await fail(accName, 9);
    expect((await signIn({ accName, solved: true })).success).toBe(true);
  });

  test("ten at once lock as ten in a row do", async () => {
    const { accName } = await backend.createUser({});
    await race(backend, 10, () => signIn({ accName, password: "wrong", solved: true }));
    expect(await signIn({ accName })).toMatchObject({ status: 409, message: lockedSentence });
  });

  test("a hundred failures from one address close it, for any account, without a hash", async () => {
    const address = "203.0.113.66";
    const { accName } = await backend.createUser({});
    await backend.sql(
      "insert into sign_in_log (corp_code, acc_name, outcome, ip) select '0001', 'x' || n, 'unknown', $1 from generate_series(1, 100) n",
      [address],
    );
    const spy = vi.spyOn(password, "verifyDigest");
    expect(await signIn({ accName, clientAddress: address })).toMatchObject({ status: 409, message: lockedSentence });
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
    expect((await signIn({ accName, clientAddress: "203.0.113.67" })).success).toBe(true);
  });
});

describe("4.1 after three failures the puzzle comes first", () => {
  const wrong = (accName: string, times: number) =>
    Array.from({ length: times }).reduce<Promise<unknown>>(
      (before) => before.then(() => signIn({ accName, password: "wrong" })),
      Promise.resolve(),
    );

  test("for a name that somebody has and for one that nobody has, also with the right password", async () => {
    const { accName } = await backend.createUser({});
    for (const name of [accName, "nobody-puzzled"]) {
      await wrong(name, 3);
      expect(await signIn({ accName: name })).toMatchObject({
        status: 428,
        message: "登录失败次数较多，请先完成图片验证",
      });
    }
    expect((await signIn({ accName, solved: true })).success).toBe(true);
    expect((await signIn({ accName })).success).toBe(true);
  });

  test("a disabled account counts and locks like any other, so that its right password is not told apart", async () => {
    const { accName, id } = await backend.createUser({});
    await backend.sql("update account set status = 'F' where id = $1", [id]);
    for (let round = 0; round < 10; round += 1) await signIn({ accName, solved: true });
    expect(await signIn({ accName, solved: true })).toMatchObject({ status: 409, message: lockedSentence });
  });

  test("attempts without it are not counted: nobody is locked out by a stranger who solves no puzzle", async () => {
    const { accName } = await backend.createUser({});
    await wrong(accName, 20);
    expect((await signIn({ accName, solved: true })).success).toBe(true);
  });

  test("without it no hash is computed", async () => {
    const { accName } = await backend.createUser({});
    await wrong(accName, 3);
    const spy = vi.spyOn(password, "verifyDigest");
    expect((await signIn({ accName })).status).toBe(428);
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  test("the browser session that failed three times needs it for any name, another one does not", async () => {
    const sessionId = randomUUID();
    const { accName } = await backend.createUser({});
    const from = (name: string, given: string, id: string) =>
      backend.call(login, { accName: name, password: md5(given) }, { as: "", sessionId: id });
    for (const name of ["guess-1", "guess-2", "guess-3"]) await from(name, "wrong", sessionId);
    expect(await backend.call(signInNeeds, {}, { as: "", sessionId })).toMatchObject({
      data: { captcha: true, passed: false },
    });
    expect((await from(accName, adminPassword, sessionId)).status).toBe(428);
    expect((await from(accName, adminPassword, randomUUID())).success).toBe(true);
  });
});

describe("4.1 an administrator unlocks", () => {
  const lock = async (accName: string) => {
    for (let round = 0; round < 10; round += 1) await signIn({ accName, password: "wrong", solved: true });
  };

  test("the account signs in again at once; the act is in the audit log", async () => {
    const { accName, id } = await backend.createUser({});
    await lock(accName);
    expect((await signIn({ accName, solved: true })).message).toBe(lockedSentence);
    expect((await backend.call(unlockAccount, { id })).success).toBe(true);
    expect((await signIn({ accName, solved: true })).success).toBe(true);
    const log = await backend.sql("select 1 from audit_log where method = 'unlockAccount' and thing_id = $1", [id]);
    expect(log).toHaveLength(1);
  });

  test("not without the button, and not another tenant's", async () => {
    const { accName, id } = await backend.createUser({});
    await lock(accName);
    const viewer = await backend.createUser({ grants: ["userManage"] });
    expect((await backend.call(unlockAccount, { id }, { as: viewer.token })).status).toBe(403);
    const stranger = await backend.createCorp("2004");
    expect((await backend.call(unlockAccount, { id }, { as: stranger })).status).toBe(404);
    expect((await signIn({ accName, solved: true })).message).toBe(lockedSentence);
  });
});

test("7 nonsense at the door is a clear 4xx, makes no session, and does not reach the database", async () => {
  const log = vi.spyOn(console, "error");
  const sessions = () => backend.sql("select id from session");
  const before = (await sessions()).length;
  const long = "长".repeat(70_000);
  const nonsense = ["", " ", "\u0000", "a\u0000b", "\u202e", "' or 1=1 --", "[]", "{}", "null", "-1", long];
  const fields = ["accName", "password", "corpCode", "clientAddress", "userAgent"];
  for (const field of fields)
    for (const value of nonsense) {
      const form: Record<string, string> = {
        method: "login",
        accName: "admin",
        password: md5("wrong"),
        [field]: value,
      };
      const reply = await backend.post("/platform/dispatch", Object.entries(form));
      const seen = `${field} ${JSON.stringify(value.slice(0, 20))}: ${reply.status}`;
      expect([409, 422, 428], seen).toContain(reply.status);
      expect(reply.message, seen).not.toBe("");
    }
  expect((await backend.post("/platform/dispatch", [["method", "login"]])).status).toBe(422);
  expect((await sessions()).length).toBe(before);
  expect(log).not.toHaveBeenCalled();
  await backend.sql("update account set locked_until = null where id = 1");
});
