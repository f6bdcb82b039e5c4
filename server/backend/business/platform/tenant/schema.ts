/** Tables of tenants: rows of head office all of them, but for the counter of orders. */
import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { tenantApplication as declaredApplication } from "~/contract/tenant/application";
import { tenantClearing as declaredClearing } from "~/contract/tenant/clearing";
import { tenantPackage as declaredPackage } from "~/contract/tenant/package";
import { tenant as declared } from "~/contract/tenant/tenant";
import { bigintColumn } from "../../../kernel/bigint-column";
import { ownCorp } from "../../../kernel/columns";
import { resourceTable } from "../../../kernel/resource-table";

export const tenantPackage = resourceTable(declaredPackage, "tenant_package");

/** What is counted when it is read has no column. */
export const tenant = resourceTable(declared, "tenant", {
  standing: null,
  accountsUse: null,
  parksUse: null,
  ordersUse: null,
  takings: null,
  lastSignIn: null,
  /** The stage that its administrators were told of last. */
  warnedFor: text("warned_for"),
});

export const tenantApplication = resourceTable(
  declaredApplication,
  "tenant_application",
  { ip: text("ip").notNull().default("") },
  ["(status = 'opened') = (opened_code is not null)"],
);

export const tenantPackageRight = pgTable(
  "tenant_package_right",
  {
    corpCode: ownCorp(),
    packageId: bigintColumn("package_id").notNull(),
    funCode: text("fun_code").notNull(),
    buttonCode: text("button_code").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.packageId, t.funCode, t.buttonCode] })],
);

/** Orders of a month where the package limits them: kept by a trigger. */
export const tenantMonth = pgTable(
  "tenant_month",
  { corpCode: ownCorp(), month: text("month").notNull(), orders: bigintColumn("orders").notNull() },
  (t) => [primaryKey({ columns: [t.corpCode, t.month] })],
);

/** Its archive lies in the file store, in parts below `archive_prefix`. */
export const tenantClearing = resourceTable(declaredClearing, "tenant_clearing", {
  archivePrefix: text("archive_prefix").notNull().default(""),
  parts: integer("parts").notNull().default(0),
  /** Rows by table, as the archive has them. */
  counts: jsonb("counts").notNull().default({}),
  /** Of who works on it: a job of another one leaves it alone. */
  jobId: bigintColumn("job_id"),
});
