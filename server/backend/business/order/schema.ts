/** Tables of orders, payments and refunds. */
import { sql } from "drizzle-orm";
import { boolean, date, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../kernel/bigint-column";
import { identified, moment } from "../../kernel/columns";

export const orders = pgTable(
  "orders",
  {
    ...identified(),
    orderNo: text("order_no").notNull(),
    channel: text("channel").notNull(),
    offline: boolean("offline").notNull().generatedAlwaysAs(sql`channel in ('window', 'internal', 'selfService')`),
    state: text("state").notNull(),
    visitDay: date("visit_day").notNull(),
    contactName: text("contact_name").notNull().default(""),
    contactMobile: text("contact_mobile").notNull().default(""),
    quantity: integer("quantity").notNull(),
    total: bigintColumn("total").notNull(),
    discount: bigintColumn("discount").notNull().default(0),
    payable: bigintColumn("payable").notNull(),
    paid: bigintColumn("paid").notNull().default(0),
    refunding: bigintColumn("refunding").notNull().default(0),
    refunded: bigintColumn("refunded").notNull().default(0),
    sellerId: bigintColumn("seller_id").notNull().default(0),
    sellerName: text("seller_name").notNull().default(""),
    posId: bigintColumn("pos_id"),
    posName: text("pos_name").notNull().default(""),
    remark: text("remark").notNull().default(""),
    /** Of all its lines; 0 while it has none. */
    parks: bigintColumn("parks").array().notNull().default(sql`'{0}'`),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const subOrder = pgTable(
  "sub_order",
  {
    ...identified(),
    orderId: bigintColumn("order_id").notNull(),
    lineNo: integer("line_no").notNull(),
    /** Name of the business that sold it. */
    business: text("business").notNull(),
    kind: text("kind").notNull(),
    /** Id within the business. */
    subjectId: bigintColumn("subject_id").notNull(),
    name: text("name").notNull(),
    parkId: bigintColumn("park_id").notNull(),
    quantity: integer("quantity").notNull(),
    unitPrice: bigintColumn("unit_price").notNull(),
    amount: bigintColumn("amount").notNull(),
    discount: bigintColumn("discount").notNull().default(0),
    /** What it was sold under, as its business has it. */
    terms: jsonb("terms").notNull().default({}),
    used: integer("used").notNull().default(0),
    refunding: integer("refunding").notNull().default(0),
    refunded: integer("refunded").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const refund = pgTable(
  "refund",
  {
    ...identified(),
    refundNo: text("refund_no").notNull(),
    orderId: bigintColumn("order_id").notNull(),
    state: text("state").notNull(),
    needsApproval: boolean("needs_approval").notNull().default(false),
    quantity: integer("quantity").notNull(),
    amount: bigintColumn("amount").notNull(),
    fee: bigintColumn("fee").notNull().default(0),
    paymentType: text("payment_type").notNull().default(""),
    ways: jsonb("ways").notNull().default([]),
    reason: text("reason").notNull().default(""),
    requestedById: bigintColumn("requested_by_id").notNull(),
    requestedBy: text("requested_by").notNull(),
    requestedAt: moment("requested_at").notNull().defaultNow(),
    decidedById: bigintColumn("decided_by_id"),
    decidedBy: text("decided_by").notNull().default(""),
    decidedAt: moment("decided_at"),
    decisionRemark: text("decision_remark").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const refundItem = pgTable(
  "refund_item",
  {
    ...identified(),
    refundId: bigintColumn("refund_id").notNull(),
    lineId: bigintColumn("line_id").notNull(),
    pieceId: bigintColumn("piece_id").notNull(),
    price: bigintColumn("price").notNull(),
    fee: bigintColumn("fee").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const payment = pgTable(
  "payment",
  {
    ...identified(),
    at: moment("at").notNull().defaultNow(),
    orderId: bigintColumn("order_id").notNull(),
    refundId: bigintColumn("refund_id"),
    kind: text("kind").notNull(),
    paymentType: text("payment_type").notNull(),
    amount: bigintColumn("amount").notNull(),
    received: bigintColumn("received"),
    accountId: bigintColumn("account_id").notNull().default(0),
    accountName: text("account_name").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);
