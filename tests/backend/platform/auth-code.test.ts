import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accessApp, renewAccessSecret } from "~/contract/platform/access-app";
import { getAuthCode, qynkLogin, redeemAuthCode } from "~/contract/platform/auth-code";
import { olderSignOf, signOf } from "~server/backend/business/platform/frame-sign";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
const origin = "https://report.example.com";
const functionId = 9001;

beforeAll(async () => {
  backend = await openTestBackend();
  await backend.sql(
    `insert into fun (id, parent_id, parent_ids, fun_name, fun_name_en, fun_url, fun_code, open_type, outer_chain, cloud_fun_url, enabled, sort)
     values ($1, 0, '0', '日报', 'Daily', '/report/daily', 'outerDaily', '_blank', $2, 'https://cloud.example.com/daily', true, 9001)`,
    [functionId, `${origin}/daily?reportId=7`],
  );
  await backend.call(accessApp.methods.save, {
    ...{ channel: "network", scopes: [], holdMinutes: 15, ratePerMinute: 600 },
    code: "report",
    name: "报表",
    origin: `${origin}/somewhere`,
  } as never);
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.setNow(null);
  await setParameter("reportAuthenticationMethod", "T");
  await setParameter("isReplaceReportUrl", "F");
});

async function setParameter(code: string, value: string): Promise<void> {
  await backend.sql("update sys_param set param_option = $2 where corp_code = '0001' and param_code = $1", [
    code,
    value,
  ]);
}

async function secretOf(code: string): Promise<string> {
  const [row] = await backend.sql<{ secret: string }>("select secret from access_app where code = $1", [code]);
  return secretsOfTests.open(row?.secret ?? "", "0001 access_app.secret");
}

const ask = (as = backend.admin) =>
  backend.call(getAuthCode, { reportId: "7", sysFunctionId: functionId, token: "x" }, { as });

/** As the other system does it. */
async function redeem(authCode: string, more: { secret?: string; timestamp?: string; corpCode?: string } = {}) {
  const { timestamp = String(Date.now()), corpCode = "0001", secret = await secretOf("report") } = more;
  const sign = signOf(secret, { appId: "report", authCode, timestamp, corpCodes: corpCode });
  return backend.call(redeemAuthCode, { appId: "report", authCode, timestamp, sign }, { as: "", corpCode });
}

