/** Tables of parking: from its declarations; payments and terms, which are the accounts of the money; plates of passes. */
import { boolean, date, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Tariff } from "~/contract/parking/fee";
import { parkingFeeLedger as feeLedger, parkingPassLedger as passLedger } from "~/contract/parking/ledgers";
import { parkingLot as lot } from "~/contract/parking/lot";
import { parkingPass as pass } from "~/contract/parking/pass";
import { parkingRecord as record } from "~/contract/parking/record";
import { parkingTariff as tariff } from "~/contract/parking/tariff";
import { bigintColumn } from "../../kernel/bigint-column";
import { identified, moment, ownCorp } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";
import { resourceTable } from "../../kernel/resource-table";

export const parkingTariff = resourceTable(tariff, "parking_tariff", {}, [
  "num_nulls(night_from, night_to, night_fee) in (0, 3)",
]);

/** `free` follows from the two others. */
export const parkingLot = resourceTable(lot, "parking_lot", { free: null });

/** The tariff as it was at entry stands with the stay. */
export const parkingRecord = resourceTable(
  record,
  "parking_record",
  {
    tariff: jsonb("tariff").$type<Tariff>().notNull(),
    paidUntil: moment("paid_until"),
  },
  [
    "(status = 'left') = (num_nulls(left_at, how) = 0)",
    "left_at >= entered_at",
    "status = 'inside' or fee = paid + waived + refunded",
  ],
);

export const parkingPass = resourceTable(pass, "parking_pass", { remindedFor: date("reminded_for") }, [
  "(status = 'cancelled') = (cancelled_at is not null)",
  "start_day <= until_day",
]);

/** Plates of passes that are valid: one a plate and lot. */
export const parkingPassPlate = pgTable("parking_pass_plate", {
  ...identified(),
  passId: bigintColumn("pass_id").notNull(),
  lotId: bigintColumn("lot_id").notNull(),
  plate: text("plate").notNull(),
});

/** One payment of a stay: the account of its money. */
export const parkingCharge = pgTable("parking_charge", {
  ...identified(),
  recordId: bigintColumn("record_id").notNull(),
  lotId: bigintColumn("lot_id").notNull(),
  paymentType: text("payment_type").notNull(),
  taken: bigintColumn("taken").notNull().default(0),
  movedAt: moment("moved_at"),
});

/** One term of a pass, sold or renewed: the account of its money. */
export const parkingTerm = pgTable("parking_term", {
  ...identified(),
  passId: bigintColumn("pass_id").notNull(),
  lotId: bigintColumn("lot_id").notNull(),
  paymentType: text("payment_type").notNull(),
  startDay: date("start_day").notNull(),
  months: integer("months").notNull(),
  /** Fen a month, as it was sold. */
  price: bigintColumn("price").notNull(),
  taken: bigintColumn("taken").notNull().default(0),
  movedAt: moment("moved_at"),
});

export const parkingFeeLedger = ledgerTable("parking_fee_ledger", feeLedger, parkingCharge);
export const parkingPassLedger = ledgerTable("parking_pass_ledger", passLedger, parkingTerm);

/** What a corp decides for all of its lots: one row, once somebody has saved it. */
export const parkingConfig = pgTable("parking_config", {
  corpCode: ownCorp().primaryKey(),
  defaultLotId: bigintColumn("default_lot_id"),
  unreadable: text("unreadable").$type<"refuse" | "number">().notNull().default("refuse"),
  fullRefuses: boolean("full_refuses").notNull().default(true),
  graceMinutes: integer("grace_minutes").notNull().default(15),
  overstayDays: integer("overstay_days").notNull().default(3),
  phone: text("phone").notNull().default(""),
});
