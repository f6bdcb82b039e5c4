/** The last runs of a task, for its page. */
import { schedule, scheduleRuns } from "~/contract/platform/schedule";
import { stamp } from "../kernel/business-time";
import { dictionariesOf } from "../kernel/dictionaries";
import { prepared } from "../kernel/prepared";
import { NotFound } from "../kernel/refusal";
import { serve } from "../kernel/served";

const shown = 14;

/** $1 the task. Runs of its kind that somebody asked for are among them. */
const lastRuns = `
  select j.id::float8 as id, j.created_at as at,
         case when j.state = 'running' and j.cancel_asked then 'cancelling' else j.state end as state,
         extract(epoch from j.finished_at - j.started_at)::float8 as seconds
  from job_schedule s
  join job j on j.corp_code = s.corp_code and j.kind = s.kind
  where s.id = $1
  order by j.id desc
  limit ${shown}
`;

interface Run {
  id: number;
  at: Date;
  state: string;
  seconds: number | null;
}

const states = schedule.fields.lastState.dictionary;

export const scheduleRunsServed = serve(scheduleRuns, async ({ db, locale }, { id }) => {
  const [task] = await prepared<{ cron: string; next: Date | null }>(
    db,
    "select cron, case when status = 'T' then next_run_at end as next from job_schedule where id = $1",
    [id],
  );
  if (!task) throw new NotFound();
  const runs = await prepared<Run>(db, lastRuns, [id]);
  const labels = (await dictionariesOf(db, [states], locale))[states] ?? [];
  return {
    cron: task.cron,
    next: task.next ? stamp(task.next) : "",
    runs: runs.reverse().map(({ at, ...run }) => ({
      ...run,
      at: stamp(at),
      label: labels.find(({ value }) => value === run.state)?.label ?? run.state,
    })),
  };
});
