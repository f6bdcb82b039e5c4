/** A `.csv`: its encoding found out, its cells apart (RFC 4180, and what spreadsheets make of it). */
import { looksLikeFormula } from "../exports/table-writer";
import { UnreadableFile } from "./unreadable";

/** Of one line; more is no table. */
const mostCells = 16_384;

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

/** Lines of cells, each with the number of the line that it begins in. Quotes hold separators and line breaks. */
export function* csvRows(text: string): Generator<{ line: number; cells: string[] }> {
  const separator = separatorOf(text);
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const begins = line;
    const cells: string[] = [];
    for (;;) {
      const cell = text[at] === '"' ? quoted(text, at) : plain(text, at, separator);
      line += breaksIn(text, at, cell.end);
      cells.push(undefused(cell.value));
      if (cells.length > mostCells) throw new UnreadableFile("columns");
      at = cell.end;
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    yield { line: begins, cells };
  }
}

/** What the heading is divided by. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  return [",", "\t", ";"].find((sign) => head.includes(sign)) ?? ",";
}

interface Cell {
  value: string;
  /** Behind it: of a separator, a line break, or the end. */
  end: number;
}

function plain(text: string, from: number, separator: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { value: text.slice(from, end), end };
}

function quoted(text: string, from: number): Cell {
  let value = "";
  let at = from + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close < 0) throw new UnreadableFile("broken");
    value += text.slice(at, close);
    at = close + 1;
    if (text[at] !== '"') break;
    value += '"';
    at += 1;
  }
  // What follows the closing quote belongs to the cell, as spreadsheets read it.
  while (at < text.length && !/[,\t;\r\n]/.test(text[at] ?? "")) {
    value += text[at];
    at += 1;
  }
  return { value, end: at };
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Our own exports have an apostrophe before what a spreadsheet would reckon with. */
function undefused(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}
