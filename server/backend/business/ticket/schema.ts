/** Tables of parks, gates, ticket types, prices, quotas, tickets and passages. */
import { sql } from "drizzle-orm";
import { boolean, date, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { blackouts } from "~/contract/ticket/blackout";
import { bookingClocks } from "~/contract/ticket/booking-clock";
import * as gates from "~/contract/ticket/gate";
import { gateDevice as declaredDevice } from "~/contract/ticket/gate-device";
import * as contract from "~/contract/ticket/park";
import { passageConflict as declaredConflict } from "~/contract/ticket/passage-conflict";
import { pricePolicy as declaredPolicy } from "~/contract/ticket/price-policy-list";
import { quotaLedger as declaredQuotaLedger } from "~/contract/ticket/quota-ledger";
import { quotaPool as declaredPool } from "~/contract/ticket/quota-list";
import { refundBands, slots } from "~/contract/ticket/ticket-terms";
import { ticketType as declaredType } from "~/contract/ticket/ticket-type";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment, ownCorp } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const park = resourceTable(contract.park, "park");
export const gateGroup = resourceTable(gates.gateGroup, "gate_group");
export const gate = resourceTable(gates.gate, "gate");
export const pos = resourceTable(gates.pos, "pos");
export const posSeller = linesTable("pos_seller", gates.pos.fields.sellers, pos);
export const ticketType = resourceTable(declaredType, "ticket_type", {}, [
  "max_per_order >= min_per_order",
  "validity <> 'range' or num_nulls(range_from, range_to) = 0",
  "range_from <= range_to",
  "sale_from <= sale_to",
  "list_price <= price_ceiling",
  "face_price <= price_ceiling",
  "expired_refund is null or expired_days is not null",
]);

export const refundBand = linesTable("ticket_type_refund_band", refundBands, ticketType);
export const blackout = linesTable("ticket_type_blackout", blackouts, ticketType, ["to_day >= from_day"]);
export const bookingClock = linesTable("ticket_type_booking_clock", bookingClocks, ticketType, [
  "release_time is null or release_days is not null",
  "num_nonnulls(release_days, close_minutes, close_time, pay_minutes) > 0",
]);
export const slot = linesTable("ticket_type_slot", slots, ticketType, [
  // Of two texts the later is the greater only where both are times.
  String.raw`end_time ~ '^([01]\d|2[0-3]):[0-5]\d$' and end_time > start_time`,
]);

export const pricePolicy = resourceTable(
  declaredPolicy,
  "price_policy",
  {
    // Of the type; its list joins it.
    ticketTypeName: null,
    slot: text("slot").notNull().default(""),
    channel: text("channel").notNull().default("any"),
    customerGroup: text("customer_group").notNull().default("any"),
    weekdays: text("weekdays").notNull().default("TTTTTTT"),
    holidays: text("holidays").notNull().default("any"),
  },
  ["start_day <= end_day"],
);

export const quotaPool = resourceTable(
  declaredPool,
  "quota_pool",
  {
    ticketTypeNames: null,
    /** Of all its ticket types; 0 while it has none. Triggers keep it. */
    parks: bigintColumn("parks").array().notNull().default(sql`'{0}'`),
    /** By channel how many of a day's places are its own. */
    parts: jsonb("parts").$type<Record<string, number>>().notNull().default({}),
    setAside: null,
    /** Places of a day that whoever has the right may sell beyond its total. */
    overbook: integer("overbook").notNull().default(0),
  },
  ["quota_parts_fit(parts, daily_total)", "overbook >= 0"],
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
    ...identified(),
    poolId: bigintColumn("pool_id").notNull(),
    day: date("day").notNull(),
    slot: text("slot").notNull().default(""),
    /** The channel whose own places these are; "" of those that all share. */
    part: text("part").notNull().default(""),
    total: integer("total").notNull().default(0),
    held: integer("held").notNull().default(0),
    sold: integer("sold").notNull().default(0),
    /** Of the total, what was sold beyond the quota. */
    overbooked: integer("overbooked").notNull().default(0),
    /** When the ledger moved it last. */
    movedAt: moment("moved_at"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] }), ...checks("held + sold <= total")],
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
    rules: jsonb("rules").notNull().default({}),
    price: bigintColumn("price").notNull(),
    admissions: integer("admissions").notNull(),
    used: integer("used").notNull().default(0),
    state: text("state").notNull().default("issued"),
    holderName: text("holder_name").notNull().default(""),
    holderDocument: text("holder_document").notNull().default("resident"),
    holderCountry: text("holder_country").notNull().default(""),
    holderIdentity: text("holder_identity").notNull().default(""),
    /** Which of its order's combos it belongs to, from 1; null of one that was sold by itself. */
    comboSet: integer("combo_set"),
    /** How often it and those before it were changed. */
    changes: integer("changes").notNull().default(0),
    lastPassedAt: moment("last_passed_at"),
    lastGateId: bigintColumn("last_gate_id"),
    changedAt: moment("changed_at").notNull().defaultNow(),
    issuedAt: moment("issued_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.id] }),
    ...checks(
      "used between 0 and admissions",
      "valid_from <= valid_to",
      "(holder_document = 'passport') = (holder_country <> '')",
    ),
  ],
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
    /** Of the blank that was used up; "" of paper without numbers. */
    serial: text("serial").notNull().default(""),
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
    codeMark: text("code_mark").notNull().default(""),
    through: integer("through").notNull().default(0),
    countsAt: moment("counts_at").notNull().defaultNow(),
    deviceId: bigintColumn("device_id"),
    accountId: bigintColumn("account_id").notNull().default(0),
    accountName: text("account_name").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] }), ...checks("(kind = 'reversal') = (reverses_id is not null)")],
);

