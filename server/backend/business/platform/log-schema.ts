/** The logs as their lists read them; what writes them has tables of its own (schema.ts). */
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { businessMoment } from "../../kernel/business-moment";

export const auditRows = pgTable("audit_log", {
  corpCode: text("corp_code").notNull(),
  id: bigint("id", { mode: "number" }).notNull(),
  at: businessMoment("at").notNull(),
  accountName: text("account_name").notNull(),
  method: text("method").notNull(),
  thing: text("thing").notNull(),
  thingId: bigint("thing_id", { mode: "number" }).notNull(),
  label: text("label").notNull(),
});

export const signInRows = pgTable("sign_in_log", {
  corpCode: text("corp_code").notNull(),
  id: bigint("id", { mode: "number" }).notNull(),
  at: businessMoment("at").notNull(),
  accName: text("acc_name").notNull(),
  outcome: text("outcome").notNull(),
  ip: text("ip").notNull(),
  userAgent: text("user_agent").notNull(),
});
