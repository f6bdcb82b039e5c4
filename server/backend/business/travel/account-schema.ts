/** Tables of agencies' money: accounts with their ledger, receipts by their bank references, and what orders were charged. */
import { date, pgTable, text } from "drizzle-orm/pg-core";
import { agencyLedger as declared } from "~/contract/travel/account";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";

export const agencyAccount = pgTable("agency_account", {
  ...identified(),
  agencyId: bigintColumn("agency_id").notNull(),
  prepaid: bigintColumn("prepaid").notNull().default(0),
  /** Of its credit, what is not paid yet. */
  used: bigintColumn("used").notNull().default(0),
  deposit: bigintColumn("deposit").notNull().default(0),
  movedAt: moment("moved_at"),
});
export const agencyLedger = ledgerTable("agency_ledger", declared, agencyAccount);

/** Money that a bank moved: its reference stands once in the corp. */
export const agencyReceipt = pgTable(
  "agency_receipt",
  {
    ...identified(),
    agencyId: bigintColumn("agency_id").notNull(),
    kind: text("kind").notNull(),
    bankRef: text("bank_ref").notNull(),
    amount: bigintColumn("amount").notNull(),
    /** What of it paid statements. */
    allocated: bigintColumn("allocated").notNull().default(0),
    remark: text("remark"),
    at: moment("at").notNull(),
    accountName: text("account_name").notNull().default(""),
  },
  () => checks("amount > 0", "allocated <= amount"),
);

/** What an order took of an account, and what of it went back. */
export const agencyCharge = pgTable(
  "agency_charge",
  {
    ...identified(),
    agencyId: bigintColumn("agency_id").notNull(),
    orderId: bigintColumn("order_id").notNull(),
    orderNo: text("order_no").notNull(),
    prepaid: bigintColumn("prepaid").notNull(),
    credit: bigintColumn("credit").notNull(),
    prepaidBack: bigintColumn("prepaid_back").notNull().default(0),
    creditBack: bigintColumn("credit_back").notNull().default(0),
    day: date("day", { mode: "string" }).notNull(),
    at: moment("at").notNull(),
  },
  () => checks("prepaid_back + credit_back <= prepaid + credit"),
);
