/** What the guide keeps of a corp: one row. What is done is told by what stands. */
import { sql } from "drizzle-orm";
import { boolean, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../kernel/bigint-column";
import { moment, ownCorp } from "../../kernel/columns";

export const startUp = pgTable(
  "start_up",
  {
    corpCode: ownCorp(),
    skipped: text("skipped").array().notNull().default(sql`'{}'`),
    leftAt: text("left_at").notNull().default("park"),
    dismissed: boolean("dismissed").notNull().default(false),
    /** The last one. */
    testOrderId: bigintColumn("test_order_id"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode] })],
);
