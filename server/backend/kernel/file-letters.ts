/** Mails a file that a job has made to whoever asked for it: by the business that knows people's mailboxes, where there is one. */
import type { Transaction } from "../db/database";

export interface FileLetters {
  /** Whether there is somewhere to mail it to: an address of the account that has answered. */
  may(tx: Transaction, accountId: number): Promise<boolean>;
  /** Puts the letter in, within the transaction that ends the job; nothing where there is no address any more. */
  put(tx: Transaction, file: { accountId: number; jobId: number; now: Date }): Promise<void>;
}

let current: FileLetters | null = null;

export function mailsFiles(letters: FileLetters): void {
  current = letters;
}

export const fileLetters = (): FileLetters | null => current;
