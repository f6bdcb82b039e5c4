/**
 * What ran and what runs: for those who look after it, and one's own for everybody. What a job found is told in the scope
 * that it ran with, so an account with a scope of its own looks after those alone that it asked for.
 */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { ownJob, ownJobCancel } from "~/contract/platform/job";
import { job } from "~/contract/platform/job-list";
import type { ListRow } from "../kernel/list-source";
import { NotFound, Refusal } from "../kernel/refusal";
import { serveResource } from "../kernel/resource";
import type { Values } from "../kernel/resource-backend";
import { rowsOf } from "../kernel/rows";
import { type Call, type Served, serve } from "../kernel/served";
import { type JobRow, jobColumns, type Kinds, viewOf, workerLost } from "./job-view";
import { job as table } from "./schema";

export function jobServed(kinds: Kinds): Served[] {
  return [
    ...serveResource(job, {
      table,
      query: {
        from: "job j",
        columns: {
          name: sql`j.kind`,
          state: sql`case when j.state = 'running' and j.cancel_asked then 'cancelling' else j.state end`,
          outcome: sql`case when j.state = 'done' then j.result::text end`,
          link: sql`case when j.state = 'done' then j.result ->> 'link' end`,
        },
        filters: { state: inState },
      },
      rows: ({ caller }) => (caller.scope ? sql`j.account_id = ${caller.userId}` : undefined),
      choices: () => ({ kind: [...kinds.values()].map(({ kind, title }) => ({ value: kind, label: title() })) }),
      shown: (_, rows) => rows.map((row) => inWords(row, kinds)),
      keeps: { lock, write },
      commands: {
        cancel: (_call, { state }) => ({ to: state === "waiting" ? "cancelled" : "cancelling" }),
        retry: { mayNot: (call, rows) => whyNotAgain(call, rows) },
      },
    }),
    serve(ownJob, async (call, { id }) => viewOf(await ownOf(call, id), kinds)),
    serve(ownJobCancel, async (call, { id }) => {
      await lock(call, id);
      const own = await ownOf(call, id);
      if (own.state !== "waiting" && own.state !== "running")
        throw new Refusal(m.jobs_ended_already({ name: viewOf(own, kinds).name }));
      await write(call, id, { state: own.state === "waiting" ? "cancelled" : "cancelling" });
      const [before, after] = [{ state: own.state }, { cancelAsked: true }];
      call.audit({ thing: "job", thingId: id, label: own.kind, before, after });
      return { id };
    }),
  ];
}

function inState(state: string): SQL {
  return state === "cancelling"
    ? sql`j.state = 'running' and j.cancel_asked`
    : sql`j.state = ${state} and not (j.state = 'running' and j.cancel_asked)`;
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

/** Of an account's own; anybody else's is not found. */
async function ownOf({ db, caller }: Call, id: number): Promise<JobRow> {
  const [row] = await rowsOf<JobRow>(
    db,
    sql`
      select ${jobColumns} from job j
      where j.corp_code = current_setting('app.corp_code') and j.id = ${id} and j.account_id = ${caller.userId}
    `,
  );
  if (!row) throw new NotFound();
  return row;
}

async function lock({ db }: Call, id: number): Promise<void> {
  await db.execute(sql`select from job where id = ${id} for update`);
}

/** What waits ends now; a worker that has it sees the wish with its next heartbeat, and ends it. */
const states: Record<string, SQL> = {
  cancelled: sql`cancel_asked = true, state = 'cancelled', finished_at = now()`,
  cancelling: sql`cancel_asked = true`,
  waiting: sql`
    state = 'waiting', run_at = now(), attempts = 0, cancel_asked = false, error = '', done = 0,
    finished_at = null, started_at = null, fence = fence + 1`,
};

async function write({ db }: Call, id: number, { state }: Values): Promise<void> {
  const set = states[String(state)];
  if (!set) throw new Error(`no command leads to the state ${state}`);
  await db.execute(sql`update job set ${set} where id = ${id}`);
}

/** Of one schedule two runs never overlap. */
async function whyNotAgain({ db }: Call, rows: readonly { scheduleId: number | null; name: string | null }[]) {
  const asked = rows.flatMap(({ scheduleId }) => scheduleId ?? []);
  if (asked.length === 0) return rows.map(() => null);
  const found = await rowsOf<{ id: number }>(
    db,
    sql`
      select distinct schedule_id as id from job
      where schedule_id = any (${sql.param(asked)}::bigint[]) and state in ('waiting', 'running')
    `,
  );
  const busy = new Set(found.map(({ id }) => Number(id)));
  return rows.map(({ scheduleId, name }) =>
    scheduleId !== null && busy.has(scheduleId) ? m.jobs_under_way({ name: name ?? "" }) : null,
  );
}
