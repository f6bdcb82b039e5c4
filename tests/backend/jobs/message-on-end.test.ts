/** Whoever asked for a job is told what became of it: once, in their language, with the way to it. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { m } from "~/contract/messages";
import { job } from "~/contract/platform/job-list";
import { messageList } from "~/contract/platform/message";
import { gate } from "~/contract/ticket/gate";
import { localeStorage } from "~/i18n/locale.server";
import { type JobKind, jobKind } from "~server/backend/jobs/kind";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { Refusal } from "~server/backend/kernel/refusal";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const messagesOf = async (as: string, language = "zh-CN") =>
  (await backend.call(messageList, {}, { as, language })).data.records.map(({ kind, title, body, link }) => ({
    kind,
    title,
    body,
    link,
  }));

/** Does one job of somebody, of a kind that tells. */
async function ended(accountId: number, run: JobKind["run"], maxAttempts = 1): Promise<number> {
  const kind = jobKind({
    kind: "probe",
    title: m.jobs_kind_export,
    payload: z.object({}),
    tells: true,
    page: ({ id }) => `/exports/${id}`,
    outcome: ({ rows = 0 }) => m.jobs_exported({ n: rows }),
    run,
  });
  const id = await backend.database.tenant("0001", (tx) => enqueue(tx, { kind: "probe", accountId, maxAttempts }));
  await createWorker({ database: backend.database, kinds: [kind] }).drain();
  return id;
}

describe("an export's owner", () => {
  test("finds a message with the link when it is done, and nobody else does", async () => {
    await createPark(backend);
    const one = await backend.createUser({ grants: ["tktParkGate"] });
    const other = await backend.createUser({ grants: ["tktParkGate"] });
    const { data } = await backend.call(gate.methods.export, { format: "csv", order: "asc" }, { as: one.token });
    expect(await messagesOf(one.token)).toEqual([]);
    await createWorker({ database: backend.database, kinds: allKinds }).drain();
    const link = `/exports/${data.jobId}`;
    expect(await messagesOf(one.token)).toEqual([{ kind: "task", title: "闸机 2 条已导出", body: "闸机.csv", link }]);
    expect(await messagesOf(one.token, "en")).toMatchObject([{ title: "Gates: 2 rows exported", link }]);
    expect(await messagesOf(other.token)).toEqual([]);
    expect(await messagesOf(backend.admin)).toEqual([]);
  });

  test("is told a large number with its separators, and one row as one", async () => {
    const kind = allKinds.find((one) => one.kind === "export");
    const asked = {
      ...{ business: gate.methods.export.business, method: gate.methods.export.name },
      asked: { format: "csv", order: "asc" },
    };
    const said = (rows: number, locale: "zh-CN" | "en") =>
      localeStorage.run(locale, () => kind?.toldDone?.({ rows, name: "Gates.csv" }, kind.payload.parse(asked)).title);
    expect([said(3_807, "zh-CN"), said(3_807, "en"), said(1, "en")]).toEqual([
      "闸机 3,807 条已导出",
      "Gates: 3,807 rows exported",
      "Gates: 1 row exported",
    ]);
  });

  test("is told of a failure, why, and where", async () => {
    await createPark(backend);
    const { token, id } = await backend.createUser({ grants: ["tktParkGate"] });
    const { data } = await backend.call(gate.methods.export, { format: "csv", order: "asc" }, { as: token });
    await backend.sql("delete from account_role where account_id = $1", [id]);
    await createWorker({ database: backend.database, kinds: allKinds }).drain();
    const [message] = await messagesOf(token);
    expect(message).toMatchObject({ kind: "task", title: "导出失败", link: `/exports/${data.jobId}` });
    expect(message?.body).not.toBe("");
  });
});

describe("a job that tells", () => {
  test("and has no sentence of its own has ended, with what came of it", async () => {
    const { token, id } = await backend.createUser({});
    await ended(id, async () => ({ rows: 2 }));
    expect(await messagesOf(token)).toMatchObject([{ title: "导出已完成", body: "导出 2 条" }]);
    expect(await messagesOf(token, "en")).toMatchObject([{ title: "Export: completed", body: "2 rows exported" }]);
  });

  test("says what a rule refused", async () => {
    const { token, id } = await backend.createUser({});
    const jobId = await ended(id, () => Promise.reject(new Refusal("数据超过上限")));
    const told = { kind: "task", title: "导出失败", body: "数据超过上限", link: `/exports/${jobId}` };
    expect(await messagesOf(token)).toEqual([told]);
  });

  test("tells of a fault when it is given up, not at each attempt", async () => {
    const { token, id } = await backend.createUser({});
    await ended(id, () => Promise.reject(new Error("no")), 2);
    expect(await messagesOf(token)).toEqual([]);
    await backend.sql("update job set run_at = now() where kind = 'probe'");
    const kinds = [
      jobKind({
        kind: "probe",
        title: m.jobs_kind_export,
        payload: z.object({}),
        tells: true,
        run: () => Promise.reject(new Error("no")),
      }),
    ];
    await createWorker({ database: backend.database, kinds }).drain();
    expect((await messagesOf(token)).map(({ title }) => title)).toEqual(["导出失败"]);
  });

  test("tells of a worker that was lost for the last time", async () => {
    const { token, id } = await backend.createUser({});
    await ended(id, async () => ({ rows: 1 }));
    await backend.sql("delete from message");
    await backend.sql(
      "update job set state = 'running', finished_at = null, lease_until = now() - interval '1 second' where kind = 'probe'",
    );
    await ended(0, async () => ({}));
    expect(await messagesOf(token)).toMatchObject([{ title: "导出失败", body: "执行中断，且已无重试次数" }]);
  });

  test("that cannot be told of has not ended: message and end are one transaction", async () => {
    const { token, id } = await backend.createUser({});
    await backend.sql("alter table message add constraint no_more check (kind <> 'task')");
    await ended(id, async () => ({ rows: 1 }), 5);
    const [job] = await backend.sql<{ state: string }>("select state from job where kind = 'probe'");
    expect([job?.state, await messagesOf(token)]).toEqual(["waiting", []]);
  });

  test("of a schedule tells nobody", async () => {
    await ended(0, async () => ({ rows: 1 }));
    expect(await backend.sql("select 1 from message")).toEqual([]);
  });
});

