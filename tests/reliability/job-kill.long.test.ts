/** kill -9 at random moments amid jobs: each is taken up again, and none is ever completed twice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { openBackendIn, openTestBackend, type TestBackend } from "~tests/support/backend";
import { makeWorkplace, type Workplace } from "./killed-child";
import { attemptsOfJob, probe, stepsOfJob } from "./probe-job";

const rounds = 6;
/** Waiting at the start of every round: more than a worker does before it is killed. */
const jobs = 40;
let workplace: Workplace;
let dataDir: string;
beforeAll(async () => {
  workplace = await makeWorkplace("tests/reliability/job-loop.ts");
  dataDir = workplace.makeDataDir();
});
afterAll(() => workplace.remove());

async function prepare(backend: TestBackend): Promise<void> {
  await backend.sql("create table probe_step (job_id bigint, attempt integer, step integer)");
  await backend.sql("create table probe_effect (job_id bigint, attempt integer)");
}

async function enqueueUpTo(backend: TestBackend, count: number): Promise<void> {
  const [waiting] = await backend.sql<{ count: number }>(
    "select count(*)::int as count from job where kind = 'probe' and state = 'waiting'",
  );
  for (let job = waiting?.count ?? 0; job < count; job += 1) {
    await backend.database.tenant("0001", (tx) => enqueue(tx, { kind: "probe", maxAttempts: attemptsOfJob }));
  }
}

/** The runs under way, by job and attempt. */
const running = (backend: TestBackend) =>
  backend.sql<{ id: number; attempts: number }>(
    "select id, attempts from job where kind = 'probe' and state = 'running'",
  );
const completedTwice = (backend: TestBackend) =>
  backend.sql("select job_id, count(*)::int as times from probe_effect group by job_id having count(*) > 1");

test(`${rounds} kills amid jobs: each is done once, and taken up again as often as it was cut off`, async () => {
  const first = await openBackendIn(dataDir);
  await prepare(first);
  await enqueueUpTo(first, jobs);
  await first.close();
  const cutOff = new Map<number, Set<number>>();
  for (let round = 1; round <= rounds; round += 1) {
    await workplace.workUntilKilled(dataDir, { sign: "working", after: 50, atMost: 550 });
    const backend = await openBackendIn(dataDir);
    try {
      // One that no worker came to before the next kill was cut off once.
      for (const { id, attempts } of await running(backend))
        cutOff.set(id, (cutOff.get(id) ?? new Set()).add(attempts));
      expect(await completedTwice(backend), `after ${round} kills`).toEqual([]);
      // Its lease is over: the next worker need not wait for that.
      await backend.sql("update job set lease_until = now() - interval '1 second' where state = 'running'");
      if (round < rounds) await enqueueUpTo(backend, jobs);
    } finally {
      await backend.close();
    }
  }
  const backend = await openBackendIn(dataDir);
  try {
    await createWorker({ database: backend.database, kinds: [probe] }).drain();
    const ended = await backend.sql<{ id: number; state: string; attempts: number; effects: number }>(`
      select j.id, j.state, j.attempts, (select count(*)::int from probe_effect e where e.job_id = j.id) as effects
      from job j where kind = 'probe'
    `);
    expect(ended.length).toBeGreaterThanOrEqual(jobs);
    const expected = ended.map(({ id }) => ({
      id,
      state: "done",
      attempts: 1 + (cutOff.get(id)?.size ?? 0),
      effects: 1,
    }));
    expect(ended).toEqual(expected);
    const [steps] = await backend.sql<{ abandoned: number }>(`
      select count(*)::int as abandoned
      from (select from probe_step group by job_id, attempt having count(*) < ${stepsOfJob}) part
    `);
    console.log(
      `${rounds} kills amid ${ended.length} jobs, ${cutOff.size} cut off, ${steps?.abandoned} of their runs in the middle`,
    );
    expect(steps?.abandoned, "no kill hit a job in its middle").toBeGreaterThan(0);
  } finally {
    await backend.close();
  }
});

test("without lease and fence jobs are completed twice, and the count sees it", async () => {
  const backend = await openTestBackend();
  try {
    await prepare(backend);
    await enqueueUpTo(backend, 6);
    const workers = [1, 2, 3].map(() =>
      createWorker({ database: backend.database, kinds: [probe], leaseSeconds: 0, fencing: false }),
    );
    await Promise.all(workers.map((worker) => worker.drain()));
    expect((await completedTwice(backend)).length).toBeGreaterThan(0);
  } finally {
    await backend.close();
  }
});