export const passageKey = pgTable(
  "passage_key",
  {
    corpCode: ownCorp(),
    key: text("key").notNull(),
    gateId: bigintColumn("gate_id").notNull(),
    codeMark: text("code_mark").notNull().default(""),
    people: integer("people"),
    admitted: boolean("admitted").notNull(),
    reason: text("reason").notNull(),
    message: text("message").notNull().default(""),
    at: moment("at").notNull().defaultNow(),
    direction: text("direction").notNull().default("in"),
    passed: integer("passed"),
    opened: boolean("opened"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.gateId, t.key] })],
);

/** A number that its gate gave to another passage as well. */
export const passageKeyReuse = pgTable(
  "passage_key_reuse",
  {
    corpCode: ownCorp(),
    gateId: bigintColumn("gate_id").notNull(),
    key: text("key").notNull(),
    codeMark: text("code_mark").notNull(),
    people: integer("people").notNull(),
    admitted: boolean("admitted").notNull(),
    reason: text("reason").notNull(),
    message: text("message").notNull(),
    at: moment("at").notNull(),
    direction: text("direction").notNull(),
    opened: boolean("opened").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.gateId, t.key, t.codeMark, t.people] })],
);

export const passageConflict = resourceTable(declaredConflict, "passage_conflict", {
  passageId: bigintColumn("passage_id").notNull(),
  direction: text("direction").notNull().default("in"),
  decidedBy: text("decided_by").notNull().default(""),
  at: moment("at").notNull(),
  gateId: bigintColumn("gate_id").notNull(),
  parkId: bigintColumn("park_id").notNull(),
  ticketNo: text("ticket_no").notNull().default(""),
  ticketTypeName: text("ticket_type_name").notNull().default(""),
  shown: text("shown").notNull().default(""),
  people: integer("people").notNull(),
  reason: text("reason").notNull(),
  message: text("message").notNull().default(""),
  state: text("state").notNull().default("open"),
});

export const gateDevice = resourceTable(
  declaredDevice,
  "gate_device",
  {
    tokenHash: text("token_hash").notNull(),
    pairingCode: text("pairing_code"),
    pairingUntil: moment("pairing_until"),
    salt: text("salt").notNull(),
    name: text("name").notNull().default(""),
    version: text("version").notNull().default(""),
    queue: integer("queue").notNull().default(0),
    clockAhead: integer("clock_ahead").notNull().default(0),
    pairedBy: text("paired_by").notNull().default(""),
    state: text("state").notNull().default("waiting"),
  },
  ["(state = 'waiting') = (gate_id is null)"],
);

/** Keys that sign the codes of tickets. */
export const ticketKey = pgTable(
  "ticket_key",
  {
    ...identified(),
    keyNo: integer("key_no").notNull(),
    publicKey: text("public_key").notNull(),
    privateKey: text("private_key").notNull(),
    madeAt: moment("made_at").notNull().defaultNow(),
    madeBy: text("made_by").notNull().default(""),
    withdrawnAt: moment("withdrawn_at"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] }), ...checks("key_no between 1 and 65535")],
);

/** How many are inside, counted by hand: passages after it are added. */
export const insideCount = pgTable(
  "inside_count",
  {
    ...identified(),
    parkId: bigintColumn("park_id").notNull(),
    at: moment("at").notNull().defaultNow(),
    people: integer("people").notNull(),
    reason: text("reason").notNull(),
    accountId: bigintColumn("account_id").notNull(),
    accountName: text("account_name").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

/** Where a line's places were taken from, so that they go back there. */
export const subOrderQuota = pgTable(
  "sub_order_quota",
  {
    corpCode: ownCorp(),
    lineId: bigintColumn("line_id").notNull(),
    quotaDayId: bigintColumn("quota_day_id").notNull(),
    /** Of a line that took from several parts of a day; null where all of it came from here. */
    quantity: integer("quantity"),
    /** How many of these went back, or on to another line. */
    given: integer("given").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.lineId, t.quotaDayId] }),
    ...checks("quantity > 0", "given >= 0 and given <= coalesce(quantity, 0)"),
  ],
);
