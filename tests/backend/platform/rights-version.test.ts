/** The account as a console keeps it: as long as its version is the same, and not a click longer. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentUser, selectUserInfoById } from "~/contract/platform/session";
import { park } from "~/contract/ticket/park";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
let token: string;
let id: number;
beforeAll(async () => {
  backend = await openTestBackend();
  ({ token, id } = await backend.createUser({ grants: ["parkList", "parkList/park:add"] }));
});
afterAll(() => backend.close());

const look = async (known = "", language = "zh-CN") =>
  (await backend.call(currentUser, { known }, { as: token, language })).data;
const menu = async () => (await look()).user?.sysFunctionsSet.map(({ funCode }) => funCode).filter(Boolean) ?? [];
const asked = (payload: object = {}) => backend.call(park.methods.list, payload, { as: token });

test("nothing is read again while nothing changed, and what is read is what the other method answers", async () => {
  const first = await look();
  expect(first.user).toEqual((await backend.call(selectUserInfoById, {}, { as: token })).data);
  expect(await look(first.version)).toEqual({ ...first, user: null });
});

test("work that changes no right leaves the version as it is", async () => {
  const { version } = await look();
  await backend.signIn("admin", adminPassword);
  await backend.sql("update account set updated_at = now() where id = $1", [id]);
  await backend.sql("update fun set enabled = enabled where false");
  await backend.call(park.methods.save, parkOf() as never);
  expect((await look()).version).toBe(version);
});

const parkOf = () => ({ code: randomUUID().slice(0, 8), name: "新园区" });

const changes: Record<string, () => Promise<unknown>> = {
  "a role gets a function": () =>
    backend.sql(
      `insert into role_grant select corp_code, role_id, 'ticketList', '' from account_role where account_id = $1`,
      [id],
    ),
  "a role loses it": () =>
    backend.sql(
      "delete from role_grant where fun_code = 'ticketList' and role_id in (select role_id from account_role where account_id = $1)",
      [id],
    ),
  "a menu entry is switched off": () => backend.sql("update fun set enabled = false where fun_code = 'parkList'"),
  "it is switched on": () => backend.sql("update fun set enabled = true where fun_code = 'parkList'"),
  "a menu entry gets another name": () => backend.sql("update fun set fun_name = '公园' where fun_code = 'parkList'"),
  "the operator gets another name": () => backend.sql("update account set name = '王五' where id = $1", [id]),
  "the corp gets another name": () => backend.sql("update corp set name = '新集团' where corp_code = '0001'"),
  "a button is new": () =>
    backend.sql("insert into button (code, fun_code, name, name_en) values ('park:new', 'parkList', '新', 'New')"),
};
test.each(Object.entries(changes))("%s: the version is another one", async (_, change) => {
  const { version } = await look();
  await change();
  const after = await look(version);
  expect(after.version).not.toBe(version);
  expect(after.user).not.toBeNull();
});

test("another language is another version", async () => {
  const { version } = await look();
  const english = await look(version, "en");
  expect(english.user?.sysFunctionsSet.find(({ funCode }) => funCode === "parkList")?.funName).not.toBe("公园");
});

test("what the backend itself keeps of rights holds no longer than they do: role, menu, holder, account", async () => {
  expect((await asked()).status).toBe(200);
  await backend.sql("update fun set enabled = false where fun_code = 'parkList'");
  expect([(await asked()).status, await menu()]).toEqual([403, []]);
  await backend.sql("update fun set enabled = true where fun_code = 'parkList'");
  expect([(await asked()).status, await menu()]).toEqual([200, expect.arrayContaining(["parkList"])]);
  const [role] = await backend.sql<{ role_id: number }>(
    "delete from account_role where account_id = $1 returning role_id",
    [id],
  );
  expect([(await asked()).status, await menu()]).toEqual([403, []]);
  await backend.sql("insert into account_role values ('0001', $1, $2)", [id, role?.role_id]);
  expect((await asked()).status).toBe(200);
  await backend.sql("delete from role where id = $1", [role?.role_id]);
  expect((await asked()).status).toBe(403);
  await backend.sql("update account set status = 'F' where id = $1", [id]);
  expect([(await asked()).status, (await backend.call(currentUser, {}, { as: token })).status]).toEqual([401, 401]);
});

test("rights that are changed in a transaction are not seen before it is committed, nor after it is undone", async () => {
  const { version } = await backend.call(currentUser, {}).then(({ data }) => data);
  await backend.database
    .system(async (tx) => {
      await tx.execute("update fun set enabled = false where fun_code = 'ticketList'");
      throw new Error("undone");
    })
    .catch(() => undefined);
  expect((await backend.call(currentUser, { known: version })).data).toMatchObject({ version, user: null });
});
