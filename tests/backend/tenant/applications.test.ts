/** Becoming a tenant: applied for behind the puzzle, reviewed, opened in one transaction or rejected. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentUser } from "~/contract/platform/session";
import {
  tenantApplication,
  tenantApply,
  tenantApplyForm,
  tenantOpen,
  tenantOpening,
} from "~/contract/tenant/application";
import { tenantApplyName } from "~/contract/tenant/apply-page";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { solvePuzzle } from "~tests/support/puzzle";
import { race } from "~tests/support/race";
import { makePackage } from "./platform";

let backend: TestBackend;
let other: string;
beforeAll(async () => {
  backend = await openTestBackend();
  other = await backend.createCorp("2001");
});
afterAll(() => backend.close());

const edition = (value: string) =>
  backend.sql("update sys_param set param_option = $1 where param_code = 'isSaasEdition'", [value]);

let addresses = 0;
async function apply({
  solved = true,
  sessionId = randomUUID() as string,
  clientAddress = "",
  corpCode = "0001",
} = {}) {
  addresses += 1;
  if (solved) await solvePuzzle(backend, sessionId, tenantApplyName);
  return backend.call(
    tenantApply,
    {
      ...{ name: `云岭文旅 ${addresses}`, licence: "91330185MA2CFRXK3T", contact: "周敏", mobile: "13800138004" },
      clientAddress: clientAddress || `198.51.100.${addresses}`,
    },
    { as: "", sessionId, corpCode },
  );
}

async function applied(): Promise<number> {
  const { data } = await apply();
  const [row] = await backend.sql<{ id: number }>("select id from tenant_application where number = $1", [data.number]);
  return Number(row?.id);
}

const approve = (id: number) => backend.call(tenantApplication.methods.approve, { id } as never);
const open = (id: number, code: string, more: object = {}) =>
  backend.call(tenantOpen, { id, code, accName: "boss", ...more });

test("nobody applies in the standalone edition, nor at a tenant", async () => {
  await edition("F");
  expect((await backend.call(tenantApplyForm, {}, { as: "" })).data.open).toBe(false);
  expect((await apply()).status).toBe(404);
  await edition("T");
  expect((await backend.call(tenantApplyForm, {}, { as: "" })).data.open).toBe(true);
  expect((await backend.call(tenantApplyForm, {}, { as: "", corpCode: "2001" })).data.open).toBe(false);
  expect((await apply({ corpCode: "2001" })).status).toBe(404);
});

test("without a solved puzzle nothing is written, one is good once, and an address applies five times a day", async () => {
  const before = await digests(backend);
  expect((await apply({ solved: false })).status).toBe(428);
  expect(changed(before, await digests(backend))).toEqual([]);
  const sessionId = randomUUID();
  expect((await apply({ sessionId })).data.number).toMatch(/^TA[2-9A-Z]{8}$/);
  expect((await apply({ sessionId, solved: false })).status).toBe(428);
  for (let at = 0; at < 5; at += 1) expect((await apply({ clientAddress: "203.0.113.9" })).status).toBe(200);
  expect((await apply({ clientAddress: "203.0.113.9" })).status).toBe(409);
});

test("2.3g.5 an approved application is opened whole: corp, parameters, dictionaries, roles, its first account by the package", async () => {
  const id = await applied();
  expect((await open(id, "T100")).status).toBe(409);
  expect((await approve(id)).success).toBe(true);
  const { data: proposed } = await backend.call(tenantOpening, { id });
  expect([proposed.state, proposed.code]).toEqual(["approved", "2002"]);
  const packageId = await makePackage(backend, "入门", { rights: ["parkList", "parkList/park:add"], maxAccounts: 3 });
  const { data, message } = await open(id, "T100", { packageId, expiresOn: "2199-12-31" });
  expect(message).toBe("");
  const counts = await backend.sql<Record<string, number>>(`
    select (select count(*)::int from sys_param where corp_code = 'T100') - (select count(*)::int from sys_param where corp_code = '0001') as parameters,
           (select count(*)::int from dict_item where corp_code = 'T100') - (select count(*)::int from dict_item where corp_code = '0001') as items,
           (select count(*)::int from role where corp_code = 'T100') - (select count(*)::int from role where corp_code = '2001') as roles
  `);
  expect(counts[0]).toEqual({ parameters: 0, items: 0, roles: 0 });
  const token = await backend.signIn("boss", data.password, "T100");
  const [must] = await backend.sql<{ must: boolean }>(
    "select must_change_password as must from account where corp_code = 'T100'",
  );
  expect(must?.must).toBe(true);
  await backend.sql("update session set must_change_password = false");
  const { data: me } = await backend.call(currentUser, {}, { as: token });
  expect(me.user?.sysFunctionsSet.map(({ funCode }) => funCode).filter(Boolean)).toContain("parkList");
  expect(me.user?.sysFunctionsSet.map(({ funCode }) => funCode)).not.toContain("userManage");
  // Pressed again it is refused, and no second tenant is made.
  expect((await open(id, "T101")).status).toBe(409);
  expect(await backend.sql("select from corp where corp_code = 'T101'")).toEqual([]);
});

test("a code that is taken, whatever its letters' case, opens nothing and leaves nothing behind", async () => {
  const id = await applied();
  await approve(id);
  const before = await digests(backend);
  const taken = await open(id, "t100");
  expect([taken.status, Object.keys(taken.errors ?? {})]).toEqual([422, ["code"]]);
  expect((await open(id, "T102", { packageId: 999 })).status).toBe(422);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("two who open at once with one code make one tenant", async () => {
  const ids = [await applied(), await applied()];
  for (const id of ids) await approve(id);
  const all = await race(backend, 2, (person) => open(ids[person] ?? 0, "T200"));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await backend.sql("select from tenant where code = 'T200'")).toHaveLength(1);
});

test("2.3g.5 a rejected one says why, and is not opened", async () => {
  const id = await applied();
  const rejected = await backend.call(tenantApplication.methods.reject, { id, reason: "资料不符" } as never);
  expect(rejected.success).toBe(true);
  expect((await open(id, "T300")).status).toBe(409);
  const [row] = await backend.sql("select reason, decided_by from tenant_application where id = $1", [id]);
  expect(row).toMatchObject({ reason: "资料不符" });
});

test("a tenant's administrator sees and decides no application, nor does who has not the right", async () => {
  const id = await applied();
  const bare = await backend.createUser({ grants: ["tenantReview"] });
  for (const [method, payload] of [
    [tenantApplication.methods.list, {}],
    [tenantApplication.methods.approve, { id }],
    [tenantOpening, { id }],
    [tenantOpen, { id, code: "T400", accName: "boss" }],
  ] as const)
    expect([method.name, (await backend.call(method, payload as never, { as: other })).status]).toEqual([
      method.name,
      403,
    ]);
  expect((await backend.call(tenantOpen, { id, code: "T400", accName: "boss" }, { as: bare.token })).status).toBe(403);
});
