/** Tables of statements: what stands in each, and which receipts paid it. */
import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agencyStatement as declared } from "~/contract/travel/statement";
import { statementDispute as declaredDispute } from "~/contract/travel/statement-dispute";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment, ownCorp } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const agencyStatement = resourceTable(declared, "agency_statement", {}, ["from_day <= to_day", "paid <= total"]);

/** A movement of the ledger stands in one statement. */
export const agencyStatementRow = pgTable("agency_statement_row", {
  ...identified(),
  statementId: bigintColumn("statement_id").notNull(),
  ledgerId: bigintColumn("ledger_id").notNull(),
  /** What the agency owes by it; below nothing where a sale was taken back. */
  amount: bigintColumn("amount").notNull(),
});

/** Sales on account and what of them went back, as long as they stand in no statement. The database keeps it (migration 0372). */
export const agencyLedgerOpen = pgTable(
  "agency_ledger_open",
  {
    corpCode: ownCorp(),
    ledgerId: bigintColumn("ledger_id").notNull(),
    agencyId: bigintColumn("agency_id").notNull(),
    at: moment("at").notNull(),
    amount: bigintColumn("amount").notNull(),
    source: text("source").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.ledgerId] })],
);

/** Refunds that lessened the loss of a statement with their order, and come in no other. */
export const agencyStatementOffset = pgTable(
  "agency_statement_offset",
  {
    corpCode: ownCorp(),
    ledgerId: bigintColumn("ledger_id").notNull(),
    statementId: bigintColumn("statement_id").notNull(),
    amount: bigintColumn("amount").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.ledgerId] }), ...checks("amount > 0")],
);

/** An order is disputed once at a time, by its first movement there; that stays known after it has left the statement. */
export const statementDispute = resourceTable(
  declaredDispute,
  "agency_statement_dispute",
  { ledgerId: bigintColumn("ledger_id").notNull() },
  ["(status = 'open') = (answer is null)"],
);

export const agencyStatementReceipt = pgTable(
  "agency_statement_receipt",
  {
    ...identified(),
    statementId: bigintColumn("statement_id").notNull(),
    receiptId: bigintColumn("receipt_id").notNull(),
    amount: bigintColumn("amount").notNull(),
    at: moment("at").notNull(),
    accountName: text("account_name").notNull().default(""),
  },
  () => checks("amount > 0"),
);
