/** Group bookings, the places that are held for them, and how many came. */
import { boolean, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { groupBooking as declared } from "~/contract/ticket/group-booking";
import { groupPrepaidLedger as declaredLedger } from "~/contract/ticket/group-prepay";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment, ownCorp } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const groupBooking = resourceTable(
  declared,
  "group_booking",
  {
    // Of the agency, where none was typed.
    organisation: text("organisation").notNull(),
    // Read with its agency: no column.
    agencyHolder: null,
    // Reckoned of its lists of names.
    namesDue: null,
    namesMissing: null,
    // Read from its ledger.
    prepaid: null,
    prepaySays: null,
    prepayCancelSays: null,
  },
  ["num_nonnulls(prepay_percent, prepay_amount) < 2"],
);
export const groupBookingLine = linesTable("group_booking_line", declared.fields.people, groupBooking);

export const groupBookingHold = pgTable(
  "group_booking_hold",
  {
    corpCode: ownCorp(),
    bookingId: bigintColumn("booking_id").notNull(),
    quotaDayId: bigintColumn("quota_day_id").notNull(),
    quantity: integer("quantity").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.bookingId, t.quotaDayId] })],
);

export const groupBookingArrival = pgTable(
  "group_booking_arrival",
  {
    corpCode: ownCorp(),
    bookingId: bigintColumn("booking_id").notNull(),
    ticketTypeId: bigintColumn("ticket_type_id").notNull(),
    arrived: integer("arrived").notNull(),
    /** Of those, without proof of what their ticket asks for. */
    unproven: integer("unproven").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.bookingId, t.ticketTypeId] }),
    ...checks("unproven between 0 and arrived"),
  ],
);

/** Who comes by real-name tickets, until the tickets themselves name them. */
export const groupVisitor = pgTable(
  "group_visitor",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    bookingId: bigintColumn("booking_id").notNull(),
    ticketTypeId: bigintColumn("ticket_type_id").notNull(),
    position: integer("position").notNull(),
    name: text("name").notNull(),
    document: text("document").notNull(),
    country: text("country").notNull().default(""),
    identity: text("identity").notNull(),
    /** On the list, and not come. */
    absent: boolean("absent").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.id] }),
    unique().on(t.corpCode, t.bookingId, t.ticketTypeId, t.position),
    ...checks("position >= 0"),
  ],
);

/** What a group paid ahead by one way. */
export const groupPrepaid = pgTable(
  "group_prepaid",
  {
    ...identified(),
    bookingId: bigintColumn("booking_id").notNull(),
    paymentType: text("payment_type").notNull(),
    held: bigintColumn("held").notNull().default(0),
    kept: bigintColumn("kept").notNull().default(0),
    movedAt: moment("moved_at"),
    /** Why it was kept; null while it is not. */
    forfeitReason: text("forfeit_reason"),
  },
  (t) => [unique().on(t.corpCode, t.bookingId, t.paymentType), ...checks("kept = 0 or forfeit_reason is not null")],
);
export const groupPrepaidLedger = ledgerTable("group_prepaid_ledger", declaredLedger, groupPrepaid);
