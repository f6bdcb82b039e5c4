/** Reads a file and checks every row of it; nothing is written but what is wrong. */
import { sql } from "drizzle-orm";
import type { Field } from "~/contract/field-kinds";
import { uploadLimit } from "~/contract/files";
import { locales, m } from "~/contract/messages";
import { Refusal } from "../kernel/refusal";
import { parsers } from "../parsing/parsers";
import { columnsFor, RowChecker } from "./check-rows";
import { addRows, setRun } from "./import-store";
import type { Table } from "./read-table";
import type { Task } from "./task";
import { UnreadableFile } from "./unreadable";

const batch = 50;

export async function checkFile(task: Task): Promise<void> {
  const { run, target, found } = task;
  const refuse = (problem: string) =>
    run.complete({ rows: 0, link: task.link }, async (tx) => {
      await setRun(tx, found.id, { state: "refused", problem });
      await task.tellFailure(tx, problem);
    });
  const table = await tableOf(task);
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

/** Or why there is none, in words. */
async function tableOf({ run, found }: Task): Promise<Table | string> {
  const stored = await run.store?.get(found.filePath.slice(1));
  if (!stored) throw new Refusal(m.imports_file_gone());
  try {
    return await parsers.table(await bytesOf(stored));
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

async function bytesOf(stored: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stored as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > uploadLimit) throw new UnreadableFile("tooLarge");
  }
  return Buffer.concat(chunks);
}
