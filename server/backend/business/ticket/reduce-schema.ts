/** Tables of what makes tickets cheaper by rule, and which tickets it has made cheaper. */
import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { activityCard as declaredCard, activityCode as declaredCode } from "~/contract/ticket/activity-card";
import { staffReduction as declared, staffLedger as declaredLedger, staffUse } from "~/contract/ticket/staff-reduction";
import { bigintColumn } from "../../kernel/bigint-column";
import { identified, moment } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const staffReduction = resourceTable(declared, "staff_reduction", {}, [
  "(for_whom = 'employee') = (employee_id is not null)",
  "(for_whom = 'department') = (department_id is not null)",
  "(for_whom = 'role') = (role_id is not null)",
]);

/** What one employee has of a rule in a month. */
export const staffQuota = resourceTable(
  staffUse,
  "staff_quota",
  {
    remaining: integer("remaining").notNull().generatedAlwaysAs(sql`total - used`),
    rowVersion: null,
    createdAt: null,
    updatedAt: null,
    movedAt: moment("moved_at"),
  },
  ["used <= total"],
);

export const staffLedger = ledgerTable("staff_ledger", declaredLedger, staffQuota);

export const activityCard = resourceTable(declaredCard, "activity_card", {}, [
  "end_day >= start_day",
  "used <= quantity",
]);
export const activityCardType = linesTable("activity_card_type", declaredCard.fields.types, activityCard);

export const activityCode = resourceTable(declaredCode, "activity_code", {
  /** Keyed hash of the code: the code itself is kept nowhere. */
  mark: text("mark").notNull(),
  /** Keyed hash of whose document or mobile used it; "" where nobody asks. */
  person: text("person").notNull().default(""),
  rowVersion: null,
  createdAt: null,
  updatedAt: null,
});

/** Tickets that were made cheaper by something that is used up: it comes back with them. */
export const ticketReduction = pgTable(
  "ticket_reduction",
  {
    ...identified(),
    orderId: bigintColumn("order_id").notNull(),
    ticketId: bigintColumn("ticket_id").notNull(),
    /** staff: the month of an employee. card: the code. */
    kind: text("kind").notNull(),
    subjectId: bigintColumn("subject_id").notNull(),
    /** Which of the order's: the tickets of one combo share one. */
    unit: integer("unit").notNull(),
    givenBack: boolean("given_back").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);
