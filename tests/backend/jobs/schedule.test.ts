import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { job } from "~/contract/platform/job-list";
import { schedule } from "~/contract/platform/schedule";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday } from "~tests/support/park";
import { race } from "~tests/support/race";

const {
  list: scheduleList,
  pause: schedulePause,
  resume: scheduleResume,
  run: scheduleRun,
  save: scheduleSave,
} = schedule.methods;
let backend: TestBackend;
let now: Date;
beforeEach(async () => {
  backend = await openTestBackend();
  now = new Date("2026-11-21T12:00:00+08:00");
});
afterEach(() => backend.close());

const worker = () => createWorker({ database: backend.database, kinds: allKinds, now: () => now });
const idOf = async (kind: string, as?: string) => {
  const { data } = await backend.call(scheduleList, { pageSize: 50 }, as ? { as } : {});
  return Number(data.records.find((one) => one.kind === kind)?.id);
};

describe("schedules", () => {
  it("each corp has its own, head office those of the whole house", async () => {
    const tenant = await backend.createCorp("3001");
    await worker().drain();
    const kinds = async (as?: string) =>
      (await backend.call(scheduleList, { pageSize: 50 }, as ? { as } : {})).data.records
        .map(({ kind }) => kind)
        .sort();
    const ofEach = [
      ...["askCompanies", "copyAudit", "deliverMessageHooks", "deliverWebhooks", "endHolds"],
      ...["erasePersonal", "expireApprovals", "expireCards", "expireParkingPasses", "expireTickets", "exportPlans"],
      ...[
        "lapseHolds",
        "lapseRedLetters",
        "mailCardHolders",
        "mailInvoices",
        "mailMessages",
        "makeStatements",
        "moveAges",
        "reconcilePayments",
        "refundExpired",
        "remindOfCards",
        "remindOfStored",
      ],
      ...["sealAudit", "selfAudit", "sendInvoices", "storeExports", "warnAgreements", "warnOfStock"],
    ];
    expect(await kinds()).toEqual(["backup", "purge", "warnOfHolidays", "warnTenants", ...ofEach].sort());
    expect(await kinds(tenant)).toEqual(ofEach);
    const id = await idOf("purge");
    expect((await backend.call(scheduleRun, { id }, { as: tenant })).status).toBe(404);
    expect((await backend.call(schedulePause, { id }, { as: tenant })).status).toBe(404);
  });

  it("a run is put in when its time has come, by one of several workers, and not before", async () => {
    await worker().drain();
    expect((await backend.call(job.methods.list, {})).data.count).toBe(0);
    now = new Date("2026-11-22T00:10:00+08:00");
    const done = await Promise.all([worker().drain(), worker().drain(), worker().drain()]);
    // Payment companies and invoice platforms are asked and invoices are mailed every five minutes, messages and webhooks look for what
    // is left, card holders are mailed, and red letters and holds of seats lapse, as well.
    expect(done.reduce((sum, n) => sum + n, 0)).toBe(13);
    const [run] = (await backend.call(job.methods.list, { filters: { kind: "expireTickets" } })).data.records;
    expect(run).toMatchObject({ kind: "expireTickets", state: "done", outcome: "0 张票已过期", accountName: "" });
    const [next] = (await backend.call(scheduleList, { pageSize: 50 })).data.records.filter(
      ({ kind }) => kind === "expireTickets",
    );
    expect(next).toMatchObject({ nextRunAt: "2026-11-23 00:10:00", lastState: "done" });
  });

  it("runs never overlap: a second press is refused, a turn that comes meanwhile is passed over", async () => {
    await worker().drain();
    const id = await idOf("purge");
    expect((await backend.call(scheduleRun, { id })).status).toBe(200);
    expect((await backend.call(scheduleRun, { id })).message).toBe("“清理过期记录”正在执行或等待执行");
    const several = await Promise.all([1, 2, 3].map(() => backend.call(scheduleRun, { id })));
    expect(several.map(({ status }) => status)).toEqual([409, 409, 409]);
    const { blocked } = (await backend.call(schedule.methods.get, { id })).data;
    expect(blocked).toEqual({ run: "“清理过期记录”正在执行或等待执行" });
    now = new Date("2026-11-22T03:20:00+08:00");
    await worker().drain();
    const runs = (await backend.call(job.methods.list, { filters: { kind: "purge" } })).data.records;
    expect(runs.map(({ state }) => state)).toEqual(["done"]);
  });

  it("a paused one waits; a changed one comes at its new time; nonsense and older forms are refused", async () => {
    await worker().drain();
    const id = await idOf("expireTickets");
    expect((await backend.call(schedulePause, { id })).status).toBe(200);
    expect((await backend.call(schedulePause, { id })).status).toBe(409);
    now = new Date("2026-11-23T00:10:00+08:00");
    await backend.sql("update job_schedule set next_run_at = '2030-01-01' where kind <> 'expireTickets'");
    expect(await worker().drain()).toBe(0);
    backend.setNow(now);
    expect((await backend.call(scheduleResume, { id })).status).toBe(200);
    expect((await backend.call(scheduleSave, { id, cron: "61 * * * *" } as never)).errors?.cron?.[0]).toBe(
      "请输入正确的计划：分 时 日 月 周",
    );
    expect((await backend.call(scheduleSave, { id, cron: "0 0 30 2 *" } as never)).status).toBe(422);
    const row = (await backend.call(scheduleList, { pageSize: 50 })).data.records.find((one) => one.id === id);
    const version = Number(row?.rowVersion);
    expect((await backend.call(scheduleSave, { id, cron: "*/5 * * * *", rowVersion: version } as never)).status).toBe(
      200,
    );
    expect((await backend.call(scheduleSave, { id, cron: "0 * * * *", rowVersion: version } as never)).status).toBe(
      409,
    );
    now = new Date("2026-11-23T00:15:00+08:00");
    expect(await worker().drain()).toBe(1);
  });

  it("of eight who run it at once one does; what was done is on its time line", async () => {
    await worker().drain();
    const id = await idOf("expireTickets");
    const all = await race(backend, 8, () => backend.call(scheduleRun, { id }));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const [{ runs } = { runs: 0 }] = await backend.sql<{ runs: number }>(
      "select count(*)::int as runs from job where schedule_id = $1",
      [id],
    );
    expect(runs).toBe(1);
    await backend.call(scheduleSave, { id, cron: "5 1 * * *" } as never);
    await backend.call(schedulePause, { id });
    const { changes } = (await backend.call(schedule.methods.changes, { id })).data;
    expect(changes.map(({ kind, command }) => command ?? kind)).toEqual(["pause", "edited", "run"]);
    expect(changes[1]?.fields).toEqual([{ field: "cron", before: "10 0 * * *", after: "5 1 * * *" }]);
    const record = (await backend.call(schedule.methods.get, { id })).data.record;
    expect(record).toMatchObject({ name: "未使用的票到期", status: "F", nextRunAt: "", lastState: "waiting" });
  });

  it("6 to see is not to change", async () => {
    await worker().drain();
    const id = await idOf("purge");
    const { token: as } = await backend.createUser({ grants: ["scheduleTaskList"] });
    expect((await backend.call(scheduleList, {}, { as })).status).toBe(200);
    for (const method of [scheduleRun, schedulePause, scheduleResume])
      expect((await backend.call(method, { id }, { as })).status).toBe(403);
    expect((await backend.call(scheduleSave, { id, cron: "0 0 * * *" } as never, { as })).status).toBe(403);
  });
});

