/** Tables of corps, of what they count by and of the keys that make a call happen once; and the areas of the country. */
import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../kernel/bigint-column";
import { moment, ownCorp } from "../../kernel/columns";

export const corp = pgTable("corp", {
  corpCode: text("corp_code").primaryKey(),
  name: text("name").notNull(),
  status: text("status").notNull().default("T"),
  isAdvancePre: text("is_advance_pre").notNull().default("F"),
  sysName: text("sys_name").notNull().default(""),
  logoImg: text("logo_img").notNull().default(""),
  signInImg: text("sign_in_img").notNull().default(""),
  menuImg: text("menu_img").notNull().default(""),
  brandColor: text("brand_color").notNull().default(""),
  brandVersion: integer("brand_version").notNull().default(0),
  returnUrl: text("return_url").notNull().default(""),
  /** Version of what its accounts may do: another one after each change of it. */
  rights: uuid("rights").notNull().defaultRandom(),
  /** Version of the fields that it has added; null where it never added any. */
  ownFields: uuid("own_fields"),
  createdAt: moment("created_at").notNull().defaultNow(),
});

export const area = pgTable("area", {
  areaCode: text("area_code").primaryKey(),
  parentCode: text("parent_code").notNull(),
  areaName: text("area_name").notNull(),
  areaAddr: text("area_addr").notNull(),
  level: integer("level").notNull(),
});

export const counter = pgTable(
  "counter",
  {
    corpCode: ownCorp(),
    kind: text("kind").notNull(),
    period: text("period").notNull(),
    value: bigintColumn("value").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.kind, t.period] })],
);

export const idempotency = pgTable(
  "idempotency",
  {
    corpCode: ownCorp(),
    accountId: bigintColumn("account_id").notNull(),
    method: text("method").notNull(),
    key: text("key").notNull(),
    payloadHash: text("payload_hash").notNull(),
    answer: jsonb("answer"),
    at: moment("at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.method, t.key] })],
);
