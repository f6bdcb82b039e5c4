/** Orders that a demonstration made up, with their refunds and payments: whoever sells says what was sold. */
import type { Transaction } from "../../db/database";
import { insertAll, moveSequence, nextId, type Row } from "../../seed/bulk";

export interface MadeUpOrders {
  orders: Row[];
  lines: Row[];
  refunds: Row[];
  items: Row[];
  payments: Row[];
}

/** The first ids that are free, for orders, lines and refunds. */
export async function nextOrderIds(tx: Transaction): Promise<{ order: number; line: number; refund: number }> {
  return {
    order: await nextId(tx, "orders"),
    line: await nextId(tx, "sub_order"),
    refund: await nextId(tx, "refund"),
  };
}

/** With ids of their own; what comes later goes on behind them. */
export async function insertMadeUpOrders(
  tx: Transaction,
  { orders, lines, refunds, items, payments }: MadeUpOrders,
): Promise<void> {
  await insertAll(tx, "orders", orders);
  await insertAll(tx, "sub_order", lines);
  await insertAll(tx, "refund", refunds);
  await insertAll(tx, "refund_item", items);
  await insertAll(tx, "payment", payments);
  for (const table of ["orders", "sub_order", "refund"]) await moveSequence(tx, table);
}
