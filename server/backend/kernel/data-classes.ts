/**
 * What a corp's tables hold, as to clearing: what happened (records), how the corp is set up (settings), who did what with
 * the console (traces), and the corp itself with its people. Each business says it of its own tables in its manifest; a
 * table of which nothing is said holds records.
 */
import type { Transaction } from "../db/database";

export const dataClasses = ["records", "settings", "traces", "corp"] as const;
export type DataClass = (typeof dataClasses)[number];

/** Names of tables by class; `money` are records that money is told by, beside ledgers. */
export interface ClassedTables {
  settings?: readonly string[];
  traces?: readonly string[];
  corp?: readonly string[];
  money?: readonly string[];
}

const classes = new Map<string, DataClass>();
const money = new Set<string>();

export function classTables({ money: documents = [], ...classed }: ClassedTables): void {
  for (const [name, tables] of Object.entries(classed))
    for (const table of tables) classes.set(table, name as DataClass);
  for (const table of documents) money.add(table);
}

// Of the mechanisms.
classTables({
  traces: ["job", "export_part", "export_mark", "import_run", "import_row", "idempotency"],
  // Numbers go on where they were, so that none is given twice.
  corp: ["stored_file", "file_use", "upload_ticket", "job_schedule", "counter", "export_plan"],
});

export const classOf = (table: string): DataClass => classes.get(table) ?? "records";

/** The law asks for years by what a row is: money and its documents, trade, traces. Settings and people are under none. */
export type RetentionKind = "money" | "trade" | "traces";

export function retentionOf(table: string): RetentionKind | null {
  const of = classOf(table);
  if (of === "traces") return "traces";
  if (of !== "records") return null;
  return /(^|_)ledger$/.test(table) || money.has(table) ? "money" : "trade";
}

/** Rows that stay, but say something of what goes: a box in use, an account that is bound to a park. */
export interface Unsettling {
  /** With what they change. */
  with: "records" | "settings";
  /** Those of them are in the archive as well, and are put back with it. */
  tables: readonly string[];
  /** As the owner, before the rows go; the corp is `app.corp_code`. */
  work: (tx: Transaction) => Promise<void>;
}

const unsettlings: Unsettling[] = [];
export const unsettles = (one: Unsettling): void => void unsettlings.push(one);
export const unsettlingsWith = (scope: string): readonly Unsettling[] =>
  unsettlings.filter((one) => one.with === scope);
