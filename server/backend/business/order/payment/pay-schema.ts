/** Tables of how tills are paid. */
import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { payAccount as declaredAccount } from "~/contract/order/pay-account";
import { paySetting as declared } from "~/contract/order/pay-setting";
import {
  statementLine as declaredLine,
  abnormalRecord as declaredRecord,
  paymentStatement as declaredStatement,
} from "~/contract/order/reconciliation";
import { bigintColumn } from "../../../kernel/bigint-column";
import { checks, identified, moment } from "../../../kernel/columns";
import { linesTable } from "../../../kernel/lines-table";
import { resourceTable } from "../../../kernel/resource-table";

export const paySetting = resourceTable(declared, "pay_setting");
export const paySettingType = linesTable("pay_setting_type", declared.fields.types, paySetting);

export const payAccount = resourceTable(declaredAccount, "pay_account", {
  /** In the path of its notices, in the place of a session. */
  noticeKey: text("notice_key").notNull(),
});

export const paymentStatement = resourceTable(declaredStatement, "payment_statement", {}, [
  "stated = matched + missing_here + differs_stated",
  "ours = matched + missing_there + differs_ours",
]);

/** A trigger gives it the statement of its day. */
export const statementLine = resourceTable(declaredLine, "statement_line", {
  statementId: bigintColumn("statement_id").notNull(),
  /** What it was found to be: in one line at most. */
  paymentId: bigintColumn("payment_id"),
});

export const abnormalRecord = resourceTable(
  declaredRecord,
  "abnormal_record",
  {
    /** What it is about: the same is found once, however often it is looked for. */
    key: text("key").notNull(),
    orderId: bigintColumn("order_id"),
    statementLineId: bigintColumn("statement_line_id"),
    paymentId: bigintColumn("payment_id"),
  },
  ["(state = 'handled') = (handled_at is not null)"],
);

/** What was done to put an order right. */
export const orderRepair = pgTable(
  "order_repair",
  {
    ...identified(),
    at: moment("at").notNull().defaultNow(),
    orderId: bigintColumn("order_id").notNull(),
    action: text("action").notNull(),
    reason: text("reason").notNull(),
    facts: jsonb("facts").notNull().default({}),
    accountId: bigintColumn("account_id").notNull(),
    accountName: text("account_name").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] }), ...checks("reason <> ''")],
);

/** An attempt to have an order paid through a payment company; the row is there before the company is asked. */
export const payAttempt = pgTable(
  "pay_attempt",
  {
    ...identified(),
    orderId: bigintColumn("order_id").notNull(),
    accountId: bigintColumn("account_id").notNull(),
    outTradeNo: text("out_trade_no").notNull(),
    paymentType: text("payment_type").notNull(),
    amount: bigintColumn("amount").notNull(),
    /** All payments of the order, as the ledger will have them. */
    payments: jsonb("payments").notNull(),
    how: text("how").notNull(),
    /** Sealed, until it is sent. */
    paymentCode: text("payment_code"),
    shownCode: text("shown_code"),
    state: text("state").notNull().default("started"),
    transactionNo: text("transaction_no"),
    why: text("why"),
    /** What the order was sold with, until it is paid or let go. */
    kept: jsonb("kept"),
    sellerId: bigintColumn("seller_id").notNull(),
    sellerName: text("seller_name").notNull(),
    startedAt: moment("started_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    sentAt: moment("sent_at"),
    askedAt: moment("asked_at"),
    endedAt: moment("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.id] }),
    ...checks("amount > 0", "payment_code is null or sent_at is null"),
  ],
);

/** Money that goes back through the company it came by. */
export const payRefund = pgTable(
  "pay_refund",
  {
    ...identified(),
    attemptId: bigintColumn("attempt_id").notNull(),
    /** The ledger's row that it is; null: it came too late to be in the ledger. */
    paymentId: bigintColumn("payment_id"),
    outRefundNo: text("out_refund_no").notNull(),
    amount: bigintColumn("amount").notNull(),
    state: text("state").notNull().default("started"),
    why: text("why"),
    startedAt: moment("started_at").notNull().defaultNow(),
    askedAt: moment("asked_at"),
    endedAt: moment("ended_at"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] }), ...checks("amount > 0")],
);
