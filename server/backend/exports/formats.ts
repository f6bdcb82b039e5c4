/** The formats of exports. */
import type { ExportFormat } from "~/contract/export";
import { CsvWriter } from "./csv";
import type { TableOptions, TableWriter } from "./table-writer";
import { XlsWriter } from "./xls";
import { XlsxWriter } from "./xlsx";

export const contentTypes: Record<ExportFormat, string> = {
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
};

export function writerFor(format: ExportFormat, options: TableOptions): TableWriter {
  if (format === "csv") return new CsvWriter(options);
  return format === "xlsx" ? new XlsxWriter(options) : new XlsWriter(options);
}
