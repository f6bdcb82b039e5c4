import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { m } from "~/contract/messages";
import { ownJob, ownJobCancel } from "~/contract/platform/job";
import { job as jobs } from "~/contract/platform/job-list";
import { type JobKind, jobKind } from "~server/backend/jobs/kind";
import { createWorker, type WorkerOptions } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { Refusal } from "~server/backend/kernel/refusal";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race } from "~tests/support/race";

const { cancel: jobCancel, get: jobGet, retry: jobRetry } = jobs.methods;
let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
  await backend.sql("create table effect (job_id bigint, worker text)");
});
afterEach(() => backend.close());

const worker = (kinds: JobKind[], options: Partial<WorkerOptions> = {}) =>
  createWorker({ database: backend.database, kinds, ...options });
const kindOf = (run: JobKind["run"], more: Partial<JobKind> = {}) =>
  jobKind({ kind: "probe", title: m.jobs_kind_purge, payload: z.object({}), run, ...more });
const put = (accountId = 0, corpCode = "0001") =>
  backend.database.tenant(corpCode, (tx) => enqueue(tx, { kind: "probe", accountId, accountName: "某人" }));
const job = async (id: number) =>
  (
    await backend.sql<{ state: string; error: string; attempts: number; fence: number; result: unknown }>(
      "select state, error, attempts, fence, result from job where id = $1",
      [id],
    )
  )[0];
const effects = async () => (await backend.sql("select * from effect")).length;
const leaseRunsOut = () =>
  backend.sql("update job set lease_until = now() - interval '1 second' where state = 'running'");
const dueNow = () => backend.sql("update job set run_at = now() where state = 'waiting'");

/** A promise and the function that keeps it. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/**
 * The first worker stands still in the midst of its job until its lease is over; a second does the job to its end; then
 * the first goes on. Answers how often the effect happened.
 */
async function twoWorkers(fencing: boolean): Promise<number> {
  const standing = gate();
  const goOn = gate();
  let runs = 0;
  const kind = kindOf(async (run) => {
    runs += 1;
    if (runs === 1) {
      standing.open();
      await goOn.passed;
    }
    await run.complete({ rows: 1 }, async (tx) => {
      await tx.execute(sql`set local role none`);
      await tx.execute(sql`insert into effect values (${run.jobId}, ${String(run.attempt)})`);
    });
    return undefined;
  });
  const id = await put();
  const first = worker([kind], { fencing }).step();
  await standing.passed;
  await leaseRunsOut();
  expect(await worker([kind], { fencing }).step()).toBe(true);
  expect((await job(id))?.state).toBe("done");
  goOn.open();
  await first;
  expect((await job(id))?.state).toBe("done");
  expect(runs).toBe(2);
  return effects();
}

