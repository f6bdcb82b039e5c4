/** Tables of data migrations: rows of head office. */
import { sql } from "drizzle-orm";
import { boolean, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { dataMigration as declared } from "~/contract/tenant/migration";
import { bigintColumn } from "../../../../kernel/bigint-column";
import { checks, identified } from "../../../../kernel/columns";
import type { Row } from "../../../../kernel/portable";
import type { Why } from "../../../../kernel/portable-plan";
import { resourceTable } from "../../../../kernel/resource-table";

export interface Place {
  kind: string;
  id: number;
}

export const dataMigration = resourceTable(declared, "data_migration", {
  kinds: text("kinds").array().notNull(),
  takes: text("takes").array().notNull().default(sql`'{}'`),
  places: jsonb("places").$type<Place[]>().notNull().default([]),
  /** Rows of the source that there were at the start. */
  total: bigintColumn("total").notNull().default(0),
  jobId: bigintColumn("job_id"),
});

/** One for every row of the source that was looked at, written in the transaction that wrote the target's. */
export const dataMigrationItem = pgTable(
  "data_migration_item",
  {
    ...identified(),
    migrationId: bigintColumn("migration_id").notNull(),
    kind: text("kind").notNull(),
    sourceId: bigintColumn("source_id").notNull(),
    /** In the target. */
    targetId: bigintColumn("target_id"),
    outcome: text("outcome").notNull(),
    name: text("name").notNull(),
    why: jsonb("why").$type<Why>(),
    /** Of what was overwritten, column by column. */
    before: jsonb("before").$type<Row>(),
    /** Of the target's row as the run left it. */
    digest: text("digest"),
    undone: boolean("undone").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.id] }),
    ...checks(
      "(outcome in ('made', 'taken')) = (digest is not null)",
      "digest is null or target_id is not null",
      "(outcome = 'taken') = (before is not null)",
    ),
  ],
);
