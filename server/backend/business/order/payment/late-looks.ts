/** Payments that businesses know came too late: where a channel tells of money that no row of the ledger may say yet. */
import type { SQL } from "drizzle-orm";

/** A query of `order_id` and `amount` (fen) over the orders that a query of ids names. */
type LateLook = (orders: SQL) => SQL;

const looks: LateLook[] = [];

export function looksForLate(look: LateLook): void {
  looks.push(look);
}

export const lateLooks = (): readonly LateLook[] => looks;
