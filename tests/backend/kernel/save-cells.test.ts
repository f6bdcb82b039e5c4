/** Cells saved from a list: all or none, by the field's rules and the row's version. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
let ids: [number, number];
const { saveCells, get } = park.methods;
beforeEach(async () => {
  backend = await openTestBackend();
  const made = await backend.sql<{ id: number }>(
    "insert into park (corp_code, code, name, address) select '0001', 'E' || n, '园' || n, '路' from generate_series(1, 2) n returning id",
  );
  ids = [Number(made[0]?.id), Number(made[1]?.id)];
});
afterEach(() => backend.close());

const read = async (id: number) => (await backend.call(get, { id })).data.record;
const row = (id: number, values: Record<string, string | number | null>, rowVersion = 0) => ({
  id,
  rowVersion,
  values,
});

test("7ap saves every row with a trace, and what was not sent stays", async () => {
  const rows = [row(ids[0], { capacity: 5 }), row(ids[1], { address: "新路", capacity: null })];
  expect((await backend.call(saveCells, { rows })).data).toEqual({ done: 2 });
  expect(await read(ids[0])).toMatchObject({ capacity: 5, address: "路", name: "园1", rowVersion: 1 });
  expect(await read(ids[1])).toMatchObject({ address: "新路", rowVersion: 1 });
  const log = await backend.sql("select thing_id from audit_log where method = 'parkSaveCells' and thing = 'park'");
  expect(log).toHaveLength(2);
});

test("5ac one wrong cell and none is saved; each is named", async () => {
  const rows = [row(ids[0], { capacity: 5 }), row(ids[1], { capacity: -1 }), row(999_999, { capacity: 1 })];
  const reply = await backend.call(saveCells, { rows });
  expect(reply.status).toBe(422);
  expect(reply.errors?.[`rows.${ids[1]}.capacity`]).toEqual(["输值必须大于等于 0"]);
  expect(reply.errors?.["rows.999999"]).toHaveLength(1);
  expect(await read(ids[0])).toMatchObject({ capacity: null, rowVersion: 0 });
});

test("fields that are no cells are refused, also known ones", async () => {
  for (const values of [{ status: "F" }, { code: "X" }, { corpCode: "0002" }, { rowVersion: 9 }]) {
    const reply = await backend.call(saveCells, { rows: [row(ids[0], values as never)] });
    expect(reply.status).toBe(422);
  }
  expect(await read(ids[0])).toMatchObject({ status: "T", code: "E1" });
});

test("two at once over the same cell: one is saved, the other told who was first", async () => {
  const both = await Promise.all(
    [5, 6].map((capacity) => backend.call(saveCells, { rows: [row(ids[0], { capacity })] })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  const refused = both.find(({ status }) => status === 422);
  expect(Object.keys(refused?.errors ?? {})).toEqual([`rows.${ids[0]}`]);
  expect((await read(ids[0]))?.rowVersion).toBe(1);
});

test("6 another tenant's rows are not found; without the right nothing is saved", async () => {
  const rows = [row(ids[0], { capacity: 5 })];
  const stranger = await backend.createCorp("0002");
  expect((await backend.call(saveCells, { rows }, { as: stranger })).status).toBe(422);
  const { token } = await backend.createUser({ grants: ["parkList", "parkList/park:add"] });
  expect((await backend.call(saveCells, { rows }, { as: token })).status).toBe(403);
  expect(await read(ids[0])).toMatchObject({ capacity: null });
});
