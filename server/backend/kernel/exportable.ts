/** A list as something that can be exported: which rows, in which order, and what their cells say. */
import type { ExportColumn, ExportPayload } from "~/contract/export";
import type { Call } from "./call";
import type { LookMark } from "./changed-since";

/** Cells by column; a number in a money column is fen. */
export type ExportRow = Record<string, string | number | null>;

export interface ExportSource {
  title: () => string;
  columns: ExportColumn[];
  /** Where columns and title depend on what is asked for. */
  columnsFor?(asked: ExportPayload): ExportColumn[];
  /** Columns that a corp has added; they stand behind the others. */
  moreColumns?(call: Call): Promise<ExportColumn[]>;
  titleFor?(asked: ExportPayload): string;
  /** Ids in order, at most `limit`. One walk over an index: rows that come later are not in the file. */
  ids(call: Call, asked: ExportPayload, limit: number, since?: LookMark | null): Promise<number[]>;
  /** Whether `since` can be said: then the rows alone that were written from that mark on. Default: it cannot. */
  tellsChanges?(call: Call): Promise<boolean>;
  /** Rows of these ids, in their order, masked and labelled for the caller; what has gone meanwhile is left out. */
  rows(call: Call, ids: number[], asked: ExportPayload): Promise<ExportRow[]>;
}
