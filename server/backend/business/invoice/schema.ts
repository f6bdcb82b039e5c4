/** Tables of invoices. Lines and what was paid for them are no resources: they come with their invoice, and stay. */

import { sql } from "drizzle-orm";
import { integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { invoice as declaredInvoice } from "~/contract/invoice/invoice";
import { invoiceRed as declaredRed } from "~/contract/invoice/red";
import { invoiceTaxRule as declaredRule, invoiceSeller as declaredSeller } from "~/contract/invoice/settings";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const invoice = resourceTable(
  declaredInvoice,
  "invoice",
  {
    /** Of all its orders. */
    parks: bigintColumn("parks").array().notNull().default(sql`'{0}'`),
    sentAt: moment("sent_at"),
    attempts: integer("attempts").notNull().default(0),
  },
  [
    "tax between 0 and gross",
    "reversed between 0 and gross",
    "(status in ('issued', 'partlyReversed', 'reversed')) = (number is not null)",
    "(number is null) = (issued_on is null)",
  ],
);

export const invoiceLine = pgTable(
  "invoice_line",
  {
    ...identified(),
    invoiceId: bigintColumn("invoice_id").notNull(),
    /** Null of a top-up. */
    orderId: bigintColumn("order_id"),
    topUpId: bigintColumn("top_up_id"),
    /** Null of fees that were kept, and of a top-up. */
    lineId: bigintColumn("line_id"),
    kind: text("kind").notNull(),
    /** By which it is taxed. */
    ruleId: bigintColumn("rule_id").notNull(),
    name: text("name").notNull(),
    taxCode: text("tax_code").notNull(),
    treatment: text("treatment").notNull(),
    /** Basis points. */
    rate: integer("rate"),
    quantity: integer("quantity").notNull(),
    /** After the discount. */
    gross: bigintColumn("gross").notNull(),
    tax: bigintColumn("tax").notNull(),
    /** Of a rebate: what it was less by. */
    discount: bigintColumn("discount").notNull().default(0),
    /** Reversed, or asked to be; and reversed. */
    held: bigintColumn("held").notNull().default(0),
    reversed: bigintColumn("reversed").notNull().default(0),
  },
  () =>
    checks(
      ...["(kind = 'line') = (line_id is not null)", "num_nonnulls(order_id, top_up_id) = 1"],
      ...["(kind = 'topUp') = (top_up_id is not null)", "kind <> 'topUp' or treatment = 'notTaxed'"],
      ...["(rate is null) = (treatment <> 'taxed')", "gross > 0", "tax between 0 and gross"],
      ...["reversed between 0 and held", "held <= gross", "discount >= 0", "discount = 0 or order_id is not null"],
    ),
);

/** Which money an invoice is made out for: of an order, by payment type, or of a top-up. */
export const invoiceWay = pgTable(
  "invoice_way",
  {
    ...identified(),
    invoiceId: bigintColumn("invoice_id").notNull(),
    orderId: bigintColumn("order_id"),
    topUpId: bigintColumn("top_up_id"),
    paymentType: text("payment_type").notNull(),
    amount: bigintColumn("amount").notNull(),
    reversed: bigintColumn("reversed").notNull().default(0),
  },
  () => checks("amount > 0", "reversed between 0 and amount", "num_nonnulls(order_id, top_up_id) = 1"),
);

export const invoiceRed = resourceTable(
  declaredRed,
  "invoice_red",
  {
    parks: bigintColumn("parks").array().notNull().default(sql`'{0}'`),
    sentAt: moment("sent_at"),
    attempts: integer("attempts").notNull().default(0),
  },
  ["tax between 0 and gross", "(status = 'issued') = (number is not null)", "(number is null) = (issued_on is null)"],
);

export const invoiceRedLine = pgTable(
  "invoice_red_line",
  {
    ...identified(),
    redId: bigintColumn("red_id").notNull(),
    lineId: bigintColumn("line_id").notNull(),
    gross: bigintColumn("gross").notNull(),
    tax: bigintColumn("tax").notNull(),
  },
  () => checks("gross > 0", "tax between 0 and gross"),
);

export const invoiceTaxRule = resourceTable(
  declaredRule,
  "invoice_tax_rule",
  { rate: numeric("rate", { mode: "number" }) },
  [
    "(scope = 'ticketType') = (ticket_type_id is not null)",
    "(treatment = 'taxed') = (rate is not null)",
    "rate between 0 and 100",
    "scope <> 'topUp' or treatment = 'notTaxed'",
  ],
);

export const invoiceSeller = resourceTable(declaredSeller, "invoice_seller", {}, [
  "(way = 'platform') = (num_nulls(platform_url, platform_key, platform_secret) = 0)",
]);

/** Mails with an invoice's files: those that wait, and what became of the others. */
export const invoiceMail = pgTable(
  "invoice_mail",
  {
    ...identified(),
    invoiceId: bigintColumn("invoice_id").notNull(),
    address: text("address").notNull(),
    state: text("state").notNull(),
    tries: integer("tries").notNull().default(0),
    askedAt: moment("asked_at").notNull(),
    /** Empty: by itself, as soon as it was issued. */
    askedBy: text("asked_by").notNull(),
    nextAt: moment("next_at").notNull(),
    sentAt: moment("sent_at"),
    problem: text("problem"),
  },
  () => checks("(state = 'sent') = (sent_at is not null)"),
);

/** Orders that were refunded, and top-ups of which principal went back, before their invoice was reversed. */
export const invoiceOwed = pgTable(
  "invoice_owed",
  {
    ...identified(),
    orderId: bigintColumn("order_id"),
    refundId: bigintColumn("refund_id"),
    topUpId: bigintColumn("top_up_id"),
    amount: bigintColumn("amount").notNull(),
    at: moment("at").notNull(),
  },
  () => checks("amount > 0", "num_nonnulls(order_id, top_up_id) = 1", "(order_id is null) = (refund_id is null)"),
);

/** Requests by visitors, counted by the address that they came from. */
export const invoiceVisit = pgTable("invoice_visit", {
  ...identified(),
  invoiceId: bigintColumn("invoice_id").notNull(),
  at: moment("at").notNull(),
  ip: text("ip").notNull(),
});
