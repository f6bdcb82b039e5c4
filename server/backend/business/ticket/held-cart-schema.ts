/** The table of carts that were set aside. */
import { date, integer, jsonb, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment } from "../../kernel/columns";

export const heldCart = pgTable(
  "held_cart",
  {
    ...identified(),
    /** The seller. */
    accountId: bigintColumn("account_id").notNull(),
    /** The business day on which it was set aside; none is fetched on another. */
    day: date("day").notNull(),
    number: integer("number").notNull(),
    quantity: integer("quantity").notNull(),
    payable: bigintColumn("payable").notNull(),
    cart: jsonb("cart").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] }), ...checks("number > 0", "quantity > 0", "payable >= 0")],
);
