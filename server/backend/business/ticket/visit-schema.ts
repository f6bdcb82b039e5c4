/** Tables of who may come and when. */
import { date, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { parkCapacity as declaredCapacity } from "~/contract/ticket/capacity";
import { closure as declaredClosure, closureOrder as declaredOrder } from "~/contract/ticket/closure";
import { reservation as declaredReservation } from "~/contract/ticket/reservation";
import { restrictedVisitor as declaredVisitor } from "~/contract/ticket/restricted-visitor";
import { wristband as declaredWristband } from "~/contract/ticket/wristband";
import { bigintColumn } from "../../kernel/bigint-column";
import { ownCorp } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const restrictedVisitor = resourceTable(declaredVisitor, "restricted_visitor");
export const parkCapacity = resourceTable(declaredCapacity, "park_capacity");
export const closure = resourceTable(declaredClosure, "closure", { jobId: bigintColumn("job_id") }, [
  "first_day <= last_day",
]);
export const closureOrder = resourceTable(declaredOrder, "closure_order", {
  // Of the order; the list joins it.
  orderNo: null,
  visitDay: null,
  contactName: null,
  contactMobile: null,
  offline: null,
  orderId: bigintColumn("order_id").notNull(),
  before: jsonb("before").notNull().default([]),
});

/** One a line of an order; a trigger on tickets keeps what became of it. */
export const reservation = resourceTable(declaredReservation, "reservation", {
  orderId: bigintColumn("order_id").notNull(),
  lineId: bigintColumn("line_id").notNull(),
});

/** One row for each time that a band stood for a ticket. */
export const wristband = resourceTable(
  declaredWristband,
  "wristband",
  { ticketId: bigintColumn("ticket_id").notNull() },
  ["(state = 'bound') = (ended_at is null)"],
);

/** Tickets that are good for a day of a park; triggers on tickets keep it. */
export const parkDay = pgTable(
  "park_day",
  {
    corpCode: ownCorp(),
    parkId: bigintColumn("park_id").notNull(),
    day: date("day").notNull(),
    people: integer("people").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.parkId, t.day] })],
);

/** People who are promised a place in a park's day and have no ticket yet: a line of an order that waits, or a group. */
export const parkPromise = pgTable(
  "park_promise",
  {
    corpCode: ownCorp(),
    source: text("source").notNull(),
    sourceId: bigintColumn("source_id").notNull(),
    parkId: bigintColumn("park_id").notNull(),
    day: date("day").notNull(),
    people: integer("people").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.source, t.sourceId, t.parkId] })],
);
