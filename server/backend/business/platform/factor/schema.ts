/** Tables of the second factor (0303_second_factors.sql). The owner's: no tenant's statement reads them. */
import { bigint, boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../../kernel/bigint-column";
import { bytea, moment } from "../../../kernel/columns";
import { holdsSecret } from "../../../kernel/secret-columns";

export const accountTotp = pgTable(
  "account_totp",
  {
    corpCode: text("corp_code").notNull(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    accountId: bigintColumn("account_id").notNull(),
    secret: text("secret"),
    pending: text("pending"),
    lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
    confirmedAt: moment("confirmed_at"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);
holdsSecret(accountTotp.secret);
holdsSecret(accountTotp.pending);

export const passkey = pgTable(
  "passkey",
  {
    corpCode: text("corp_code").notNull(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    accountId: bigintColumn("account_id").notNull(),
    name: text("name").notNull(),
    credentialId: text("credential_id").notNull(),
    publicKey: bytea("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull().default(0),
    rpId: text("rp_id").notNull(),
    transports: text("transports").notNull().default(""),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const recoveryCode = pgTable(
  "recovery_code",
  {
    corpCode: text("corp_code").notNull(),
    accountId: bigintColumn("account_id").notNull(),
    mark: text("mark").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.mark] })],
);

export const factorStep = pgTable("factor_step", {
  sessionHash: bytea("session_hash").primaryKey(),
  corpCode: text("corp_code").notNull(),
  accountId: bigintColumn("account_id").notNull(),
  tries: integer("tries").notNull().default(0),
  expiresAt: moment("expires_at").notNull(),
  weakPassword: boolean("weak_password").notNull().default(false),
  challenge: text("challenge"),
});
