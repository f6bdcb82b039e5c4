/** Tables of parks, gates, ticket types, prices, quotas, tickets and passages. */
import { sql } from "drizzle-orm";
import { boolean, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import * as gates from "~/contract/ticket/gate";
import * as contract from "~/contract/ticket/park";
import { pricePolicy as declaredPolicy } from "~/contract/ticket/price-policy-list";
import { quotaLedger as declaredQuotaLedger } from "~/contract/ticket/quota-ledger";
import { quotaPool as declaredPool } from "~/contract/ticket/quota-list";
import { refundBands, slots } from "~/contract/ticket/ticket-terms";
import { ticketType as declaredType } from "~/contract/ticket/ticket-type";
import { bigintColumn } from "../../kernel/bigint-column";
import { identified, moment, ownCorp } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const park = resourceTable(contract.park, "park");
export const gateGroup = resourceTable(gates.gateGroup, "gate_group");
export const gate = resourceTable(gates.gate, "gate");
export const pos = resourceTable(gates.pos, "pos");
export const ticketType = resourceTable(declaredType, "ticket_type");

export const refundBand = linesTable("ticket_type_refund_band", refundBands, ticketType);
export const slot = linesTable("ticket_type_slot", slots, ticketType);

export const pricePolicy = resourceTable(declaredPolicy, "price_policy", {
  // Of the type; its list joins it.
  ticketTypeName: null,
  slot: text("slot").notNull().default(""),
  channel: text("channel").notNull().default("any"),
  customerGroup: text("customer_group").notNull().default("any"),
  weekdays: text("weekdays").notNull().default("TTTTTTT"),
  holidays: text("holidays").notNull().default("any"),
});

export const holiday = pgTable("holiday", {
  day: date("day").primaryKey(),
  name: text("name").notNull(),
  makeUp: boolean("make_up").notNull().default(false),
});

export const quotaPool = resourceTable(declaredPool, "quota_pool", {
  ticketTypeNames: null,
  /** Of all its ticket types; 0 while it has none. Triggers keep it. */
  parks: bigintColumn("parks").array().notNull().default(sql`'{0}'`),
});

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
    ...identified(),
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
    ...identified(),
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
    ...identified(),
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
    ...identified(),
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
