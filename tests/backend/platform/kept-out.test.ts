/** What an attack found: anybody could keep anybody from signing in, and answers told who has an account. */
import { randomUUID } from "node:crypto";
import md5 from "md5";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { signInNeeds } from "~/contract/platform/captcha";
import { login } from "~/contract/platform/session";
import { proofState, sendProof, verifyProof } from "~/contract/platform/sign-in-proof";
import * as password from "~server/backend/business/platform/password";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { solvePuzzle } from "~tests/support/puzzle";
import { workOf } from "~tests/support/sign-in-work";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());
afterEach(() => backend.setNow(null));

const device = () => randomUUID().repeat(2);

interface Attempt {
  clientAddress?: string;
  device?: string;
  corpCode?: string;
  sessionId?: string;
  work?: string;
  solved?: boolean;
}

async function enter(accName: string, given: string, { sessionId = randomUUID(), solved = true, ...rest }: Attempt) {
  if (solved) await solvePuzzle(backend, sessionId, accName);
  return backend.call(login, { accName, password: md5(given), ...rest }, { as: "", sessionId });
}

/** Without the hash, whose time other tests look at. */
async function unhashed<T>(work: () => Promise<T>): Promise<T> {
  const spy = vi.spyOn(password, "verifyDigest").mockResolvedValue(false);
  return work().finally(() => spy.mockRestore());
}

const fail = (accName: string, times: number, from: Attempt) =>
  unhashed(async () => {
    for (let round = 0; round < times; round += 1) await enter(accName, "wrong", from);
  });

describe("failures count by where they come from", () => {
  test("sixty wrong passwords of a stranger kept the right one from another address out", async () => {
    const { accName } = await backend.createUser({});
    await fail(accName, 60, { clientAddress: "198.51.100.1" });
    expect((await enter(accName, adminPassword, { clientAddress: "198.51.100.1" })).status).toBe(409);
    expect((await enter(accName, adminPassword, { clientAddress: "198.51.100.2" })).success).toBe(true);
  });

  test("a device that signed in before has its own count, behind the same address and under a wide attack", async () => {
    const { accName, id } = await backend.createUser({});
    const mine = { clientAddress: "198.51.100.3", device: device() };
    expect((await enter(accName, adminPassword, mine)).success).toBe(true);
    await fail(accName, 30, { clientAddress: mine.clientAddress });
    await backend.sql(
      `insert into sign_in_log (corp_code, acc_name, account_id, outcome, ip)
       select '0001', $1, $2, 'password', '192.0.2.' || n from generate_series(1, 200) n`,
      [accName, id],
    );
    expect((await enter(accName, adminPassword, { clientAddress: "198.51.100.4" })).status).toBe(409);
    expect((await enter(accName, adminPassword, { ...mine, device: device() })).status).toBe(409);
    expect((await enter(accName, adminPassword, { ...mine, solved: false })).success).toBe(true);
    // Its own failures lock it as any other source.
    await fail(accName, 10, mine);
    expect((await enter(accName, adminPassword, mine)).message).toContain("15 分钟");
  });

  test("a device is known to the account that signed in with it alone, and not after the password has changed", async () => {
    const [one, other] = [await backend.createUser({}), await backend.createUser({})];
    const mine = { clientAddress: "198.51.100.5", device: device() };
    await enter(one.accName, adminPassword, mine);
    await fail(other.accName, 10, { clientAddress: mine.clientAddress });
    expect((await enter(other.accName, adminPassword, mine)).status).toBe(409);
    await backend.sql("update account set password_hash = password_hash || ' ' where id = $1", [one.id]);
    expect(await backend.sql("select from sign_in_device where account_id = $1", [one.id])).toHaveLength(0);
    const kept = await backend.sql<{ row: string }>("select d::text as row from sign_in_device d");
    expect(JSON.stringify(kept)).not.toContain(mine.device);
  });
});

