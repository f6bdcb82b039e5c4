/** Tables of cards, from their declarations; and holders, charges, deposits and passes of cards. */
import { sql } from "drizzle-orm";
import { boolean, date, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { cardBatch as declaredBatch } from "~/contract/card/batch";
import { seasonCard as declaredCard } from "~/contract/card/card";
import { cardLedger as declaredLedger } from "~/contract/card/card-ledger";
import { cardFee as declaredFee } from "~/contract/card/fee";
import { seasonCardLog as declaredLog } from "~/contract/card/log";
import { cardTemplate as declaredTemplate } from "~/contract/card/template";
import { cardType as declaredType } from "~/contract/card/type";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";
import type { Scale } from "./rules";

export const cardFee = resourceTable(declaredFee, "card_fee");
export const cardFeeStep = linesTable("card_fee_step", declaredFee.fields.refundScale, cardFee);

export const cardTemplate = resourceTable(declaredTemplate, "card_template");
export const cardTemplateElement = linesTable("card_template_element", declaredTemplate.fields.elements, cardTemplate);

export const cardType = resourceTable(declaredType, "card_type", {}, [
  "validity <> 'fixed' or num_nulls(fixed_from, fixed_to) = 0",
  "kind = 'stored' or validity = 'fixed' or coalesce(months, 0) + coalesce(days, 0) > 0",
  "fixed_from <= fixed_to",
  "per_day <= in_all",
  "kind = 'stored' or holders_most is not null",
  "kind <> 'stored' or validity <> 'activation'",
  "(kind = 'stored') = (num_nulls(gift_order, refund_rule) = 0)",
  "kind <> 'employee' or not (wallet or wallet_rotates)",
  "kind <> 'employee' or price + coalesce(renewal_price, 0) = 0 and holders_most = 1",
]);
export const cardTypeTier = linesTable("card_type_tier", declaredType.fields.giftTiers, cardType);
export const cardTypePlace = linesTable("card_type_place", declaredType.fields.places, cardType);
export const cardTypeOff = linesTable("card_type_off", declaredType.fields.blackouts, cardType, ["to_day >= from_day"]);
export const cardTypeUpgrade = linesTable("card_type_upgrade", declaredType.fields.upgrades, cardType);

export const cardBatch = resourceTable(declaredBatch, "card_batch", {
  ...{ left: null, spoiled: null },
  /** Its range overlaps that of no other batch: the database sees to it. */
  apart: boolean("apart").notNull().default(false),
});

export const seasonCard = resourceTable(
  declaredCard,
  "season_card",
  {
    depositId: bigintColumn("deposit_id"),
    employeeId: bigintColumn("employee_id"),
    replacedById: bigintColumn("replaced_by_id"),
    /** What staff was told of last: the last day and how near, or the loss. */
    remindedFor: text("reminded_for").notNull().default(""),
    /** Visits that count no more against the limit in all: those of terms that are over, and what each renewal added. */
    visitsGone: integer("visits_gone").notNull().default(0),
    /** Kept by the database: what gates without a line fetch again goes by it. */
    changedAt: moment("changed_at").notNull().defaultNow(),
    numberKey: text("number_key").notNull().generatedAlwaysAs(sql`lower(number)`),
  },
  [
    "status <> 'stock' or num_nonnulls(sold_at, valid_from, valid_to) = 0",
    "status not in ('active', 'expired') or num_nulls(sold_at, valid_from, valid_to) = 0",
    "(frozen_for is null) = (status <> 'frozen')",
    "valid_from <= valid_to",
    "employee_id is null or deposit = 0",
  ],
);

/** `live`, with the card's type beside it, is kept by the database from the card: one person holds one such card. */
export const seasonCardHolder = pgTable("season_card_holder", {
  ...identified(),
  cardId: bigintColumn("card_id").notNull(),
  place: integer("place").notNull(),
  name: text("name").notNull(),
  document: text("document").notNull(),
  country: text("country").notNull().default(""),
  identity: text("identity").notNull().default(""),
  cardTypeId: bigintColumn("card_type_id"),
  live: boolean("live").notNull().default(false),
  /** One employee holds one live employees' card. */
  employeeId: bigintColumn("employee_id"),
});

/** What was paid for a card, line by line of its orders; of a term's price a part may go back. */
export const seasonCardCharge = pgTable("season_card_charge", {
  ...identified(),
  cardId: bigintColumn("card_id").notNull(),
  orderId: bigintColumn("order_id").notNull(),
  lineId: bigintColumn("line_id").notNull(),
  kind: text("kind").notNull(),
  amount: bigintColumn("amount").notNull(),
  /** The term that it pays for; without days until the card is activated. */
  termFrom: date("term_from"),
  termTo: date("term_to"),
  /** By which it goes back: that of its type when it was paid. None: of a fee, which stays. */
  scale: jsonb("scale").$type<Scale>(),
  state: text("state").notNull().default("paid"),
  paidAt: moment("paid_at").notNull(),
});

/** Links by which cards are looked at on phones; of one card one that is good. */
export const cardWallet = pgTable("card_wallet", {
  ...identified(),
  cardId: bigintColumn("card_id").notNull(),
  tokenHash: text("token_hash").notNull(),
  issuedAt: moment("issued_at").notNull(),
  issuedBy: text("issued_by").notNull(),
  revokedAt: moment("revoked_at"),
  lastStep: bigintColumn("last_step").notNull().default(0),
});

/** Letters that remind holders of the end of their card. */
export const cardMail = pgTable(
  "card_mail",
  {
    ...identified(),
    kind: text("kind").notNull(),
    cardId: bigintColumn("card_id").notNull(),
    number: text("number").notNull(),
    cardTypeId: bigintColumn("card_type_id").notNull(),
    validTo: date("valid_to").notNull(),
    stage: integer("stage").notNull(),
    address: text("address").notNull(),
    language: text("language").notNull().default("zh-CN"),
    state: text("state").notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    askedAt: moment("asked_at").notNull(),
    nextAt: moment("next_at").notNull(),
    sentAt: moment("sent_at"),
    problem: text("problem"),
  },
  () => checks("(state = 'sent') = (sent_at is not null)"),
);

export const seasonCardDeposit = pgTable("season_card_deposit", {
  ...identified(),
  cardId: bigintColumn("card_id").notNull(),
  paymentType: text("payment_type").notNull(),
  held: bigintColumn("held").notNull().default(0),
  movedAt: moment("moved_at"),
});
export const cardLedger = ledgerTable("card_ledger", declaredLedger, seasonCardDeposit);

export const seasonCardLog = resourceTable(declaredLog, "season_card_log", {
  accountId: bigintColumn("account_id").notNull(),
});

/** Who went through a gate with a card: one row a passage. */
export const seasonCardPass = pgTable(
  "season_card_pass",
  {
    ...identified(),
    cardId: bigintColumn("card_id").notNull(),
    passageId: bigintColumn("passage_id").notNull(),
    people: integer("people").notNull(),
    direction: text("direction").notNull().default("in"),
    /** Visits that it took from the card: none of who leaves, and of a conflict none until staff count it. */
    entries: integer("entries").notNull(),
    parkId: bigintColumn("park_id").notNull(),
    day: date("day").notNull(),
    at: moment("at").notNull(),
    gateName: text("gate_name").notNull(),
    /** By the clock of the database: `at` is of the gate's, and may be long ago. */
    countedAt: moment("counted_at").notNull().default(sql`clock_timestamp()`),
  },
  () => checks("entries between 0 and people", "direction = 'in' or entries = 0"),
);