describe("7m 3i a code for a frame", () => {
  test("is signed for the system at the function's origin, and redeemed once", async () => {
    const { data } = await ask();
    expect(data.appId).toBe("report");
    const { sign, ...signed } = data;
    expect(sign).toBe(signOf(await secretOf("report"), { ...signed, corpCodes: "0001" }));
    const [kept] = await backend.sql<{ n: number }>("select count(*)::int as n from auth_code where report_id = '7'");
    expect(kept?.n).toBe(1);
    expect((await redeem(data.authCode)).data).toMatchObject({ accName: "admin", corpCode: "0001", reportId: "7" });
    expect((await redeem(data.authCode)).status).toBe(403);
  });

  test("of two who redeem it at once, one is answered", async () => {
    const { data } = await ask();
    const replies = await Promise.all([redeem(data.authCode), redeem(data.authCode), redeem(data.authCode)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  test("is worth nothing with a wrong sign, an old timestamp, in another corp, after a minute, or once disabled", async () => {
    await backend.createCorp("2001");
    const { data } = await ask();
    expect((await redeem(data.authCode, { secret: "guessed" })).status).toBe(403);
    expect((await redeem(data.authCode, { timestamp: String(Date.now() - 400_000) })).status).toBe(403);
    expect((await redeem(data.authCode, { corpCode: "2001" })).status).toBe(403);
    backend.setNow(new Date(Date.now() + 61_000));
    expect((await redeem(data.authCode)).status).toBe(403);
    backend.setNow(null);
    const user = await backend.createUser({ grants: ["outerDaily"] });
    const theirs = await ask(user.token);
    await backend.sql("update account set status = 'F' where id = $1", [user.id]);
    expect((await redeem(theirs.data.authCode)).status).toBe(403);
  });

  test("is not for who is not granted the function, nor for a corp without the application", async () => {
    const user = await backend.createUser({});
    expect((await ask(user.token)).status).toBe(404);
    const other = await backend.createCorp("2002");
    const reply = await ask(other);
    expect(reply.status).toBe(409);
    expect(reply.message).toContain(origin);
    expect((await ask("")).status).toBe(401);
  });

  test("6l with method U the user code is signed; with the older one, an MD5 of code and secret", async () => {
    const secret = await secretOf("report");
    await setParameter("reportAuthenticationMethod", "U");
    const user = (await ask()).data;
    expect(user.authCode).toBe("admin");
    const signed = { appId: "report", userCode: "admin", timestamp: user.timestamp, corpCodes: "0001" };
    expect(user.sign).toBe(signOf(secret, signed));
    await setParameter("reportAuthenticationMethod", "F");
    const older = (await ask()).data;
    expect(older.sign).toBe(olderSignOf(secret, older));
    expect((await redeem(older.authCode)).status).toBe(200);
  });

  test("1v with isReplaceReportUrl T it is for the system at the cloud function's origin", async () => {
    await setParameter("isReplaceReportUrl", "T");
    expect((await ask()).message).toContain("https://cloud.example.com");
    await backend.call(accessApp.methods.save, {
      ...{ channel: "network", scopes: [], holdMinutes: 15, ratePerMinute: 600 },
      code: "cloud",
      name: "云",
      origin: "https://cloud.example.com",
    } as never);
    expect((await ask()).data.appId).toBe("cloud");
  });
});

describe("access applications", () => {
  test("a renewed secret is told once and ends the old one; it is in no list and no log", async () => {
    const before = await secretOf("report");
    const { data: page } = await backend.call(accessApp.methods.list, {});
    expect(JSON.stringify(page)).not.toContain(before);
    const id = Number(page.records.find((row) => row.code === "report")?.id);
    const { data } = await backend.call(renewAccessSecret, { id });
    expect(data).toEqual({ appId: "report", secret: await secretOf("report") });
    expect(data.secret).not.toBe(before);
    const inTheOpen = await backend.sql("select from access_app where secret in ($1, $2)", [data.secret, before]);
    expect(inTheOpen).toEqual([]);
    const code = (await ask()).data.authCode;
    expect((await redeem(code, { secret: before })).status).toBe(403);
    const [log] = await backend.sql<{ n: number }>(
      "select count(*)::int as n from audit_log where after::text like $1 or before::text like $1",
      [`%${data.secret}%`],
    );
    expect(log?.n).toBe(0);
    const other = await backend.createCorp("2003");
    expect((await backend.call(renewAccessSecret, { id }, { as: other })).status).toBe(404);
  });

  test.each(["report.example.com", "javascript:alert(1)", "ftp://a.b", "https://user:pass@a.b"])(
    "%s is no origin",
    async (wrong) => {
      const reply = await backend.call(accessApp.methods.save, {
        ...{ channel: "network", scopes: [], holdMinutes: 15, ratePerMinute: 600 },
        code: "x1",
        name: "x",
        origin: wrong,
      } as never);
      expect(reply.status).toBe(422);
      expect(reply.errors?.origin?.[0]).toMatch(/https:\/\//);
    },
  );
});

describe("7j 2.6f qynkLogin", () => {
  test("answers the farm-tourism system's address with a code, for the caller alone", async () => {
    const call = (userName = "admin") => backend.call(qynkLogin, { userName, corpCode: "0001" });
    expect((await call()).status).toBe(409);
    await setParameter("qynkLoginUrl", "https://farm.example.com/sso?from=console");
    await backend.call(accessApp.methods.save, {
      ...{ channel: "network", scopes: [], holdMinutes: 15, ratePerMinute: 600 },
      code: "qynk",
      name: "农旅",
      origin: "https://farm.example.com",
    } as never);
    const url = new URL((await call()).data);
    expect(url.origin).toBe("https://farm.example.com");
    expect([...url.searchParams.keys()].sort()).toEqual(
      ["appId", "authCode", "corpCodes", "from", "sign", "timestamp", "userName"].sort(),
    );
    expect((await call("somebody")).status).toBe(404);
    await setParameter("qynkLoginUrl", "javascript:alert(1)");
    expect((await call()).status).toBe(409);
  });
});
