/**
 * What ran and what runs: for those who look after it, and one's own for everybody. What a job found is told in the scope
 * that it ran with, so an account with a scope of its own looks after those alone that it asked for.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { jobCancel, jobGet, jobRetry, jobStates, ownJob, ownJobCancel } from "~/contract/platform/job";
import { job } from "~/contract/platform/job-list";
import type { ListRow } from "../kernel/list-source";
import { NotFound, Refusal } from "../kernel/refusal";
import { serveList } from "../kernel/serve-list";
import { type Call, type Served, serve } from "../kernel/served";
import { type JobRow, jobColumns, type Kinds, stateLabels, viewOf, workerLost } from "./job-view";

export function jobMethods(kinds: Kinds): Served[] {
  return [
    ...jobList(kinds),
    serve(jobGet, async (call, { id }) => viewOf(await jobOf(call, id), kinds)),
    serve(ownJob, async (call, { id }) => viewOf(await jobOf(call, id, true), kinds)),
    serve(jobCancel, async (call, { id }) => cancel(call, await jobOf(call, id), kinds)),
    serve(ownJobCancel, async (call, { id }) => cancel(call, await jobOf(call, id, true), kinds)),
    serve(jobRetry, (call, { id }) => retry(call, id, kinds)),
  ];
}

function jobList(kinds: Kinds): Served[] {
  return serveList(job, {
    query: {
      from: "job j",
      columns: {
        name: sql`j.kind`,
        state: sql`case when j.state = 'running' and j.cancel_asked then 'cancelling' else j.state end`,
        outcome: sql`case when j.state = 'done' then j.result::text end`,
        link: sql`case when j.state = 'done' then j.result ->> 'link' end`,
      },
      filters: {
        state: (state) =>
          state === "cancelling" ? sql`j.state = 'running' and j.cancel_asked` : sql`j.state = ${state}`,
      },
    },
    rows: ({ caller }) => (caller.scope ? sql`j.account_id = ${caller.userId}` : undefined),
    choices: () => ({
      kind: [...kinds.values()].map(({ kind, title }) => ({ value: kind, label: title() })),
      state: [
        ...jobStates.map((state) => ({ value: state, label: stateLabels[state]() })),
        { value: "cancelling", label: m.jobs_cancel_asked() },
      ],
    }),
    shown: (_, rows) => rows.map((row) => inWords(row, kinds)),
  });
}

function inWords(row: ListRow, kinds: Kinds): ListRow {
  const kind = kinds.get(String(row.kind));
  return {
    ...row,
    name: kind?.title() ?? row.kind ?? "",
    outcome: typeof row.outcome === "string" ? (kind?.outcome?.(JSON.parse(row.outcome)) ?? "") : "",
    error: row.error === workerLost ? m.jobs_worker_lost() : (row.error ?? ""),
    link: row.link ?? "",
  };
}

async function jobOf({ db, caller }: Call, id: number, own = caller.scope !== null): Promise<JobRow> {
  const mine = own ? sql`and j.account_id = ${caller.userId}` : sql``;
  const { rows } = await db.execute(sql`
    select ${jobColumns} from job j
    where j.corp_code = current_setting('app.corp_code') and j.id = ${id} ${mine}
  `);
  const [row] = rows as unknown as JobRow[];
  if (!row) throw new NotFound();
  return row;
}

/** What waits ends now; a worker that has it sees the wish with its next heartbeat, and ends it. */
async function cancel(call: Call, job: JobRow, kinds: Kinds): Promise<{ id: number }> {
  const { id } = job;
  const { rows } = await call.db.execute(sql`
    update job
    set cancel_asked = true,
        state = case state when 'waiting' then 'cancelled' else state end,
        finished_at = case state when 'waiting' then now() end
    where id = ${id} and state in ('waiting', 'running')
    returning id
  `);
  if (rows.length === 0) throw new Refusal(m.jobs_ended_already({ name: viewOf(job, kinds).name }));
  call.audit({
    thing: "job",
    thingId: id,
    label: job.kind,
    before: { state: job.state },
    after: { cancelAsked: true },
  });
  return { id };
}

async function retry(call: Call, id: number, kinds: Kinds): Promise<{ id: number }> {
  const job = await jobOf(call, id);
  const { rows } = await call.db.execute(sql`
    update job
    set state = 'waiting', run_at = now(), attempts = 0, cancel_asked = false, error = '', done = 0,
        finished_at = null, started_at = null, fence = fence + 1
    where id = ${id} and state in ('failed', 'cancelled')
      and not exists (
        select from job other
        where other.schedule_id = job.schedule_id and other.state in ('waiting', 'running')
      )
    returning id
  `);
  if (rows.length === 0) throw new Refusal(m.jobs_not_to_retry({ name: viewOf(job, kinds).name }));
  call.audit({ thing: "job", thingId: id, label: job.kind, before: { state: job.state }, after: { state: "waiting" } });
  return { id };
}
