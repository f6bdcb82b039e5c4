/** A file as a table of texts: a heading, and rows that have something in them. */
import { importBounds } from "~/contract/import";
import { csvRows, decoded } from "./csv-text";
import { UnreadableFile } from "./unreadable";
import { xlsRows } from "./xls-rows";
import { xlsxRows } from "./xlsx-rows";

export interface Table {
  heading: string[];
  /** `line` is the row's number in the file. */
  rows: { line: number; cells: string[] }[];
}

/** Throws {@link UnreadableFile} for what is no table within the bounds. What a file is, its first bytes say. */
export async function readTable(bytes: Buffer): Promise<Table> {
  const begins = (...head: number[]) => head.every((byte, place) => bytes[place] === byte);
  if (bytes.length === 0) throw new UnreadableFile("empty");
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return collected(xlsRows(bytes));
  // A sheet of the time before the container.
  if (begins(0x09, 0x00) || begins(0x09, 0x02) || begins(0x09, 0x04)) throw new UnreadableFile("oldXls");
  if (begins(0x50, 0x4b)) return collected(xlsxRows(bytes));
  if (bytes.includes(0)) throw new UnreadableFile("type");
  return collected(csvRows(decoded(bytes)));
}

/** Of all cells: 5,000 rows of 200 columns have twenty each, all others more. */
const mostLetters = 20_000_000;

async function collected(
  read: AsyncIterable<{ line: number; cells: string[] }> | Iterable<{ line: number; cells: string[] }>,
): Promise<Table> {
  let heading: string[] | null = null;
  const rows: Table["rows"] = [];
  let letters = 0;
  for await (const { line, cells: given } of read) {
    const cells = trimmed(given);
    if (cells.length === 0) continue;
    letters += cells.reduce((sum, { length }) => sum + length, 0);
    // A text that a file has once may stand in each of its cells.
    if (letters > mostLetters) throw new UnreadableFile("tooLarge");
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
