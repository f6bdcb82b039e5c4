/** What a row's page says before its fields: the one method that it asks by the row's id, and what it shows of the answer. */
import type { AnswerOf, Method } from "../contract/method";
import type { BlockView } from "./home-block";

export interface RowBlocks {
  asks: Method;
  shows: (answer: never, id: number) => (BlockView | null)[];
  /** It says what goes on now: its page reads itself anew. */
  live?: boolean;
}

export function rowBlocks<M extends Method>(
  asks: M,
  shows: (answer: AnswerOf<M>, id: number) => (BlockView | null)[],
): RowBlocks {
  return { asks, shows };
}

/** As {@link rowBlocks}, of a thing at which something goes on. */
export function liveRowBlocks<M extends Method>(
  asks: M,
  shows: (answer: AnswerOf<M>, id: number) => (BlockView | null)[],
): RowBlocks {
  return { asks, shows, live: true };
}
