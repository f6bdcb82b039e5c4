/** Schedules of a corp: looked at, run out of turn, paused, set to another time. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import {
  type JobState,
  type ScheduleView,
  scheduleGet,
  scheduleList,
  schedulePause,
  scheduleResume,
  scheduleRun,
  scheduleSave,
} from "~/contract/platform/job";
import { stamp } from "../kernel/business-time";
import { enqueueFor } from "../kernel/enqueue";
import { equalityConditions, equals, listPage } from "../kernel/list-page";
import { Invalid, NotFound, Refusal } from "../kernel/refusal";
import { type Call, type Served, serve } from "../kernel/served";
import { nextRun } from "./cron";
import { type Kinds, stateLabels } from "./job-view";

interface ScheduleRow {
  id: number;
  kind: string;
  cron: string;
  status: "T" | "F";
  nextRunAt: string;
  rowVersion: number;
  lastJobId: number | null;
  lastState: JobState | null;
  lastFinishedAt: string | null;
}

const columns = sql`
  s.id, s.kind, s.cron, s.status, s.next_run_at as "nextRunAt", s.row_version as "rowVersion",
  last.id as "lastJobId", last.state as "lastState", last.finished_at as "lastFinishedAt"
`;
/** Of `job_schedule s`: its latest run. */
const lastRun = sql`
  left join lateral (
    select j.id, j.state, j.finished_at
    from job j
    where j.corp_code = s.corp_code and j.kind = s.kind
    order by j.id desc
    limit 1
  ) last on true
`;

export function scheduleMethods(kinds: Kinds): Served[] {
  const view = (row: ScheduleRow): ScheduleView => ({
    ...row,
    name: kinds.get(row.kind)?.title() ?? row.kind,
    nextRunAt: row.status === "T" ? stamp(row.nextRunAt) : "",
    lastJobId: row.lastJobId ?? 0,
    lastState: row.lastState ?? "",
    lastStateLabel: row.lastState ? stateLabels[row.lastState]() : "",
    lastFinishedAt: stamp(row.lastFinishedAt),
  });
  return [
    serve(scheduleList, async (call, payload) => {
      const { capped, records, ...counts } = await listPage<ScheduleRow>(call, payload, {
        from: sql`job_schedule s`,
        id: sql`s.id`,
        conditions: equalityConditions(payload.filters, { status: equals(sql`s.status`) }),
        sorts: { id: sql`s.id` },
        rows: (ids) => sql`
          select ${columns}
          from (${ids}) page
          join job_schedule s on s.corp_code = current_setting('app.corp_code') and s.id = page.id
          ${lastRun}
          order by page.place
        `,
      });
      return { ...counts, records: records.map(view), otherData: { options: {}, capped } };
    }),
    serve(scheduleGet, async (call, { id }) => view(await scheduleOf(call, id))),
    serve(scheduleRun, async (call, { id }) => {
      const schedule = await scheduleOf(call, id, true);
      const kind = kinds.get(schedule.kind);
      const name = kind?.title() ?? schedule.kind;
      const { rows } = await call.db.execute(sql`
        select id from job where schedule_id = ${id} and state in ('waiting', 'running')
      `);
      if (!kind || rows.length > 0) throw new Refusal(m.jobs_under_way({ name }));
      const jobId = await enqueueFor(call, {
        kind: kind.kind,
        scheduleId: id,
        ...(kind.maxAttempts && { maxAttempts: kind.maxAttempts }),
      });
      call.audit({ thing: "jobSchedule", thingId: id, label: name, after: { run: jobId } });
      return { jobId };
    }),
    serve(schedulePause, (call, { id }) => setStatus(call, id, "F", kinds)),
    serve(scheduleResume, (call, { id }) => setStatus(call, id, "T", kinds)),
    serve(scheduleSave, async (call, { id, rowVersion, cron }) => {
      const schedule = await scheduleOf(call, id, true);
      if (rowVersion !== undefined && rowVersion !== schedule.rowVersion) throw new Refusal(m.jobs_changed());
      const next = nextRun(cron, call.now);
      if (!next) throw new Invalid({ cron: [m.jobs_bad_cron()] });
      await call.db.execute(sql`
        update job_schedule
        set cron = ${cron.trim()}, next_run_at = ${next.toISOString()}::timestamptz,
            row_version = row_version + 1, updated_at = ${call.now.toISOString()}::timestamptz
        where id = ${id}
      `);
      const label = kinds.get(schedule.kind)?.title() ?? schedule.kind;
      call.audit({ thing: "jobSchedule", thingId: id, label, before: { cron: schedule.cron }, after: { cron } });
      return { id };
    }),
  ];
}

async function scheduleOf(call: Call, id: number, lock = false): Promise<ScheduleRow> {
  const { rows } = await call.db.execute(sql`
    select ${columns}
    from job_schedule s ${lastRun}
    where s.corp_code = current_setting('app.corp_code') and s.id = ${id}
    ${lock ? sql`for update of s` : sql``}
  `);
  const [row] = rows as unknown as ScheduleRow[];
  if (!row) throw new NotFound();
  return row;
}

async function setStatus(call: Call, id: number, status: "T" | "F", kinds: Kinds): Promise<{ id: number }> {
  const schedule = await scheduleOf(call, id, true);
  const label = kinds.get(schedule.kind)?.title() ?? schedule.kind;
  if (schedule.status === status) {
    throw new Refusal(status === "T" ? m.ops_active_already({ label }) : m.ops_suspended_already({ label }));
  }
  const next = nextRun(schedule.cron, call.now) ?? call.now;
  await call.db.execute(sql`
    update job_schedule
    set status = ${status}, next_run_at = ${next.toISOString()}::timestamptz, row_version = row_version + 1
    where id = ${id}
  `);
  call.audit({
    thing: "jobSchedule",
    thingId: id,
    label,
    before: { status: schedule.status },
    after: { status },
  });
  return { id };
}
