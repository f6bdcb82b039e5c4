/** Exports that come by themselves: on their day, of the days before it, with the rights of that day, once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exportPlanAdd, exportPlanRemove, exportPlans, mostPlans } from "~/contract/platform/export-plan";
import { park as parkResource } from "~/contract/ticket/park";
import { dayAfter, daysBefore, filtersFor, isOfDays } from "~server/backend/exports/plan-days";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";
import { race } from "~tests/support/race";

let backend: TestBackend;
let now = new Date("2026-11-25T10:00:00+08:00");
beforeAll(async () => {
  backend = await openTestBackend();
  await createPark(backend);
});
beforeEach(async () => {
  now = new Date("2026-11-25T10:00:00+08:00");
  backend.setNow(now);
  await backend.sql("delete from export_plan");
  await backend.sql("delete from job");
});
afterAll(() => backend.close());

const list = `${parkResource.methods.export.business}/${parkResource.methods.export.name}`;
const add = (as = backend.admin, fields: object = {}) =>
  backend.call(
    exportPlanAdd,
    { list, rhythm: "daily", asked: { format: "csv", filters: { name: "区" } }, ...fields } as never,
    { as },
  );
const mine = async (as = backend.admin) => (await backend.call(exportPlans, {}, { as })).data.plans;
async function morning(day: string) {
  now = new Date(`${day}T05:31:00+08:00`);
  backend.setNow(now);
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'exportPlans')");
  const worker = createWorker({ database: backend.database, kinds: allKinds, now: () => now });
  while (await worker.step());
}
const exportsMade = () =>
  backend.sql<{ state: string; account: number; filters: Record<string, string> }>(
    "select state, account_id::int as account, payload->'asked'->'filters' as filters from job where kind = 'export' order by id",
  );

describe("when, and of which days", () => {
  test.each([
    ["2026-11-25", "daily", "2026-11-26", "2026-11-24", "2026-11-24"],
    ["2026-11-25", "weekly", "2026-11-30", "2026-11-16", "2026-11-22"],
    ["2026-11-30", "weekly", "2026-12-07", "2026-11-23", "2026-11-29"],
    ["2026-11-29", "weekly", "2026-11-30", "2026-11-16", "2026-11-22"],
    ["2026-12-01", "monthly", "2027-01-01", "2026-11-01", "2026-11-30"],
    ["2026-12-31", "monthly", "2027-01-01", "2026-11-01", "2026-11-30"],
    ["2028-03-01", "monthly", "2028-04-01", "2028-02-01", "2028-02-29"],
    ["2027-01-01", "daily", "2027-01-02", "2026-12-31", "2026-12-31"],
  ] as const)("%s %s: next %s, of %s to %s", (day, rhythm, next, from, to) => {
    expect(dayAfter(day, rhythm)).toBe(next);
    expect(daysBefore(day, rhythm)).toEqual({ from, to });
  });

  test("days in filters follow, other ranges and texts stay", () => {
    expect(["2026-11-01~2026-11-30", "2026-11-01~", "~2026-11-30"].map(isOfDays)).toEqual([true, true, true]);
    expect(["1~9", "~", "T", "2026-11-01"].map(isOfDays)).toEqual([false, false, false, false]);
    expect(filtersFor({ at: "2026-01-01~2026-01-31", price: "1~9", name: "区" }, "2026-11-25", "daily")).toEqual({
      ...{ at: "2026-11-24~2026-11-24", price: "1~9", name: "区" },
    });
  });
});

test("it comes on its day, once, as an export of its owner who is told; and again the next day", async () => {
  expect((await add()).data.nextDay).toBe("2026-11-26");
  await morning("2026-11-25");
  expect(await exportsMade()).toEqual([]);
  await morning("2026-11-26");
  await morning("2026-11-26");
  expect(await exportsMade()).toEqual([{ state: "done", account: 1, filters: { name: "区" } }]);
  const [plan] = await mine();
  expect(plan).toMatchObject({ rhythm: "daily", format: "csv", filters: 1, nextDay: "2026-11-27", stopped: "" });
  expect(plan?.lastJobId).not.toBeNull();
  expect(
    await backend.sql("select from message where kind = 'task' and link = $1", [`/exports/${plan?.lastJobId}`]),
  ).toHaveLength(1);
  // A clock that stood still for three days makes one, not three.
  await morning("2026-11-30");
  expect(await exportsMade()).toHaveLength(2);
  expect((await mine())[0]?.nextDay).toBe("2026-12-01");
});

test("who may no longer see the list is told, once, and it stops; nothing is exported", async () => {
  const clerk = await backend.createUser({ grants: ["parkList"] });
  expect((await add(clerk.token)).message).toBe("");
  await backend.sql(
    "delete from role_grant where role_id in (select role_id from account_role where account_id = $1)",
    [clerk.id],
  );
  await morning("2026-11-26");
  await morning("2026-11-27");
  expect(await exportsMade()).toEqual([]);
  const [plan] = await mine(clerk.token);
  expect(plan?.nextDay).toBe("");
  expect(plan?.stopped).not.toBe("");
  const told = await backend.sql("select from message where account_id = $1 and title like '%已停止%'", [clerk.id]);
  expect(told).toHaveLength(1);
});

test("of an account that is suspended none comes", async () => {
  const clerk = await backend.createUser({ grants: ["parkList"] });
  await add(clerk.token);
  await backend.sql("update account set status = 'F' where id = $1", [clerk.id]);
  await morning("2026-11-26");
  expect(await exportsMade()).toEqual([]);
  expect(await backend.sql("select stopped from export_plan")).toEqual([{ stopped: "账号已停用" }]);
});

test("without the right, of no list, with chosen rows: refused, and nothing is planned", async () => {
  const stranger = await backend.createUser({ grants: ["tktPos"] });
  expect((await add(stranger.token)).status).toBe(403);
  expect((await add(backend.admin, { list: "ticket/parkSave" })).status).toBe(404);
  expect((await add(backend.admin, { rhythm: "hourly" })).status).toBe(422);
  expect(await backend.sql("select from export_plan")).toEqual([]);
});

test("everybody sees and deletes their own alone; another's is not found, in any tenant", async () => {
  const id = (await add()).data.id;
  const clerk = await backend.createUser({ grants: ["parkList"] });
  const there = await backend.createCorp("2001");
  for (const as of [clerk.token, there]) {
    expect(await mine(as)).toEqual([]);
    expect((await backend.call(exportPlanRemove, { id }, { as })).status).toBe(404);
  }
  expect((await backend.call(exportPlanRemove, { id })).message).toBe("");
  expect((await backend.call(exportPlanRemove, { id })).status).toBe(404);
  expect(await mine()).toEqual([]);
});

test("at most fifty of an account, however many press at once", async () => {
  for (let made = 0; made < mostPlans - 1; made += 1) await add();
  const answers = await race(backend, 4, () => add());
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(await mine()).toHaveLength(mostPlans);
});
