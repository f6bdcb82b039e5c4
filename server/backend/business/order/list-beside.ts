/**
 * What the lists of orders say and find of what other businesses keep beside an order: its agency, its guide, its group
 * booking. Each business registers its own; the order core knows none of them.
 */
import { type SQL, sql } from "drizzle-orm";

export type BesideField = "agencyName" | "guideName" | "bookingNo";

export interface BesideOrder {
  /** A text of `orders o`, null where there is none; read for the rows of one page. */
  shown: SQL;
  /** A select of the orders that a filter finds: of their ids, or of their numbers. */
  found(text: string): SQL;
  by?: "id" | "orderNo";
}

const known = new Map<BesideField, BesideOrder>();

/** One of a field: a second takes the place of the first. */
export function keepsBesideOrders(fields: Partial<Record<BesideField, BesideOrder>>): void {
  for (const [name, field] of Object.entries(fields)) known.set(name as BesideField, field);
}

/** Asked when a statement is made: businesses register while they are loaded, in any order. */
export const besideColumn = (name: BesideField): SQL =>
  sql`${{ getSQL: () => known.get(name)?.shown ?? sql`null::text` }}`;

/** What is found comes first, whatever the planner thinks of it: the orders are then looked up by their key. */
export const besideFilter = (name: BesideField) => (text: string) => {
  const field = known.get(name);
  if (!field) return sql`false`;
  const key = field.by === "orderNo" ? sql`o.order_no` : sql`o.id`;
  return sql`${key} = any (array(${field.found(text)}))`;
};
