/** Tables of lockers; the migration 0113_lockers.sql makes them, a test compares the two. */
import { sql } from "drizzle-orm";
import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { lockerLedger as declared } from "~/contract/locker/locker-ledger";
import { bigintColumn } from "../../kernel/bigint-column";
import { businessMoment } from "../../kernel/business-moment";
import { ledgerTable } from "../../kernel/ledger-table";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const identified = () => ({
  corpCode: text("corp_code").notNull().default(sql`current_setting('app.corp_code')`),
  id: bigintColumn("id").generatedByDefaultAsIdentity(),
});
const versioned = () => ({
  rowVersion: integer("row_version").notNull().default(0),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const lockerGroup = pgTable("locker_group", {
  ...identified(),
  code: text("code").notNull(),
  name: text("name").notNull(),
  parkId: bigintColumn("park_id").notNull(),
  place: text("place"),
  depositSmall: bigintColumn("deposit_small").notNull(),
  depositMedium: bigintColumn("deposit_medium").notNull(),
  depositLarge: bigintColumn("deposit_large").notNull(),
  hours: integer("hours").notNull(),
  status: text("status").notNull().default("T"),
  ...versioned(),
});

export const lockerBox = pgTable("locker_box", {
  ...identified(),
  lockerGroupId: bigintColumn("locker_group_id").notNull(),
  number: text("number").notNull(),
  size: text("size").notNull(),
  deposit: bigintColumn("deposit").notNull(),
  status: text("status").notNull().default("free"),
  mobile: text("mobile"),
  held: bigintColumn("held").notNull().default(0),
  paymentType: text("payment_type"),
  occupiedAt: businessMoment("occupied_at"),
  dueAt: businessMoment("due_at"),
  remark: text("remark"),
  useId: bigintColumn("use_id"),
  ...versioned(),
});

export const lockerUse = pgTable("locker_use", {
  ...identified(),
  boxId: bigintColumn("box_id").notNull(),
  paymentType: text("payment_type").notNull(),
  held: bigintColumn("held").notNull().default(0),
  kept: bigintColumn("kept").notNull().default(0),
  movedAt: moment("moved_at"),
});

export const lockerLedger = ledgerTable("locker_ledger", declared, lockerUse);
