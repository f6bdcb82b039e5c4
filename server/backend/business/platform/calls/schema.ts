/** Tables of the call log: rows of some calls, and exact figures of all by hour. Written in batches, by every node its own. */
import { bigint, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { callLog as declared } from "~/contract/calls/call-log";
import { moment, ownCorp } from "../../../kernel/columns";
import { resourceTable } from "../../../kernel/resource-table";

export const callLog = resourceTable(declared, "call_log", {
  ...{ rowVersion: null, createdAt: null, updatedAt: null },
  // Made of the method as it is read.
  what: null,
});

export const callHour = pgTable(
  "call_hour",
  {
    corpCode: ownCorp(),
    hour: moment("hour").notNull(),
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    calls: integer("calls").notNull(),
    refused: integer("refused").notNull(),
    failed: integer("failed").notNull(),
    totalMs: bigint("total_ms", { mode: "number" }).notNull(),
    maxMs: integer("max_ms").notNull(),
    steps: integer("steps").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.hour, t.kind, t.name] })],
);
