/** Only what changed since the last export: since whose, of what, and that no row falls between two of them. */
import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ExportPayload, exportPath } from "~/contract/export";
import { exportPlanAdd, exportPlanRemove, exportPlans, exportWays } from "~/contract/platform/export-plan";
import { resources } from "~/contract/registry";
import { park } from "~/contract/ticket/park";
import { tokenHeader } from "~/contract/wire";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { raceIsReal } from "~tests/support/race";

let backend: TestBackend;
const { business, name } = park.methods.export;
const list = `${business}/${name}`;
beforeAll(async () => {
  backend = await openTestBackend();
  for (const code of ["A", "B", "C"]) await save(code);
});
beforeEach(async () => {
  await backend.sql("delete from export_mark");
  await backend.sql("delete from export_plan");
  await backend.sql("delete from job");
});
afterAll(() => backend.close());

const save = (code: string) => backend.saved(park.methods.save, { code, name: `景区${code}`, pricing: "market" });
const rename = (code: string, to: string) =>
  backend.sql("update park set name = $2 where code = $1 and corp_code = '0001'", [code, to]);
const work = (now?: Date) =>
  createWorker({ database: backend.database, kinds: allKinds, ...(now && { now: () => now }) }).drain();

/** Codes in the file of an export, or the words that refused it. */
async function exported(asked: Partial<ExportPayload> = {}, as = backend.admin): Promise<string[] | string> {
  const reply = await backend.call(park.methods.export, { format: "csv", ...asked }, { as });
  if (reply.status !== 200) return reply.message;
  await work();
  return codesOf(reply.data.jobId, as);
}
async function codesOf(jobId: number, as = backend.admin): Promise<string[] | string> {
  const [job] = await backend.sql<{ state: string; error: string }>("select state, error from job where id = $1", [
    jobId,
  ]);
  if (job?.state !== "done") return job?.error ?? "";
  const answer = await backend.app.request(`${exportPath}?jobId=${jobId}`, { headers: { [tokenHeader]: as } });
  const [, ...lines] = (await answer.text()).trim().split(/\r?\n/);
  return lines.map((line) => /景区(\w+)/.exec(line)?.[1] ?? line).sort();
}
const since = async (filters: Record<string, string> = {}, as = backend.admin) =>
  (await backend.call(exportWays, { list, filters }, { as })).data.lastExport;

test("the first is of everything; after it only what was added or edited, also by a statement that sets no time", async () => {
  expect(await since()).toBe("");
  expect(await exported({ changed: true })).toEqual(["A", "B", "C"]);
  expect(await since()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d/);
  expect(await exported({ changed: true })).toBe("上次导出以来没有变动的记录，不需要导出");
  await rename("B", "景区B");
  await save("D");
  expect(await exported({ changed: true })).toEqual(["B", "D"]);
  // One of everything is an export as well.
  await rename("A", "景区A");
  expect(await exported()).toEqual(["A", "B", "C", "D"]);
  expect(await exported({ changed: true })).toBe("上次导出以来没有变动的记录，不需要导出");
});

test("another filter, another account, a page and chosen rows are no last export of this one", async () => {
  const clerk = (await backend.createUser({ grants: ["parkList"] })).token;
  expect(await exported({ filters: { name: "景区" } })).toHaveLength(4);
  expect([await since(), await since({ name: " 景区 ", code: "" }), await since({ name: "景区" }, clerk)]).toEqual([
    ...["", expect.stringMatching(/^\d/), ""],
  ]);
  const [row] = await backend.sql<{ id: number }>("select id from park where code = 'A'");
  await exported({ ids: [Number(row?.id)] });
  await exported({ page: { pageNo: 1, pageSize: 2 } });
  expect(await since()).toBe("");
  // Of one that was refused or failed nothing is remembered.
  await backend.call(park.methods.export, { format: "csv" }, { as: clerk });
  await backend.sql("update job set state = 'cancelled', finished_at = now() where state = 'waiting'");
  await work();
  expect(await since({}, clerk)).toBe("");
});

test("of a mark that another server made, or one ahead of this one, everything comes", async () => {
  await exported();
  await backend.sql("update export_mark set server = 'another'");
  expect([await since(), await exported({ changed: true })]).toEqual(["", ["A", "B", "C", "D"]]);
  await backend.sql("update export_mark set mark = mark + 1000000");
  expect([await since(), await exported({ changed: true })]).toEqual(["", ["A", "B", "C", "D"]]);
  expect(await exported({ changed: true })).toContain("没有变动");
});

