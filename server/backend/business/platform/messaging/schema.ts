/** Messages by mail (0390_message_mails.sql). What waits is written by a trigger. */
import { sql } from "drizzle-orm";
import { boolean, date, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../../kernel/bigint-column";
import { checks, identified, moment } from "../../../kernel/columns";

export const messageMailbox = pgTable(
  "message_mailbox",
  {
    ...identified(),
    accountId: bigintColumn("account_id").notNull(),
    /** Has answered with its code. */
    address: text("address"),
    askedAddress: text("asked_address"),
    /** Sealed: the job that mails it reads it. */
    code: text("code"),
    codeUntil: moment("code_until"),
    codeTries: integer("code_tries").notNull().default(0),
    atOnce: text("at_once").array().notNull().default(sql`'{announcement}'`),
    digest: text("digest").array().notNull().default(sql`'{}'`),
    digestHour: integer("digest_hour").notNull().default(8),
    locale: text("locale").notNull().default("zh-CN"),
  },
  () =>
    checks(
      "(asked_address is null) = (code is null) and (code is null) = (code_until is null)",
      "not at_once && digest",
    ),
);

export const messageMail = pgTable(
  "message_mail",
  {
    ...identified(),
    accountId: bigintColumn("account_id").notNull(),
    purpose: text("purpose", { enum: ["message", "digest", "code", "export"] }).notNull(),
    day: date("day"),
    /** Of a file: the export that made it. */
    jobId: bigintColumn("job_id"),
    address: text("address").notNull(),
    state: text("state", { enum: ["waiting", "sending", "sent", "failed", "dropped"] }).notNull(),
    tries: integer("tries").notNull().default(0),
    askedAt: moment("asked_at").notNull(),
    nextAt: moment("next_at").notNull(),
    sentAt: moment("sent_at"),
    problem: text("problem"),
  },
  () =>
    checks(
      "(state = 'sent') = (sent_at is not null)",
      "(purpose = 'digest') = (day is not null)",
      "(purpose = 'export') = (job_id is not null)",
    ),
);

/** A message, or an announcement of the corp or of head office. */
export const messageMailItem = pgTable(
  "message_mail_item",
  {
    ...identified(),
    accountId: bigintColumn("account_id").notNull(),
    messageId: bigintColumn("message_id"),
    ownerCorp: text("owner_corp"),
    announcementId: bigintColumn("announcement_id"),
    atOnce: boolean("at_once").notNull(),
    at: moment("at").notNull().defaultNow(),
    mailId: bigintColumn("mail_id"),
  },
  () => checks("num_nonnulls(message_id, announcement_id) = 1", "(owner_corp is null) = (announcement_id is null)"),
);
