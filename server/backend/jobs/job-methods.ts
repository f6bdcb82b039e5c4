/**
 * What ran and what runs: for those who look after it, and one's own for everybody. What a job found is told in the scope
 * that it ran with, so an account with a scope of its own looks after those alone that it asked for.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { jobCancel, jobGet, jobList, jobRetry, jobStates, ownJob, ownJobCancel } from "~/contract/platform/job";
import { betweenMoments, conditionsOf, equals, listPage } from "../kernel/list-page";
import { NotFound, Refusal } from "../kernel/refusal";
import { type Call, type Served, serve } from "../kernel/served";
import { type JobRow, jobColumns, type Kinds, stateLabels, viewOf } from "./job-view";

const filters = {
  kind: equals(sql`j.kind`),
  state: equals(sql`j.state`),
  createdAt: betweenMoments(sql`j.created_at`),
};

export function jobMethods(kinds: Kinds): Served[] {
  return [
    serve(jobList, async (call, payload) => {
      const { capped, records, ...counts } = await listPage<JobRow>(call, payload, {
        from: sql`job j`,
        id: sql`j.id`,
        conditions: [
          ...conditionsOf(payload.filters, filters),
          ...(call.caller.scope ? [sql`j.account_id = ${call.caller.userId}`] : []),
        ],
        sorts: { id: sql`j.id`, createdAt: sql`j.created_at` },
        rows: (ids) => sql`
          select ${jobColumns}
          from (${ids}) page
          join job j on j.corp_code = current_setting('app.corp_code') and j.id = page.id
          order by page.place
        `,
      });
      const options = {
        kind: [...kinds.values()].map(({ kind, title }) => ({ value: kind, label: title() })),
        state: jobStates.map((state) => ({ value: state, label: stateLabels[state]() })),
      };
      return { ...counts, records: records.map((row) => viewOf(row, kinds)), otherData: { options, capped } };
    }),
    serve(jobGet, async (call, { id }) => viewOf(await jobOf(call, id), kinds)),
    serve(ownJob, async (call, { id }) => viewOf(await jobOf(call, id, true), kinds)),
    serve(jobCancel, async (call, { id }) => cancel(call, await jobOf(call, id), kinds)),
    serve(ownJobCancel, async (call, { id }) => cancel(call, await jobOf(call, id, true), kinds)),
    serve(jobRetry, (call, { id }) => retry(call, id, kinds)),
  ];
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