test("a list of a view cannot tell, says so, and exports nothing; every other list can be asked", async () => {
  const answers = await Promise.all(
    resources.map(async ({ methods }) => {
      const { business, name } = methods.export;
      const { status, data } = await backend.call(exportWays, { list: `${business}/${name}`, filters: {} });
      return [methods.export, status, data?.lastExport] as const;
    }),
  );
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  const telling = answers.filter(([, , last]) => last !== null);
  expect(telling.length).toBeGreaterThan(answers.length / 2);
  // Lists of the mechanisms are planned by nobody, and have no such choice; those of views refuse it.
  const mechanisms = ["scheduleListExport", "jobListExport"];
  const refused: string[] = [];
  for (const [method] of answers.filter(([, , last]) => last === null)) {
    if (mechanisms.includes(method.name)) continue;
    const { status, message } = await backend.call(method, { format: "csv", changed: true });
    expect([method.name, status === 403 || status === 409]).toEqual([method.name, true]);
    if (message.includes("无法判断")) refused.push(method.name);
  }
  expect(refused.sort()).toEqual(["announcementReaderListExport", "dutyConflictListExport", "onlineListExport"]);
  // The statement holds for each of the others: a job that asks for it with a mark comes to its words, and to no error.
  await backend.sql("delete from job");
  await exported();
  for (const [{ business, name }] of telling) {
    await backend.sql(
      `insert into export_mark (corp_code, account_id, list, asked, mark, server, at)
       select corp_code, account_id, $1, asked, mark, server, at from export_mark where list = $2
       on conflict do nothing`,
      [`${business}/${name}`, list],
    );
    await backend.sql(
      "insert into job (corp_code, kind, account_id, payload, max_attempts) values ('0001', 'export', 1, $1, 1)",
      [JSON.stringify({ business, method: name, asked: { format: "csv", changed: true } })],
    );
  }
  await work();
  const ended = await backend.sql<{ method: string; state: string; error: string }>(
    "select payload->>'method' as method, state, error from job where kind = 'export'",
  );
  const words = /没有变动|权限|总部|未开通/;
  expect(ended.length).toBeGreaterThan(telling.length);
  expect(ended.filter(({ state, error }) => state !== "done" && !words.test(error))).toEqual([]);
  expect((await backend.call(exportWays, { filters: {} })).data.lastExport).toBeNull();
  expect((await backend.call(exportWays, { list: "no/such", filters: {} })).data.lastExport).toBeNull();
}, 240_000);

describe("a plan", () => {
  const add = (asked: object) =>
    backend.call(exportPlanAdd, { list, rhythm: "daily", asked: { format: "csv", changed: true, ...asked } } as never);
  async function morning(day: string): Promise<string[] | string> {
    const now = new Date(`${day}T05:31:00+08:00`);
    backend.setNow(now);
    await backend.sql("insert into job (corp_code, kind) values ('0001', 'exportPlans')");
    const worker = createWorker({ database: backend.database, kinds: allKinds, now: () => now });
    while (await worker.step());
    backend.setNow(null);
    const [job] = await backend.sql<{ id: number }>(
      "select id from job where kind = 'export' order by id desc limit 1",
    );
    return codesOf(Number(job?.id));
  }

  test("has its own last run, whatever its owner exports by hand; a day without changes has its file too", async () => {
    backend.setNow(new Date("2026-11-25T10:00:00+08:00"));
    await exported();
    const { data } = await add({});
    expect((await backend.call(exportPlans, {})).data.plans).toMatchObject([{ changed: true }]);
    expect(await morning("2026-11-26")).toEqual(["A", "B", "C", "D"]);
    await rename("C", "景区C");
    await exported();
    expect(await morning("2026-11-27")).toEqual(["C"]);
    expect(await morning("2026-11-28")).toEqual([]);
    await backend.call(exportPlanRemove, { id: data.id });
    expect(await backend.sql("select from export_mark where plan_id <> 0")).toEqual([]);
  });

  test("with days in its filters is refused: a row that was entered before its day would never come", async () => {
    const refused = await backend.call(exportPlanAdd, {
      ...{ list: "ticket/gateListExport", rhythm: "daily" },
      asked: { format: "csv", changed: true, filters: { at: "2026-11-01~2026-11-30" } },
    } as never);
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("日期")]);
    expect(await backend.sql("select from export_plan")).toEqual([]);
  });
});

describe.runIf(raceIsReal)("a row that is being written while the export reads", () => {
  async function open(): Promise<PoolClient> {
    const client = await (backend.database.pool as unknown as { connect(): Promise<PoolClient> }).connect();
    await client.query("begin");
    return client;
  }

  test.each([
    ["", ""],
    ["savepoint inner_one", "release savepoint inner_one"],
  ])("comes with the next one (%s)", async (before, after) => {
    await exported();
    const client = await open();
    if (before) await client.query(before);
    await client.query("update park set name = '景区B' where code = 'B' and corp_code = '0001'");
    if (after) await client.query(after);
    // Written meanwhile and committed before the open one: it comes once now, and may come again.
    await rename("A", "景区A");
    expect(await exported({ changed: true })).toEqual(["A"]);
    await client.query("commit");
    client.release();
    expect(await exported({ changed: true })).toEqual(expect.arrayContaining(["B"]));
    expect(await exported({ changed: true })).toContain("没有变动");
  });

  test("which a time of the last change would have missed", async () => {
    const client = await open();
    await client.query("update park set name = '景区C', updated_at = now() where code = 'C' and corp_code = '0001'");
    await new Promise((resolve) => setTimeout(resolve, 50));
    await exported();
    await client.query("commit");
    client.release();
    const [late] = await backend.sql<{ late: boolean }>(
      "select p.updated_at < e.at as late from park p, export_mark e where p.code = 'C' and p.corp_code = '0001'",
    );
    expect(late?.late).toBe(true);
    expect(await exported({ changed: true })).toContain("C");
  });
});