describe("a clock that is put right", () => {
  const real = new Date("2026-11-21T12:00:00+08:00");
  const nextOf = async (kind: string) => {
    const { data } = await backend.call(scheduleList, { pageSize: 50 });
    return data.records.find((one) => one.kind === kind)?.nextRunAt;
  };
  const runsOf = async (kind: string) =>
    (await backend.sql("select 1 from job where kind = $1 and schedule_id is not null", [kind])).length;
  const at = async (moment: string | Date) => {
    now = new Date(moment);
    await worker().drain();
  };

  it("after it was a month ahead: tasks run on their next night, once", async () => {
    await at(real);
    await at("2026-12-24T04:00:00+08:00");
    expect([await nextOf("expireTickets"), await runsOf("expireTickets")]).toEqual(["2026-12-25 00:10:00", 1]);
    await at(real);
    expect(await runsOf("expireTickets")).toBe(1);
    expect(await nextOf("expireTickets")).toBe("2026-11-22 00:10:00");
    expect(await nextOf("warnOfHolidays")).toBe("2026-12-01 08:00:00");
    await at("2026-11-22T00:10:00+08:00");
    await at("2026-11-22T00:12:00+08:00");
    expect([await nextOf("expireTickets"), await runsOf("expireTickets")]).toEqual(["2026-11-23 00:10:00", 2]);
  });

  it("keeps to what somebody set, and a paused task stays paused", async () => {
    await at("2026-12-21T12:00:00+08:00");
    await backend.sql(`
      update job_schedule set cron = '0 5 * * *', next_run_at = '2026-12-22 05:00+08' where kind = 'purge'`);
    await backend.sql("update job_schedule set status = 'F' where kind = 'sealAudit'");
    await at(real);
    expect([await nextOf("purge"), await nextOf("sealAudit")]).toEqual(["2026-11-22 05:00:00", ""]);
    await at("2026-11-22T05:00:00+08:00");
    expect([await runsOf("purge"), await runsOf("sealAudit")]).toEqual([1, 0]);
  });

  it("a node whose clock is some seconds behind has nothing run again", async () => {
    await at(real);
    await at("2026-11-22T00:10:01+08:00");
    await at("2026-11-22T00:08:58+08:00");
    await at("2026-11-22T00:10:02+08:00");
    expect([await nextOf("expireTickets"), await runsOf("expireTickets")]).toEqual(["2026-11-23 00:10:00", 1]);
  });

  it("after it was days behind: a night that was missed is made up for once", async () => {
    await at("2026-11-18T12:00:00+08:00");
    expect(await nextOf("expireTickets")).toBe("2026-11-19 00:10:00");
    await at(real);
    await at("2026-11-21T12:02:00+08:00");
    expect([await nextOf("expireTickets"), await runsOf("expireTickets")]).toEqual(["2026-11-22 00:10:00", 1]);
  });
});

