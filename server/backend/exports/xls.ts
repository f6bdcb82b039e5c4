/**
 * An `.xls` (BIFF8) written row by row. Texts seen often stand once in a shared table of bounded size, the others in
 * their cells; a sheet holds 65,536 rows, then the next begins. Known of the whole only at the end: where each sheet
 * begins and how long the stream is, so the file's first section is written last.
 */
import { longs, longText, record, sharedTexts, shortText, words } from "./biff-records";
import { compoundFile } from "./compound-file";
import {
  type CellValue,
  looksLikeFormula,
  serialOf,
  sheetName,
  type TableColumn,
  type TableOptions,
  type TableWriter,
} from "./table-writer";

const rowsASheet = 65_536;
/** Excel's own limit of a cell, and that of a text that stands in its cell. */
const mostCharacters = 32_767;
const mostInCell = 255;
/** Shared texts: beyond, new ones stand in their cells. */
const mostShared = 20_000;

/** Cell formats, in the order of {@link globals}. */
const formats = { text: 16, number: 17, money: 18, day: 19, moment: 20, head: 21, quoted: 22 } as const;

interface Sheet {
  name: string;
  /** Header included. */
  rows: number;
  bytes: number;
}

export class XlsWriter implements TableWriter {
  private readonly sheets: Sheet[] = [];
  private readonly shared = new Map<string, number>();
  private sharedUses = 0;
  /** Bytes of all sheets. */
  private length = 0;
  private buffer = Buffer.allocUnsafe(256 * 1024);
  private used = 0;

  constructor(private readonly options: TableOptions) {
    this.openSheet();
  }

  async add(rows: CellValue[][]): Promise<void> {
    for (const row of rows) {
      if (this.sheet.rows === rowsASheet) {
        this.closeSheet();
        this.openSheet();
      }
      this.options.columns.forEach(({ kind }, column) => {
        this.cell(column, kind, row[column] ?? null);
      });
      this.sheet.rows += 1;
    }
    this.flush();
  }

  async end(): Promise<void> {
    this.closeSheet();
    const book = globals(this.sheets, sharedTexts(this.shared.keys(), this.sharedUses, this.shared.size));
    const { header, tail } = compoundFile("Workbook", book.length + this.length);
    this.options.sink.write(0, Buffer.concat([header, book]));
    this.options.sink.write(this.sheets.length * 2 + 1, tail);
  }

  private get sheet(): Sheet {
    const last = this.sheets.at(-1);
    if (!last) throw new Error("No sheet is open.");
    return last;
  }

  /** Rows of sheet n stand in section 2n, what goes before them in 2n - 1. */
  private get section(): number {
    return this.sheets.length * 2;
  }

  private openSheet(): void {
    this.sheets.push({ name: sheetName(this.options.title, this.sheets.length + 1), rows: 0, bytes: 0 });
    this.options.columns.forEach(({ label }, column) => {
      this.text(column, formats.head, label);
    });
    this.sheet.rows = 1;
  }

  private closeSheet(): void {
    this.flush();
    this.emit(this.section, sheetEnd(this.sheets.length === 1));
    this.emit(this.section - 1, sheetBegin(this.options.columns, this.sheet.rows));
  }

  private emit(section: number, bytes: Buffer): void {
    this.options.sink.write(section, bytes);
    this.sheet.bytes += bytes.length;
    this.length += bytes.length;
  }

  private flush(): void {
    if (this.used === 0) return;
    this.emit(this.section, Buffer.from(this.buffer.subarray(0, this.used)));
    this.used = 0;
  }

  private cell(column: number, kind: TableColumn["kind"], value: CellValue): void {
    if (value === null || value === "") return;
    if (kind === "text" || (typeof value === "string" && kind !== "day" && kind !== "moment")) {
      const text = String(value);
      this.text(column, looksLikeFormula(text) ? formats.quoted : formats.text, text);
      return;
    }
    const number = typeof value === "string" ? serialOf(value) : kind === "money" ? value / 100 : value;
    if (number === null) this.text(column, formats.text, String(value));
    else this.number(column, formats[kind], number);
  }

  private number(column: number, format: number, value: number): void {
    this.head(0x0203, 14, column, format);
    this.used = this.buffer.writeDoubleLE(value, this.used);
  }

