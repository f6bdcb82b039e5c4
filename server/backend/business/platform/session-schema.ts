/** Tables of signing in, and of what a session keeps. */
import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../kernel/bigint-column";
import { bytea, moment, ownCorp } from "../../kernel/columns";

export const session = pgTable(
  "session",
  {
    id: bigintColumn("id").primaryKey().generatedByDefaultAsIdentity(),
    corpCode: text("corp_code").notNull(),
    accountId: bigintColumn("account_id").notNull(),
    tokenHash: bytea("token_hash").notNull(),
    clientSessionId: text("client_session_id").notNull().default(""),
    ip: text("ip").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: moment("created_at").notNull().defaultNow(),
    lastSeen: moment("last_seen").notNull().defaultNow(),
    revokedAt: moment("revoked_at"),
    lockHash: text("lock_hash"),
    wrongUnlocks: integer("wrong_unlocks").notNull().default(0),
    mustChangePassword: boolean("must_change_password").notNull().default(false),
    idleMinutes: integer("idle_minutes").notNull().default(120),
    parkId: bigintColumn("park_id"),
    parkName: text("park_name").notNull().default(""),
    seeingRoleId: bigintColumn("seeing_role_id"),
    seeingUntil: moment("seeing_until"),
    provedAt: moment("proved_at"),
    mustEnrol: boolean("must_enrol").notNull().default(false),
    challenge: text("challenge"),
    challengeAt: moment("challenge_at"),
  },
  () => [
    check("session_check", sql`num_nulls(seeing_role_id, seeing_until) in (0, 2)`),
    check("session_check1", sql`num_nulls(challenge, challenge_at) in (0, 2)`),
  ],
);

export const checkCode = pgTable("check_code", {
  sessionHash: bytea("session_hash").primaryKey(),
  corpCode: text("corp_code").notNull(),
  accountId: bigintColumn("account_id").notNull(),
  codeHash: bytea("code_hash").notNull(),
  tries: integer("tries").notNull().default(0),
  sentAt: moment("sent_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  weakPassword: boolean("weak_password").notNull().default(false),
});

export const captcha = pgTable("captcha", {
  sessionHash: bytea("session_hash").primaryKey(),
  x: integer("x").notNull(),
  y: integer("y").notNull(),
  state: text("state").notNull().default("open"),
  expiresAt: moment("expires_at").notNull(),
  accName: text("acc_name").notNull().default(""),
});

export const signInProof = pgTable("sign_in_proof", {
  sessionHash: bytea("session_hash").primaryKey(),
  corpCode: text("corp_code").notNull(),
  accName: text("acc_name").notNull(),
  codeHash: bytea("code_hash").notNull(),
  tries: integer("tries").notNull().default(0),
  sentAt: moment("sent_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
});

export const signInDevice = pgTable(
  "sign_in_device",
  {
    corpCode: text("corp_code").notNull(),
    accountId: bigintColumn("account_id").notNull(),
    deviceHash: bytea("device_hash").notNull(),
    lastSeen: moment("last_seen").notNull(),
    trustedAt: moment("trusted_at"),
    trustedVersion: integer("trusted_version"),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.accountId, t.deviceHash] }),
    check("sign_in_device_check", sql`num_nulls(trusted_at, trusted_version) in (0, 2)`),
  ],
);

export const pageTab = pgTable(
  "page_tab",
  {
    corpCode: ownCorp(),
    sessionId: bigintColumn("session_id").notNull(),
    path: text("path").notNull(),
    address: text("address").notNull(),
    title: text("title").notNull().default(""),
    place: bigintColumn("place").generatedByDefaultAsIdentity(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.sessionId, t.path] })],
);
