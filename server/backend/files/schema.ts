/** Tables of uploaded files; the migrations 0040_files.sql and 0498_upload_tickets.sql make them, a test compares the two. */
import { sql } from "drizzle-orm";
import { bigint, boolean, check, customType, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const ownCorp = () => text("corp_code").notNull().default(sql`current_setting('app.corp_code')`);
const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull();

export const storedFile = pgTable(
  "stored_file",
  {
    corpCode: ownCorp(),
    path: text("path").notNull(),
    kind: text("kind", { enum: ["image", "media", "document"] }).notNull(),
    name: text("name").notNull(),
    contentType: text("content_type").notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    width: integer("width"),
    height: integer("height"),
    isPublic: boolean("is_public").notNull().default(false),
    state: text("state", { enum: ["temporary", "kept", "gone"] }).notNull(),
    since: moment("since"),
    source: text("source").notNull(),
    accountId: bigint("account_id", { mode: "number" }).notNull(),
    createdAt: moment("created_at"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.path] })],
);

export const fileUse = pgTable(
  "file_use",
  {
    corpCode: ownCorp(),
    thing: text("thing").notNull(),
    thingId: bigint("thing_id", { mode: "number" }).notNull(),
    field: text("field").notNull(),
    path: text("path").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.thing, t.thingId, t.field, t.path] })],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Leave to bring one file without an account (`tickets.ts`). */
export const uploadTicket = pgTable(
  "upload_ticket",
  {
    corpCode: ownCorp(),
    ticketHash: bytes("ticket_hash").notNull(),
    purpose: text("purpose").notNull(),
    fromHash: bytes("from_hash").notNull(),
    givenAt: moment("given_at"),
    until: moment("until"),
    takes: text("takes").array().notNull(),
    megabytes: integer("megabytes").notNull(),
    path: text("path"),
    takenAt: timestamp("taken_at", { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.ticketHash] }),
    check("upload_ticket_check", sql`until > given_at`),
    check("upload_ticket_check1", sql`taken_at is null or path is not null`),
  ],
);

export type StoredFile = typeof storedFile.$inferSelect;
