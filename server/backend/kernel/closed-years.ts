/**
 * Closed business years, as those stand to them who write: what of a business belongs to a year, what must have come to an end
 * before one is closed, and until when everything is closed. Each business says the first two in its manifest (`years`).
 */
import { getTableName, type SQL } from "drizzle-orm";
import type { Message } from "~/contract/messages";
import type { Transaction } from "../db/database";
import { figuresOf, type KeptLedger } from "./ledger";
import { changeColumn, columnOf } from "./ledger-table";
import { prepared } from "./prepared";

/** A table whose rows belong to the year that their moment lies in. */
export interface YearPart {
  table: string;
  title: Message;
  /** Column of the moment; an index leads with the corp and this. */
  moment: string;
  /** Column of what is summed, in fen. */
  amount?: string;
  /**
   * Columns that never change, where others do. Left out: whole rows are sealed, and a trigger (`seals_years`) refuses them
   * in a closed year, whoever writes.
   */
  keeps?: readonly string[];
}

/** What stands open in a year, or before it. */
export interface StandsOpen {
  /** Answers `n`: of the corp of the transaction, before the first day of the year after and its first moment. */
  count: (until: { day: string; at: string }) => SQL;
  told: (inputs: { n: number }) => string;
}

export interface YearsOf {
  parts?: readonly YearPart[];
  open?: readonly StandsOpen[];
}

const known: YearPart[] = [];
const openOnes: StandsOpen[] = [];

export function declareYears({ parts = [], open = [] }: YearsOf): void {
  known.push(...parts);
  openOnes.push(...open);
}
export const yearParts = (): readonly YearPart[] => known;
export const standOpen = (): readonly StandsOpen[] => openOnes;

/** A ledger's rows; summed is what its first figure moved by, where that is money. */
export function ledgerPart({ declared, rows, accounts }: KeptLedger): YearPart {
  const [first] = figuresOf(declared);
  const amount = declared.unit === "fen" && first !== undefined && changeColumn(columnOf(accounts, first).name);
  return { table: getTableName(rows), title: declared.title, moment: "at", ...(amount && { amount }) };
}

/** The moment up to which the corp's years are closed; null while none is. */
export async function closedUntil(tx: Transaction): Promise<Date | null> {
  const [row] = await prepared<{ at: string }>(tx, untilOf, []);
  return row ? new Date(row.at) : null;
}
const untilOf = "select until_at as at from closed_until where corp_code = current_setting('app.corp_code')";
