/** The first sheet of an `.xls` (BIFF8) that people see: values as they stand in it, formulas by what they came to. */
import { importBounds } from "~/contract/import";
import { type BiffRecord, ids, recordsFrom, shortNumber, TextReader } from "./biff-reader";
import { dateText, numberText } from "./cell-text";
import { CompoundFile } from "./compound-stream";
import { dateOf, isDateFormat } from "./date-format";
import { UnreadableFile } from "./unreadable";

const turnEvery = 20_000;

/** Cells by place; rows in their order. */
export async function* xlsRows(bytes: Buffer): AsyncGenerator<{ line: number; cells: string[] }> {
  try {
    const stream = streamOf(bytes);
    const book = bookOf(stream);
    const rows = new Sheet(book);
    let read = 0;
    for (const record of ofSheet(stream, book.begin)) {
      rows.take(record);
      read += 1;
      // Everybody else has a turn in between.
      if (read % turnEvery === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    yield* rows.inOrder();
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFile("broken");
    throw error;
  }
}

function streamOf(bytes: Buffer): Buffer {
  const file = new CompoundFile(bytes);
  const stream = file.stream("Workbook", "Book");
  if (stream) return stream;
  // An `.xlsx` with a password is in such a container, too.
  throw new UnreadableFile(file.stream("EncryptedPackage") ? "encrypted" : "broken");
}

interface Book {
  /** Of the sheet, in the stream. */
  begin: number;
  texts: string[];
  /** By style: whether its numbers are days. */
  dates: boolean[];
  is1904: boolean;
}

const biff8 = 0x0600;
const worksheet = 0;

function bookOf(stream: Buffer): Book {
  let texts: string[] = [];
  let is1904 = false;
  const formats = new Map<number, string>();
  const styles: number[] = [];
  const sheets: { begin: number; shown: boolean }[] = [];
  for (const { id, parts } of ofSubstream(stream, 0)) {
    const [data = Buffer.alloc(0)] = parts;
    if (id === ids.filePass) throw new UnreadableFile("encrypted");
    if (id === ids.date1904) is1904 = data.readUInt16LE(0) === 1;
    if (id === ids.format) formats.set(data.readUInt16LE(0), new TextReader(parts, 2).text(2));
    if (id === ids.style) styles.push(data.readUInt16LE(2));
    if (id === ids.sharedTexts) texts = textsOf(parts);
    if (id === ids.sheet && data.readUInt8(5) === worksheet)
      sheets.push({ begin: data.readUInt32LE(0), shown: (data.readUInt8(4) & 3) === 0 });
  }
  const sheet = sheets.find(({ shown }) => shown) ?? sheets[0];
  if (!sheet) throw new UnreadableFile("broken");
  const dates = styles.map((format) => isDateFormat(format, formats.get(format)));
  return { begin: sheet.begin, texts, dates, is1904 };
}

/** The records between a beginning and its end; of what is nested in between (charts), none. */
function* ofSubstream(stream: Buffer, start: number): Generator<BiffRecord> {
  let depth = 0;
  for (const record of recordsFrom(stream, start)) {
    if (record.id === ids.bof) {
      const version = record.parts[0]?.readUInt16LE(0);
      if (depth === 0 && version !== biff8) throw new UnreadableFile("oldXls");
      depth += 1;
    } else if (depth === 0) throw new UnreadableFile(start === 0 ? "oldXls" : "broken");
    else if (record.id === ids.eof) depth -= 1;
    else if (depth === 1) yield record;
    if (depth === 0) return;
  }
}

function ofSheet(stream: Buffer, begin: number): Generator<BiffRecord> {
  if (begin === 0) throw new UnreadableFile("broken");
  return ofSubstream(stream, begin);
}

function textsOf(parts: Buffer[]): string[] {
  const count = parts[0]?.readUInt32LE(4) ?? 0;
  const reader = new TextReader(parts, 8);
  const texts: string[] = [];
  while (texts.length < count && !reader.ended) texts.push(reader.text(2));
  return texts;
}

const errors: Record<number, string> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
};

class Sheet {
  private readonly rows = new Map<number, string[]>();
  /** The cell of a formula whose text comes in a record of its own. */
  private awaiting: [row: number, column: number] | null = null;

  constructor(private readonly book: Book) {}

  *inOrder(): Generator<{ line: number; cells: string[] }> {
    for (const [row, cells] of [...this.rows].sort(([one], [other]) => one - other))
      yield { line: row + 1, cells: Array.from(cells, (text) => text ?? "") };
  }

  take({ id, parts }: BiffRecord): void {
    const [data] = parts;
    if (!data) return;
    switch (id) {
      case ids.sharedText:
        this.put(data, this.sharedText(data.readUInt32LE(6)));
        break;
      case ids.label:
      case ids.richLabel:
        this.put(data, new TextReader(parts, 6).text(2));
        break;
      case ids.number:
        this.put(data, this.numberIn(data.readUInt16LE(4), data.readDoubleLE(6)));
        break;
      case ids.shortNumber:
        this.put(data, this.numberIn(data.readUInt16LE(4), shortNumber(data.readInt32LE(6))));
        break;
      case ids.shortNumbers:
        this.putSeveral(data);
        break;
      case ids.truth:
        this.put(data, truth(data.readUInt8(7) === 1, data.readUInt8(6)));
        break;
      case ids.formula:
        this.putFormula(data);
        break;
      case ids.formulaText:
        if (this.awaiting) this.putAt(...this.awaiting, new TextReader(parts, 0).text(2));
        this.awaiting = null;
        break;
    }
  }

  private sharedText(place: number): string {
    const text = this.book.texts[place];
    if (text === undefined) throw new UnreadableFile("broken");
    return text;
  }

  private putSeveral(data: Buffer): void {
    const first = data.readUInt16LE(2);
    for (let at = 4; at + 8 <= data.length; at += 6) {
      const value = this.numberIn(data.readUInt16LE(at), shortNumber(data.readInt32LE(at + 2)));
      this.putAt(data.readUInt16LE(0), first + (at - 4) / 6, value);
    }
  }

  private putFormula(data: Buffer): void {
    this.awaiting = null;
    if (data.readUInt16LE(12) !== 0xffff) {
      this.put(data, this.numberIn(data.readUInt16LE(4), data.readDoubleLE(6)));
      return;
    }
    const kind = data.readUInt8(6);
    if (kind === 0) this.awaiting = [data.readUInt16LE(0), data.readUInt16LE(2)];
    if (kind === 1 || kind === 2) this.put(data, truth(kind === 2, data.readUInt8(8)));
  }

  private put(data: Buffer, text: string): void {
    this.putAt(data.readUInt16LE(0), data.readUInt16LE(2), text);
  }

  private putAt(row: number, column: number, text: string): void {
    if (text === "") return;
    if (column >= importBounds.columns) throw new UnreadableFile("columns");
    const cells = this.rows.get(row) ?? [];
    // Rows that hold nothing but spaces are none, but nobody has as many of them.
    if (cells.length === 0 && this.rows.size > importBounds.rows * 2) throw new UnreadableFile("rows");
    cells[column] = text;
    this.rows.set(row, cells);
  }

  private numberIn(style: number, value: number): string {
    const date = this.book.dates[style] ? dateOf(value, this.book.is1904) : null;
    return date ? dateText(date) : numberText(value);
  }
}

function truth(isError: boolean, code: number): string {
  return isError ? (errors[code] ?? "#N/A") : String(code === 1);
}