describe("the second way of a locked sign-in", () => {
  async function locked(clientAddress: string) {
    const { accName, id } = await backend.createUser({});
    await backend.sql("update account set mobile = '13912345678' where id = $1", [id]);
    await fail(accName, 10, { clientAddress });
    const sessionId = randomUUID();
    const as = { as: "", sessionId };
    return {
      accName,
      sessionId,
      ask: () => backend.call(sendProof, { accName, clientAddress }, as),
      prove: (checkCode: string) => backend.call(verifyProof, { checkCode, clientAddress }, as),
      enter: (password = adminPassword) => enter(accName, password, { clientAddress, sessionId }),
    };
  }
  const lastCode = () => backend.texts.at(-1)?.code ?? "";

  test("a code by text message opens it to that browser session; the password is asked for all the same", async () => {
    const one = await locked("198.51.100.10");
    expect((await one.enter()).message).toContain("15 分钟");
    expect((await one.ask()).status).toBe(200);
    const code = lastCode();
    expect((await backend.call(verifyProof, { checkCode: code }, { as: "", sessionId: randomUUID() })).status).toBe(
      409,
    );
    expect((await one.prove(code)).data).toEqual({ accName: one.accName });
    expect((await one.prove(code)).status).toBe(409);
    expect((await one.enter("wrong")).message).toBe("账号或密码错误");
    expect((await enter(one.accName, adminPassword, { clientAddress: "198.51.100.10" })).status).toBe(409);
    expect((await one.enter()).success).toBe(true);
  });

  test("five tries and five minutes; the code of one account is worth nothing for another", async () => {
    const [one, other] = [await locked("198.51.100.11"), await locked("198.51.100.12")];
    await one.ask();
    const code = lastCode();
    const wrong = code === "000000" ? "000001" : "000000";
    for (let round = 0; round < 5; round += 1) expect((await one.prove(wrong)).success).toBe(false);
    expect((await one.prove(code)).status).toBe(409);
    await other.ask();
    const late = lastCode();
    expect((await one.prove(late)).status).toBe(409);
    backend.setNow(new Date(Date.now() + 5 * 60_000 + 1_000));
    expect((await other.prove(late)).status).toBe(409);
  });

  test("asking tells nothing: a name that nobody has, one without a mobile, one that is not locked", async () => {
    const [bare, free] = [await backend.createUser({}), await backend.createUser({})];
    const sent = backend.texts.length;
    const told = [];
    for (const accName of ["nobody-asked", bare.accName, free.accName]) {
      const as = { as: "", sessionId: randomUUID() };
      const ask = () => backend.call(sendProof, { accName }, as);
      const answers = [await ask(), await ask()].map(({ status, message, data }) => ({ status, message, data }));
      const { waiting } = (await backend.call(proofState, {}, as)).data;
      const tried = await backend.call(verifyProof, { checkCode: "123456" }, as);
      told.push({ answers, waiting, status: tried.status, errors: tried.errors });
    }
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
    expect(backend.texts).toHaveLength(sent);
  });

  test("no mobile is flooded: three from one address, six of a name, also for a name that nobody has", async () => {
    for (const accName of [(await locked("198.51.100.13")).accName, "nobody-flooded"]) {
      const ask = async (clientAddress: string) =>
        (await backend.call(sendProof, { accName, clientAddress }, { as: "", sessionId: randomUUID() })).status;
      const statuses = [];
      for (const last of [1, 1, 1, 1, 2, 3, 4, 5]) statuses.push(await ask(`203.0.113.${last}`));
      expect(statuses).toEqual([200, 200, 200, 409, 200, 200, 200, 409]);
      await backend.sql("delete from sign_in_log where outcome = 'asked' and acc_name <> $1", [accName]);
      await backend.sql("update sign_in_log set ip = 'gone' where outcome = 'asked'");
    }
  });
});

