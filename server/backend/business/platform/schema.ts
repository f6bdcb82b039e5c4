/** The platform's tables. */
import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import * as dictionary from "~/contract/platform/dictionary";
import { operator } from "~/contract/platform/operator";
import * as personal from "~/contract/platform/personal-app";
import { role as declaredRole } from "~/contract/platform/role";
import { bigintColumn } from "../../kernel/bigint-column";
import { bytea, identified, moment, ownCorp } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const corp = pgTable("corp", {
  corpCode: text("corp_code").primaryKey(),
  name: text("name").notNull(),
  status: text("status").notNull().default("T"),
  isAdvancePre: text("is_advance_pre").notNull().default("F"),
  sysName: text("sys_name").notNull().default(""),
  logoImg: text("logo_img").notNull().default(""),
  menuImg: text("menu_img").notNull().default(""),
  returnUrl: text("return_url").notNull().default(""),
  /** Version of what its accounts may do: another one after each change of it. */
  rights: uuid("rights").notNull().defaultRandom(),
  createdAt: moment("created_at").notNull().defaultNow(),
});

export const sysParam = pgTable(
  "sys_param",
  {
    corpCode: ownCorp(),
    paramCode: text("param_code").notNull(),
    paramOption: text("param_option").notNull(),
    remark: text("remark").notNull().default(""),
    rowVersion: integer("row_version").notNull().default(0),
    updatedAt: moment("updated_at"),
    updatedBy: text("updated_by").notNull().default(""),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    // What the code tells, for lists: parameter-schema.ts.
    name: text("name").notNull().default(""),
    nameEn: text("name_en").notNull().default(""),
    paramGroup: text("param_group").notNull().default("other"),
    byDefault: text("by_default").notNull().default(""),
    ofPlatform: boolean("of_platform").notNull().default(false),
    place: integer("place").notNull().default(0),
    changed: boolean("changed").notNull().generatedAlwaysAs(sql`param_option <> by_default`),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.paramCode] })],
);

export const dictItem = resourceTable(dictionary.dictItem, "dict_item");
export const dictType = resourceTable(dictionary.dictType, "dict_type");

export const area = pgTable("area", {
  areaCode: text("area_code").primaryKey(),
  parentCode: text("parent_code").notNull(),
  areaName: text("area_name").notNull(),
  areaAddr: text("area_addr").notNull(),
  level: integer("level").notNull(),
});

export const fun = pgTable("fun", {
  id: bigintColumn("id").primaryKey(),
  parentId: bigintColumn("parent_id").notNull(),
  parentIds: text("parent_ids").notNull(),
  funName: text("fun_name").notNull(),
  funNameEn: text("fun_name_en").notNull(),
  funUrl: text("fun_url").notNull().default(""),
  funCode: text("fun_code").notNull().default(""),
  funIco: text("fun_ico").notNull().default(""),
  openType: text("open_type").notNull().default(""),
  outerChain: text("outer_chain").notNull().default(""),
  cloudFunUrl: text("cloud_fun_url").notNull().default(""),
  description: text("description").notNull().default(""),
  useFlag: text("use_flag").notNull().default("F"),
  enabled: boolean("enabled").notNull().default(false),
  sort: integer("sort").notNull(),
  built: boolean("built").notNull().default(true),
  switched: boolean("switched"),
  own: boolean("own").notNull().default(false),
  headOffice: boolean("head_office").notNull().default(false),
  rowVersion: integer("row_version").notNull().default(0),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  // What follows from the others, for lists: menu-schema.ts.
  groupId: bigintColumn("group_id").generatedAlwaysAs(sql`nullif(parent_id, 0)`),
  icon: text("icon").notNull().generatedAlwaysAs(sql`split_part(fun_ico, ',', 1)`),
  iconActive: text("icon_active").notNull().generatedAlwaysAs(sql`split_part(fun_ico, ',', 2)`),
  openWay: text("open_way").notNull().generatedAlwaysAs(sql`case open_type when '' then 'view' else open_type end`),
  status: text("status").notNull().generatedAlwaysAs(sql`case when enabled then 'T' else 'F' end`),
  ofProduct: boolean("of_product").notNull().generatedAlwaysAs(sql`not own`),
  title: text("title").notNull().default(""),
  titleEn: text("title_en").notNull().default(""),
  place: integer("place").notNull().default(0),
  /** Of the product's: what the row is matched by at a start. */
  key: text("key"),
  /** What the product called it last; another name is an administrator's. */
  productName: text("product_name"),
  productNameEn: text("product_name_en"),
});

