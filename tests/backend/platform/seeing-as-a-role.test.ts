/** The console as a role sees it: never more than one's own, nothing written, both names in the log, and an end by itself. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uploadPaths } from "~/contract/files";
import { role, roleSee, roleSeeEnd } from "~/contract/platform/role";
import { currentUser, selectUserInfoById } from "~/contract/platform/session";
import { methods as registry } from "~/contract/registry";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { picture, send } from "../files/uploading";

let backend: TestBackend;
let seller = 0;
let clerk: { token: string; id: number; accName: string };
const grants = ["sysRoleList", "sysRoleList/role:see", "parkList", "passageList"];

beforeAll(async () => {
  backend = await openTestBackend();
  clerk = await backend.createUser({ grants });
  seller = await backend.saved(role.methods.save, { code: "SEEN", name: "看的角色", dataScope: "all" });
  for (const [fun, button] of [
    ["parkList", ""],
    ["parkList", "park:edit"],
    ["issuedList", ""],
  ]) {
    await backend.sql(
      "insert into role_grant (corp_code, role_id, fun_code, button_code) values ('0001', $1, $2, $3)",
      [seller, fun, button],
    );
  }
  await backend.sql("update corp set rights = gen_random_uuid() where corp_code = '0001'");
});
beforeEach(async () => {
  for (const as of [backend.admin, clerk.token]) await backend.call(roleSeeEnd, {}, { as });
});
afterAll(() => backend.close());

const seen = async (as: string) => {
  const { data } = await backend.call(selectUserInfoById, {}, { as });
  const functions = data.sysFunctionsSet.map(({ funCode }) => funCode).filter(Boolean);
  return { functions, buttons: data.sysButtonRolePOSet.map(({ code }) => code), data };
};
const list = (noun: string, as: string) =>
  backend.call(registry.find(({ name }) => name === `${noun}List`) as never, {} as never, { as });

test("an administrator sees the role's pages and buttons and no others; ended, their own again", async () => {
  const before = await seen(backend.admin);
  expect((await backend.call(roleSee, { id: seller })).status).toBe(200);
  const now = await seen(backend.admin);
  expect(now.functions.filter((code) => before.functions.includes(code)).toSorted()).toEqual([
    "issuedList",
    "parkList",
  ]);
  expect([now.buttons, now.data.accType, now.data.seeing?.role]).toEqual([["park:edit"], "1", "看的角色"]);
  expect([(await list("park", backend.admin)).status, (await list("role", backend.admin)).status]).toEqual([200, 403]);
  expect((await backend.call(roleSeeEnd, {})).status).toBe(200);
  expect((await seen(backend.admin)).functions).toEqual(before.functions);
});

test("who has less than the role sees no more than their own", async () => {
  await backend.call(roleSee, { id: seller }, { as: clerk.token });
  const now = await seen(clerk.token);
  expect([now.functions.filter((code) => code.endsWith("List")), now.buttons]).toEqual([["parkList"], []]);
  expect([(await list("park", clerk.token)).status, (await list("issuedTicket", clerk.token)).status]).toEqual([
    200, 403,
  ]);
  // Their own, which the role lacks.
  expect((await list("passage", clerk.token)).status).toBe(403);
});

test("whatever writes is refused with a sentence and writes nothing; leaving and ending are not", async () => {
  const id = await backend.saved(park.methods.save, { code: "SEEN-P", name: "云山" });
  await backend.call(roleSee, { id: seller });
  // The role may edit parks, and so may its onlooker: it is the looking that forbids it.
  const reply = await backend.call(park.methods.save, { id, code: "SEEN-P", name: "不该有的" } as never);
  expect([reply.status, reply.message]).toEqual([409, "您正在以角色“看的角色”查看，只能看不能改；请先结束查看"]);
  expect(await backend.sql("select name from park where code = 'SEEN-P'")).toEqual([{ name: "云山" }]);
  expect((await backend.call(roleSee, { id: seller })).status).not.toBe(200);
  const file = { bytes: await picture("png"), name: "a.png" };
  expect((await send(backend, uploadPaths.temporary, [file])).status).toBe(409);
  const writing = registry.filter(({ writes, whileSeeing, access }) => writes && whileSeeing && access !== "public");
  expect(writing.map(({ name }) => name).toSorted()).toEqual(["lockSession", "logout", "roleSeeEnd", "unlockSession"]);
});

test("it ends by itself, and the console's copy of the rights with it", async () => {
  const version = async () => (await backend.call(currentUser, {})).data.version;
  const own = await version();
  await backend.call(roleSee, { id: seller });
  expect(await version()).not.toBe(own);
  await backend.sql("update session set seeing_until = now() - interval '1 second' where seeing_until is not null");
  expect(await version()).toBe(own);
  expect((await list("role", backend.admin)).status).toBe(200);
  const [row] = await backend.sql<{ left: number }>(
    "select extract(epoch from (seeing_until - now()))::int as left from session where seeing_until is not null",
  );
  expect(row?.left).toBeLessThan(0);
});

test("both names stand in the log, at the beginning and the end; another tenant's role and who lacks the right are refused", async () => {
  await backend.call(roleSee, { id: seller }, { as: clerk.token });
  await backend.call(roleSeeEnd, {}, { as: clerk.token });
  const entries = await backend.sql<{ method: string; account_name: string; label: string }>(
    "select method, account_name, label from audit_log where method like 'roleSee%' and account_id = $1 order by id desc limit 2",
    [clerk.id],
  );
  expect(entries.map(({ method, label }) => [method, label])).toEqual([
    ["roleSeeEnd", "看的角色"],
    ["roleSee", "看的角色"],
  ]);
  expect(entries[0]?.account_name).toContain("（以“看的角色”查看）");
  const stranger = await backend.createCorp("0002");
  expect((await backend.call(roleSee, { id: seller }, { as: stranger })).status).toBe(404);
  const plain = (await backend.createUser({ grants: ["sysRoleList"] })).token;
  expect((await backend.call(roleSee, { id: seller }, { as: plain })).status).toBe(403);
});
