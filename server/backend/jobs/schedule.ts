/** Schedules: each corp has its own row of a kind, and a run is put in when its time has come, by one worker only. */
import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import type { Database } from "../db/database";
import { inZone } from "../kernel/business-time";
import { nextRun } from "./cron";
import type { JobKind } from "./kind";

const ensured = new WeakMap<Database, number>();
const ensureEvery = 60_000;

/** Rows for the schedules of this version, also of corps that came since; looked after once a minute. */
export async function ensureSchedules(database: Database, kinds: JobKind[], now: Date): Promise<void> {
  if (Math.abs(Date.now() - (ensured.get(database) ?? 0)) < ensureEvery) return;
  ensured.set(database, Date.now());
  const scheduled = kinds.flatMap(({ kind, schedule }) => (schedule ? [{ kind, ...schedule }] : []));
  if (scheduled.length === 0) return;
  await database.system(async (tx) => {
    const { rows: zones } = await tx.execute<{ zone: string }>(sql`select distinct time_zone as zone from corp_zone`);
    for (const { zone } of zones) {
      for (const { kind, cron, of } of scheduled) {
        const next = inZone(zone, () => nextRun(cron, now));
        if (!next) continue;
        await tx.execute(sql`
          insert into job_schedule (corp_code, kind, cron, next_run_at)
          select corp_code, ${kind}, ${cron}, ${next.toISOString()}::timestamptz
          from corp_zone
          where time_zone = ${zone}
            and (${of} = 'everyCorp' or corp_code = ${headOffice})
          on conflict (corp_code, kind) do nothing
        `);
      }
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
    const { rows } = await tx.execute<{ corp_code: string; id: number; kind: string; cron: string; zone: string }>(sql`
      select s.corp_code, s.id, s.kind, s.cron, z.time_zone as zone
      from job_schedule s
      join corp_zone z on z.corp_code = s.corp_code
      where s.status = 'T' and s.next_run_at <= ${moment}
      order by s.next_run_at
      limit 200
      for update of s skip locked
    `);
    for (const { corp_code: corpCode, id, kind, cron, zone } of rows) {
      const known = kinds.get(kind);
      const next = inZone(zone, () => nextRun(cron, now));
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
