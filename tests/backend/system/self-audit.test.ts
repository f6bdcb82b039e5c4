/** The nightly audit of the data: what does not agree is found, kept and told, and nothing is changed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { job } from "~/contract/platform/job-list";
import { messageList } from "~/contract/platform/message";
import { schedule } from "~/contract/platform/schedule";
import { mostOfRule, selfAudit, selfAuditRules, selfAuditRun } from "~/contract/platform/self-audit";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, friday, type TestPark } from "~tests/support/park";
import { bind } from "~tests/support/two-parks";

let backend: TestBackend;
let park: TestPark;
let tenant: string;
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  backend.setNow(friday);
  park = await createPark(backend);
  tenant = await backend.createCorp("6104");
  const pool = { name: "东区名额", ticketTypeIds: [park.adultId], dailyTotal: 100 };
  expect((await backend.call(quotaPoolSave, pool)).message).toBe("");
  await park.sell();
});
afterAll(() => backend.close());

const worker = () => createWorker({ database: backend.database, kinds: allKinds });

/** Runs it now, as somebody; answers the run as its list shows it. */
async function audited(as = backend.admin) {
  await worker().drain();
  const { records } = (await backend.call(schedule.methods.list, { pageSize: 50 }, { as })).data;
  const id = Number(records.find(({ kind }) => kind === "selfAudit")?.id);
  expect((await backend.call(schedule.methods.run, { id }, { as })).message).toBe("");
  await worker().drain();
  return (await backend.call(job.methods.list, { filters: { kind: "selfAudit" } }, { as })).data.records[0];
}
const found = async (as = backend.admin, locale: "zh-CN" | "en" = "zh-CN") =>
  (await backend.call(selfAudit.methods.list, {}, { as, language: locale })).data.records.map(({ words }) => words);
const told = async (as: string) =>
  (await backend.call(messageList, {}, { as })).data.records.filter(({ link }) => link === selfAudit.path);

/** As nobody but the owner of the tables can: past the guard of the ledger. */
const pastTheGuard = (table: string, statement: string) =>
  backend.sql(
    `begin; alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user; commit`,
  );

describe("the nightly audit", () => {
  test("4 has a schedule in every corp, and says that all holds", async () => {
    const run = await audited();
    expect(run).toMatchObject({ state: "done", error: "" });
    expect(run?.outcome).toMatch(/^检查 \d+ 条规则，全部相符$/);
    expect(await audited(tenant)).toMatchObject({ state: "done" });
    expect([await found(), await told(backend.admin)]).toEqual([[], []]);
  });

  test("4 names the ledger, the account and by how much a broken balance is off; it mends nothing", async () => {
    await pastTheGuard("quota_day", "update quota_day set sold = sold + 3");
    const holder = await backend.createUser({ grants: ["selfAudit"] });
    const bound = await backend.createUser({ grants: ["selfAudit", "scheduleTaskList", "scheduleTaskList/task:run"] });
    await bind(backend, bound.id, [park.parkId]);
    const other = await backend.createUser({ grants: ["parkList"] });
    const before = await digests(backend);
    const run = await audited();
    const words = await found();
    expect(words[1]).toBe("配额流水：东区名额 2026-11-20 与流水不平，已售余额 5，流水合计 2，差 3");
    expect(words[0]).toMatch(/^配额流水：东区名额 2026-11-20 的第 \d+ 号流水与前后接不上$/);
    expect(words).toHaveLength(2);
    expect(run?.outcome).toContain("发现 2 处不符：配额流水：东区名额 2026-11-20");
    expect(await told(holder.token)).toMatchObject([{ title: "自检发现 2 处账目不符" }]);
    expect([await told(bound.token), await told(other.token), await found(tenant)]).toEqual([[], [], []]);
    const touched = changed(before, await digests(backend));
    expect(touched).not.toContain("quota_day");
    expect(touched).not.toContain("quota_ledger");
    // Told once while nobody has read of it.
    await audited();
    expect(await told(holder.token)).toHaveLength(1);
    await pastTheGuard("quota_day", "update quota_day set sold = sold - 3");
    expect((await audited())?.outcome).toContain("全部相符");
  });

  test("4 finds an order whose money moved without its payments", async () => {
    const { orderNo } = await park.sell();
    await pastTheGuard("orders", `update orders set paid = paid - 1000 where order_no = '${orderNo}'`);
    const run = await audited();
    expect(run?.outcome).toContain(`订单 ${orderNo} 记已付`);
    await pastTheGuard("orders", `update orders set paid = paid + 1000 where order_no = '${orderNo}'`);
  });

  test("6 is for those alone who see the whole corp, and hold its function", async () => {
    const bound = await backend.createUser({ grants: ["selfAudit", "scheduleTaskList", "scheduleTaskList/task:run"] });
    await bind(backend, bound.id, [park.parkId]);
    const reply = await backend.call(selfAudit.methods.list, {}, { as: bound.token });
    expect([reply.status, reply.message]).toEqual([409, expect.stringContaining("不限景区")]);
    const run = await audited(bound.token);
    expect(run).toMatchObject({ state: "failed", error: expect.stringContaining("不限景区") });
    const without = await backend.createUser({ grants: ["auditList"] });
    expect((await backend.call(selfAudit.methods.list, {}, { as: without.token })).status).toBe(403);
  });
});

