/** Tables of orders, payments and refunds; the migration 0002_ticket.sql makes them, a test compares the two. */
import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

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
    ticketTypeId: whole("ticket_type_id").notNull(),
    ticketTypeName: text("ticket_type_name").notNull(),
    kind: text("kind").notNull(),
    parkId: whole("park_id").notNull(),
    slot: text("slot").notNull().default(""),
    quantity: integer("quantity").notNull(),
    facePrice: whole("face_price").notNull(),
    listPrice: whole("list_price").notNull(),
    unitPrice: whole("unit_price").notNull(),
    amount: whole("amount").notNull(),
    discount: whole("discount").notNull().default(0),
    policyId: whole("policy_id"),
    policyName: text("policy_name").notNull().default(""),
    realName: text("real_name").notNull(),
    refundRule: text("refund_rule").notNull(),
    refundBands: text("refund_bands").notNull().default(""),
    validity: text("validity").notNull(),
    validFrom: date("valid_from").notNull(),
    validTo: date("valid_to").notNull(),
    admissions: integer("admissions").notNull(),
    passInterval: integer("pass_interval"),
    gateGroupId: whole("gate_group_id"),
    entryFrom: text("entry_from"),
    entryTo: text("entry_to"),
    used: integer("used").notNull().default(0),
    refunding: integer("refunding").notNull().default(0),
    refunded: integer("refunded").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const subOrderQuota = pgTable(
  "sub_order_quota",
  {
    corpCode: ownCorp(),
    lineId: whole("line_id").notNull(),
    quotaDayId: whole("quota_day_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.lineId, t.quotaDayId] })],
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
    ticketId: whole("ticket_id").notNull(),
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
    accountId: whole("account_id").notNull().default(0),
    accountName: text("account_name").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);
