/** Reads a file and checks every row of it; nothing is written but what is wrong. */
import { sql } from "drizzle-orm";
import type { Field } from "~/contract/field-kinds";
import { locales } from "~/contract/messages";
import { columnsFor, RowChecker } from "./check-rows";
import { addRows, setRun } from "./import-store";
import { withOwnColumns } from "./own-columns";
import { sentTable } from "./sent-file";
import type { Task } from "./task";

const batch = 50;

export async function checkFile(task: Task): Promise<void> {
  const { run, found } = task;
  const target = await run.read(async (tx) => withOwnColumns(await task.call(tx), task.target));
  const refuse = (problem: string) =>
    run.complete({ rows: 0, link: task.link }, async (tx) => {
      await setRun(tx, found.id, { state: "refused", problem });
      await task.tellFailure(tx, problem);
    });
  const table = await sentTable(run.store, found.filePath);
  if (typeof table === "string") return refuse(table);
  const { columns, problem } = columnsFor(target, found.existing, table.heading, labelsOf);
  if (problem !== "") return refuse(problem);
  // Of an earlier attempt.
  await run.write((tx) =>
    tx.execute(sql`
      delete from import_row where corp_code = current_setting('app.corp_code') and import_id = ${found.id}
    `),
  );
  const checker = new RowChecker(target, columns, found.existing);
  const { rows } = table;
  for (let at = 0; at < rows.length; at += batch) {
    const some = rows.slice(at, at + batch);
    await run.write(async (tx) => addRows(tx, found.id, await checker.check(await task.call(tx), some)));
    await run.progress(Math.min(at + batch, rows.length), rows.length);
  }
  await run.complete({ rows: rows.length, link: task.link }, (tx) =>
    setRun(tx, found.id, { state: "checked", columns }),
  );
}

/** In every language: the sheet may be somebody else's. */
function labelsOf({ label }: Field): string[] {
  return locales.map((locale) => label({}, { locale }));
}
