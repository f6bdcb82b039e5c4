/** The audit log and the sign-in log as they are read. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit, auditEntry, signIn } from "~/contract/platform/logs";
import { operator } from "~/contract/platform/operator";
import { findMethod } from "~/contract/registry";
import { park } from "~/contract/ticket/park";
import { defaultPaths } from "~/contract/wire";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

let backend: TestBackend;
let tenant: string;
beforeAll(async () => {
  backend = await openTestBackend();
  tenant = await backend.createCorp("5801");
});
afterAll(() => backend.close());

async function note(fields: { thing?: string; before?: unknown; after?: unknown; at?: string; corp?: string }) {
  const { thing = "note", before = null, after = null, at = "2026-11-20T02:00:00Z", corp = "0001" } = fields;
  const [row] = await backend.sql<{ id: string }>(
    `insert into audit_log (corp_code, at, account_id, account_name, method, thing, thing_id, label, before, after, request_id)
     values ($1, $2, 1, '王芳', 'noteSave', $3, 7, '一条', $4, $5, 'r1') returning id`,
    [corp, at, thing, JSON.stringify(before), JSON.stringify(after)],
  );
  return Number(row?.id);
}

const list = async (filters: Record<string, string>, as = backend.admin) =>
  (await backend.call(audit.methods.list, { filters }, { as })).data.records;

test("6 what is written is found by person, time, operation and thing", async () => {
  const { parkId } = await createPark(backend);
  const found = await list({ thing: "park", thingId: `${parkId}~${parkId}` });
  expect(found.map(({ method, accountName }) => [method, accountName])).toEqual([["parkSave", "系统管理员"]]);
  await note({ thing: "night", at: "2026-11-19T15:59:59Z" });
  await note({ thing: "night", at: "2026-11-19T16:00:00Z" });
  const night = async (at: string) => (await list({ thing: "night", at })).map((row) => row.at);
  // Days begin on the clock of the parks.
  expect(await night("2026-11-20~2026-11-20")).toEqual(["2026-11-20 00:00:00"]);
  expect(await night("2026-11-19~2026-11-20")).toHaveLength(2);
  expect(await list({ accountName: "王芳", method: "noteSave", thing: "night" })).toHaveLength(2);
  expect(await list({ accountName: "王芳' or '1'='1" })).toEqual([]);
  for (const filters of [{ at: "yesterday" }, { thingId: "x" }, { requestId: "r1" }] as Record<string, string>[])
    expect((await backend.call(audit.methods.list, { filters })).status, JSON.stringify(filters)).toBe(422);
});

test("6 an entry shows before and after; numbers of people are masked for everybody, secrets are not shown", async () => {
  const id = await note({
    before: { name: "甲", identity: "11010519491231002X", password: "x" },
    after: {
      name: "乙",
      mobile: "13812345678",
      visitors: [{ name: "丙", idNo: "11010519491231002X", token: "t" }],
      secret: "s",
    },
  });
  const { fields, ...entry } = (await backend.call(auditEntry, { id })).data;
  expect(entry).toMatchObject({ by: "王芳", method: "noteSave", thing: "note", thingId: 7, requestId: "r1" });
  expect(fields).toEqual([
    { name: "name", label: "名称", before: "甲", after: "乙", changed: true },
    { name: "identity", label: "identity", before: "110105********002X", after: null, changed: true },
    { name: "mobile", label: "mobile", before: null, after: "138****5678", changed: true },
    {
      name: "visitors",
      label: "visitors",
      before: null,
      after: "idNo 110105********002X · 名称 丙",
      changed: true,
    },
  ]);
});

test("6 logs are read by who may, of their own corp, and written by nobody", async () => {
  const id = await note({ corp: "5801", thing: "theirs" });
  expect((await backend.call(auditEntry, { id })).status).toBe(404);
  expect(await list({ thing: "theirs" })).toEqual([]);
  expect(await list({ thing: "theirs" }, tenant)).toHaveLength(1);
  const seller = await backend.createUser({ roles: ["seller"] });
  for (const method of [audit.methods.list, signIn.methods.list])
    expect((await backend.call(method, {}, { as: seller.token })).status).toBe(403);
  for (const noun of ["audit", "signIn"])
    for (const verb of ["Save", "Remove", "Suspend", "RemoveMany", "SaveCells"])
      expect(findMethod("platform", `${noun}${verb}`), `${noun}${verb}`).toBeUndefined();
  const remove = await backend.post(defaultPaths.platform, `method=auditRemove&id=${id}`, {
    "access-token": tenant,
  });
  expect(remove.status).toBe(404);
  await expect(backend.database.tenant("5801", (tx) => tx.execute("delete from sign_in_log"))).rejects.toThrow();
});

test("6 sign-ins are listed with their outcome, of the own corp alone", async () => {
  const { accName } = await backend.createUser({});
  await backend.sql(
    "insert into sign_in_log (corp_code, acc_name, outcome, ip, user_agent) values ('0001', $1, 'password', '203.0.113.9', 'x'), ('5801', $1, 'password', '', '')",
    [accName],
  );
  const of = async (filters: Record<string, string>, as = backend.admin) =>
    (await backend.call(signIn.methods.list, { filters }, { as })).data.records;
  expect((await of({ accName })).map(({ outcome }) => outcome)).toEqual(["password", "success"]);
  expect((await of({ accName, outcome: "password,code" })).map(({ ip }) => ip)).toEqual(["203.0.113.9"]);
  expect(await of({ accName }, tenant)).toHaveLength(1);
  const page = (await backend.call(signIn.methods.list, {})).data;
  expect(page.otherData.options.outcome?.find(({ value }) => value === "password")?.label).toBe("密码错误");
});

test("6 what was done is told in a sentence, in the reader's language, and never by the name of a method", async () => {
  const { parkId } = await createPark(backend);
  const told = async (locale: "zh-CN" | "en") =>
    (
      await backend.call(
        audit.methods.list,
        { filters: { thing: "park", thingId: `${parkId}~${parkId}` } },
        { language: locale },
      )
    ).data.records[0];
  const name = String((await told("zh-CN"))?.label);
  expect((await told("zh-CN"))?.what).toBe(`新建景区“${name}”`);
  expect((await told("en"))?.what).toBe(`Created park “${name}”`);
});

test("6 a change is shown by labels, with states and amounts in words", async () => {
  const { parkId } = await createPark(backend);
  const suspend = await backend.call(park.methods.suspend, { id: parkId });
  expect(suspend.status).toBe(200);
  const [row] = await list({ thing: "park", thingId: `${parkId}~${parkId}`, method: "parkSuspend" });
  const entry = (await backend.call(auditEntry, { id: Number(row?.id) })).data;
  expect(entry.what).toBe(`停用景区“${entry.label}”`);
  expect(entry.fields.filter(({ changed }) => changed)).toEqual([
    { name: "status", label: "状态", before: "启用", after: "停用", changed: true },
  ]);
});

test("6 looks at what is masked for others are told apart from changes", async () => {
  await backend.createUser({});
  await backend.sql("update account set mobile = '13800001234'");
  await backend.call(operator.methods.list, {});
  const looks = await list({ look: "true", method: "operatorList" });
  expect(String(looks[0]?.what)).toMatch(/^查看了操作员列表（含手机，\d+ 条）$/);
  expect((await list({ look: "false" })).some(({ method }) => method === "operatorList")).toBe(false);
});
