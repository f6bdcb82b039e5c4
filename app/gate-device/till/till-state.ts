/** What a till without a line knows and keeps. */
import type { AnswerOf } from "~/contract/method";
import type { storedOfflineCards, storedOfflineTerms, storedOfflineUpload } from "~/contract/stored/offline";

/** What may be risked, as the server last said. */
export type Terms = AnswerOf<typeof storedOfflineTerms> & { mostEntries: number };
export type Uploaded = AnswerOf<typeof storedOfflineUpload>;

export type CardsPart = AnswerOf<typeof storedOfflineCards>;
export type KnownCard = CardsPart["cards"][number];

/** What it judges by, as of a moment. */
export interface Book extends Pick<CardsPart, "at" | "corpCode" | "zone" | "day" | "places" | "types"> {
  salt: string;
  /** By the code of a card: what of the day the server knew then. */
  used: Record<string, { spent: number; free: number; brought: number }>;
}

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
  /** What the buyer was told: taken from the card, and free of charge. Older ones have none. */
  payable?: number;
  free?: number;
  ruleName?: string;
  /** What the book says was used has it. */
  told?: boolean;
}

export interface Own {
  terms: Terms | null;
  book: Book | null;
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
  card(code: string): Promise<KnownCard | undefined>;
  putCards(cards: readonly KnownCard[]): Promise<void>;
  clearCards(): Promise<void>;
}

export interface TillCalls {
  terms(locale: string): Promise<Terms & { now: string }>;
  cards(locale: string, asked: { salt: string; after: number; since: string | null }): Promise<CardsPart>;
  upload(locale: string, posId: number, purchases: readonly Purchase[]): Promise<Uploaded>;
}
