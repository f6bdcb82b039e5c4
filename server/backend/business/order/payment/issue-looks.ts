/** What businesses say of what they issued for lines of orders. Registered, since the order core knows none of them. */
import type { SQL } from "drizzle-orm";

export interface IssueLook {
  /** Rows (line_id, pieces) of the lines whose orders `orders` selects the ids of: how many pieces there ever were. */
  pieces: (orders: SQL) => SQL;
  /** Rows (id): subjects that there are. */
  subjects: SQL;
}

const looks = new Map<string, IssueLook>();

export function looksAtIssue(business: string, look: IssueLook): void {
  looks.set(business, look);
}

export const issueLooks = (): ReadonlyMap<string, IssueLook> => looks;
