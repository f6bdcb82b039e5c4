/** Tables of messages and of what was used last (0016_message.sql). */
import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../kernel/bigint-column";
import { identified, moment, ownCorp } from "../../kernel/columns";

export const message = pgTable(
  "message",
  {
    ...identified(),
    accountId: bigintColumn("account_id").notNull(),
    kind: text("kind").notNull(),
    title: text("title").notNull(),
    titleEn: text("title_en").notNull(),
    body: text("body").notNull().default(""),
    bodyEn: text("body_en").notNull().default(""),
    link: text("link").notNull().default(""),
    matter: text("matter").notNull().default(""),
    at: moment("at").notNull().defaultNow(),
    readAt: moment("read_at"),
    /** The parks that it is about, and who made what it is about; null: of none. */
    aboutParks: bigintColumn("about_parks").array(),
    aboutMaker: bigintColumn("about_maker"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const recentFunction = pgTable(
  "recent_function",
  {
    corpCode: ownCorp(),
    accountId: bigintColumn("account_id").notNull(),
    funId: bigintColumn("fun_id").notNull(),
    at: moment("at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.funId] })],
);
