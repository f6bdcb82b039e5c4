/** An `.xlsx` by exceljs's streaming writer. */
import { PassThrough } from "node:stream";
import type ExcelJS from "exceljs";
import {
  type CellValue,
  serialOf,
  sheetName,
  type TableColumn,
  type TableOptions,
  type TableWriter,
} from "./table-writer";

const rowsASheet = 1_048_576;
const formats = { text: "@", number: "0", money: "#,##0.00", day: "yyyy-mm-dd", moment: "yyyy-mm-dd hh:mm:ss" };
const widths = { text: 20, number: 12, money: 14, day: 12, moment: 20 };

export class XlsxWriter implements TableWriter {
  private workbook: ExcelJS.stream.xlsx.WorkbookWriter | undefined;
  private sheet: ExcelJS.Worksheet | undefined;
  private sheets = 0;
  private rows = 0;
  private failure: Error | undefined;
  private ended: Promise<void> | undefined;

  constructor(private readonly options: TableOptions) {}

  async add(rows: CellValue[][]): Promise<void> {
    await this.open();
    for (const row of rows) {
      if (this.rows === rowsASheet) this.openSheet();
      this.sheet?.addRow(this.options.columns.map(({ kind }, place) => cell(kind, row[place] ?? null))).commit();
      this.rows += 1;
    }
    // The archive is made in turns of its own.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.failure) throw this.failure;
  }

  async end(): Promise<void> {
    await this.open();
    this.sheet?.commit();
    await this.workbook?.commit();
    await this.ended;
  }

  /** Loaded where it is needed only. */
  private async open(): Promise<void> {
    if (this.workbook) return;
    const { default: excel } = await import("exceljs");
    const stream = new PassThrough();
    stream.on("data", (bytes: Buffer) => this.options.sink.write(0, bytes));
    this.ended = new Promise((resolve, reject) => {
      stream.once("end", resolve);
      stream.once("error", (error) => {
        this.failure = error;
        reject(error);
      });
    });
    this.workbook = new excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
    this.openSheet();
  }

  private openSheet(): void {
    this.sheet?.commit();
    this.sheets += 1;
    const { title, columns } = this.options;
    this.sheet = this.workbook?.addWorksheet(sheetName(title, this.sheets), {
      views: [{ state: "frozen", ySplit: 1 }],
    });
    if (!this.sheet) return;
    this.sheet.columns = columns.map(({ label, kind }) => ({
      header: label,
      width: widths[kind],
      style: { numFmt: formats[kind] },
    }));
    this.rows = 1;
  }
}

/** A text stays text, whatever it begins with: the cell says so, and its format. */
function cell(kind: TableColumn["kind"], value: CellValue): string | number | null {
  if (typeof value === "number") return kind === "money" ? value / 100 : value;
  if (value === null || kind === "text" || kind === "number" || kind === "money") return value;
  return serialOf(value) ?? value;
}
