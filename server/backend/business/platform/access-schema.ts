/** Tables of the systems that let our staff in (0020_access_app.sql). */
import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accessApp as declared } from "~/contract/platform/access-app";
import { bigintColumn } from "../../kernel/bigint-column";
import { bytea, moment, ownCorp } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const accessApp = resourceTable(declared, "access_app", {
  /** Sealed, as the one before it. */
  secret: text("secret").notNull(),
  previousSecret: text("previous_secret"),
});

export const authCode = pgTable(
  "auth_code",
  {
    corpCode: ownCorp(),
    codeHash: bytea("code_hash").notNull(),
    accessAppId: bigintColumn("access_app_id").notNull(),
    accountId: bigintColumn("account_id").notNull(),
    reportId: text("report_id").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.codeHash] })],
);
