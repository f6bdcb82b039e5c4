/** One command over several rows: each by its own rules, in one transaction. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let used: TestPark;
let ids: number[];
const { suspendMany, resumeMany, removeMany, list } = park.methods;
beforeEach(async () => {
  backend = await openTestBackend();
  used = await createPark(backend);
  const made = await backend.sql<{ id: number }>(
    "insert into park (corp_code, code, name) select '0001', 'M' || n, '园' || n from generate_series(1, 4) n returning id",
  );
  ids = made.map(({ id }) => Number(id));
});
afterEach(() => backend.close());

const states = async () =>
  (await backend.call(list, { filters: { code: "M" } })).data.records.map(({ status }) => status).join("");

test("all are done, each with its entry in the log; a second press says which were so already", async () => {
  expect((await backend.call(suspendMany, { ids: [...ids, ids[0] ?? 0] })).data).toEqual({ done: 4, refused: [] });
  expect(await states()).toBe("FFFF");
  const log = await backend.sql("select label from audit_log where method = 'parkSuspendMany' order by thing_id");
  expect(log.map(({ label }) => label)).toEqual(["园1", "园2", "园3", "园4"]);
  const again = await backend.call(suspendMany, { ids });
  expect(again.data).toMatchObject({ done: 0, refused: [{ message: "“园1”已是“停用”" }, {}, {}, {}] });
  expect((await backend.call(resumeMany, { ids: ids.slice(0, 2) })).data.done).toBe(2);
  expect(await states()).toBe("TTFF");
});

test("what stands against one row holds up no other", async () => {
  const reply = await backend.call(removeMany, { ids: [used.parkId, ...ids] });
  expect(reply.data.done).toBe(4);
  expect(reply.data.refused).toEqual([{ id: used.parkId, message: expect.stringContaining("个票种") }]);
  expect((await backend.call(park.methods.get, { id: used.parkId })).data.record?.status).toBe("T");
});

test("6 another tenant's rows are not found, and the right is asked for", async () => {
  const stranger = await backend.createCorp("0002");
  const foreign = await backend.call(suspendMany, { ids }, { as: stranger });
  expect(foreign.data).toMatchObject({ done: 0, refused: ids.map((id) => ({ id })) });
  expect(await states()).toBe("TTTT");
  const { token } = await backend.createUser({ grants: ["parkList", "parkList/park:suspend"] });
  expect((await backend.call(removeMany, { ids }, { as: token })).status).toBe(403);
  expect((await backend.call(suspendMany, { ids }, { as: token })).data.done).toBe(4);
});

test("too many, none, and nonsense are refused", async () => {
  for (const wrong of [[], [0], [1.5], ["x"], Array.from({ length: 1001 }, (_, n) => n + 1)]) {
    expect((await backend.call(suspendMany, { ids: wrong as number[] })).status).toBe(422);
  }
});

test("two at once over the same rows in opposite order: each row is suspended once, none waits for ever", async () => {
  const two = await Promise.all([
    backend.call(suspendMany, { ids }),
    backend.call(suspendMany, { ids: [...ids].reverse() }),
  ]);
  expect(two.map(({ data }) => data.done).sort()).toEqual([0, 4]);
  const [log] = await backend.sql(
    "select count(*)::int as n from audit_log where method = 'parkSuspendMany' and thing = 'park'",
  );
  expect(log).toEqual({ n: 4 });
});
