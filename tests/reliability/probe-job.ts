/** A job whose every step and whose end leave a row behind, so that what was done twice can be counted. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { jobKind } from "~server/backend/jobs/kind";

export const stepsOfJob = 25;
/** More than there are kills: none of them may use up a job's attempts. */
export const attemptsOfJob = 40;

export const probe = jobKind({
  kind: "probe",
  title: m.jobs_kind_purge,
  payload: z.object({}),
  async run(run) {
    for (let step = 1; step <= stepsOfJob; step += 1) {
      await run.writeAsOwner((tx) =>
        tx.execute(sql`insert into probe_step (job_id, attempt, step) values (${run.jobId}, ${run.attempt}, ${step})`),
      );
      await run.progress(step, stepsOfJob);
    }
    await run.complete({ rows: stepsOfJob }, async (tx) => {
      await tx.execute(sql`set local role none`);
      await tx.execute(sql`insert into probe_effect (job_id, attempt) values (${run.jobId}, ${run.attempt})`);
    });
    return undefined;
  },
});