describe("jobs", () => {
  it("a worker that lost its lease completes nothing: the job is done once", async () => {
    expect(await twoWorkers(true)).toBe(1);
  });

  it("without the fence it would be done twice", async () => {
    expect(await twoWorkers(false)).toBe(2);
  });

  it("of many workers at once each job is taken by one", async () => {
    const kind = kindOf(async (run) => {
      await run.complete({}, async (tx) => {
        await tx.execute(sql`set local role none`);
        await tx.execute(sql`insert into effect values (${run.jobId}, '')`);
      });
      return undefined;
    });
    for (let n = 0; n < 12; n += 1) await put();
    const done = await Promise.all(Array.from({ length: 4 }, () => worker([kind]).drain()));
    expect(done.reduce((sum, n) => sum + n, 0)).toBe(12);
    const [row] = await backend.sql<{ jobs: number }>("select count(distinct job_id)::int as jobs from effect");
    expect([row?.jobs, await effects()]).toEqual([12, 12]);
  });

  it("what fails is tried again later, then given up; what a rule refuses is not tried again", async () => {
    const id = await put();
    const broken = worker([kindOf(() => Promise.reject(new Error("no")))]);
    await broken.step();
    expect(await job(id)).toMatchObject({ state: "waiting", attempts: 1 });
    expect(await broken.step()).toBe(false);
    const [wait] = await backend.sql<{ s: number }>(
      "select extract(epoch from run_at - now())::int as s from job where id = $1",
      [id],
    );
    expect(wait?.s).toBeGreaterThan(5);
    for (let n = 0; n < 2; n += 1) {
      await dueNow();
      await broken.step();
    }
    expect(await job(id)).toMatchObject({ state: "failed", attempts: 3 });
    // The cause is in the log, under the same name; not on the page.
    expect((await job(id))?.error).toContain(`job-${id}`);
    const refused = await put();
    await worker([kindOf(() => Promise.reject(new Refusal("没有权限")))]).step();
    expect(await job(refused)).toMatchObject({ state: "failed", attempts: 1, error: "没有权限" });
  });

  it("a job whose worker is lost each time is given up after its attempts", async () => {
    const id = await put();
    // Those that were lost go on until the test ends: none asks a database that is closed.
    const over = gate();
    const never = kindOf(() => over.passed.then(() => undefined));
    const lost: Promise<boolean>[] = [];
    for (let n = 1; n <= 3; n += 1) {
      lost.push(worker([never]).step());
      await expect.poll(async () => (await job(id))?.attempts).toBe(n);
      await leaseRunsOut();
    }
    expect(await worker([never]).step()).toBe(false);
    expect(await job(id)).toMatchObject({ state: "failed", attempts: 3 });
    expect((await backend.call(jobGet, { id })).data.record?.error).toBe("执行中断，且已无重试次数");
    over.open();
    await Promise.all(lost);
  });

  it("a worker that has lost its job beats no more for it, however long the job goes on", async () => {
    const over = gate();
    const told = gate();
    const asked = vi.spyOn(backend.database, "system");
    const kind = kindOf(async (run) => {
      run.signal.addEventListener("abort", told.open);
      await over.passed;
      return undefined;
    });
    await put();
    const going = worker([kind], { leaseSeconds: 0.03 }).step();
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(2);
    await backend.sql("update job set fence = fence + 1");
    await told.passed;
    // What was on its way may still come; then there is a time in which ten heartbeats would have come, and none does.
    const inAWhile = async () => {
      const before = asked.mock.calls.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return asked.mock.calls.length - before;
    };
    await expect.poll(inAWhile, { timeout: 10_000 }).toBe(0);
    over.open();
    await going;
  });

  it("cancel ends what waits at once, and what runs at its next step", async () => {
    const waiting = await put();
    expect((await backend.call(jobCancel, { id: waiting })).status).toBe(200);
    expect((await job(waiting))?.state).toBe("cancelled");
    expect((await backend.call(jobCancel, { id: waiting })).status).toBe(409);
    const started = gate();
    const id = await put();
    const run = worker(
      [
        kindOf(async (one) => {
          started.open();
          for (let n = 0; ; n += 1) {
            await one.progress(n, 1_000);
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        }),
      ],
      { leaseSeconds: 1 },
    ).step();
    await started.passed;
    expect((await backend.call(jobCancel, { id })).status).toBe(200);
    await run;
    expect((await job(id))?.state).toBe("cancelled");
    expect((await backend.call(jobRetry, { id })).status).toBe(200);
    await worker([kindOf(async () => ({ rows: 7, link: "/x" }))]).step();
    const { record } = (await backend.call(jobGet, { id })).data;
    expect(record).toMatchObject({ state: "done", link: "/x" });
    const refused = await backend.call(jobRetry, { id });
    expect([refused.status, refused.message]).toEqual([409, "只有失败或已取消时可以重新执行，“probe”现在是已完成"]);
    const { changes } = (await backend.call(jobs.methods.changes, { id })).data;
    expect(changes.map(({ command }) => command)).toEqual(["retry", "cancel"]);
    expect(changes[1]?.fields).toContainEqual({ field: "state", before: "running", after: "cancelling" });
  });

  it("a command pressed twice with one key is done once; of eight at once one is", async () => {
    const id = await put();
    await worker([kindOf(() => Promise.reject(new Refusal("没有权限")))]).step();
    const key = { id, idempotencyKey: "abcdefghijklmnop" };
    const answers = [await backend.call(jobRetry, key), await backend.call(jobRetry, key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const all = await race(backend, 8, () => backend.call(jobCancel, { id }));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const trail = await backend.sql("select method from audit_log where thing = 'job' and thing_id = $1 order by id", [
      id,
    ]);
    expect(trail).toEqual([{ method: "jobRetry" }, { method: "jobCancel" }]);
  });

  it("a worker that stops gives its job back untouched", async () => {
    const id = await put();
    const started = gate();
    const kind = kindOf(async (run) => {
      started.open();
      await new Promise((_, reject) => run.signal.addEventListener("abort", () => reject(run.signal.reason)));
      return undefined;
    });
    const first = worker([kind], { pollEvery: 10 });
    first.start();
    await started.passed;
    await first.stop();
    expect(await job(id)).toMatchObject({ state: "waiting", attempts: 0 });
  });

  it("6 the log is for who holds the function, the commands for who holds the button, one's own for oneself", async () => {
    const seeing = await backend.createUser({ grants: ["scheduleTaskList"] });
    const other = await backend.createUser({});
    const id = await put(other.id);
    const as = (token: string) => ({ as: token });
    expect((await backend.call(jobs.methods.list, {}, as(other.token))).status).toBe(403);
    expect((await backend.call(jobs.methods.list, {}, as(seeing.token))).data.records.map((row) => row.id)).toEqual([
      id,
    ]);
    expect((await backend.call(jobCancel, { id }, as(seeing.token))).status).toBe(403);
    expect((await backend.call(ownJob, { id }, as(seeing.token))).status).toBe(404);
    expect((await backend.call(ownJobCancel, { id }, as(seeing.token))).status).toBe(404);
    expect((await backend.call(ownJob, { id }, as(other.token))).data.state).toBe("waiting");
    expect((await backend.call(ownJobCancel, { id }, as(other.token))).status).toBe(200);
    const tenant = await backend.createCorp("2002");
    expect((await backend.call(jobGet, { id }, as(tenant))).status).toBe(404);
    expect((await backend.call(jobCancel, { id }, as(tenant))).status).toBe(404);
    expect((await backend.call(jobs.methods.list, {}, as(tenant))).data.count).toBe(0);
  });
});
