/** Imports in the database: what was sent, how far it is, and what came of each row. */
import { type SQL, sql } from "drizzle-orm";
import type { ImportExisting, ImportMode, ImportState, importRowStates } from "~/contract/import";
import type { ImportFormat } from "~/contract/import-formats";
import type { Transaction } from "../db/database";
import type { Values } from "../kernel/resource-backend";
import type { CellError, CheckedRow, FileColumn } from "./check-rows";

export type StoredState = Exclude<ImportState, "stopped">;

export interface ImportRun {
  id: number;
  business: string;
  noun: string;
  accountId: number;
  filePath: string;
  fileName: string;
  format: ImportFormat;
  state: StoredState;
  mode: ImportMode | null;
  existing: ImportExisting;
  jobId: number;
  problem: string;
  columns: FileColumn[];
  createdAt: string;
}

export interface ImportRow {
  line: number;
  state: (typeof importRowStates)[number];
  cells: string[];
  values: Values | null;
  errors: CellError[];
  /** The row that has the line's key, and its version when the file was checked; null of a new one. */
  foundId: number | null;
  foundVersion: number | null;
  /** What the fields in `values` were. */
  before: Values | null;
  rowId: number | null;
  rowVersion: number | null;
}

const corp = sql`corp_code = current_setting('app.corp_code')`;

/** Of `import_run i`. */
export const runColumns: SQL = sql`
  i.id, i.business, i.noun, i.account_id as "accountId", i.file_path as "filePath", i.file_name as "fileName", i.format,
  i.state, i.mode, i.existing, i.job_id as "jobId", i.problem, i.columns, i.created_at as "createdAt"
`;

const rowColumns = sql`
  line, state, cells, "values", errors, found_id as "foundId", found_version as "foundVersion", before,
  row_id as "rowId", row_version as "rowVersion"
`;

export async function runById(tx: Transaction, id: number, lock = false): Promise<ImportRun | null> {
  const { rows } = await tx.execute(sql`
    select ${runColumns} from import_run i
    where i.corp_code = current_setting('app.corp_code') and i.id = ${id}
    ${lock ? sql`for update` : sql``}
  `);
  return (rows as unknown as ImportRun[])[0] ?? null;
}

/** Whether the same account has imported the same noun since. */
export async function hasLater(tx: Transaction, { id, accountId, business, noun }: ImportRun): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from import_run i
    where i.corp_code = current_setting('app.corp_code') and i.account_id = ${accountId}
      and i.business = ${business} and i.noun = ${noun} and i.id > ${id}
      and exists (
        select from import_row r where r.corp_code = i.corp_code and r.import_id = i.id and r.state = 'done'
      )
    limit 1
  `);
  return rows.length > 0;
}

export async function setRun(
  tx: Transaction,
  id: number,
  { state, mode, jobId, problem = "", columns }: Partial<Omit<ImportRun, "state">> & { state: StoredState },
): Promise<void> {
  await tx.execute(sql`
    update import_run
    set state = ${state}, mode = coalesce(${mode ?? null}, mode), job_id = coalesce(${jobId ?? null}::bigint, job_id),
        problem = ${problem}, columns = coalesce(${columns ? JSON.stringify(columns) : null}::jsonb, columns)
    where ${corp} and id = ${id}
  `);
}

/** Rows of the states, in the order of the file (or against it), after a line. */
export async function rowsOf(
  tx: Transaction,
  importId: number,
  states: readonly ImportRow["state"][],
  {
    after = 0,
    limit,
    skip = 0,
    backwards = false,
  }: { after?: number; limit: number; skip?: number; backwards?: boolean },
): Promise<ImportRow[]> {
  const place = backwards ? sql`(${after} = 0 or line < ${after})` : sql`line > ${after}`;
  const { rows } = await tx.execute(sql`
    select ${rowColumns} from import_row
    where ${corp} and import_id = ${importId} and state in ${states} and ${place}
    order by line ${backwards ? sql`desc` : sql``}
    limit ${limit} offset ${skip}
  `);
  return rows as unknown as ImportRow[];
}

export async function addRows(tx: Transaction, importId: number, rows: readonly CheckedRow[]): Promise<void> {
  await tx.execute(sql`
    insert into import_row (import_id, line, state, cells, "values", errors, found_id, found_version, before)
    select ${importId}, r.line, r.state, r.cells, r."values", r.errors, r."foundId", r."foundVersion", r.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(line integer, state text, cells jsonb, "values" jsonb, errors jsonb, "foundId" bigint, "foundVersion" integer,
           before jsonb)
  `);
}

export type RowMark = Pick<ImportRow, "line" | "state"> &
  Partial<Pick<ImportRow, "errors" | "rowId" | "rowVersion" | "before">>;

/** What came of rows; what a mark leaves out stays. */
export async function markRows(tx: Transaction, importId: number, marks: readonly RowMark[]): Promise<void> {
  if (marks.length === 0) return;
  await tx.execute(sql`
    update import_row
    set state = r.state, errors = coalesce(r.errors, import_row.errors), row_id = coalesce(r."rowId", import_row.row_id),
        row_version = coalesce(r."rowVersion", import_row.row_version), before = coalesce(r.before, import_row.before)
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      as r(line integer, state text, errors jsonb, "rowId" bigint, "rowVersion" integer, before jsonb)
    where import_row.corp_code = current_setting('app.corp_code')
      and import_row.import_id = ${importId}
      and import_row.line = r.line
  `);
}

/** Rows that have their former values again, by the version that they have now: earlier imports left them like that. */
export async function markRestored(
  tx: Transaction,
  { id, business, noun }: ImportRun,
  restored: readonly { id: number; was: number; is: number }[],
): Promise<void> {
  if (restored.length === 0) return;
  await tx.execute(sql`
    update import_row
    set row_version = r.is
    from jsonb_to_recordset(${JSON.stringify(restored)}::jsonb) as r(id bigint, was integer, "is" integer)
    where import_row.corp_code = current_setting('app.corp_code')
      and import_row.row_id = r.id
      and import_row.row_version = r.was
      and import_row.state = 'done'
      and import_row.import_id < ${id}
      and exists (
        select from import_run i
        where i.corp_code = import_row.corp_code and i.id = import_row.import_id
          and i.business = ${business} and i.noun = ${noun}
      )
  `);
}

/** By state; of those that will be, or have been, written, how many change a row that was there. */
export type RowCounts = Record<ImportRow["state"], number> & { changing: number; changed: number };

export async function countRows(tx: Transaction, importId: number): Promise<RowCounts> {
  const { rows } = await tx.execute<{ state: ImportRow["state"]; n: number; found: number }>(sql`
    select state, count(*)::int as n, count(found_id)::int as found
    from import_row
    where ${corp} and import_id = ${importId}
    group by state
  `);
  const counts: RowCounts = { good: 0, bad: 0, same: 0, done: 0, undone: 0, kept: 0, changing: 0, changed: 0 };
  for (const { state, n, found } of rows) {
    counts[state] = n;
    if (state === "good") counts.changing = found;
    if (state === "done") counts.changed = found;
  }
  return counts;
}