  private text(column: number, format: number, whole: string): void {
    const text = whole.slice(0, mostCharacters);
    const known = this.shared.get(text);
    if (known === undefined && this.shared.size >= mostShared && text.length <= mostInCell) {
      const bytes = longText(text);
      this.head(0x0204, 6 + bytes.length, column, format);
      this.used += bytes.copy(this.buffer, this.used);
      return;
    }
    const place = known ?? this.shared.size;
    if (known === undefined) this.shared.set(text, place);
    this.sharedUses += 1;
    this.head(0x00fd, 10, column, format);
    this.used = this.buffer.writeUInt32LE(place, this.used);
  }

  private head(id: number, length: number, column: number, format: number): void {
    if (this.used + length + 4 > this.buffer.length) this.flush();
    let at = this.buffer.writeUInt16LE(id, this.used);
    at = this.buffer.writeUInt16LE(length, at);
    at = this.buffer.writeUInt16LE(this.sheet.rows, at);
    at = this.buffer.writeUInt16LE(column, at);
    this.used = this.buffer.writeUInt16LE(format, at);
  }
}

const beginOf = (kind: number) => record(0x0809, words(0x0600, kind, 0x0dbb, 0x07cc), longs(0x41, 0x06));
const end = record(0x000a);
const widths = { text: 20, number: 12, money: 14, day: 12, moment: 20 };

function sheetBegin(columns: TableColumn[], rows: number): Buffer {
  return Buffer.concat([
    beginOf(0x0010),
    ...columns.map(({ kind }, column) => record(0x007d, words(column, column, widths[kind] * 256, 15, 0, 0))),
    record(0x0200, longs(0, rows), words(0, columns.length, 0)),
  ]);
}

/** The heading stays in sight. */
function sheetEnd(isFirst: boolean): Buffer {
  const options = 0x01be | (isFirst ? 0x0600 : 0);
  return Buffer.concat([
    record(0x023e, words(options, 0, 0, 0x40, 0, 0, 0, 0, 0)),
    record(0x0041, words(0, 1, 1, 0, 2)),
    end,
  ]);
}

/** Everything before the sheets; each of them is entered by its distance from the stream's beginning. */
function globals(sheets: Sheet[], texts: Buffer): Buffer {
  const before = Buffer.concat([
    beginOf(0x0005),
    record(0x0042, words(0x04b0)),
    record(0x003d, words(0, 0, 0x4000, 0x2000, 0x38, 0, 0, 1, 0x258)),
    record(0x0022, words(0)),
    // The fifth of these is number 5: there is no number 4.
    ...[400, 400, 400, 400, 700].map(font),
    record(0x041e, words(164), longText("yyyy-mm-dd")),
    record(0x041e, words(165), longText("yyyy-mm-dd hh:mm:ss")),
    ...Array.from({ length: 15 }, () => style(0xfff5, 0, 0, 0)),
    style(0x0001, 0, 0, 0xfc),
    style(0x0001, 0, 49, 0xfc),
    style(0x0001, 0, 1, 0xfc),
    style(0x0001, 0, 4, 0xfc),
    style(0x0001, 0, 164, 0xfc),
    style(0x0001, 0, 165, 0xfc),
    style(0x0001, 5, 49, 0xfc),
    // Its text begins with a quotation mark that says: text, whatever follows.
    style(0x0009, 0, 49, 0xfc),
    record(0x0293, words(0x8000), Buffer.from([0, 0xff])),
  ]);
  const names = sheets.map(({ name }) => shortText(name));
  const listed = names.reduce((sum, name) => sum + 10 + name.length, 0);
  let at = before.length + listed + texts.length + end.length;
  const entries = sheets.map(({ bytes }, place) => {
    const entry = record(0x0085, longs(at), words(0), names[place] ?? Buffer.alloc(0));
    at += bytes;
    return entry;
  });
  return Buffer.concat([before, ...entries, texts, end]);
}

function font(weight: number): Buffer {
  return record(0x0031, words(200, weight > 400 ? 1 : 0, 0x7fff, weight, 0), Buffer.alloc(4), shortText("Arial"));
}

function style(kind: number, fontNumber: number, format: number, used: number): Buffer {
  return record(0x00e0, words(fontNumber, format, kind), Buffer.from([0x20, 0, 0, used]), longs(0, 0), words(0x20c0));
}
