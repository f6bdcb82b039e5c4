/** The table of notes; the migration 0402_record_notes.sql makes it, a test compares the two. */
import { sql } from "drizzle-orm";
import { bigint, check, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const number = (name: string) => bigint(name, { mode: "number" }).notNull();

export const recordNote = pgTable(
  "record_note",
  {
    corpCode: text("corp_code").notNull().default(sql`current_setting('app.corp_code')`),
    id: number("id").generatedByDefaultAsIdentity(),
    rowVersion: integer("row_version").notNull().default(0),
    thing: text("thing").notNull(),
    thingId: number("thing_id"),
    text: text("text").notNull().default(""),
    files: text("files").array().notNull().default(sql`'{}'`),
    accountId: number("account_id"),
    author: text("author").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    editedAt: timestamp("edited_at", { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.id] }),
    check("record_note_check", sql`text <> '' or cardinality(files) > 0`),
  ],
);
