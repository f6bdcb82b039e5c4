/** What must hold of the data whatever happened: the nightly audit and the tests ask for what breaks it. */
import type { Locale, Message } from "~/contract/messages";
import { yuan } from "./money";

/** A row as the statement answers it. */
export type BrokenRow = Readonly<Record<string, unknown>>;

export interface Invariant {
  /** What holds, in a sentence, for the list of rules. */
  says: Message;
  /** The statement that finds what breaks it: of one corp as its tenant, of all as the owner. It changes nothing. */
  broken: string;
  /** What is wrong with one of them, in a sentence of plain words. */
  found: (row: BrokenRow, options: { locale: Locale }) => string;
}
/** By the sentence that holds. */
export type Invariants = Readonly<Record<string, Invariant>>;

/** A value of such a row in a sentence; amounts are fen. */
export const said = (value: unknown): string => (value === null || value === undefined ? "—" : String(value));
export const fen = (value: unknown): string => yuan(Number(value ?? 0));
