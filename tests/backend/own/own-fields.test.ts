/** Fields that a corp adds: what they take, who sees them, and that nothing loses its meaning. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportPath } from "~/contract/export";
import type { Field } from "~/contract/field-kinds";
import { ownField } from "~/contract/own/own-field";
import { departmentSave } from "~/contract/platform/department";
import { employee } from "~/contract/platform/employee";
import { park } from "~/contract/ticket/park";
import { tokenHeader } from "~/contract/wire";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { save, list, get, changes } = park.methods;
const base = { noun: "park", kind: "text", place: 100, inList: true, inFilter: true, required: false };
const declare = (fields: object) => backend.saved(ownField.methods.save, { ...base, ...fields });
const plain = { parentId: null, capacity: null };
const make = (fields: object = {}) => {
  const code = fresh("own").replace(/[^A-Za-z0-9]/g, "");
  return backend.call(save, { code, name: code, ...plain, ...fields } as never);
};
const read = async (id: number) => (await backend.call(get, { id })).data;

/** What a form posts of a row. */
const posted = ({ fields }: { fields: Record<string, Field> }, record: unknown) =>
  Object.fromEntries(
    Object.entries(record as Record<string, unknown>).filter(
      ([name]) => name === "id" || name === "rowVersion" || (fields[name] && fields[name].form !== false),
    ),
  );

test("a corp that has added nothing has nothing of it in its answers, and reads no declaration", async () => {
  const made = await make();
  expect(made.message).toBe("");
  const { record, own } = await read(made.data.id);
  expect([record && "own" in record, own]).toEqual([false, undefined]);
  const { otherData } = (await backend.call(list, {})).data;
  expect("own" in otherData).toBe(false);
  const refused = await make({ own: { colour: "red" } });
  expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ["own_colour"]]);
});

test("each kind takes what it is declared to take, and says what is wrong at its field", async () => {
  await declare({ code: "plate", name: "车牌", letters: 8 });
  await declare({ code: "seats", name: "座位", kind: "number", least: 1, most: 60 });
  await declare({ code: "since", name: "起用日", kind: "date" });
  await declare({
    ...{ code: "colour", name: "颜色", kind: "choice" },
    choices: [
      { value: "red", label: "红", off: false },
      { value: "blue", label: "蓝", off: false },
    ],
  });
  const before = await digests(backend);
  const bad = { plate: "苏A123456789", seats: 99, since: "2026-13-01", colour: "green", nothing: "x" };
  const refused = await make({ own: bad });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.errors ?? {}).toSorted()).toEqual(
    ["own_colour", "own_nothing", "own_plate", "own_seats", "own_since"].toSorted(),
  );
  expect(changed(before, await digests(backend))).toEqual([]);
  const good = { plate: "苏A12345", seats: 12, since: "2026-05-01", colour: "red" };
  const { data } = await make({ own: good });
  expect((await read(data.id)).record).toMatchObject({ own: good });
});

test("of fields that a save does not speak of values stay; the time line tells each by itself", async () => {
  const { data } = await make({ own: { seats: 3, colour: "blue" } });
  const { record } = await read(data.id);
  const edit = { ...posted(park, record), own: { seats: 4 } };
  expect((await backend.call(save, edit as never)).message).toBe("");
  expect((await read(data.id)).record?.own).toEqual({ seats: 4, colour: "blue" });
  const told = (await backend.call(changes, { id: data.id })).data.changes[0];
  expect(told?.fields).toEqual([{ field: "own_seats", before: 3, after: 4 }]);
  const again = await backend.call(save, edit as never);
  expect(again.status).toBe(409);
});

test("lists show and seek them: parts of texts, ranges, choices; what nobody has declared is refused", async () => {
  const a = (await make({ own: { plate: "沪A90001", seats: 7, since: "2026-06-01", colour: "red" } })).data.id;
  const b = (await make({ own: { plate: "沪A90002", seats: 55, since: "2026-07-01", colour: "blue" } })).data.id;
  const found = async (filters: Record<string, string>) => {
    const answer = await backend.call(list, { filters, pageSize: 100 });
    expect(answer.message).toBe("");
    return answer.data.records.map(({ id }) => Number(id)).filter((id) => id === a || id === b);
  };
  expect(await found({ own_plate: "A9000" })).toEqual([a, b]);
  expect(await found({ own_plate: "0001" })).toEqual([a]);
  expect(await found({ own_plate: "%" })).toEqual([]);
  expect(await found({ own_seats: "50~60" })).toEqual([b]);
  expect(await found({ own_since: "2026-05-30~2026-06-30" })).toEqual([a]);
  expect(await found({ own_colour: "blue,green" })).toEqual([b]);
  for (const filters of [{ own_nope: "1" }, { own_seats: "x" }, { own_since: "gestern" }] as Record<string, string>[])
    expect((await backend.call(list, { filters })).status).toBe(422);
});

