/**
 * Takes back what an import did, where nobody has changed the row since: what it made goes if nothing refers to it, what
 * it changed has its former values again. The others stay, and say why.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { refusalText } from "../kernel/answers";
import { writeAudits } from "../kernel/audit";
import { ChangeRefused } from "../kernel/bulk-changes";
import { NotFound } from "../kernel/refusal";
import { isRows, type Values } from "../kernel/resource-backend";
import type { AuditEntry, Call } from "../kernel/served";
import { countRows, type ImportRow, markRestored, markRows, type RowMark, rowsOf, setRun } from "./import-store";
import type { Task } from "./task";

const batch = 20;

export async function takeBack(task: Task): Promise<void> {
  const { run, found, target } = task;
  const before = await run.read((tx) => countRows(tx, found.id));
  const total = before.done + before.undone + before.kept;
  for (let done = total - before.done; ; ) {
    const rows = await run.read((tx) => rowsOf(tx, found.id, ["done"], { limit: batch, backwards: true }));
    if (rows.length === 0) break;
    await run.write(async (tx) => {
      const call = await task.call(tx);
      const entries: AuditEntry[] = [];
      const marks: RowMark[] = [];
      for (const row of rows) marks.push(await takeOne(task, { ...call, audit: (entry) => entries.push(entry) }, row));
      const method = target.resource.imports?.undo;
      if (method) await writeAudits(tx, call, method, entries);
      await markRows(tx, found.id, marks);
      await markRestored(
        tx,
        found,
        rows.flatMap(({ line, rowId, foundVersion }) => {
          const is = marks.find((mark) => mark.line === line && mark.state === "undone")?.rowVersion;
          return is && foundVersion !== null ? [{ id: Number(rowId), was: Number(foundVersion), is: Number(is) }] : [];
        }),
      );
    });
    done += rows.length;
    await run.progress(done, total);
  }
  const { undone, kept } = await run.read((tx) => countRows(tx, found.id));
  await run.complete({ rows: undone, link: task.link }, async (tx) => {
    await setRun(tx, found.id, { state: "undone" });
    const { title } = target.resource;
    await task.tell(tx, {
      title: (options) => m.imports_told_undone({ title: title({}, options), n: undone }, options),
      ...(kept > 0 && { body: (options) => m.imports_told_kept({ n: kept }, options) }),
    });
  });
}

async function takeOne({ target }: Task, call: Call, row: ImportRow): Promise<RowMark> {
  const { line, foundId } = row;
  const { operations } = target;
  const id = Number(row.rowId);
  const rowVersion = Number(row.rowVersion);
  await call.db.execute(sql`savepoint one_row`);
  try {
    const now = await operations.row(call, id, true);
    if (Number(now.rowVersion) !== rowVersion) return kept(line, m.imports_changed_since());
    const mark: RowMark = { line, state: "undone" };
    if (foundId === null) await operations.remove(call, id);
    else {
      const values = await operations.checkedChange(call, { id, rowVersion, values: withoutIds(row.before ?? {}) });
      const [restored] = await operations.changeRows(call, [{ id, rowVersion, values }]);
      mark.rowVersion = Number(restored?.after.rowVersion);
    }
    await call.db.execute(sql`release savepoint one_row`);
    return mark;
  } catch (thrown) {
    await call.db.execute(sql`rollback to savepoint one_row`);
    const error = thrown instanceof ChangeRefused ? thrown.cause : thrown;
    // Somebody has deleted what it made: it is taken back already.
    if (error instanceof NotFound && foundId === null) return { line, state: "undone" };
    const text = refusalText(error);
    if (text === null) throw error;
    return kept(line, text);
  }
}

/** Lines that the import took out have other ids when they come back; those that are there are known by their key. */
function withoutIds(values: Values): Values {
  const bare = ([name, value]: [string, Values[string]]) => [
    name,
    isRows(value) ? value.map(({ id: _, ...line }) => line) : value,
  ];
  return Object.fromEntries(Object.entries(values).map(bare));
}

function kept(line: number, message: string): RowMark {
  return { line, state: "kept", errors: [{ column: -1, message }] };
}
