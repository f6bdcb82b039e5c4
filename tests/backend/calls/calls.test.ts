/** The call log: what is kept of calls, exact counts, who sees them, and how they go. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callFigures, callSteps, callLog as resource } from "~/contract/calls/call-log";
import { messageList } from "~/contract/platform/message";
import { login } from "~/contract/platform/session";
import { readTogether } from "~/contract/platform/together";
import { park } from "~/contract/ticket/park";
import { purges } from "~server/backend/business/manifests";
import { p95Of } from "~server/backend/business/platform/calls/served";
import { writeCalls } from "~server/backend/business/platform/calls/write";
import { purgeKind } from "~server/backend/jobs/purge-kind";
import { CallNotes, mostRows, type NotedCall } from "~server/backend/kernel/call-notes";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { friday } from "~tests/support/park";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  backend.setNow(friday);
  backend.app.calls.take();
  backend.app.calls.settings = { slowMs: 1_000, sample: 0 };
  await backend.sql("delete from call_log");
  await backend.sql("delete from call_hour");
});
afterAll(() => backend.close());

const write = (notes = backend.app.calls) => writeCalls(backend.database, notes);
const rows = () =>
  backend.sql<Record<string, unknown>>(
    "select corp_code, method, caller, origin, outcome, status, bytes from call_log order by id",
  );
const figures = async (payload: object = {}, as = backend.admin) =>
  (await backend.call(callFigures, payload, { as })).data;
const noted = (fields: Partial<NotedCall> = {}): NotedCall => ({
  ...{ corpCode: "0001", caller: "admin", method: park.methods.list.name, origin: "page", status: 200, ms: 3 },
  ...{ at: friday, requestId: "r", ...fields },
});

describe("what is kept", () => {
  test("a refused call is a row with caller, outcome and size, and nothing of what it carried", async () => {
    const secret = "绝密的名字";
    const refused = await backend.call(park.methods.save, { name: secret, code: "" } as never);
    expect(refused.status).toBe(422);
    await backend.call(messageList, {});
    await write();
    const kept = await rows();
    expect(kept).toEqual([
      {
        ...{ corp_code: "0001", method: park.methods.save.name, caller: "admin", origin: "program" },
        ...{ outcome: "refused", status: 422, bytes: expect.any(Number) },
      },
    ]);
    expect(Number(kept[0]?.bytes)).toBeGreaterThan(20);
    const all = await backend.sql<{ row: string }>(
      "select l::text as row from call_log l union all select h::text from call_hour h",
    );
    expect(all.map(({ row }) => row).join()).not.toContain(secret);
  });

  test("what is slow is kept whatever came of it; of the rest one in so many", async () => {
    const notes = new CallNotes();
    notes.settings = { slowMs: 100, sample: 5 };
    for (let n = 1; n <= 20; n += 1) notes.note(noted({ ms: 1 }), () => 7);
    notes.note(noted({ ms: 100 }), () => 8);
    notes.note(noted({ ms: 1, status: 500 }), () => 9);
    expect(notes.take().rows.map(({ bytes }) => bytes)).toEqual([7, 7, 7, 7, 8, 9]);
  });

  test("what is set by head office holds from the next batch on", async () => {
    await backend.sql(
      "insert into sys_param (corp_code, param_code, param_option) values ('0001', 'callLogSlowMs', '0') on conflict (corp_code, param_code) do update set param_option = '0'",
    );
    await backend.call(messageList, {});
    await write();
    expect(await rows()).toEqual([]);
    await backend.call(messageList, {});
    await write();
    expect((await rows()).map(({ method }) => method)).toEqual([messageList.name]);
    await backend.sql("delete from sys_param where param_code = 'callLogSlowMs'");
  });

  test("more rows than there is room for are dropped and counted; counts stay whole", async () => {
    const notes = new CallNotes();
    for (let n = 0; n < mostRows + 3; n += 1) notes.note(noted({ status: 409 }), () => 1);
    await write(notes);
    expect((await rows()).length).toBe(mostRows);
    const { calls, refused, dropped } = await figures();
    expect([calls, refused, dropped]).toEqual([mostRows + 3, mostRows + 3, 3]);
  });

  test("reads of one trip are noted each by itself, and the trip is not", async () => {
    const calls = [
      { business: "platform", method: messageList.name, fields: {} },
      { business: "ticket", method: park.methods.get.name, fields: { id: "999999" } },
    ] as const;
    await backend.call(readTogether, { calls: [...calls] });
    await write();
    const { methods } = await figures();
    expect(methods.map(({ name, calls: n }) => [name, n]).sort()).toEqual(
      [
        [messageList.name, 1],
        [park.methods.get.name, 1],
      ].sort(),
    );
    expect((await rows()).map(({ method, status }) => [method, status])).toEqual([[park.methods.get.name, 404]]);
  });
});

describe("figures", () => {
  test("nodes that write the same hour at once add up, step by step", async () => {
    const nodes = Array.from({ length: 4 }, () => new CallNotes());
    for (const notes of nodes)
      for (const ms of [1, 60, 60, 20_000]) notes.note(noted({ ms, status: ms === 1 ? 500 : 200 }), () => 1);
    await Promise.all(nodes.map((notes) => write(notes)));
    const [row] = await backend.sql<Record<string, unknown>>("select * from call_hour where kind = 'method'");
    expect(row).toMatchObject({ calls: 16, failed: 4, refused: 0, max_ms: 20_000 });
    expect(Number(row?.total_ms)).toBe(4 * 20_121);
    const steps = row?.steps as number[];
    expect([steps[0], steps[callSteps.indexOf(100)], steps.at(-1)]).toEqual([4, 8, 4]);
  });

  test("the slowest first or those that fail, by method and by caller, of the period alone", async () => {
    const notes = new CallNotes();
    notes.note(noted({ method: messageList.name, ms: 900, caller: "slow" }), () => 1);
    notes.note(noted({ method: park.methods.list.name, ms: 5, status: 500, caller: "broken" }), () => 1);
    notes.note(noted({ method: "old", at: new Date(friday.getTime() - 26 * 3_600_000), ms: 5_000 }), () => 1);
    await write(notes);
    const slow = await figures();
    expect(slow.methods.map(({ name, max }) => [name, max])).toEqual([
      [messageList.name, 900],
      [park.methods.list.name, 5],
    ]);
    expect(slow.callers.map(({ name }) => name)).toEqual(["slow", "broken"]);
    const failing = await figures({ by: "failing" });
    expect(failing.methods[0]).toMatchObject({ name: park.methods.list.name, label: "景区 · 列表", failed: 1 });
    expect((await figures({ period: "week" })).methods[0]).toMatchObject({ name: "old", label: "未知方法" });
  });

  test("of 100 calls 95: the bound of the step, never above the slowest", () => {
    const steps = callSteps.map(() => 0).concat(0);
    steps[0] = 95;
    steps[callSteps.indexOf(1_000)] = 5;
    expect(p95Of({ calls: 100, steps, max: 700 })).toBe(5);
    expect(p95Of({ calls: 100, steps: steps.map((n, place) => (place === 0 ? n - 1 : n)), max: 700 })).toBe(700);
    expect(p95Of({ calls: 1, steps: callSteps.map(() => 0).concat(1), max: 30_000 })).toBe(30_000);
  });
});

describe("who sees what", () => {
  test("each corp its own, by list, row and figures; calls of nobody are head office's, whatever corp they claim", async () => {
    const tenant = await backend.createCorp("2001");
    await backend.app.calls.take();
    await backend.call(park.methods.get, { id: 999_999 }, { as: tenant });
    await backend.call(login, { accName: "nobody", password: "x" } as never, { as: "", corpCode: "2001" });
    await write();
    const kept = await backend.sql<{ id: number; corp_code: string; caller: string }>(
      "select id::int as id, corp_code, caller from call_log order by id",
    );
    expect(kept.map(({ corp_code }) => corp_code)).toEqual(["2001", "0001"]);
    expect(kept[1]?.caller).toBe("");
    const list = async (as: string) => (await backend.call(resource.methods.list, {}, { as })).data.records;
    expect((await list(tenant)).map(({ id }) => id)).toEqual([kept[0]?.id]);
    expect((await list(backend.admin)).map(({ id }) => id)).toEqual([kept[1]?.id]);
    expect((await backend.call(resource.methods.get, { id: kept[0]?.id as number })).status).toBe(404);
    expect((await figures({}, tenant)).methods.map(({ name }) => name)).toEqual([park.methods.get.name]);
  });

  test("it takes the function", async () => {
    const none = await backend.createUser({ grants: ["auditList"] });
    for (const method of [callFigures, resource.methods.list])
      expect((await backend.call(method, {}, { as: none.token })).status).toBe(403);
    const may = await backend.createUser({ grants: ["callLog"] });
    expect((await backend.call(callFigures, {}, { as: may.token })).success).toBe(true);
  });

  test("the slowest stand first, and what is shown is what people call it", async () => {
    const notes = new CallNotes();
    for (const ms of [1_200, 5_000, 3_000]) notes.note(noted({ ms }), () => 1);
    await write(notes);
    const { records } = (await backend.call(resource.methods.list, {})).data;
    expect(records.map(({ ms, what }) => [ms, what])).toEqual([
      [5_000, "景区 · 列表"],
      [3_000, "景区 · 列表"],
      [1_200, "景区 · 列表"],
    ]);
    const slower = await backend.call(resource.methods.list, { filters: { ms: "3000~" } });
    expect(slower.data.records).toHaveLength(2);
  });
});

test("what is older than the days that head office has set goes at night, in slices", async () => {
  await backend.sql(`
    insert into call_log (corp_code, at, method, origin, outcome, status, ms, bytes, request_id)
    select '0001', now() - make_interval(days => d), 'x', 'page', 'ok', 200, 1, 1, 'r' from unnest(array[1, 9, 11, 40]) d`);
  await backend.sql(`
    insert into call_hour select '0001', now() - make_interval(days => d), 'method', 'x', 1, 0, 0, 1, 1, array[1]
    from unnest(array[9, 11]) d`);
  const run = async () => {
    const run = {
      writeAsOwner: (work: never) => backend.database.system(work),
      progress: async () => {},
    };
    await purgeKind(purges).run(run as never, {} as never);
    const counted = await backend.sql<{ n: number }>(
      "select count(*)::int as n from call_log union all select count(*)::int from call_hour",
    );
    return counted.map(({ n }) => n);
  };
  expect(await run()).toEqual([3, 2]);
  await backend.sql(
    "insert into sys_param (corp_code, param_code, param_option) values ('0001', 'callLogDays', '10') on conflict (corp_code, param_code) do update set param_option = '10'",
  );
  expect(await run()).toEqual([2, 1]);
});
