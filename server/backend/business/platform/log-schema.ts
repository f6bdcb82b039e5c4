/** The logs as their lists read them; what writes them has tables of its own (schema.ts). */
import { text } from "drizzle-orm/pg-core";
import { audit, signIn } from "~/contract/platform/logs";
import { bigintColumn } from "../../kernel/bigint-column";
import { resourceTable } from "../../kernel/resource-table";

/** Written once. */
const never = { rowVersion: null, createdAt: null, updatedAt: null } as const;

export const auditRows = resourceTable(audit, "audit_log", { ...never, thingId: bigintColumn("thing_id").notNull() });
export const signInRows = resourceTable(signIn, "sign_in_log", {
  ...never,
  // Who came in was of no corp yet.
  corpCode: text("corp_code").notNull(),
});
