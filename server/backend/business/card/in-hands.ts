/** Cards in people's hands that are kept elsewhere than annual and season cards: whoever keeps them says how many. */
import type { SQL } from "drizzle-orm";
import type { Call } from "../../kernel/served";

/** `types`: ids of the card types in question. */
type CountsInHands = (db: Call["db"], types: SQL) => Promise<number>;

const counters = new Map<string, CountsInHands>();

/** One of a business: a second takes the place of the first. */
export const countsInHands = (business: string, counter: CountsInHands): void => {
  counters.set(business, counter);
};

export async function othersInHands(db: Call["db"], types: SQL): Promise<number> {
  let sum = 0;
  for (const count of counters.values()) sum += await count(db, types);
  return sum;
}
