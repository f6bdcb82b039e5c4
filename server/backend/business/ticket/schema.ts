/** Tables of parks, gates, ticket types, prices, quotas, tickets and passages; the migration 0002_ticket.sql makes them, a test compares the two. */
import { sql } from "drizzle-orm";
import { boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { quotaLedger as declaredQuotaLedger } from "~/contract/ticket/quota-ledger";
import { refundBands, slots } from "~/contract/ticket/ticket-terms";
import { bigintColumn } from "../../kernel/bigint-column";
import { ledgerTable } from "../../kernel/ledger-table";
import { linesTable } from "../../kernel/lines-table";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const ownCorp = () => text("corp_code").notNull().default(sql`current_setting('app.corp_code')`);

export const park = pgTable(
  "park",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    address: text("address"),
    openingHours: text("opening_hours"),
    capacity: integer("capacity"),
    introduction: text("introduction"),
    photos: text("photos"),
    documents: text("documents"),
    parentId: bigintColumn("parent_id"),
    areaCode: text("area_code"),
    telephone: text("telephone"),
    email: text("email"),
    postalCode: text("postal_code"),
    website: text("website"),
    seasons: jsonb("seasons").$type<unknown[]>().notNull().default([]),
    status: text("status").notNull().default("T"),
    rowVersion: integer("row_version").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const gateGroup = pgTable(
  "gate_group",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    parkId: bigintColumn("park_id").notNull(),
    remark: text("remark"),
    status: text("status").notNull().default("T"),
    rowVersion: integer("row_version").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const gate = pgTable(
  "gate",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    direction: text("direction").notNull().default("in"),
    gateGroupId: bigintColumn("gate_group_id").notNull(),
    parkId: bigintColumn("park_id").notNull(),
    address: text("address"),
    status: text("status").notNull().default("T"),
    rowVersion: integer("row_version").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const pos = pgTable(
  "pos",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    window: text("window"),
    parkId: bigintColumn("park_id").notNull(),
    printer: text("printer").notNull().default("receipt80"),
    status: text("status").notNull().default("T"),
    rowVersion: integer("row_version").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const ticketType = pgTable(
  "ticket_type",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    kind: text("kind").notNull().default("single"),
    parkId: bigintColumn("park_id").notNull(),
    facePrice: bigintColumn("face_price").notNull(),
    listPrice: bigintColumn("list_price").notNull(),
    realName: text("real_name").notNull().default("none"),
    validity: text("validity").notNull().default("day"),
    validDays: integer("valid_days"),
    admissions: integer("admissions").notNull().default(1),
    passInterval: integer("pass_interval"),
    gateGroupId: bigintColumn("gate_group_id"),
    entryFrom: text("entry_from"),
    entryTo: text("entry_to"),
    refundRule: text("refund_rule").notNull().default("free"),
    channels: text("channels").notNull().default("window,internal"),
    minPerOrder: integer("min_per_order").notNull().default(1),
    maxPerOrder: integer("max_per_order").notNull().default(50),
    perIdentityDay: integer("per_identity_day"),
    sort: integer("sort").notNull().default(100),
    status: text("status").notNull().default("draft"),
    rowVersion: integer("row_version").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const refundBand = linesTable("ticket_type_refund_band", refundBands, ticketType);
export const slot = linesTable("ticket_type_slot", slots, ticketType);

export const pricePolicy = pgTable(
  "price_policy",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    name: text("name").notNull(),
    ticketTypeId: bigintColumn("ticket_type_id").notNull(),
    channel: text("channel").notNull().default("any"),
    customerGroup: text("customer_group").notNull().default("any"),
    startDay: date("start_day").notNull(),
    endDay: date("end_day").notNull(),
    weekdays: text("weekdays").notNull().default("TTTTTTT"),
    holidays: text("holidays").notNull().default("any"),
    slot: text("slot").notNull().default(""),
    price: bigintColumn("price").notNull(),
    priority: integer("priority").notNull().default(0),
    status: text("status").notNull().default("T"),
    rowVersion: integer("row_version").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const holiday = pgTable("holiday", {
  day: date("day").primaryKey(),
  name: text("name").notNull(),
  makeUp: boolean("make_up").notNull().default(false),
});

export const quotaPool = pgTable(
  "quota_pool",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    name: text("name").notNull(),
    dailyTotal: integer("daily_total").notNull(),
    bySlot: boolean("by_slot").notNull().default(false),
    /** Of all its ticket types; 0 while it has none. Triggers keep it. */
    parks: bigintColumn("parks").array().notNull().default(sql`'{0}'`),
    status: text("status").notNull().default("T"),
    rowVersion: integer("row_version").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const quotaPoolType = pgTable(
  "quota_pool_type",
  {
    corpCode: ownCorp(),
    poolId: bigintColumn("pool_id").notNull(),
    ticketTypeId: bigintColumn("ticket_type_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.poolId, t.ticketTypeId] })],
);

export const quotaDay = pgTable(
  "quota_day",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    poolId: bigintColumn("pool_id").notNull(),
    day: date("day").notNull(),
    slot: text("slot").notNull().default(""),
    total: integer("total").notNull().default(0),
    held: integer("held").notNull().default(0),
    sold: integer("sold").notNull().default(0),
    /** When the ledger moved it last. */
    movedAt: moment("moved_at"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const quotaLedger = ledgerTable("quota_ledger", declaredQuotaLedger, quotaDay);

export const ticket = pgTable(
  "ticket",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    ticketNo: text("ticket_no").notNull(),
    qrText: text("qr_text").notNull(),
    orderId: bigintColumn("order_id").notNull(),
    lineId: bigintColumn("line_id").notNull(),
    ticketTypeId: bigintColumn("ticket_type_id").notNull(),
    ticketTypeName: text("ticket_type_name").notNull(),
    parkId: bigintColumn("park_id").notNull(),
    gateGroupId: bigintColumn("gate_group_id"),
    visitDay: date("visit_day").notNull(),
    slot: text("slot").notNull().default(""),
    validFrom: date("valid_from").notNull(),
    validTo: date("valid_to").notNull(),
    entryFrom: text("entry_from"),
    entryTo: text("entry_to"),
    passInterval: integer("pass_interval"),
    price: bigintColumn("price").notNull(),
    admissions: integer("admissions").notNull(),
    used: integer("used").notNull().default(0),
    state: text("state").notNull().default("issued"),
    holderName: text("holder_name").notNull().default(""),
    holderIdentity: text("holder_identity").notNull().default(""),
    lastPassedAt: moment("last_passed_at"),
    lastGateId: bigintColumn("last_gate_id"),
    issuedAt: moment("issued_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const printLog = pgTable(
  "print_log",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    at: moment("at").notNull().defaultNow(),
    orderId: bigintColumn("order_id").notNull(),
    ticketId: bigintColumn("ticket_id").notNull(),
    accountId: bigintColumn("account_id").notNull(),
    accountName: text("account_name").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const passage = pgTable(
  "passage",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    at: moment("at").notNull().defaultNow(),
    receivedAt: moment("received_at").notNull().defaultNow(),
    kind: text("kind").notNull().default("pass"),
    gateId: bigintColumn("gate_id").notNull(),
    parkId: bigintColumn("park_id").notNull(),
    direction: text("direction").notNull(),
    ticketId: bigintColumn("ticket_id"),
    orderId: bigintColumn("order_id"),
    admitted: boolean("admitted").notNull(),
    reason: text("reason").notNull(),
    message: text("message").notNull().default(""),
    people: integer("people").notNull().default(1),
    entries: integer("entries").notNull().default(0),
    code: text("code").notNull().default(""),
    passageKey: text("passage_key").notNull().default(""),
    offline: boolean("offline").notNull().default(false),
    note: text("note").notNull().default(""),
    reversesId: bigintColumn("reverses_id"),
    accountId: bigintColumn("account_id").notNull().default(0),
    accountName: text("account_name").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const passageKey = pgTable(
  "passage_key",
  {
    corpCode: ownCorp(),
    key: text("key").notNull(),
    gateCode: text("gate_code").notNull().default(""),
    admitted: boolean("admitted").notNull(),
    reason: text("reason").notNull(),
    message: text("message").notNull().default(""),
    at: moment("at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.key] })],
);

/** Where a line's places were taken from, so that they go back there. */
export const subOrderQuota = pgTable(
  "sub_order_quota",
  {
    corpCode: ownCorp(),
    lineId: bigintColumn("line_id").notNull(),
    quotaDayId: bigintColumn("quota_day_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.lineId, t.quotaDayId] })],
);
