/** A `.csv`: its encoding found out, its cells apart (RFC 4180, and what spreadsheets make of it), read by csv-parse. */
import { Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { looksLikeFormula } from "../exports/table-writer";
import { UnreadableFile } from "./unreadable";

/** Of one line; more is no table. */
const mostCells = 16_384;
const piece = 64 * 1024;

/** UTF-8 with its mark or without, else GB18030 (with GBK and GB2312 in it). */
export function decoded(bytes: Uint8Array): string {
  for (const encoding of ["utf-8", "gb18030"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one, perhaps.
    }
  }
  throw new UnreadableFile("encoding");
}

interface Parsed {
  record: string[];
  info: Info;
}

/** Lines of cells, each with the number of the line that it begins in. Quotes hold separators and line breaks. */
export async function* csvRows(text: string): AsyncGenerator<{ line: number; cells: string[] }> {
  const parser = Readable.from(pieces(text)).pipe(
    parse({
      delimiter: separatorOf(text),
      record_delimiter: ["\r\n", "\n", "\r"],
      info: true,
      // Lines of other lengths, and quotes within a cell that has none around it, are for the checks of rows to judge.
      relax_column_count: true,
      relax_quotes: true,
      // A record is given once it is whole: one of millions of cells ends while it is read.
      cast: (value, { index }) => {
        if (index >= mostCells) throw new UnreadableFile("columns");
        return value;
      },
    }),
  );
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      yield { line, cells: record.map(undefused) };
      // A record ends in its last line; the next begins in the one after.
      line = info.lines + 1;
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile("broken") : error;
  }
}

/** A little at a time: csv-parse keeps all records of a piece, and ten million empty lines are a small file. */
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece);
}

/** What the heading is divided by. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  return [",", "\t", ";"].find((sign) => head.includes(sign)) ?? ",";
}

/** Our own exports have an apostrophe before what a spreadsheet would reckon with. */
function undefused(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}
