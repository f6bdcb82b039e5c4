/** Tables of orders, payments and refunds; the migration 0002_ticket.sql makes them, a test compares the two. */
import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const whole = (name: string) => bigint(name, { mode: "number" });
const ownCorp = () => text("corp_code").notNull().default(sql`current_setting('app.corp_code')`);

export const orders = pgTable(
  "orders",
  {
    corpCode: ownCorp(),
    id: whole("id").generatedByDefaultAsIdentity(),
    orderNo: text("order_no").notNull(),
    channel: text("channel").notNull(),
    offline: boolean("offline").notNull().generatedAlwaysAs(sql`channel in ('window', 'internal', 'selfService')`),
    state: text("state").notNull(),
    visitDay: date("visit_day").notNull(),
    contactName: text("contact_name").notNull().default(""),
    contactMobile: text("contact_mobile").notNull().default(""),
    quantity: integer("quantity").notNull(),
    total: whole("total").notNull(),
    discount: whole("discount").notNull().default(0),
    payable: whole("payable").notNull(),
    paid: whole("paid").notNull().default(0),
    refunding: whole("refunding").notNull().default(0),
    refunded: whole("refunded").notNull().default(0),
    sellerId: whole("seller_id").notNull().default(0),
    sellerName: text("seller_name").notNull().default(""),
    posId: whole("pos_id"),
    posName: text("pos_name").notNull().default(""),
    remark: text("remark").notNull().default(""),
    /** Of all its lines; 0 while it has none. */
    parks: whole("parks").array().notNull().default(sql`'{0}'`),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const subOrder = pgTable(
  "sub_order",
  {
    corpCode: ownCorp(),
    id: whole("id").generatedByDefaultAsIdentity(),
    orderId: whole("order_id").notNull(),
    lineNo: integer("line_no").notNull(),
    /** Name of the business that sold it. */
    business: text("business").notNull(),
    kind: text("kind").notNull(),
    /** Id within the business. */
    subjectId: whole("subject_id").notNull(),
    name: text("name").notNull(),
    parkId: whole("park_id").notNull(),
    quantity: integer("quantity").notNull(),
    unitPrice: whole("unit_price").notNull(),
    amount: whole("amount").notNull(),
    discount: whole("discount").notNull().default(0),
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
    corpCode: ownCorp(),
    id: whole("id").generatedByDefaultAsIdentity(),
    refundNo: text("refund_no").notNull(),
    orderId: whole("order_id").notNull(),
    state: text("state").notNull(),
    needsApproval: boolean("needs_approval").notNull().default(false),
    quantity: integer("quantity").notNull(),
    amount: whole("amount").notNull(),
    fee: whole("fee").notNull().default(0),
    paymentType: text("payment_type").notNull().default(""),
    ways: jsonb("ways").notNull().default([]),
    reason: text("reason").notNull().default(""),
    requestedById: whole("requested_by_id").notNull(),
    requestedBy: text("requested_by").notNull(),
    requestedAt: moment("requested_at").notNull().defaultNow(),
    decidedById: whole("decided_by_id"),
    decidedBy: text("decided_by").notNull().default(""),
    decidedAt: moment("decided_at"),
    decisionRemark: text("decision_remark").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const refundItem = pgTable(
  "refund_item",
  {
    corpCode: ownCorp(),
    id: whole("id").generatedByDefaultAsIdentity(),
    refundId: whole("refund_id").notNull(),
    lineId: whole("line_id").notNull(),
    pieceId: whole("piece_id").notNull(),
    price: whole("price").notNull(),
    fee: whole("fee").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const payment = pgTable(
  "payment",
  {
    corpCode: ownCorp(),
    id: whole("id").generatedByDefaultAsIdentity(),
    at: moment("at").notNull().defaultNow(),
    orderId: whole("order_id").notNull(),
    refundId: whole("refund_id"),
    kind: text("kind").notNull(),
    paymentType: text("payment_type").notNull(),
    amount: whole("amount").notNull(),
    received: whole("received"),
    accountId: whole("account_id").notNull().default(0),
    accountName: text("account_name").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);
