/** What need not be kept for ever goes, a little at a time: nobody waits behind it for long. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { callParameters } from "~/contract/calls/parameters";
import { importDays } from "~/contract/import";
import { m } from "~/contract/messages";
import { headOffice } from "~/contract/wire";
import { type JobRun, jobKind } from "../../jobs/kind";

/** Days that things are kept. */
export const keepDays = {
  idempotencyKeys: 7,
  sessions: 30,
  signInLog: 180,
  devices: 400,
  jobs: 60,
  exports: 7,
  imports: importDays,
  auditFindings: 400,
  letters: 90,
};

const batch = 1_000;

const older = (column: string, days: number): SQL => sql`${sql.raw(column)} < now() - make_interval(days => ${days})`;

/** Of the call log, as head office has set it. */
const callDays = sql`coalesce(
  (select param_option::int from sys_param where corp_code = ${headOffice} and param_code = 'callLogDays'),
  ${Number(callParameters.callLogDays.default)}::int
)`;

/** A press that is repeated after a week is a new one; a session that has ended says nothing any more. */
const what: [table: string, where: SQL][] = [
  ["idempotency", older("at", keepDays.idempotencyKeys)],
  ["session", older("last_seen", keepDays.sessions)],
  ["sign_in_log", older("at", keepDays.signInLog)],
  ["sign_in_device", older("last_seen", keepDays.devices)],
  [
    "export_part",
    sql`(corp_code, job_id) in (select corp_code, id from job where kind = 'export' and ${older("created_at", keepDays.exports)})`,
  ],
  ["import_run", older("created_at", keepDays.imports)],
  ["self_audit_finding", older("at", keepDays.auditFindings)],
  // Those that are on their way stay, however old.
  ["message_mail", sql`state in ('sent', 'failed', 'dropped') and ${older("asked_at", keepDays.letters)}`],
  ["call_log", sql`at < now() - make_interval(days => ${callDays})`],
  ["call_hour", sql`hour < now() - make_interval(days => ${callDays})`],
  ["job", sql`finished_at is not null and ${older("created_at", keepDays.jobs)}`],
];

export const purge = jobKind({
  kind: "purge",
  title: m.jobs_kind_purge,
  payload: z.object({}),
  schedule: { cron: "20 3 * * *", of: "headOffice" },
  outcome: ({ rows = 0 }) => m.jobs_purged({ n: rows }),
  async run(run) {
    let rows = 0;
    for (const [table, where] of what) rows += await empty(run, sql.identifier(table), where, rows);
    return { rows };
  },
});

async function empty(run: JobRun, table: SQL | ReturnType<typeof sql.identifier>, where: SQL, before: number) {
  let gone = 0;
  for (;;) {
    const deleted = await run.writeAsOwner(async (tx) => {
      const { rowCount } = await tx.execute(sql`
        delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${batch}))
      `);
      return rowCount ?? 0;
    });
    gone += deleted;
    await run.progress(before + gone);
    if (deleted < batch) return gone;
  }
}
