/** Lines of a file become rows, or change those that are there: within one transaction, with a line each in the audit trail. */
import { ownOf } from "~/contract/own-fields";
import { refusalText } from "../kernel/answers";
import { writeAudits } from "../kernel/audit";
import { ChangeRefused, type RowChange } from "../kernel/bulk-changes";
import type { Values } from "../kernel/resource-backend";
import type { AuditEntry, Call, ImportTarget } from "../kernel/served";
import { type ImportRow, markRows, type RowMark } from "./import-store";
import type { Task } from "./task";

export interface Ready {
  row: ImportRow;
  values: Values;
}

/** What a line changes; null where its row is new. */
export function changeOf({ foundId, foundVersion, values }: ImportRow): RowChange | null {
  if (foundId === null || foundVersion === null) return null;
  return { id: Number(foundId), rowVersion: Number(foundVersion), values: values ?? {} };
}

/** A row that cannot be changed, and with it those that were to be written in one go. */
export class RowRefused extends Error {
  override readonly name = "RowRefused";
  constructor(
    readonly row: ImportRow,
    cause: unknown,
  ) {
    super("a row was refused", { cause });
  }
}

/** Rows, their marks, and a line each in the audit trail. */
export async function make({ found, target }: Task, given: Call, ready: Ready[]): Promise<void> {
  const method = target.resource.imports?.run;
  if (ready.length === 0 || !method) return;
  const entries: AuditEntry[] = [];
  const call: Call = { ...given, audit: (entry) => entries.push(entry) };
  const marks = [...(await create(target, call, ready)), ...(await change(target, call, ready))];
  await writeAudits(call.db, call, method, entries);
  await markRows(call.db, found.id, marks);
}

async function create({ operations }: ImportTarget, call: Call, ready: Ready[]): Promise<RowMark[]> {
  const fresh = ready.filter(({ row }) => row.foundId === null);
  if (fresh.length === 0) return [];
  const made = await operations.insertRows(
    call,
    fresh.map(({ values }) => values),
  );
  return fresh.flatMap(({ row: { line } }, place): RowMark[] => {
    const row = made[place];
    if (!row) return [];
    call.audit({ ...operations.trace(Number(row.id), row), after: row });
    return [{ line, state: "done", rowId: Number(row.id), rowVersion: Number(row.rowVersion) }];
  });
}

async function change({ operations }: ImportTarget, call: Call, ready: Ready[]): Promise<RowMark[]> {
  const changes = ready.flatMap(({ row, values }) => {
    const asked = changeOf(row);
    return asked ? [{ row, asked: { ...asked, values } }] : [];
  });
  try {
    const changed = await operations.changeRows(
      call,
      changes.map(({ asked }) => asked),
    );
    return changes.flatMap(({ row: { line }, asked: { id, values } }, place): RowMark[] => {
      const { before = {}, after = {} } = changed[place] ?? {};
      const were = Object.fromEntries(Object.keys(values).map((name) => [name, before[name] ?? null]));
      // Own values that the import brought are taken back one by one.
      if ("own" in values) {
        const none = Object.fromEntries(Object.keys(ownOf(values)).map((code) => [code, null]));
        were.own = { ...none, ...ownOf(before) } as never;
      }
      return [{ line, state: "done", rowId: id, rowVersion: Number(after.rowVersion), before: were }];
    });
  } catch (error) {
    const refused = error instanceof ChangeRefused ? changes[error.place] : undefined;
    if (!(error instanceof ChangeRefused) || !refused || refusalText(error.cause) === null) throw error;
    throw new RowRefused(refused.row, error.cause);
  }
}
