/** Requests that nobody has decided in time end: what they held goes back, and whoever asked is told. */
import { z } from "zod";
import { m } from "~/contract/messages";
import type { Transaction } from "../db/database";
import { type JobRun, jobKind } from "../jobs/kind";
import { writeAudits } from "../kernel/audit";
import { noNumbers } from "../kernel/numbers";
import type { AuditEntry, Call, Served } from "../kernel/served";
import { expireRequest } from "./decide";
import { kindsOf } from "./inbox";
import { dueRequests, requestOf } from "./requests";

const batch = 100;
const nobody = {};

export function expireApprovals(businesses: readonly Served[]) {
  const kinds = kindsOf(businesses);
  return jobKind({
    kind: "expireApprovals",
    title: m.jobs_kind_expire_approvals,
    payload: z.object({}),
    schedule: { cron: "5 * * * *", of: "everyCorp" },
    outcome: ({ rows = 0 }) => m.jobs_expired_approvals({ n: rows }),
    async run(run) {
      let rows = 0;
      const failed: unknown[] = [];
      const due = await run.read((tx) => dueRequests(tx, run.now(), batch));
      // Each in a transaction of its own: one that somebody decides at this moment, or that fails, holds up no other.
      for (const { id } of due) {
        try {
          if (await run.write((tx) => expireOne(run, tx, id))) rows += 1;
        } catch (error) {
          run.signal.throwIfAborted();
          failed.push(error);
        }
        await run.progress(rows);
      }
      if (failed.length > 0) throw failed[0];
      return { rows };
    },
  });

  async function expireOne(run: JobRun, tx: Transaction, id: number): Promise<boolean> {
    const entries: AuditEntry[] = [];
    const call = callOfNobody(run, tx, (entry) => entries.push(entry));
    const kind = kinds.get((await requestOf(call, id))?.kind ?? "");
    const ended = kind !== undefined && (await expireRequest(call, kind, id));
    await writeAudits(tx, call, { name: "expireApprovals" }, entries);
    return ended;
  }
}

/** As the system: in the whole corp, with no right that anybody holds. */
function callOfNobody(run: JobRun, db: Transaction, audit: (entry: AuditEntry) => void): Call {
  return {
    db,
    caller: {
      ...{ userId: 0, accName: "", name: "", corpCode: run.corpCode, sessionRowId: 0 },
      ...{ park: null, scope: null, hold: null, rightsVersion: "" },
    },
    locale: run.locale,
    now: run.now(),
    requestId: `job-${run.jobId}`,
    backend: nobody,
    secrets: run.secrets,
    may: () => Promise.resolve(false),
    opens: () => Promise.resolve(false),
    texts: { send: () => {}, needsMobile: false },
    numbers: noNumbers,
    audit,
  };
}