test("existing, suspended and unknown names, and another corp's, answered differently over windows", async () => {
  await backend.createCorp("2099");
  const [known, suspended] = [await backend.createUser({}), await backend.createUser({})];
  const foreign = await backend.createUser({ corpCode: "2099" });
  await backend.sql("update account set status = 'F' where id = $1", [suspended.id]);
  const names = [
    { accName: known.accName },
    { accName: suspended.accName },
    { accName: "nobody-here" },
    { accName: foreign.accName, corpCode: "2099" },
    { accName: "nobody-there", corpCode: "2099" },
    { accName: "nobody-anywhere", corpCode: "7654" },
  ];
  const start = Date.now();
  const seen = [];
  for (const [nth, { accName, ...corp }] of names.entries()) {
    const answers: unknown[] = [];
    const from = { clientAddress: `192.0.2.${nth + 1}`, ...corp };
    // Eleven failures over two windows, then twelve at once, the puzzle left out now and then.
    const minutes = [0, 3, 6, 9, 12, 14, 16, 18, 21, 24, 27, 30, ...Array.from({ length: 12 }, () => 45), 50, 61, 61.5];
    for (const [round, minute] of minutes.entries()) {
      backend.setNow(new Date(start + minute * 60_000));
      const sessionId = randomUUID();
      const reply = await unhashed(() => enter(accName, "wrong", { ...from, sessionId, solved: round % 7 !== 6 }));
      const needs = await backend.call(signInNeeds, {}, { as: "", sessionId });
      answers.push([reply.status, reply.code, reply.message, reply.errors ?? null, needs.data.captcha]);
    }
    seen.push(answers);
  }
  for (const answers of seen.slice(1)) expect(answers).toEqual(seen[0]);
  const statuses = new Set((seen[0] as [number, number, string][]).map(([, , message]) => message));
  expect(statuses.size).toBeGreaterThanOrEqual(3);
});

describe("the work of a sign-in", () => {
  const needs = async (sessionId: string, clientAddress: string) =>
    (await backend.call(signInNeeds, { clientAddress, scripts: true }, { as: "", sessionId })).data.work;

  test("is good for one session, one name and one attempt; without it the puzzle comes by address", async () => {
    await backend.sql("update sys_param set param_option = '8' where param_code = 'signInWorkBits'");
    const clientAddress = "198.51.100.20";
    await backend.sql(
      "insert into sign_in_log (corp_code, acc_name, outcome, ip) select '0001', 'x' || n, 'unknown', $1 from generate_series(1, 20) n",
      [clientAddress],
    );
    const { accName } = await backend.createUser({});
    const sessionId = randomUUID();
    const work = workOf(await needs(sessionId, clientAddress), accName);
    const tries = [
      [accName, randomUUID(), work],
      [accName, sessionId, undefined],
    ] as const;
    for (const [name, session, given] of tries) {
      const reply = await enter(name, adminPassword, {
        clientAddress,
        sessionId: session,
        solved: false,
        ...(given && { work: given }),
      });
      expect(reply.status).toBe(428);
    }
    // The attempt without it has used the challenge up.
    const stale = { clientAddress, sessionId, solved: false, work };
    expect((await enter(accName, "wrong", stale)).status).toBe(428);
    const fresh = workOf(await needs(sessionId, clientAddress), accName);
    const others = (await backend.createUser({})).accName;
    expect((await enter(others, adminPassword, { ...stale, work: fresh })).status).toBe(428);
    const right = workOf(await needs(sessionId, clientAddress), accName);
    expect((await enter(accName, adminPassword, { ...stale, work: right })).success).toBe(true);
  });

  test("grows with the failures of the address, and is none where the setting is 0", async () => {
    await backend.sql("update sys_param set param_option = '8' where param_code = 'signInWorkBits'");
    const clientAddress = "198.51.100.21";
    expect((await needs(randomUUID(), clientAddress))?.bits).toBe(8);
    await backend.sql(
      "insert into sign_in_log (corp_code, acc_name, outcome, ip) select '0001', 'y' || n, 'unknown', $1 from generate_series(1, 25) n",
      [clientAddress],
    );
    expect((await needs(randomUUID(), clientAddress))?.bits).toBe(10);
    await backend.sql("update sys_param set param_option = '0' where param_code = 'signInWorkBits'");
    expect(await needs(randomUUID(), clientAddress)).toBeNull();
  });
});
