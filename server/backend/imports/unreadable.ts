/** Why a file as a whole is none that could be imported, in words for who sent it. */
import { importBounds } from "~/contract/import";
import { m } from "~/contract/messages";

const reasons = {
  broken: () => m.imports_broken(),
  tooLarge: () => m.imports_too_large(),
  encoding: () => m.imports_encoding(),
  empty: () => m.imports_empty(),
  rows: () => m.imports_too_many_rows({ n: importBounds.rows }),
  columns: () => m.imports_too_many_columns({ n: importBounds.columns }),
  encrypted: () => m.imports_encrypted(),
  oldXls: () => m.imports_old_xls(),
  type: () => m.imports_type(),
  tooMuch: () => m.imports_too_much(),
} as const;

export type UnreadableReason = keyof typeof reasons;

export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  constructor(readonly reason: UnreadableReason) {
    super(reasons[reason]());
  }
}
