/** The nightly backup of everything, for head office. */
import { z } from "zod";
import { m } from "~/contract/messages";
import { NoPlace } from "../db/archive-places";
import { StoreFailed } from "../files/store-failed";
import { logFailure } from "../kernel/answers";
import { Refusal } from "../kernel/refusal";
import { jobKind } from "./kind";

const result = z.object({ saved: z.string(), rows: z.number(), orders: z.number(), megabytes: z.number() });

export const backupKind = jobKind({
  kind: "backup",
  title: m.jobs_kind_backup,
  payload: z.object({}),
  schedule: { cron: "10 3 * * *", of: "headOffice" },
  outcome: (ended) => {
    const { saved, rows, orders, megabytes } = result.parse(ended);
    return saved === "" ? m.jobs_backup_nowhere() : m.jobs_backup_saved({ name: saved, rows, orders, megabytes });
  },
  async run(run) {
    if (!run.archives) return { saved: "", rows: 0, orders: 0, megabytes: 0 };
    const { name, counts, bytes } = await run.archives.save(run.now()).catch((error: unknown) => {
      if (error instanceof NoPlace) throw new Refusal(m.jobs_backup_no_place({ directory: error.directory }));
      if (error instanceof StoreFailed) logFailure("error", error, `job-${run.jobId}`);
      throw error instanceof StoreFailed ? new Refusal(m.jobs_backup_store()) : error;
    });
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { saved: name, rows, orders: counts.orders ?? 0, megabytes: Math.ceil(bytes / 1024 / 1024) };
  },
});
