/** Points of sale as the order core may look at them: by a view, since their table is of another business. */
import { pgTableCreator, text } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../../kernel/bigint-column";
import type { Reference } from "../../../kernel/reference";

const viewAsTable = pgTableCreator((name) => name);

const namedPos = viewAsTable("named_pos", {
  corpCode: text("corp_code").notNull(),
  id: bigintColumn("id").notNull(),
  name: text("name").notNull(),
  parkId: bigintColumn("park_id").notNull(),
  status: text("status").notNull(),
});

export const posReference: Reference = {
  table: namedPos,
  shows: "pos",
  name: namedPos.name,
  status: namedPos.status,
};
