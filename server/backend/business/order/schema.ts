/** Tables of orders, payments and refunds. Orders and refunds have the fields of their lists. */
import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { order } from "~/contract/order/order-lists";
import { payTypeCorrection } from "~/contract/order/pay-type";
import { refund as declaredRefund } from "~/contract/order/refund-list";
import { shift as declaredShift } from "~/contract/order/shift-list";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

/** Empty where nothing was said. */
const words = (name: string) => text(name).notNull().default("");

export const orders = resourceTable(
  order,
  "orders",
  {
    offline: boolean("offline").notNull().generatedAlwaysAs(sql`channel in ('window', 'internal', 'selfService')`),
    contactName: words("contact_name"),
    contactMobile: words("contact_mobile"),
    // Of its lines, and of what other businesses keep beside it.
    ...{ discountNames: null, agencyName: null, guideName: null, bookingNo: null },
    refunding: bigintColumn("refunding").notNull().default(0),
    /** What changed tickets were worth, carried over to those in their place: paid for before, and not again. */
    exchanged: bigintColumn("exchanged").notNull().default(0),
    sellerId: bigintColumn("seller_id").notNull().default(0),
    sellerName: words("seller_name"),
    posId: bigintColumn("pos_id"),
    posName: words("pos_name"),
    remark: words("remark"),
    /** Of all its lines; 0 while it has none. */
    parks: bigintColumn("parks").array().notNull().default(sql`'{0}'`),
    createdAt: moment("created_at").notNull().defaultNow(),
    rowVersion: null,
  },
  [
    "discount between 0 and total",
    "payable = total - discount",
    "paid between 0 and payable",
    "refunding + refunded <= paid",
    "paid + exchanged <= payable",
    "last_visit_day > visit_day",
  ],
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
    /** Given back for others of the same order. */
    changed: integer("changed").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.id] }),
    ...checks(
      "amount = unit_price * quantity",
      "discount between 0 and amount",
      "used + refunding + refunded + changed <= quantity",
    ),
  ],
);

export const refund = resourceTable(
  declaredRefund,
  "refund",
  {
    // Of its order; its list joins it.
    orderNo: null,
    orderId: bigintColumn("order_id").notNull(),
    needsApproval: boolean("needs_approval").notNull().default(false),
    paymentType: words("payment_type"),
    ways: jsonb("ways").notNull().default([]),
    reason: words("reason"),
    requestedById: bigintColumn("requested_by_id").notNull(),
    requestedAt: moment("requested_at").notNull().defaultNow(),
    decidedById: bigintColumn("decided_by_id"),
    decidedBy: words("decided_by"),
    decisionRemark: words("decision_remark"),
    rowVersion: null,
    createdAt: null,
    updatedAt: null,
  },
  ["not needs_approval or decided_by_id is distinct from requested_by_id", "(state = 'held') = (held_for is not null)"],
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
  (t) => [primaryKey({ columns: [t.corpCode, t.id] }), ...checks("fee between 0 and price")],
);

/** Tickets given back for others of the order: what the old ones were worth, and how it meets what the new ones cost. */
export const orderChange = pgTable(
  "order_change",
  {
    ...identified(),
    at: moment("at").notNull().defaultNow(),
    changeNo: text("change_no").notNull(),
    orderId: bigintColumn("order_id").notNull(),
    quantity: integer("quantity").notNull(),
    price: bigintColumn("price").notNull(),
    fee: bigintColumn("fee").notNull(),
    newPrice: bigintColumn("new_price").notNull(),
    carried: bigintColumn("carried").notNull(),
    due: bigintColumn("due").notNull(),
    back: bigintColumn("back").notNull(),
    detail: jsonb("detail").notNull().default({}),
    reason: words("reason"),
    accountId: bigintColumn("account_id").notNull(),
    accountName: text("account_name").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.id] }),
    ...checks("price - fee = carried + back and new_price = carried + due", "fee between 0 and price"),
  ],
);

export const orderChangeItem = pgTable(
  "order_change_item",
  {
    ...identified(),
    changeId: bigintColumn("change_id").notNull(),
    lineId: bigintColumn("line_id").notNull(),
    pieceId: bigintColumn("piece_id").notNull(),
    price: bigintColumn("price").notNull(),
    fee: bigintColumn("fee").notNull(),
    newLineId: bigintColumn("new_line_id").notNull(),
    newPieceId: bigintColumn("new_piece_id").notNull(),
    newPrice: bigintColumn("new_price").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] }), ...checks("fee between 0 and price")],
);

export const shift = resourceTable(
  declaredShift,
  "shift",
  {
    accountId: bigintColumn("account_id").notNull(),
    posId: bigintColumn("pos_id").notNull(),
    /** What the shift before had left. */
    found: bigintColumn("found"),
    closedBy: words("closed_by"),
    pieces: jsonb("pieces").notNull().default([]),
    remark: words("remark"),
    createdAt: null,
  },
  [
    "(status = 'closed') = (num_nulls(closed_at, expected, counted, difference, left_in_drawer) = 0)",
    "difference = counted - expected",
    "left_in_drawer <= counted",
  ],
);

export const payment = pgTable(
  "payment",
  {
    ...identified(),
    at: moment("at").notNull().defaultNow(),
    orderId: bigintColumn("order_id").notNull(),
    refundId: bigintColumn("refund_id"),
    changeId: bigintColumn("change_id"),
    kind: text("kind").notNull(),
    paymentType: text("payment_type").notNull(),
    amount: bigintColumn("amount").notNull(),
    received: bigintColumn("received"),
    accountId: bigintColumn("account_id").notNull().default(0),
    accountName: text("account_name").notNull().default(""),
    /** The shift in which whoever moved it was; a trigger writes it. */
    shiftId: bigintColumn("shift_id"),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.id] }),
    ...checks(
      "case kind when 'payment' then amount >= 0 and refund_id is null when 'correction' then amount <> 0 and num_nonnulls(refund_id, change_id, received) = 0 else amount <= 0 and num_nonnulls(refund_id, change_id) = 1 end",
      "received >= amount",
    ),
  ],
);

/** Corrections of payment types: which payment, and the two rows of the ledger that were written for it. */
export const payTypeLog = resourceTable(
  payTypeCorrection,
  "pay_type_log",
  {
    orderId: bigintColumn("order_id").notNull(),
    /** The payment as a seller keyed it, however often it was corrected. */
    firstId: bigintColumn("first_id").notNull(),
    paymentId: bigintColumn("payment_id").notNull(),
    reversalId: bigintColumn("reversal_id").notNull(),
    newId: bigintColumn("new_id").notNull(),
    accountId: bigintColumn("account_id").notNull(),
    rowVersion: null,
    createdAt: null,
    updatedAt: null,
  },
  ["amount > 0", "from_type <> to_type", "reason <> ''"],
);
