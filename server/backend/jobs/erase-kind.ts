/** Personal data whose days are over are destroyed at night, of each corp by itself, a slice at a time. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { personalDataErase } from "~/contract/platform/personal-data";
import { leastDays } from "~/contract/platform/personal-purposes";
import { writeAudits } from "../kernel/audit";
import { daysFor, eraseDue, eraseSlice, type PersonalData } from "../kernel/personal-data";
import { eraseFiles, eraseNotes } from "../kernel/personal-held";
import { type JobKind, type JobRun, jobKind } from "./kind";

export const eraseKindName = "erasePersonal";

/** What a run that died had taken stays taken and noted; the next one goes on with what is left. */
export const eraseKind = (personal: readonly PersonalData[]): JobKind =>
  jobKind({
    kind: eraseKindName,
    title: m.personal_kind,
    payload: z.object({}),
    schedule: { cron: "50 3 * * *", of: "everyCorp" },
    outcome: ({ rows = 0 }) => m.personal_outcome({ n: rows }),
    page: () => "/system/personalData",
    async run(run) {
      let rows = 0;
      for (const data of personal) {
        const days = await run.read((tx) => daysFor(tx, data.purpose, leastDays(data.purpose)));
        // What hangs on a record first: whatever a table does as its row is written, the record is over still.
        for (const [what, erase] of steps(data))
          for (;;) {
            const taken = await run.write((tx) => slice(run, tx, data, days, what, erase));
            rows += taken;
            await run.progress(rows);
            if (taken < eraseSlice) break;
          }
      }
      await run.complete({ rows, ...(rows > 0 && { link: "/system/personalData" }) }, async (tx) => {
        if (rows > 0) await note(run, tx, rows);
      });
      return undefined;
    },
  });

type Tx = Parameters<Parameters<JobRun["write"]>[0]>[0];

/** Each with the table that its rows are noted under. */
const steps = (data: PersonalData): [string, typeof eraseDue][] => [
  ...(data.record
    ? ([
        ["record_note", eraseNotes],
        ["stored_file", eraseFiles],
      ] satisfies [string, typeof eraseDue][])
    : []),
  [data.table, eraseDue],
];

async function slice(
  run: JobRun,
  tx: Tx,
  data: PersonalData,
  days: number,
  what: string,
  erase: typeof eraseDue,
): Promise<number> {
  const { corpCode, secrets } = run;
  const taken = await erase(tx, data, { now: run.now(), days, corpCode, secrets });
  if (taken > 0)
    await tx.execute(sql`
      insert into personal_erasure_log (at, job_id, purpose, of_table, rows, days)
      values (${run.now()}, ${run.jobId}, ${data.purpose}, ${what}, ${taken}, ${days})
    `);
  return taken;
}

function note(run: JobRun, tx: Tx, rows: number): Promise<void> {
  const caller = { userId: run.accountId, name: run.accountName };
  return writeAudits(
    tx,
    { caller, now: run.now(), requestId: `job-${run.jobId}` } as Parameters<typeof writeAudits>[1],
    personalDataErase,
    [{ thing: "personalData", thingId: run.jobId, label: "", after: { rows } }],
  );
}
