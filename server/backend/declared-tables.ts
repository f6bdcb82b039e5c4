/** Every table that the program declares: the businesses' schemas, with what their resources and ledgers say, files, notes and background work. */
import { PgTable } from "drizzle-orm/pg-core";
import { manifests } from "./business/manifests";
import { catalogueOf } from "./db/catalogue";
import type { Transaction } from "./db/database";
import * as exportPlans from "./exports/plan-schema";
import * as files from "./files/schema";
import * as jobs from "./jobs/schema";
import { withChecksAsKept } from "./kernel/checks-as-kept";
import { type Difference, differences } from "./kernel/compare-tables";
import { type About, type DeclaredTable, declaredTable, merged } from "./kernel/declared-table";
import * as notes from "./notes/schema";
import { allServed } from "./served";

const schemas = [...manifests.flatMap(({ tables = [] }) => tables), files, exportPlans, jobs, notes];

/** By table: what is known of it beside its columns. */
const about = new Map<PgTable, About>([
  ...allServed.flatMap(({ stored }) => (stored ? [[stored.table, { references: stored.references }] as const] : [])),
  ...manifests.flatMap(({ ledgers = [] }) => ledgers.map(({ ledger }) => [ledger.rows, { ledger }] as const)),
]);

const tables = schemas.flatMap((schema) =>
  Object.values(schema).filter((value): value is PgTable => value instanceof PgTable),
);

export const declaredTables: DeclaredTable[] = merged(tables.map((table) => declaredTable(table, about.get(table))));

/** Where a database is not as the program declares it; empty where nothing is to be migrated. Asked in a transaction that may write. */
export async function tableDifferences(tx: Transaction): Promise<Difference[]> {
  return differences(await withChecksAsKept(tx, declaredTables), await catalogueOf(tx));
}
