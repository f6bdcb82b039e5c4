/** Takes back what an import made: rows that nobody changed and nothing refers to. The others stay, and say why. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { refusalText } from "../kernel/answers";
import { writeAudits } from "../kernel/audit";
import { NotFound } from "../kernel/refusal";
import type { AuditEntry, Call } from "../kernel/served";
import type { Task } from "./import-jobs";
import { countRows, type ImportRow, markRows, type RowMark, rowsOf, setRun } from "./import-store";

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

async function takeOne({ target }: Task, call: Call, { line, rowId, rowVersion }: ImportRow): Promise<RowMark> {
  const id = Number(rowId);
  await call.db.execute(sql`savepoint one_row`);
  try {
    const row = await target.operations.row(call, id, true);
    if (Number(row.rowVersion) !== Number(rowVersion)) return kept(line, m.imports_changed_since());
    await target.operations.remove(call, id);
    await call.db.execute(sql`release savepoint one_row`);
    return { line, state: "undone" };
  } catch (error) {
    await call.db.execute(sql`rollback to savepoint one_row`);
    // Somebody has deleted it: it is taken back already.
    if (error instanceof NotFound) return { line, state: "undone" };
    const text = refusalText(error);
    if (text === null) throw error;
    return kept(line, text);
  }
}

function kept(line: number, message: string): RowMark {
  return { line, state: "kept", errors: [{ column: -1, message }] };
}
