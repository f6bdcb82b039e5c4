/** A call of background work that nobody asked for: it sees the corp whole, and holds no right of staff. */
import type { Transaction } from "../../db/database";
import type { JobRun } from "../../jobs/kind";
import type { Call } from "../../kernel/call";
import { noNumbers } from "../../kernel/numbers";

const jobs = {};

export function callOfJob(run: JobRun, db: Transaction): Call {
  return {
    db,
    caller: {
      ...{ userId: 0, accName: "", name: "", corpCode: run.corpCode, sessionRowId: 0, park: null, scope: null },
      ...{ hold: null, rightsVersion: "" },
    },
    locale: run.locale,
    now: run.now(),
    requestId: `job-${run.jobId}`,
    backend: jobs,
    secrets: run.secrets,
    may: async () => false,
    opens: async (fun) => fun === "networkOrderList",
    texts: { send: () => {}, needsMobile: false },
    numbers: noNumbers,
    audit: () => {},
  };
}
