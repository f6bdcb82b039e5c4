/** An import as its owner sees it: how far it is, and a page of its rows with what is wrong in which cell. */
import { sql } from "drizzle-orm";
import type { ImportState, ImportView } from "~/contract/import";
import { m } from "~/contract/messages";
import type { JobState } from "~/contract/platform/job";
import type { Call } from "../kernel/served";
import { countRows, hasLater, type ImportRow, type ImportRun, rowsOf } from "./import-store";

const pageSize = 20;

interface Job {
  state: JobState;
  done: number;
  total: number | null;
  error: string;
  cancelAsked: boolean;
}

export async function jobOf({ db }: Call, jobId: number): Promise<Job | null> {
  const { rows } = await db.execute(sql`
    select state, done, total, error, cancel_asked as "cancelAsked" from job
    where corp_code = current_setting('app.corp_code') and id = ${jobId}
  `);
  return (rows as unknown as Job[])[0] ?? null;
}

/** A step whose job came to nothing leaves the import where it was before. */
export function stateOf({ state }: ImportRun, job: Job | null): ImportState {
  const underWay = job?.state === "waiting" || job?.state === "running";
  if (underWay) return state;
  if (state === "checking") return "stopped";
  if (state === "writing") return "checked";
  return state === "undoing" ? "done" : state;
}

export async function viewOf(
  call: Call,
  run: ImportRun,
  { show, pageNo }: { show: "all" | "bad"; pageNo: number },
): Promise<ImportView> {
  const job = await jobOf(call, run.jobId);
  const state = stateOf(run, job);
  const counts = await countRows(call.db, run.id);
  const rows = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const failed = state !== run.state ? job?.error || (job?.state === "cancelled" ? m.jobs_state_cancelled() : "") : "";
  const underWay = state === "checking" || state === "writing" || state === "undoing";
  return {
    id: run.id,
    fileName: run.fileName,
    state,
    mode: run.mode,
    problem: run.problem || (failed === "worker lost" ? m.jobs_worker_lost() : failed),
    rows,
    good: counts.good,
    bad: counts.bad,
    imported: counts.done,
    undone: counts.undone,
    kept: counts.kept,
    jobId: underWay ? run.jobId : 0,
    done: job?.done ?? 0,
    total: job?.total ?? null,
    cancelAsked: job?.cancelAsked ?? false,
    mayUndo: (state === "done" || state === "checked") && counts.done > 0 && !(await hasLater(call.db, run)),
    createdAt: new Date(run.createdAt).toISOString(),
    columns: run.columns.map(({ label, field }) => ({ label, known: field !== null })),
    page: await pageOf(call, run, show === "bad" ? ["bad", "kept"] : everyState, pageNo, counts),
  };
}

const everyState: ImportRow["state"][] = ["good", "bad", "done", "undone", "kept"];

async function pageOf(
  { db }: Call,
  { id, columns }: ImportRun,
  states: ImportRow["state"][],
  asked: number,
  counts: Record<ImportRow["state"], number>,
): Promise<ImportView["page"]> {
  const count = states.reduce((sum, state) => sum + counts[state], 0);
  const totalPage = Math.max(1, Math.ceil(count / pageSize));
  const pageNo = Math.min(asked, totalPage);
  const records = await rowsOf(db, id, states, { limit: pageSize, skip: (pageNo - 1) * pageSize });
  return {
    pageNo,
    totalPage,
    count,
    records: records.map(({ line, state, cells, errors }) => ({
      line,
      state,
      cells: columns.map((_, place) => cells[place] ?? ""),
      errors,
    })),
  };
}
