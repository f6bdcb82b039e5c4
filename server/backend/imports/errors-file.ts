/** The file as it was sent, with what is wrong in a column behind; once imported, without the rows that are in. */
import { m } from "~/contract/messages";
import { writerFor } from "../exports/formats";
import { NotFound } from "../kernel/refusal";
import type { Call, ImportTarget } from "../kernel/served";
import type { CellError, FileColumn } from "./check-rows";
import { rowsOf, runById } from "./import-store";

export async function errorsFile({ db, caller }: Call, { resource }: ImportTarget, text: string) {
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
  const run = id === 0 ? null : await runById(db, id);
  if (!run || run.accountId !== caller.userId || run.noun !== resource.noun || run.business !== resource.business)
    throw new NotFound();
  const { columns, format } = run;
  const isIn = run.state === "done" || run.state === "undone";
  const limit = Number.MAX_SAFE_INTEGER;
  const rows = await rowsOf(db, id, isIn ? ["good", "bad", "kept"] : ["good", "bad", "same", "done", "kept"], {
    limit,
  });
  const chunks: { section: number; bytes: Uint8Array }[] = [];
  const writer = writerFor(format, {
    title: resource.title(),
    columns: [...columns.map(({ label }) => label), m.imports_errors()].map((label) => ({ label, kind: "text" })),
    sink: { write: (section, bytes) => void chunks.push({ section, bytes }) },
  });
  await writer.add(
    rows.map(({ cells, errors }) => [...columns.map((_, place) => cells[place] ?? ""), inWords(errors, columns)]),
  );
  await writer.end();
  const inOrder = chunks.sort((one, other) => one.section - other.section);
  const bytes = Buffer.concat(inOrder.map((chunk) => chunk.bytes));
  const name = run.fileName.replace(/\.[^.]*$/, "");
  return { name: `${m.imports_errors_name({ name })}.${format}`, format, bytes };
}

function inWords(errors: CellError[], columns: FileColumn[]): string {
  return errors
    .map(({ column, message }) =>
      columns[column] ? m.imports_cell({ label: columns[column].label, message }) : message,
    )
    .join("; ");
}
