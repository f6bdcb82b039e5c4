/** Who sees of operators and employees what others see masked leaves a trace of it, and changes nothing by looking. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { employee } from "~/contract/platform/employee";
import { operator } from "~/contract/platform/operator";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
let department: number;
beforeAll(async () => {
  backend = await openTestBackend();
  const [row] = await backend.sql<{ id: number }>(
    "insert into department (corp_code, name) values ('0001', '部门') returning id",
  );
  department = Number(row?.id);
});
afterAll(() => backend.close());

const mobile = "13912345678";
const looks = async (accountId: number) =>
  (
    await backend.sql<{ method: string; thing: string; thing_id: string; label: string; after: object }>(
      "select method, thing, thing_id, label, after from audit_log where account_id = $1 order by id",
      [accountId],
    )
  ).map((row) => ({ ...row, thing_id: Number(row.thing_id) }));

async function somebody(noun: "operator" | "employee") {
  const name = fresh("员工");
  const accName = fresh("seen").replaceAll("-", "");
  const reply =
    noun === "operator"
      ? await backend.call(operator.methods.save, { accName, name, mobile })
      : await backend.call(employee.methods.save, {
          ...{ code: fresh("E"), name, mobile, departmentId: department, state: "onDuty" },
          ...{ identity: null, position: null, entryDay: "2025-03-01", leaveDay: null, accountId: null, remark: null },
        } as never);
  expect([reply.message, reply.errors]).toEqual(["", undefined]);
  return { id: reply.data.id, name };
}

test.each([
  ["operator", operator, "userManage"],
  ["employee", employee, "employeeList"],
] as const)("9l 6 of a %s: in the list, on the page and in the change log", async (noun, resource, fun) => {
  const { id, name } = await somebody(noun);
  const { list, get, changes } = resource.methods;
  const ask = async (as: string) => {
    const found = await backend.call(list, { filters: { name } }, { as });
    const one = await backend.call(get, { id }, { as });
    await backend.call(changes, { id }, { as });
    return [found.data.records[0]?.mobile, one.data.record?.mobile];
  };
  const clerk = await backend.createUser({ grants: [fun] });
  expect(await ask(clerk.token)).toEqual(["139****5678", "139****5678"]);
  expect(await looks(clerk.id)).toEqual([]);

  const trusted = await backend.createUser({ grants: [fun, `${fun}/sensitive:view`] });
  expect(await ask(trusted.token)).toEqual([mobile, mobile]);
  const entry = { thing: noun, thing_id: id, label: name, after: { seen: "sensitive" } };
  expect(await looks(trusted.id)).toEqual([
    { ...entry, method: `${noun}List` },
    { ...entry, method: `${noun}Get` },
  ]);

  // A change of it stands in the log, and is seen there.
  const { record } = (await backend.call(get, { id })).data;
  await backend.sql(
    `insert into audit_log (corp_code, account_id, account_name, method, thing, thing_id, label, before, after, request_id)
     values ('0001', 1, '系统管理员', $1, $2, $3, '', $4, $5, '')`,
    [`${noun}Save`, noun, id, { mobile: "13900000000" }, { mobile: record?.mobile }],
  );
  const again = await backend.createUser({ grants: [fun, `${fun}/sensitive:view`] });
  const log = await backend.call(changes, { id }, { as: again.token });
  expect(await looks(again.id)).toEqual([{ ...entry, method: `${noun}Changes` }]);
  // Looks are no changes: neither in the log of the row, nor taken for its last editor.
  expect(new Set(log.data.changes.map(({ by }) => by))).toEqual(new Set(["系统管理员"]));
});

test("9l 6 nothing bare, nothing noted; a page of several is one entry that names them", async () => {
  const viewer = await backend.createUser({ grants: ["userManage", "userManage/sensitive:view"] });
  await backend.call(operator.methods.list, { filters: { name: viewer.accName } }, { as: viewer.token });
  expect(await looks(viewer.id)).toEqual([]);
  const two = [await somebody("operator"), await somebody("operator")];
  const filters = { mobile };
  await backend.call(operator.methods.list, { filters, pageSize: 100 }, { as: viewer.token });
  const [entry] = await looks(viewer.id);
  expect(entry).toMatchObject({ thing: "operator", thing_id: 0, label: "" });
  expect(entry?.after).toMatchObject({ of: expect.arrayContaining(two.map(({ name }) => name)) });
  expect(JSON.stringify(entry)).not.toContain(mobile);
});