describe("what runs by itself", () => {
  it("old keys, sessions and sign-ins go, young ones stay", async () => {
    await worker().drain();
    await backend.sql(`
      insert into idempotency (corp_code, account_id, method, key, payload_hash, at)
      select '0001', 1, 'm', 'key' || n, '', now() - make_interval(days => n) from generate_series(1, 10) n`);
    await backend.sql(`
      insert into sign_in_log (corp_code, acc_name, outcome, at)
      select '0001', 'x', 'ok', now() - make_interval(days => n * 61) from generate_series(1, 10) n`);
    await backend.sql(`
      insert into session (corp_code, account_id, token_hash, last_seen)
      select '0001', 1, decode(md5(n::text), 'hex'), now() - make_interval(days => n * 10) from generate_series(1, 10) n`);
    await backend.call(scheduleRun, { id: await idOf("purge") });
    await worker().drain();
    const count = async (table: string, where: string) =>
      (await backend.sql<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`))[0]?.n;
    expect(await count("idempotency", "key like 'key%'")).toBe(6);
    expect(await count("sign_in_log", "acc_name = 'x'")).toBe(5);
    expect(await count("session", "last_seen < now() - interval '1 day'")).toBe(2);
    const [run] = (await backend.call(job.methods.list, { filters: { kind: "purge" } })).data.records;
    expect(run?.outcome).toBe("清理 17 条");
  });

  it("unused tickets expire after their last day; used ones and those still good do not", async () => {
    const park = await createPark(backend);
    const first = await park.sell();
    await park.sell();
    now = friday;
    await worker().drain();
    await backend.sql("update ticket set valid_from = '2026-01-01', valid_to = '2026-01-02' where order_id = $1", [
      first.orderId,
    ]);
    await backend.call(scheduleRun, { id: await idOf("expireTickets") });
    await worker().drain();
    const states = await backend.sql<{ order_id: number; state: string }>(
      "select distinct order_id, state from ticket order by order_id",
    );
    expect(states.map(({ state }) => state)).toEqual(["expired", "issued"]);
    await checkInvariants(backend);
  });
});
