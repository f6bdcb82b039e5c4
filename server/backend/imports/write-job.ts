/**
 * Writes what a file brought. All rows: checked once more in batches, then made in the one transaction that ends the job.
 * Good rows only: in batches, each with the marks that say so, so that a job taken up again goes on where it stood.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Meanwhile, sqlState, type Transaction } from "../db/database";
import { refusalText } from "../kernel/answers";
import { Invalid } from "../kernel/refusal";
import type { Call } from "../kernel/served";
import type { CellError } from "./check-rows";
import { countRows, type ImportRow, markRows, type RowCounts, type RowMark, rowsOf, setRun } from "./import-store";
import { changeOf, make, type Ready, RowRefused } from "./make-rows";
import type { Task } from "./task";

const batch = 50;
/** Of one statement: a row has some thirty values, a statement takes 65,535. */
const atOnce = 500;

export function writeRows(task: Task): Promise<void> {
  return task.found.mode === "all" ? writeAll(task) : writeGood(task);
}

async function writeAll(task: Task): Promise<void> {
  const { run, found } = task;
  const rows = await run.read((tx) => rowsOf(tx, found.id, ["good"], { limit: Number.MAX_SAFE_INTEGER }));
  const ready: Ready[] = [];
  const wrong: RowMark[] = [];
  for (let at = 0; at < rows.length; at += batch) {
    const some = rows.slice(at, at + batch);
    const looked = await run.write(async (tx) => lookAgain(task, await task.call(tx), some));
    ready.push(...looked.ready);
    wrong.push(...looked.wrong);
    await run.progress(Math.min(at + batch, rows.length), rows.length);
  }
  if (wrong.length > 0) return giveBack(task, wrong);
  try {
    await run.complete(resultOf(task, ready.length), async (tx) => {
      const call = await task.call(tx);
      for (let at = 0; at < ready.length; at += atOnce) await make(task, call, ready.slice(at, at + atOnce));
      await end(task, tx, await countRows(tx, found.id));
    });
  } catch (error) {
    if (error instanceof RowRefused) return giveBack(task, [wrongMark(task, error.row, error.cause)]);
    // Between the last look and the commit somebody else took a code, say: nothing of ours is in.
    if (!isTakenMeanwhile(error)) throw error;
    return giveBack(task, await refusedByDatabase(task, ready));
  }
}

/** Tells a trial from a change: it is taken back whole. */
class OnlyTried extends Error {
  override readonly name = "OnlyTried";
}

/** Which rows the database refuses, each tried by itself after those before it; nothing of it stays. */
async function refusedByDatabase(task: Task, ready: readonly Ready[]): Promise<RowMark[]> {
  const wrong: RowMark[] = [];
  try {
    await task.run.write(async (tx) => {
      wrong.length = 0;
      const call = await task.call(tx);
      for (const one of ready) {
        await tx.execute(sql`savepoint one_row`);
        try {
          await lookAgain(task, call, [one.row]).then(({ wrong: found }) => wrong.push(...found));
          if (wrong.at(-1)?.line !== one.row.line) await make(task, call, [one]);
          await tx.execute(sql`release savepoint one_row`);
        } catch (error) {
          const why = error instanceof RowRefused || error instanceof Meanwhile ? error.cause : error;
          if (refusalText(why) === null) throw error;
          await tx.execute(sql`rollback to savepoint one_row`);
          wrong.push(wrongMark(task, one.row, why));
        }
      }
      throw new OnlyTried();
    });
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error;
  }
  return wrong;
}

/** Not a row is written: what was right when the file was checked is so no longer. */
function giveBack(task: Task, wrong: RowMark[]): Promise<void> {
  const { run, found, link } = task;
  return run.complete({ rows: 0, link }, async (tx) => {
    await markRows(tx, found.id, wrong);
    await setRun(tx, found.id, { state: "checked", problem: m.imports_changed_meanwhile() });
    await task.tellFailure(tx, m.imports_changed_meanwhile());
  });
}

async function writeGood(task: Task): Promise<void> {
  const { run, found } = task;
  const before = await run.read((tx) => countRows(tx, found.id));
  const total = before.good + before.done;
  for (let done = before.done; ; ) {
    const rows = await run.read((tx) => rowsOf(tx, found.id, ["good"], { limit: batch }));
    if (rows.length === 0) break;
    await writeBatch(task, rows);
    done += rows.length;
    await run.progress(done, total);
  }
  const after = await run.read((tx) => countRows(tx, found.id));
  await run.complete(resultOf(task, after.done), (tx) => end(task, tx, after));
}

async function writeBatch(task: Task, rows: ImportRow[]): Promise<void> {
  try {
    await task.run.write(async (tx) => {
      const call = await task.call(tx);
      const { ready, wrong } = await lookAgain(task, call, rows);
      await make(task, call, ready);
      await markRows(tx, task.found.id, wrong);
    });
  } catch (error) {
    const why = error instanceof RowRefused ? error.cause : error;
    if (!(error instanceof RowRefused) && !isTakenMeanwhile(error)) throw error;
    const [only] = rows;
    // One of them: each by itself tells which.
    if (rows.length > 1) for (const row of rows) await writeBatch(task, [row]);
    else if (only) await task.run.write((tx) => markRows(tx, task.found.id, [wrongMark(task, only, why)]));
  }
}

/** What was right when the file was checked may be so no longer. */
async function lookAgain(task: Task, call: Call, rows: ImportRow[]): Promise<{ ready: Ready[]; wrong: RowMark[] }> {
  const ready: Ready[] = [];
  const wrong: RowMark[] = [];
  const { operations } = task.target;
  for (const row of rows) {
    try {
      const change = changeOf(row);
      const values = change
        ? await operations.checkedChange(call, change)
        : await operations.checked(call, row.values ?? {}, null);
      ready.push({ row, values });
    } catch (error) {
      if (refusalText(error) === null) throw error;
      wrong.push(wrongMark(task, row, error));
    }
  }
  return { ready, wrong };
}

function wrongMark({ found }: Task, { line }: ImportRow, error: unknown): RowMark {
  const errors = error instanceof Invalid ? error.errors : { "": [refusalText(error) ?? ""] };
  const cells = Object.entries(errors).flatMap(([name, messages]): CellError[] => {
    const column = found.columns.findIndex(({ field }) => field === name);
    return messages.map((message) => ({ column, message }));
  });
  return { line, state: "bad", errors: cells };
}

function resultOf({ link }: Task, rows: number) {
  return { rows, link };
}

async function end(task: Task, tx: Transaction, { done, changed, bad }: RowCounts): Promise<void> {
  await setRun(tx, task.found.id, { state: "done" });
  const { title } = task.target.resource;
  await task.tell(tx, {
    title: (options) => m.imports_told({ title: title({}, options), n: done }, options),
    ...((changed > 0 || bad > 0) && {
      body: (options) =>
        [
          changed > 0 ? m.imports_told_changed({ n: changed }, options) : "",
          bad > 0 ? m.imports_told_bad({ n: bad }, options) : "",
        ]
          .filter(Boolean)
          .join(m.imports_told_and({}, options)),
    }),
  });
}

/** A code that somebody took, a limit of the package that somebody filled, a duty that somebody got. */
function isTakenMeanwhile(error: unknown): boolean {
  return ["23505", "23503", "23514", "TL001", "TA001"].includes(sqlState(error) ?? "");
}
