/** A `.csv` as spreadsheets of this country open it: UTF-8 with its mark, lines ended as RFC 4180 has it. */
import {
  type CellValue,
  looksLikeFormula,
  type TableColumn,
  type TableOptions,
  type TableWriter,
} from "./table-writer";

export class CsvWriter implements TableWriter {
  constructor(private readonly options: TableOptions) {
    const labels = options.columns.map(({ label }) => quoted(label)).join(",");
    options.sink.write(0, Buffer.from(`\uFEFF${labels}\r\n`));
  }

  async add(rows: CellValue[][]): Promise<void> {
    const { columns, sink } = this.options;
    const lines = rows.map((row) => columns.map(({ kind }, place) => text(kind, row[place] ?? null)).join(","));
    if (lines.length > 0) sink.write(0, Buffer.from(`${lines.join("\r\n")}\r\n`));
  }

  async end(): Promise<void> {}
}

function text(kind: TableColumn["kind"], value: CellValue): string {
  if (value === null) return "";
  if (typeof value === "number") return kind === "money" ? (value / 100).toFixed(2) : String(value);
  return quoted(value);
}

/** What a spreadsheet would reckon with gets an apostrophe in front. */
function quoted(value: string): string {
  const safe = looksLikeFormula(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
