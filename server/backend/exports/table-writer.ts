/** What writes a table to a file: row by row, so that a big one never stands in memory. */

/** A cell by its column's kind: text, a number, fen, yyyy-MM-dd, or yyyy-MM-dd HH:mm:ss; null is empty. */
export type CellValue = string | number | null;

export interface TableColumn {
  label: string;
  kind: "text" | "number" | "money" | "day" | "moment";
}

/**
 * Takes the bytes of a file in sections: a file is its sections one after the other, and each may be written to until
 * the end. So what stands at the beginning may be written last.
 */
export interface Sink {
  write(section: number, bytes: Uint8Array): void;
}

export interface TableWriter {
  add(rows: CellValue[][]): Promise<void>;
  /** Nothing may be added afterwards. */
  end(): Promise<void>;
}

export interface TableOptions {
  /** Of the sheet; numbered where one does not hold all. */
  title: string;
  columns: TableColumn[];
  sink: Sink;
}

/** Text that a spreadsheet would take for a formula. */
export function looksLikeFormula(text: string): boolean {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
}

/** Days since 1899-12-30, as spreadsheets count them; null for what is no date. */
export function serialOf(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  const moment = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return (moment - Date.UTC(1899, 11, 30)) / 86_400_000;
}

/** Names of sheets: no more than 31 characters, and none of these. */
export function sheetName(title: string, number: number): string {
  const suffix = number === 1 ? "" : ` ${number}`;
  return (title.replace(/[\\/?*[\]:]/g, " ").slice(0, 31 - suffix.length) || "Sheet") + suffix;
}