describe("all rules", () => {
  const rules = async (as = backend.admin, locale: "zh-CN" | "en" = "zh-CN") =>
    (await backend.call(selfAuditRules, {}, { as, language: locale })).data;
  const ruleOf = async (rule: string) => (await rules()).rules.find((one) => one.rule === rule);
  const paid = "an order's paid and refunded are the sums of its payments";

  test("each says itself in both languages, and has its last run once there was one", async () => {
    expect((await rules(tenant)).rules.every(({ at }) => at !== "")).toBe(true);
    const fresh = await backend.createCorp("6105");
    const { rules: own, running } = await rules(fresh);
    expect(running).toBe(false);
    expect(own.length).toBeGreaterThan(60);
    expect(own.map(({ at, rows, found }) => [at, rows, found])).toEqual(own.map(() => ["", 0, []]));
    expect(new Set(own.map(({ says }) => says)).size).toBe(own.length);
    for (const { says } of own) expect(says).toMatch(/\p{Script=Han}/u);
    for (const { says } of (await rules(fresh, "en")).rules) expect(says).not.toMatch(/\p{Script=Han}/u);
  });

  test("one is asked alone: its run is noted and nobody else's, what it found stands beside it until it holds again", async () => {
    const before = await rules();
    const { orderNo } = await park.sell();
    await pastTheGuard("orders", `update orders set paid = paid - 1000 where order_no = '${orderNo}'`);
    expect((await backend.call(selfAuditRun, { rules: [paid] })).message).toBe("");
    expect((await rules()).running).toBe(true);
    expect(await backend.call(selfAuditRun, { rules: [] })).toMatchObject({ status: 409 });
    await worker().drain();
    const after = await rules();
    expect(after.running).toBe(false);
    const others = ({ rules: all }: typeof after) => all.filter(({ rule }) => rule !== paid);
    expect(others(after)).toEqual(others(before));
    expect(await ruleOf(paid)).toMatchObject({ rows: 1, found: [expect.stringContaining(`订单 ${orderNo} 记已付`)] });
    await pastTheGuard("orders", `update orders set paid = paid + 1000 where order_no = '${orderNo}'`);
    expect((await backend.call(selfAuditRun, { rules: [paid] })).message).toBe("");
    await worker().drain();
    expect(await ruleOf(paid)).toMatchObject({ rows: 0, found: [] });
  });

  test("more than are told is told as more", async () => {
    for (let n = 0; n <= mostOfRule; n += 1) await park.sell();
    await pastTheGuard("orders", "update orders set paid = paid - 1000");
    expect((await backend.call(selfAuditRun, { rules: [paid] })).message).toBe("");
    await worker().drain();
    const told = await ruleOf(paid);
    expect([told?.rows, told?.found.length]).toEqual([mostOfRule + 1, mostOfRule]);
    await pastTheGuard("orders", "update orders set paid = paid + 1000");
  });

  test("is run by who holds the right and sees the whole corp; a rule that there is not is refused", async () => {
    const reading = await backend.createUser({ grants: ["selfAudit"] });
    const bound = await backend.createUser({ grants: ["selfAudit", "selfAudit/selfAudit:run"] });
    await bind(backend, bound.id, [park.parkId]);
    const before = await digests(backend);
    const run = (as: string, asked: string[] = []) => backend.call(selfAuditRun, { rules: asked }, { as });
    expect((await backend.call(selfAuditRules, {}, { as: reading.token })).status).toBe(200);
    expect((await run(reading.token)).status).toBe(403);
    expect([
      (await run(bound.token)).status,
      (await backend.call(selfAuditRules, {}, { as: bound.token })).status,
    ]).toEqual([409, 409]);
    expect(await run(backend.admin, ["1 = 1"])).toMatchObject({ status: 422, errors: { rules: ["没有这条规则"] } });
    expect(
      changed(before, await digests(backend)).filter((table) => !["audit_log", "session"].includes(table)),
    ).toEqual([]);
  });
});
