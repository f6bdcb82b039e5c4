/** How a contract ends: warned, then reading only, then shut; and what head office shuts by hand. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { logout } from "~/contract/platform/session";
import { openTab, shellState } from "~/contract/platform/shell";
import { tenant } from "~/contract/tenant/tenant";
import { park } from "~/contract/ticket/park";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { assign, tenantId } from "./platform";

let backend: TestBackend;
let clerk: { token: string; accName: string };
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.createCorp("2001");
  clerk = await backend.createUser({ corpCode: "2001", grants: ["parkList", "parkList/park:add", "userManage"] });
});
afterAll(() => backend.close());

/** The last day, counted from today: where a tenant stands is told by the database's clock. */
async function expire(days: number): Promise<void> {
  const [row] = await backend.sql<{ day: string }>(
    "select (now() at time zone 'Asia/Shanghai')::date + $1::int as day",
    [days],
  );
  expect((await assign(backend, "2001", { expiresOn: row?.day ?? "" })).data.saved).toBe(true);
}

const add = (code: string) =>
  backend.call(park.methods.save, { code, name: code, pricing: "market" } as never, { as: clerk.token });
const list = () => backend.call(park.methods.list, {}, { as: clerk.token });
const contract = async () => (await backend.call(shellState, {}, { as: clerk.token })).data.contract;

test("a tenant is warned, then reads only and takes its data with it, then is shut; its rows stay", async () => {
  await expire(31);
  expect(await contract()).toBeNull();
  await expire(29);
  expect((await contract())?.standing).toBe("warned");
  expect((await add("A1")).message).toBe("");

  await expire(0);
  expect((await add("A2")).status).toBe(200);
  await expire(-1);
  expect((await contract())?.standing).toBe("reading");
  const refused = await add("A3");
  expect([refused.status, refused.message]).toEqual([
    409,
    "租户合同已到期，目前只能查询和导出，未作任何更改。续约请联系平台",
  ]);
  expect((await list()).data.records).toHaveLength(2);
  expect((await backend.call(park.methods.export, { format: "csv" } as never, { as: clerk.token })).status).toBe(200);
  const tab = { path: "/manage/parkList", address: "/manage/parkList", title: "" };
  expect((await backend.call(openTab, tab, { as: clerk.token })).status).toBe(200);

  await expire(-31);
  expect((await list()).status).toBe(401);
  await expect(backend.signIn(clerk.accName, adminPassword, "2001")).rejects.toThrow("租户已停用，数据仍完整保留");
  // Whoever does not know the password learns nothing of it.
  await expect(backend.signIn(clerk.accName, "Wrong#2026", "2001")).rejects.toThrow("账号或密码错误");
  expect(await backend.sql("select from park where corp_code = '2001'")).toHaveLength(2);

  await expire(100);
  const again = await backend.signIn(clerk.accName, adminPassword, "2001");
  expect((await backend.call(logout, {}, { as: again })).status).toBe(200);
});

test("the days are parameters of head office", async () => {
  await backend.sql(
    "update sys_param set param_option = '5' where corp_code = '0001' and param_code = 'tenantWarnDays'",
  );
  await backend.sql(
    "update sys_param set param_option = '0' where corp_code = '0001' and param_code = 'tenantReadingDays'",
  );
  await expire(6);
  expect(await contract()).toBeNull();
  await expire(-1);
  expect((await list()).status).toBe(401);
  await backend.sql(
    "update sys_param set param_option = '30' where param_code in ('tenantWarnDays', 'tenantReadingDays')",
  );
  await expire(100);
});

test("head office shuts a tenant by hand and reopens it", async () => {
  const id = await tenantId(backend, "2001");
  expect((await backend.call(tenant.methods.shut, { id })).success).toBe(true);
  expect((await list()).status).toBe(401);
  expect((await backend.call(tenant.methods.reopen, { id })).success).toBe(true);
  expect((await list()).status).toBe(200);
});

test("its administrators and head office are told of each stage once", async () => {
  await expire(10);
  const round = async () => {
    await backend.sql("insert into job (corp_code, kind) values ('0001', 'warnTenants')");
    await createWorker({ database: backend.database, kinds: allKinds }).drain();
  };
  const told = () =>
    backend.sql<{ corp: string }>(
      "select distinct corp_code as corp from message where matter like 'tenant %' order by 1",
    );
  await round();
  expect((await told()).map(({ corp }) => corp)).toEqual(["0001", "2001"]);
  const [before] = await backend.sql<{ n: number }>(
    "select count(*)::int as n from message where matter like 'tenant %'",
  );
  await backend.sql("update message set read_at = now()");
  await round();
  const [after] = await backend.sql<{ n: number }>(
    "select count(*)::int as n from message where matter like 'tenant %'",
  );
  expect(after?.n).toBe(before?.n);
});
