/** A job as people read it. */
import { type SQL, sql } from "drizzle-orm";
import { type Message, m } from "~/contract/messages";
import type { JobState, JobView } from "~/contract/platform/job";
import { stamp } from "../kernel/business-time";
import type { JobKind, JobResult } from "./kind";

export type Kinds = ReadonlyMap<string, JobKind>;

export interface JobRow {
  id: number;
  kind: string;
  state: JobState;
  done: number;
  total: number | null;
  attempts: number;
  maxAttempts: number;
  error: string;
  result: JobResult | null;
  accountName: string;
  cancelAsked: boolean;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** What an attempt says whose worker was heard of no more. */
export const workerLost = "worker lost";

/** Of `job j`. */
export const jobColumns: SQL = sql`
  j.id, j.kind, j.state, j.done, j.total, j.attempts, j.max_attempts as "maxAttempts", j.error, j.result,
  j.account_name as "accountName", j.cancel_asked as "cancelAsked",
  j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt"
`;

export const stateLabels: Record<JobState, Message> = {
  waiting: m.jobs_state_waiting,
  running: m.jobs_state_running,
  done: m.jobs_state_done,
  failed: m.jobs_state_failed,
  cancelled: m.jobs_state_cancelled,
};

export function viewOf({ result, ...row }: JobRow, kinds: Kinds): JobView {
  const kind = kinds.get(row.kind);
  return {
    ...row,
    name: kind?.title() ?? row.kind,
    stateLabel: stateLabels[row.state](),
    error: row.error === workerLost ? m.jobs_worker_lost() : row.error,
    outcome: row.state === "done" && result ? (kind?.outcome?.(result) ?? "") : "",
    link: row.state === "done" ? (result?.link ?? "") : "",
    createdAt: stamp(row.createdAt),
    startedAt: stamp(row.startedAt),
    finishedAt: stamp(row.finishedAt),
  };
}
