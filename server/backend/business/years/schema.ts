/** Tables of closed years. */
import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { closedYear as declared } from "~/contract/years/year";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment, ownCorp } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

/** Until when everything of the corp is closed: what triggers look at. */
export const closedUntil = pgTable("closed_until", {
  corpCode: ownCorp().primaryKey(),
  untilAt: moment("until_at").notNull(),
});

export const closedYear = resourceTable(
  declared,
  "closed_year",
  {
    /** As the corp's time zone was when it was closed for the first time. */
    fromAt: moment("from_at").notNull(),
    untilAt: moment("until_at").notNull(),
    /** Of the work that it has last. */
    jobId: bigintColumn("job_id"),
  },
  ["from_at < until_at", "status <> 'closed' or num_nulls(closed_at, sha256, chain) = 0"],
);

/** Written once; of former closings they stay, to be compared with. */
export const closedYearPart = pgTable(
  "closed_year_part",
  {
    ...identified(),
    yearId: bigintColumn("year_id").notNull(),
    closing: integer("closing").notNull(),
    kind: text("kind").notNull(),
    month: integer("month").notNull(),
    fromAt: moment("from_at").notNull(),
    untilAt: moment("until_at").notNull(),
    whole: boolean("whole").notNull(),
    /** That were summed, in their order: one that comes later changes no sum. */
    columns: text("columns").array().notNull(),
    rows: integer("rows").notNull(),
    amount: bigintColumn("amount"),
    bytes: bigintColumn("bytes").notNull(),
    sha256: text("sha256").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] }), ...checks("month between 1 and 12")],
);

export const closedYearDifference = pgTable(
  "closed_year_difference",
  {
    ...identified(),
    yearId: bigintColumn("year_id").notNull(),
    closing: integer("closing").notNull(),
    /** Of the check, or of the closing, that found it. */
    jobId: bigintColumn("job_id").notNull(),
    foundBy: text("found_by").notNull(),
    at: moment("at").notNull(),
    kind: text("kind").notNull(),
    month: integer("month").notNull(),
    rowsBefore: integer("rows_before").notNull(),
    rowsNow: integer("rows_now").notNull(),
    amountBefore: bigintColumn("amount_before"),
    amountNow: bigintColumn("amount_now"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);