describe("a task that runs by itself and fails", () => {
  const first = new Date("2026-11-22T03:00:00+08:00");

  /** One run of the task, given up at its last attempt unless `run` says otherwise; answers the run's number. */
  async function runs(run: JobKind["run"], { corp = "0001", now = first, accountId = 0 } = {}): Promise<number> {
    const kind = jobKind({ kind: "probe", title: m.jobs_kind_backup, payload: z.object({}), run });
    await backend.sql(
      `insert into job_schedule (corp_code, kind, cron, next_run_at) values ($1, 'probe', '0 3 * * *', '2027-01-01')
       on conflict do nothing`,
      [corp],
    );
    const [task] = await backend.sql<{ id: number }>(
      "select id from job_schedule where kind = 'probe' and corp_code = $1",
      [corp],
    );
    const asked = { kind: "probe", maxAttempts: 1, scheduleId: Number(task?.id), accountId };
    const id = await backend.database.tenant(corp, (tx) => enqueue(tx, asked));
    await createWorker({ database: backend.database, kinds: [kind], now: () => now }).drain();
    return id;
  }
  const refused = () => Promise.reject(new Refusal("备份目录不存在"));
  const broken = () => Promise.reject(new Error("no"));

  test("is told to those who look after tasks, to nobody else, with the way to its log", async () => {
    const holder = await backend.createUser({ grants: ["scheduleTaskList"] });
    const other = await backend.createUser({ grants: ["tktParkGate"] });
    const { parkId } = await createPark(backend);
    const bound = await backend.createUser({ grants: ["scheduleTaskList"], parks: [parkId] });
    const tenant = await backend.createCorp("3001");
    const id = await runs(refused);
    const body = "备份目录不存在（同一任务每天只提醒一次，之后的执行请看任务记录）";
    const told = { kind: "task", title: "数据备份失败", body, link: `/schedule/dispatchTaskLogInfo/${id}` };
    expect(await messagesOf(holder.token)).toEqual([told]);
    expect(await messagesOf(backend.admin)).toEqual([told]);
    expect([await messagesOf(other.token), await messagesOf(bound.token), await messagesOf(tenant)]).toEqual([
      [],
      [],
      [],
    ]);
    expect((await backend.call(job.methods.get, { id }, { as: holder.token })).data.record?.error).toBe(
      "备份目录不存在",
    );
  });

  test("is told in the reader's language", async () => {
    const id = await runs(broken);
    expect(await messagesOf(backend.admin, "en")).toMatchObject([
      {
        title: "Backup: failed",
        body: `Something went wrong. Please try again later. Reference: job-${id} (One message a day for each task; later runs are in the task log.)`,
      },
    ]);
  });

  test("of a tenant is told there, and not to head office", async () => {
    const tenant = await backend.createCorp("3001");
    await runs(refused, { corp: "3001" });
    expect(await messagesOf(tenant)).toMatchObject([{ title: "数据备份失败" }]);
    expect(await messagesOf(backend.admin)).toEqual([]);
  });

  test("is told once a day, read or not, and again the next day", async () => {
    const at = (moment: string) => runs(refused, { now: new Date(moment) });
    await at("2026-11-22T03:00:00+08:00");
    await at("2026-11-22T03:05:00+08:00");
    expect(await messagesOf(backend.admin)).toHaveLength(1);
    await backend.sql("update message set read_at = now()");
    await at("2026-11-22T23:55:00+08:00");
    expect(await messagesOf(backend.admin)).toHaveLength(1);
    await at("2026-11-23T00:05:00+08:00");
    expect(await messagesOf(backend.admin)).toHaveLength(2);
  });

  test("is told of a worker that was lost for the last time, and of a run that somebody began by hand", async () => {
    await runs(async () => ({}));
    expect(await backend.sql("select 1 from message")).toEqual([]);
    await backend.sql(
      "update job set state = 'running', finished_at = null, lease_until = now() - interval '1 second' where kind = 'probe'",
    );
    await createWorker({
      database: backend.database,
      kinds: [jobKind({ kind: "probe", title: m.jobs_kind_backup, payload: z.object({}), run: broken })],
      now: () => first,
    }).step();
    expect((await messagesOf(backend.admin)).map(({ body }) => body.slice(0, 4))).toEqual(["执行中断"]);
    const { id } = await backend.createUser({});
    await runs(refused, { accountId: id, now: new Date("2026-11-24T03:00:00+08:00") });
    expect(await messagesOf(backend.admin)).toHaveLength(2);
  });

  test("is told of when it is given up, not at each attempt", async () => {
    const kind = jobKind({ kind: "probe", title: m.jobs_kind_backup, payload: z.object({}), run: broken });
    const work = () => createWorker({ database: backend.database, kinds: [kind], now: () => first }).drain();
    await runs(async () => ({}));
    await backend.sql(
      "update job set state = 'waiting', finished_at = null, attempts = 0, max_attempts = 2 where kind = 'probe'",
    );
    await work();
    expect(await messagesOf(backend.admin)).toEqual([]);
    await backend.sql("update job set run_at = now() where kind = 'probe'");
    await work();
    expect(await messagesOf(backend.admin)).toHaveLength(1);
  });
});
