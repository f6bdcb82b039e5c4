/** Where a file that a job has made goes beside the console: by the businesses that know mailboxes and stores. */
import type { Transaction } from "../db/database";

export interface FileLetters {
  /** Where it would be mailed to: an address of the account that has answered; "" for none. */
  address(tx: Transaction, accountId: number): Promise<string>;
  /** Puts the letter in, within the transaction that ends the job; nothing where there is no address any more. */
  put(tx: Transaction, file: { accountId: number; jobId: number; now: Date }): Promise<void>;
}

let current: FileLetters | null = null;

export function mailsFiles(letters: FileLetters): void {
  current = letters;
}

export const fileLetters = (): FileLetters | null => current;

export interface FileStores {
  /** Of the caller's corp, in use. */
  stores(tx: Transaction): Promise<{ id: number; name: string }[]>;
  /** As {@link FileLetters.put}; nothing where the store is gone or suspended. */
  put(
    tx: Transaction,
    file: { storeId: number; accountId: number; accountName: string; jobId: number; name: string; now: Date },
  ): Promise<void>;
}

let places: FileStores | null = null;

export function storesFiles(stores: FileStores): void {
  places = stores;
}

export const fileStores = (): FileStores | null => places;
