/** Schedules of a corp: looked at, run out of turn, paused, set to another time. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { schedule } from "~/contract/platform/schedule";
import { stamp } from "../kernel/business-time";
import { enqueueFor } from "../kernel/enqueue";
import type { ListRow } from "../kernel/list-source";
import { Invalid, Refusal } from "../kernel/refusal";
import { serveResource } from "../kernel/resource";
import { rowsOf } from "../kernel/rows";
import type { Call, Served } from "../kernel/served";
import { nextRun } from "./cron";
import type { Kinds } from "./job-view";
import { jobSchedule } from "./schema";

export function scheduleServed(kinds: Kinds): Served[] {
  const nothing = sql`null`;
  return serveResource(schedule, {
    table: jobSchedule,
    query: {
      from: "job_schedule s",
      columns: { name: sql`s.kind`, lastJobId: nothing, lastFinishedAt: nothing, lastState: nothing },
    },
    shown: async (call, rows) => {
      const runs = await lastRuns(call, rows);
      return rows.map((row) => ({
        ...row,
        name: kinds.get(String(row.kind))?.title() ?? row.kind ?? "",
        nextRunAt: row.status === "T" ? (row.nextRunAt ?? "") : "",
        lastJobId: 0,
        ...runs.get(String(row.kind)),
      }));
    },
    check: (call, values, before) => {
      const cron = String(values.cron ?? before?.cron ?? "").trim();
      const next = nextRun(cron, call.now);
      if (!next) throw new Invalid({ cron: [m.jobs_bad_cron()] });
      if (cron !== before?.cron) Object.assign(values, { cron, nextRunAt: stamp(next) });
    },
    commands: {
      run: {
        mayNot: async (call, rows) => {
          const busy = await runsUnderWay(
            call,
            rows.map(({ id }) => id),
          );
          return rows.map(({ id, kind, name }) =>
            busy.has(id) || !kinds.has(String(kind)) ? m.jobs_under_way({ name: name ?? "" }) : null,
          );
        },
        run: async (call, { id, kind }) => {
          const known = kinds.get(String(kind));
          if (!known) throw new Refusal(m.jobs_under_way({ name: String(kind) }));
          const { maxAttempts } = known;
          const asked = { kind: known.kind, scheduleId: id, ...(maxAttempts && { maxAttempts }) };
          return { answer: { jobId: await enqueueFor(call, asked) } };
        },
      },
      resume: (call, { cron }) => ({ set: { nextRunAt: stamp(nextRun(cron, call.now) ?? call.now) } }),
    },
  });
}

async function runsUnderWay({ db }: Call, ids: readonly number[]): Promise<Set<number>> {
  const found = await rowsOf<{ id: number }>(
    db,
    sql`
      select distinct schedule_id as id from job
      where schedule_id = any (${sql.param([...ids])}::bigint[]) and state in ('waiting', 'running')
    `,
  );
  return new Set(found.map(({ id }) => Number(id)));
}

/** The latest run of each kind, by the corp's index over kinds. */
async function lastRuns({ db }: Call, rows: readonly ListRow[]): Promise<Map<string, ListRow>> {
  const kinds = rows.map(({ kind }) => String(kind));
  const found = await rowsOf<{ kind: string; id: number; state: string; finishedAt: string | null }>(
    db,
    sql`
      select asked.kind, last.id, last.state, last.finished_at as "finishedAt"
      from unnest(${sql.param(kinds)}::text[]) asked (kind)
      cross join lateral (
        select j.id, j.finished_at,
               case when j.state = 'running' and j.cancel_asked then 'cancelling' else j.state end as state
        from job j
        where j.corp_code = current_setting('app.corp_code') and j.kind = asked.kind
        order by j.id desc
        limit 1
      ) last
    `,
  );
  return new Map(
    found.map(({ kind, id, state, finishedAt }) => [
      kind,
      { lastJobId: Number(id), lastState: state, lastFinishedAt: stamp(finishedAt) },
    ]),
  );
}