export const button = pgTable("button", {
  code: text("code").primaryKey(),
  funCode: text("fun_code").notNull(),
  name: text("name").notNull(),
  nameEn: text("name_en").notNull(),
});

/** Operators: their roles and parks are tables of their own. */
export const account = resourceTable(operator, "account", {
  passwordHash: text("password_hash").notNull(),
  deptName: text("dept_name").notNull().default(""),
  initpwd: text("initpwd").notNull().default("F"),
  lockedUntil: moment("locked_until"),
  mobile: text("mobile").notNull().default(""),
  mustChangePassword: boolean("must_change_password").notNull().default(false),
  lastSignedInAt: moment("last_signed_in_at"),
  roles: null,
  parks: null,
});

export const role = resourceTable(declaredRole, "role");

export const roleGrant = pgTable(
  "role_grant",
  {
    corpCode: ownCorp(),
    roleId: bigintColumn("role_id").notNull(),
    funCode: text("fun_code").notNull(),
    buttonCode: text("button_code").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.roleId, t.funCode, t.buttonCode] })],
);

export const accountRole = pgTable(
  "account_role",
  { corpCode: ownCorp(), accountId: bigintColumn("account_id").notNull(), roleId: bigintColumn("role_id").notNull() },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.roleId] })],
);

export const session = pgTable("session", {
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
});

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

export const accountPark = pgTable(
  "account_park",
  { corpCode: ownCorp(), accountId: bigintColumn("account_id").notNull(), parkId: bigintColumn("park_id").notNull() },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.parkId] })],
);

export const signInLog = pgTable(
  "sign_in_log",
  {
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    corpCode: text("corp_code").notNull(),
    accName: text("acc_name").notNull(),
    accountId: bigintColumn("account_id"),
    outcome: text("outcome").notNull(),
    ip: text("ip").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    at: moment("at").notNull().defaultNow(),
    sessionHash: bytea("session_hash"),
    deviceHash: bytea("device_hash"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const signInDevice = pgTable(
  "sign_in_device",
  {
    corpCode: text("corp_code").notNull(),
    accountId: bigintColumn("account_id").notNull(),
    deviceHash: bytea("device_hash").notNull(),
    lastSeen: moment("last_seen").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.deviceHash] })],
);

export const signInProof = pgTable("sign_in_proof", {
  sessionHash: bytea("session_hash").primaryKey(),
  corpCode: text("corp_code").notNull(),
  accName: text("acc_name").notNull(),
  codeHash: bytea("code_hash").notNull(),
  tries: integer("tries").notNull().default(0),
  sentAt: moment("sent_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
});

export const captcha = pgTable("captcha", {
  sessionHash: bytea("session_hash").primaryKey(),
  x: integer("x").notNull(),
  y: integer("y").notNull(),
  state: text("state").notNull().default("open"),
  expiresAt: moment("expires_at").notNull(),
  accName: text("acc_name").notNull().default(""),
});

export const favourite = pgTable(
  "favourite",
  {
    corpCode: ownCorp(),
    accountId: bigintColumn("account_id").notNull(),
    funId: bigintColumn("fun_id").notNull(),
    funName: text("fun_name").notNull(),
    sort: bigintColumn("sort").generatedByDefaultAsIdentity(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.funId] })],
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

/** Those from before there were applications have none. */
export const personalApp = resourceTable(personal.personalMenu, "personal_app", {
  applicationId: bigintColumn("application_id"),
});
export const personalApplication = resourceTable(personal.personalApplication, "personal_application");

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

export const auditLog = pgTable(
  "audit_log",
  {
    ...identified(),
    at: moment("at").notNull().defaultNow(),
    accountId: bigintColumn("account_id").notNull(),
    accountName: text("account_name").notNull(),
    method: text("method").notNull(),
    thing: text("thing").notNull(),
    thingId: bigintColumn("thing_id").notNull(),
    label: text("label").notNull(),
    before: jsonb("before"),
    after: jsonb("after"),
    requestId: text("request_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

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
