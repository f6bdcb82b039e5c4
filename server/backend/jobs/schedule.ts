/** Schedules: each corp has its own row of a kind, and a run is put in when its time has come, by one worker only. */
import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import type { Database, Transaction } from "../db/database";
import { inZone } from "../kernel/business-time";
import { nextRun } from "./cron";
import type { JobKind } from "./kind";

const ensured = new WeakMap<Database, number>();
const ensureEvery = 60_000;
/** Clocks of two nodes may differ by this much (ms): what one has just put in the other does not take for missing. */
const clocksDiffer = 5 * 60_000;

/**
 * Rows for the schedules of this version, also of corps that came since, and next times that a wrong clock left behind;
 * looked after once a minute.
 */
export async function ensureSchedules(database: Database, kinds: JobKind[], now: Date): Promise<void> {
  if (Math.abs(now.getTime() - (ensured.get(database) ?? 0)) < ensureEvery) return;
  ensured.set(database, now.getTime());
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
    await pullBack(tx, now);
  });
}

/**
 * A clock that ran ahead left next times that lie beyond their plan: they come back to it, or nothing would run until then.
 * A run that a clock ahead brought early is not undone, and none is brought twice. One look where nothing is wrong.
 */
async function pullBack(tx: Transaction, now: Date): Promise<void> {
  const { rows: plans } = await tx.execute<{ zone: string; cron: string; latest: string }>(sql`
    select z.time_zone as zone, s.cron, max(s.next_run_at) as latest
    from job_schedule s
    join corp_zone z on z.corp_code = s.corp_code
    where s.status = 'T'
    group by z.time_zone, s.cron
  `);
  const after = new Date(now.getTime() + clocksDiffer);
  for (const { zone, cron, latest } of plans) {
    const next = inZone(zone, () => nextRun(cron, after));
    if (!next || new Date(latest) <= next) continue;
    await tx.execute(sql`
      update job_schedule s
      set next_run_at = ${next.toISOString()}::timestamptz
      from corp_zone z
      where z.corp_code = s.corp_code
        and z.time_zone = ${zone}
        and s.cron = ${cron}
        and s.status = 'T'
        and s.next_run_at > ${next.toISOString()}::timestamptz
    `);
  }
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
