/** What runs on this database. */
import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../kernel/bigint-column";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const consoleNode = pgTable("console_node", {
  id: uuid("id").primaryKey(),
  host: text("host").notNull(),
  pid: integer("pid").notNull(),
  version: text("version").notNull(),
  startedAt: moment("started_at").notNull().defaultNow(),
  seenAt: moment("seen_at").notNull().defaultNow(),
  connections: integer("connections").notNull(),
  mostConnections: integer("most_connections").notNull(),
  waiting: integer("waiting").notNull(),
  diskFree: bigintColumn("disk_free").notNull(),
  backupPlaces: text("backup_places").notNull().default(""),
  backupProblem: text("backup_problem").notNull().default(""),
});
