/** The first sheet of an `.xlsx`, row by row: values as they stand in it, formulas by what they came to when saved. */
import { Readable } from "node:stream";
import type ExcelJS from "exceljs";
import { dateText, numberText } from "./cell-text";
import { UnreadableFile } from "./unreadable";
import { storedZip, ZipArchive } from "./zip";

/** Bytes of the parts that are read, unpacked: 5,000 rows of 200 columns fit by far. */
const unpackedBound = 64 * 1024 * 1024;
const piece = 64 * 1024;

/** Cells by place; what is not there is left out. */
export async function* xlsxRows(bytes: Buffer): AsyncGenerator<{ line: number; cells: string[] }> {
  const { default: excel } = await import("exceljs");
  const archive = await checked(bytes);
  const options = { worksheets: "emit", sharedStrings: "cache", styles: "cache", hyperlinks: "ignore" } as const;
  const reader = new excel.stream.xlsx.WorkbookReader(Readable.from(pieces(archive)), options);
  try {
    for await (const sheet of reader) {
      let line = 0;
      for await (const row of sheet) {
        line = row.number > line ? row.number : line + 1;
        yield { line, cells: cellsOf(row) };
        // Everybody else has a turn in between.
        if (line % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      return;
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile("broken");
  }
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}

const rels = "xl/_rels/workbook.xml.rels";
const sheetAsRead = "xl/worksheets/sheet1.xml";

/** What the reader needs of the archive and nothing else, each part within bounds; texts before the sheet. */
async function checked(bytes: Buffer): Promise<Buffer> {
  const archive = await ZipArchive.open(bytes, unpackedBound);
  const [book, links] = [await archive.read("xl/workbook.xml"), await archive.read(rels)];
  if (!book || !links) throw new UnreadableFile("broken");
  const path = pathOfSheet(book.toString("utf8"), links.toString("utf8"));
  const texts = (await archive.read("xl/sharedStrings.xml")) ?? Buffer.from("<sst/>");
  const styles = await archive.read("xl/styles.xml");
  const sheet = await archive.read(path);
  if (!sheet) throw new UnreadableFile("broken");
  return storedZip([
    [rels, links],
    ["xl/workbook.xml", book],
    ...(styles ? [["xl/styles.xml", styles] satisfies [string, Buffer]] : []),
    ["xl/sharedStrings.xml", texts],
    [sheetAsRead, sheet],
  ]);
}

/** Of the first sheet that people see. */
function pathOfSheet(book: string, links: string): string {
  const sheets = [...book.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => tag);
  const shown = sheets.find((tag) => !/\bstate="(hidden|veryHidden)"/.test(tag));
  const id = /\b\w+:id="([^"]+)"/.exec(shown ?? "")?.[1];
  const link = [...links.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].find(([tag]) => attribute(tag, "Id") === id)?.[0];
  const target = link ? attribute(link, "Target") : undefined;
  if (!id || !target) throw new UnreadableFile("broken");
  return target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
}

function cellsOf(row: ExcelJS.Row): string[] {
  const cells: string[] = [];
  row.eachCell((cell, place) => {
    const text = textOf(cell.value);
    if (text !== "") cells[place - 1] = text;
  });
  return Array.from(cells, (text) => text ?? "");
}

/** A formula is its last result, and never reckoned with; where it has none, its own text. */
function textOf(value: ExcelJS.CellValue): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return dateText(value);
  if (typeof value === "number") return numberText(value);
  if (typeof value !== "object") return String(value);
  if ("richText" in value) return value.richText.map(({ text }) => text).join("");
  if ("error" in value) return value.error;
  if ("text" in value) return textOf(value.text as ExcelJS.CellValue);
  if ("formula" in value) return value.result === undefined ? `=${value.formula}` : textOf(value.result);
  return "";
}
