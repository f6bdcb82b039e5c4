/** A file as a table of texts: a heading, and rows that have something in them. */
import { importBounds } from "~/contract/import";
import { csvRows, decoded } from "./csv-text";
import { UnreadableFile } from "./unreadable";
import { xlsxRows } from "./xlsx-rows";

export interface Table {
  heading: string[];
  /** `line` is the row's number in the file. */
  rows: { line: number; cells: string[] }[];
}

/** Throws {@link UnreadableFile} for what is no table within the bounds. What a file is, its first bytes say. */
export async function readTable(bytes: Buffer): Promise<Table> {
  const begins = (...head: number[]) => head.every((byte, place) => bytes[place] === byte);
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableFile("xls");
  if (bytes.length === 0) throw new UnreadableFile("empty");
  if (begins(0x50, 0x4b)) return collected(xlsxRows(bytes));
  if (bytes.includes(0)) throw new UnreadableFile("type");
  return collected(csvRows(decoded(bytes)));
}

async function collected(
  read: AsyncIterable<{ line: number; cells: string[] }> | Iterable<{ line: number; cells: string[] }>,
): Promise<Table> {
  let heading: string[] | null = null;
  const rows: Table["rows"] = [];
  for await (const { line, cells: given } of read) {
    const cells = trimmed(given);
    if (cells.length === 0) continue;
    if (cells.length > importBounds.columns) throw new UnreadableFile("columns");
    if (rows.length === importBounds.rows) throw new UnreadableFile("rows");
    if (heading === null) heading = cells;
    else rows.push({ line, cells });
  }
  if (heading === null || rows.length === 0) throw new UnreadableFile("empty");
  return { heading, rows };
}

/** What no database keeps: halves of characters, and NUL. */
const unstorable = /[\p{Cs}\0]/gu;

/** Without spaces around the cells, and without empty cells at the end. */
function trimmed(cells: string[]): string[] {
  const texts = cells.map((cell) => cell.slice(0, importBounds.cell).replace(unstorable, "\uFFFD").trim());
  return texts.slice(0, texts.findLastIndex((text) => text !== "") + 1);
}
