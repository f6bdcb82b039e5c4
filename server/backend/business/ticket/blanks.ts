/**
 * Numbered blanks that somebody else keeps: the stock registers how prints by a template take their numbers. Templates that it
 * does not keep ask whoever prints for the number, as before.
 */
import type { Call } from "../../kernel/served";

export interface TakenBlanks {
  itemId: number;
  /** Of each ticket: the number of its last print, "" of none. */
  before: readonly string[];
  /** What the numbers were used for. */
  orderNo: string;
}

export interface NextBlank {
  item: string;
  next: string;
  left: number;
}

export interface BlankKeeper {
  /** By template: the item whose numbers its prints take. */
  itemsOf: (call: Call, templateIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** A number each, in the order of the tickets; refuses where the caller has too few. */
  take: (call: Call, taken: TakenBlanks) => Promise<string[]>;
  /** What lies on top of the caller's pile. */
  next: (call: Call, itemId: number) => Promise<NextBlank>;
}

const none: BlankKeeper = {
  itemsOf: async () => new Map(),
  take: async () => [],
  next: async () => ({ item: "", next: "", left: 0 }),
};
let keeper = none;

export const keepsBlanks = (registered: BlankKeeper): void => {
  keeper = registered;
};
export const blankKeeper = (): BlankKeeper => keeper;
