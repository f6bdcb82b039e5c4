/** What need not be kept for ever goes at night, a slice at a time: nobody waits behind it for long. */
import { z } from "zod";
import { m } from "~/contract/messages";
import { type Purge, purgeSlice } from "../kernel/purge";
import { type JobKind, jobKind } from "./kind";

export const purgeKind = (purges: readonly Purge[]): JobKind =>
  jobKind({
    kind: "purge",
    title: m.jobs_kind_purge,
    payload: z.object({}),
    schedule: { cron: "20 3 * * *", of: "headOffice" },
    outcome: ({ rows = 0 }) => m.jobs_purged({ n: rows }),
    async run(run) {
      let rows = 0;
      for (const purge of purges) {
        const slice = purgeSlice(purge);
        for (;;) {
          const gone = (await run.writeAsOwner((tx) => tx.execute(slice))).rowCount ?? 0;
          rows += gone;
          await run.progress(rows);
          if (gone < (purge.slice ?? 1_000)) break;
        }
      }
      return { rows };
    },
  });
