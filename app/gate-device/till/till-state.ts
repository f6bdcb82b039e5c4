/** What a till without a line knows and keeps. */
import type { AnswerOf } from "~/contract/method";
import type { storedOfflineTerms, storedOfflineUpload } from "~/contract/stored/offline";

/** What may be risked, as the server last said. */
export type Terms = AnswerOf<typeof storedOfflineTerms> & { mostEntries: number };
export type Uploaded = AnswerOf<typeof storedOfflineUpload>;

export interface Purchase {
  /** The till's own: the same one twice is one purchase. */
  entryKey: string;
  number: string;
  /** Fen. */
  amount: number;
  what: string;
  /** ISO, by the server's clock as far as it is known. */
  at: string;
  posId: number;
  /** `open`: it could not be charged, and somebody decides at the console. */
  state: "waiting" | "booked" | "open";
  /** Why it is open. */
  message: string;
}

export interface Own {
  terms: Terms | null;
  posId: number | null;
  /** Milliseconds by which this clock is ahead of the server's. */
  ahead: number;
  locale: "zh-CN" | "en";
}

export interface TillStore {
  own(): Promise<Partial<Own>>;
  setOwn(own: Own): Promise<void>;
  purchases(): Promise<Purchase[]>;
  /** Resolves once they are on the disk. */
  put(purchases: readonly Purchase[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

export interface TillCalls {
  terms(locale: string): Promise<Terms & { now: string }>;
  upload(locale: string, posId: number, purchases: readonly Purchase[]): Promise<Uploaded>;
}
