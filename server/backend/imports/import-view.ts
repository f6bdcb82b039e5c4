/** An import as its owner sees it: how far it is, and a page of its rows with what is wrong in which cell. */
import { sql } from "drizzle-orm";
import { type ImportState, type ImportView, importRowStates } from "~/contract/import";
import { linesWords } from "~/contract/line-words";
import { m } from "~/contract/messages";
import type { JobState } from "~/contract/platform/job";
import type { AnyResource } from "~/contract/resource";
import { masked } from "../kernel/mask";
import { ownFieldsOf } from "../kernel/own-fields";
import type { Values } from "../kernel/resource-backend";
import type { Call, ImportTarget } from "../kernel/served";
import { type FileColumn, keptFields } from "./check-rows";
import { countRows, hasLater, type ImportRow, type ImportRun, type RowCounts, rowsOf } from "./import-store";
import { ownApart, ownChoices, withOwnColumns } from "./own-columns";

const pageSize = 20;

type Single = string | number | boolean | null;

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
  declared: ImportTarget,
  run: ImportRun,
  { show, pageNo }: { show: "all" | "bad"; pageNo: number },
): Promise<ImportView> {
  const target = await withOwnColumns(call, declared);
  const own = await ownFieldsOf(call, declared.resource);
  const job = await jobOf(call, run.jobId);
  const state = stateOf(run, job);
  const counts = await countRows(call.db, run.id);
  const rows = everyState.reduce((sum, state) => sum + counts[state], 0);
  const failed = state !== run.state ? job?.error || (job?.state === "cancelled" ? m.jobs_state_cancelled() : "") : "";
  const underWay = state === "checking" || state === "writing" || state === "undoing";
  const states = show === "bad" ? (["bad", "kept"] as const) : everyState;
  const { page, changed } = await pageOf(call, target, run, states, pageNo, counts);
  return {
    id: run.id,
    fileName: run.fileName,
    state,
    mode: run.mode,
    existing: run.existing,
    problem: run.problem || (failed === "worker lost" ? m.jobs_worker_lost() : failed),
    rows,
    good: counts.good,
    changing: counts.changing,
    same: counts.same,
    bad: counts.bad,
    imported: counts.done,
    changed: counts.changed,
    undone: counts.undone,
    kept: counts.kept,
    jobId: underWay ? run.jobId : 0,
    done: job?.done ?? 0,
    total: job?.total ?? null,
    cancelAsked: job?.cancelAsked ?? false,
    mayUndo: (state === "done" || state === "checked") && counts.done > 0 && !(await hasLater(call.db, run)),
    createdAt: new Date(run.createdAt).toISOString(),
    columns: run.columns.map(({ label, field }) => ({ label, known: field !== null })),
    onlyNew: await onlyNew(call, target, run),
    options: await optionsOf(call, target, changed),
    ...(own.length > 0 && { own: [...own] }),
    page,
  };
}

const everyState = importRowStates;

/** Headings of the columns that a row which is there takes nothing from. */
async function onlyNew(call: Call, target: ImportTarget, { columns, existing }: ImportRun): Promise<string[]> {
  if (existing === "refuse") return [];
  const kept = await keptFields(call, target);
  return columns.flatMap(({ label, field }) => (field !== null && kept.has(field) ? [label] : []));
}

/** Labels of what these rows had and get. */
async function optionsOf(call: Call, target: ImportTarget, rows: Values[]): Promise<ImportView["options"]> {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  if (names.size === 0) return {};
  const options = { ...(await target.operations.options(call, rows)), ...(await ownChoices(call, target)) };
  const shown = Object.entries(options).filter(([name]) => names.has(name));
  return Object.fromEntries(
    shown.map(([name, some]) => {
      const had = new Set(rows.map((row) => String(row[name])));
      return [name, some.filter(({ value }) => had.has(value)).map(({ value, label }) => ({ value, label }))];
    }),
  );
}

async function pageOf(
  call: Call,
  { resource, effects }: ImportTarget,
  { id, columns }: ImportRun,
  states: readonly ImportRow["state"][],
  asked: number,
  counts: RowCounts,
): Promise<{ page: ImportView["page"]; changed: Values[] }> {
  const count = states.reduce((sum, state) => sum + counts[state], 0);
  const totalPage = Math.max(1, Math.ceil(count / pageSize));
  const pageNo = Math.min(asked, totalPage);
  const records = await rowsOf(call.db, id, states, { limit: pageSize, skip: (pageNo - 1) * pageSize });
  // Of what has been written the list itself tells.
  const good = records.flatMap(({ line, state, values, foundId }) =>
    effects && state === "good" && values ? [{ line, values, foundId: foundId === null ? null : Number(foundId) }] : [],
  );
  const said = effects && good.length > 0 ? await effects(call, good) : [];
  const effectOf = new Map(good.map(({ line }, place) => [line, said[place] ?? ""]));
  const page = {
    pageNo,
    totalPage,
    count,
    records: records.map((row) => ({
      line: row.line,
      state: row.state,
      cells: columns.map((_, place) => row.cells[place] ?? ""),
      errors: row.errors,
      found: row.foundId !== null,
      effect: effectOf.get(row.line) ?? "",
      changes: changesOf(resource, columns, row),
    })),
  };
  return { page, changed: records.flatMap(({ before, values }) => (before ? ownApart(before, values ?? {}) : [])) };
}

/** What the row had is shown as it is to everybody. */
function changesOf({ fields }: AnyResource, columns: FileColumn[], row: ImportRow) {
  const [before, values] = ownApart(row.before ?? {}, row.values ?? {});
  return Object.entries(before).map(([name, had]) => {
    const field = fields[name];
    const shown = (value: unknown) => {
      if (field?.kind === "lines") return linesWords(field, value);
      return field?.mask ? masked(field.kind, value) : value;
    };
    return {
      column: columns.findIndex((column) => column.field === name),
      field: name,
      before: (shown(had) ?? null) as Single,
      after: (shown(values[name]) ?? null) as Single,
    };
  });
}
