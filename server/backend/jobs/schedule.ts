/** Schedules: each corp has its own row of a kind, and a run is put in when its time has come, by one worker only. */
import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import type { Database } from "../db/database";
import { nextRun } from "./cron";
import type { JobKind } from "./kind";

const ensured = new WeakMap<Database, number>();
const ensureEvery = 60_000;

/** Rows for the schedules of this version, also of corps that came since; looked after once a minute. */
export async function ensureSchedules(database: Database, kinds: JobKind[], now: Date): Promise<void> {
  if (Math.abs(Date.now() - (ensured.get(database) ?? 0)) < ensureEvery) return;
  ensured.set(database, Date.now());
  const scheduled = kinds.flatMap(({ kind, schedule }) => {
    const next = schedule && nextRun(schedule.cron, now);
    return schedule && next ? [{ kind, ...schedule, next }] : [];
  });
  if (scheduled.length === 0) return;
  await database.system(async (tx) => {
    for (const { kind, cron, of, next } of scheduled) {
      await tx.execute(sql`
        insert into job_schedule (corp_code, kind, cron, next_run_at)
        select corp_code, ${kind}, ${cron}, ${next.toISOString()}::timestamptz
        from corp
        where ${of} = 'everyCorp' or corp_code = ${headOffice}
        on conflict (corp_code, kind) do nothing
      `);
    }
  });
}

/** Puts in what is due and sets the next time; a run still under way is waited for, the turn is passed over. */
export async function enqueueDue(database: Database, kinds: Map<string, JobKind>, now: Date): Promise<void> {
  const moment = now.toISOString();
  const { rows: due } = await database.system(
    (tx) =>
      tx.execute<{ one: number }>(
        sql`select 1 as one from job_schedule where status = 'T' and next_run_at <= ${moment} limit 1`,
      ),
    { readOnly: true },
  );
  if (due.length === 0) return;
  await database.system(async (tx) => {
    const { rows } = await tx.execute<{ corp_code: string; id: number; kind: string; cron: string }>(sql`
      select corp_code, id, kind, cron
      from job_schedule
      where status = 'T' and next_run_at <= ${moment}
      order by next_run_at
      limit 200
      for update skip locked
    `);
    for (const { corp_code: corpCode, id, kind, cron } of rows) {
      const known = kinds.get(kind);
      const next = nextRun(cron, now);
      await tx.execute(sql`
        update job_schedule
        set next_run_at = coalesce(${next?.toISOString() ?? null}::timestamptz, next_run_at),
            status = ${next ? "T" : "F"}
        where corp_code = ${corpCode} and id = ${id}
      `);
      if (!known) continue;
      await tx.execute(sql`
        insert into job (corp_code, kind, schedule_id, max_attempts)
        values (${corpCode}, ${kind}, ${id}, ${known.maxAttempts ?? 3})
        on conflict (corp_code, schedule_id) where state in ('waiting', 'running') do nothing
      `);
    }
  });
}