test("what is required holds for new rows alone, and is not emptied again", async () => {
  const { data } = await make();
  await declare({ code: "owner", name: "责任人", required: true });
  const { record } = await read(data.id);
  expect((await backend.call(save, { ...posted(park, record), address: "一号" } as never)).message).toBe("");
  const none = await make();
  expect([none.status, Object.keys(none.errors ?? {})]).toEqual([422, ["own_owner"]]);
  const made = (await make({ own: { owner: "王" } })).data.id;
  const row = posted(park, (await read(made)).record);
  const emptied = await backend.call(save, { ...row, own: { owner: null } } as never);
  expect([emptied.status, emptied.errors?.own_owner]).toEqual([422, ["责任人已有内容，不能清空"]]);
});

test("a field is withdrawn and never deleted; its code goes to no other, its values are read and not written", async () => {
  const { data } = await make({ own: { owner: "李", seats: 9 } });
  const fields = await backend.call(ownField.methods.list, { filters: { noun: "park" }, pageSize: 100 });
  const owner = fields.data.records.find(({ code }) => code === "owner");
  const again = await backend.call(ownField.methods.save, { ...base, code: "OWNER", name: "另一个" } as never);
  expect([again.status, Object.keys(again.errors ?? {})]).toEqual([422, ["code"]]);
  const suspend = (ownField.methods as never as Record<string, typeof ownField.methods.remove>).suspend;
  expect((await backend.call(suspend as never, { id: Number(owner?.id) } as never)).success).toBe(true);
  expect((await read(data.id)).record?.own).toMatchObject({ owner: "李" });
  expect((await make()).message).toBe("");
  expect((await make({ own: { owner: "赵" } })).status).toBe(422);
});

test("a saved choice is withdrawn, and neither deleted nor given another code", async () => {
  const fields = await backend.call(ownField.methods.list, { filters: { noun: "park" }, pageSize: 100 });
  const id = Number(fields.data.records.find(({ code }) => code === "colour")?.id);
  const { record } = (await backend.call(ownField.methods.get, { id })).data;
  const [red, blue] = (record as never as { choices: { id: number }[] }).choices;
  const lost = await backend.call(ownField.methods.save, { ...posted(ownField, record), choices: [red] } as never);
  expect([lost.status, Object.keys(lost.errors ?? {})]).toEqual([422, ["choices"]]);
  const off = { ...posted(ownField, record), choices: [red, { ...blue, off: true }] };
  expect((await backend.call(ownField.methods.save, off as never)).message).toBe("");
  expect((await make({ own: { colour: "blue" } })).errors?.own_colour).toBeDefined();
  expect((await make({ own: { colour: "red" } })).message).toBe("");
});

test("a name that the product has for a field of the same record is refused, and so is a code of other letters", async () => {
  const taken = await backend.call(ownField.methods.save, { ...base, code: "addr", name: "地址" } as never);
  expect(Object.keys(taken.errors ?? {})).toEqual(["name"]);
  const code = await backend.call(ownField.methods.save, { ...base, code: "a-b", name: "横线" } as never);
  expect(Object.keys(code.errors ?? {})).toEqual(["code"]);
});

test("what is personal is masked in lists, on pages and in the time line, and stays as it is when saved masked", async () => {
  await declare({ noun: "employee", code: "wechat", name: "微信号", personal: true });
  const departmentId = await (await backend.call(departmentSave, { name: fresh("部门"), parentId: 0 })).data.id;
  const person = { code: "E9001", name: "张三", departmentId, entryDay: "2026-01-01", state: "onDuty" };
  const id = await backend.saved(employee.methods.save, { ...person, own: { wechat: "zhangsan88" } });
  const { token } = await backend.createUser({ grants: ["employeeList", "employeeList/employee:edit"] });
  const seen = (await backend.call(employee.methods.get, { id }, { as: token })).data.record;
  expect(seen?.own).toEqual({ wechat: "z***" });
  const listed = await backend.call(employee.methods.list, { filters: { code: "E9001" } }, { as: token });
  expect(listed.data.records[0]?.own).toEqual({ wechat: "z***" });
  const edit = { ...posted(employee, seen), position: "主管" };
  expect((await backend.call(employee.methods.save, edit as never, { as: token })).message).toBe("");
  expect((await backend.call(employee.methods.get, { id })).data.record?.own).toEqual({ wechat: "zhangsan88" });
});

test("a file of a list masks what is personal for whoever sees it masked on the list", async () => {
  const asked = { format: "csv", filters: { code: "E9001" } };
  const fileFor = async (as: string) => {
    const { data, message } = await backend.call(employee.methods.export, asked as never, { as });
    expect(message).toBe("");
    await createWorker({ database: backend.database, kinds: allKinds }).drain();
    return (await backend.app.request(`${exportPath}?jobId=${data.jobId}`, { headers: { [tokenHeader]: as } })).text();
  };
  const { token } = await backend.createUser({ grants: ["employeeList", "employeeList/employee:export"] });
  const masked = await fileFor(token);
  expect(masked).toContain("z***");
  expect(masked).not.toContain("zhangsan88");
  expect(await fileFor(backend.admin)).toContain("zhangsan88");
});
