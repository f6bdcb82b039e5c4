/** Operators: the accounts of a corp's staff, with the roles and parks they are given (`/corp/userManage`). */
import { z } from "zod";
import { command, switching } from "../command";
import { dictionary, mobile, text, tree } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { sensitivity } from "../sensitivity";
import { id, mobileNumber, requiredText, wholeNumber } from "../validators";

export const firstPasswordsPath = "/corp/userManage/firstPasswords";

/** List, detail, change log, export and states are the engine's; creating and changing is of its own. */
const { methods, ...declared } = resource("platform", "operator", {
  title: m.one_operator,
  listTitle: m.org_operator,
  path: "/corp/userManage",
  fun: "userManage",
  nameField: "name",
  freshProof: true,
  importable: "new",
  afterImport: { label: m.org_first_passwords, to: firstPasswordsPath },
  status: "status",
  commands: {
    ...switching,
    /** Ends the lock that ten failed sign-ins put on an account (15 minutes otherwise). */
    unlock: command({
      ...{ label: m.org_unlock, did: m.org_flash_unlocked, tone: "good" },
      ...{ button: "user:unlock", method: "unlockAccount" },
    }),
    /** Whose phone or key is lost: the password alone opens the account until it has another factor. */
    resetFactor: command({
      ...{ label: m.factor_reset, did: m.factor_reset_did, tone: "bad", question: m.factor_reset_question },
      ...{ button: "operator:factor", method: "operatorFactorReset" },
    }),
    /** Every session of it, at once. */
    signOut: command({
      ...{ label: m.factor_sign_out, did: m.factor_sign_out_did, tone: "bad", question: m.factor_sign_out_question },
      ...{ button: "operator:signOut", method: "operatorSignOut" },
    }),
  },
  tools: [{ label: m.org_first_passwords, to: firstPasswordsPath }],
  links: [{ label: m.factor_sessions, to: "/corp/onlineList?account={accName}" }],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    accName: text({
      label: m.admin_account,
      required: true,
      max: 40,
      list: true,
      filter: "contains",
      sort: true,
      createOnly: true,
    }),
    name: text({ label: m.org_name, required: true, max: 40, list: true, filter: "contains", sort: true }),
    mobile: mobile({ label: m.org_mobile, list: true, filter: "equals", mask: true }),
    departmentId: tree("department", { label: m.admin_department, list: true, filter: "equals" }),
    accType: dictionary("accountType", {
      label: m.org_account_type,
      required: true,
      default: "1",
      list: true,
      filter: "equals",
    }),
    isRealName: dictionary("yesNo", { label: m.org_real_name, required: true, default: "F" }),
    addresses: text({ label: m.factor_addresses, max: 2000, form: false }),
    roles: text({ label: m.admin_role, max: 4000, form: false }),
    parks: text({ label: m.org_parks, max: 4000, form: false }),
    status: dictionary("enableStatus", {
      label: m.status,
      required: true,
      default: "T",
      list: true,
      filter: "equals",
      form: false,
    }),
  },
});

/** Letters, digits and . _ - @ with a letter in front; it stays for good, since passwords on the wire carry it. */
export const accName = z
  .string({ error: () => m.v_required() })
  .trim()
  .min(1, { error: () => m.v_required() })
  .regex(/^[A-Za-z][A-Za-z0-9._@-]{1,39}$/, { error: () => m.org_acc_name_rule() });

/** base64 of account name and password, so that its strength can be told; see `changpwd` for the other form. */
const password = z
  .string()
  .max(400, { error: () => m.v_invalid() })
  .register(sensitivity, { kind: "secret" });
const flag = z.enum(["T", "F"], { error: () => m.v_option() });

const operatorSave = method("platform", "operatorSave", {
  payload: z.object({
    id: id.optional(),
    rowVersion: wholeNumber(0).optional(),
    /** Of a new one; later it stays as it is. */
    accName: accName.optional(),
    /** Of a new one; without it nobody knows the password until it is reset. */
    password: password.optional(),
    name: requiredText(40),
    /** Left out, it stays: who sees it masked cannot change it. */
    mobile: z.union([z.literal(""), mobileNumber], { error: () => m.v_mobile() }).optional(),
    /** 0: none. */
    departmentId: wholeNumber(0).optional(),
    accType: z.enum(["1", "11"], { error: () => m.v_option() }).default("1"),
    isRealName: flag.default("F"),
    /** Networks that it may sign in from; "": from anywhere. Left out, they stay. */
    addresses: z.string().max(2_000).optional(),
    /** Left out, they stay. No parks: all of them. */
    roleIds: z.array(id).max(200).optional(),
    parkIds: z.array(id).max(500).optional(),
    /** Of a new one: the employee whose account it is to be. */
    employeeId: id.optional(),
  }),
  answer: z.object({ id }),
  access: { fun: "userManage", button: "operator:edit", newButton: "operator:add" },
  writes: true,
  freshProof: true,
});

const { save: _, saveCells: __, ...ofEngine } = methods;
export const operator = { ...declared, methods: { ...ofEngine, save: operatorSave } };
export const unlockAccount = operator.methods.unlock;

/** What an operator may be given by the caller, and what it has. */
export const operatorChoices = method("platform", "operatorChoices", {
  payload: z.object({ id: id.optional() }),
  answer: z.object({
    /** `mine`: the caller holds all that it grants. `duties`: sides of pairs that it grants (duty-pairs.ts), as `refund.one`. */
    roles: z.array(
      z.object({ id, name: z.string(), mine: z.boolean(), has: z.boolean(), duties: z.array(z.string()) }),
    ),
    parks: z.array(z.object({ id, name: z.string(), mine: z.boolean(), has: z.boolean() })),
    /** The caller works in some parks only, so an operator that works in all is not theirs to make. */
    bound: z.boolean(),
    /** Of which types it may be. */
    administrator: z.boolean(),
    /** Roles and type are the caller's to change: never one's own. */
    grants: z.boolean(),
  }),
  access: { fun: "userManage" },
});
export type OperatorChoices = z.output<typeof operatorChoices.answer>;

/**
 * Sets a password, or makes one that is told once. It ends the account's sessions, and must be changed before anything
 * else is opened with it.
 */
export const operatorReset = method("platform", "operatorReset", {
  payload: z.object({ id, password: password.optional() }),
  answer: z.object({ accName: z.string(), name: z.string(), password: z.string().nullable() }),
  access: { fun: "userManage", button: "operator:reset" },
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_password_reset({ name }),
});

/** Passwords made in one press: each is hashed, which takes its time by intent. */
export const firstPasswordsAtOnce = 50;

/** Accounts in use whose first password nobody knows: made from a file, or without one; the oldest first. */
export const operatorsWithoutPassword = method("platform", "operatorsWithoutPassword", {
  payload: z.object({}),
  answer: z.object({
    count: z.number(),
    /** At most {@link firstPasswordsAtOnce}; none whom the caller may not touch. */
    accounts: z.array(
      z.object({ id, accName: z.string(), name: z.string(), roles: z.string(), department: z.string() }),
    ),
  }),
  access: { fun: "userManage" },
});

/** Makes first passwords of accounts that have none that anybody knows. Told once; whoever has got one meanwhile is left out. */
export const operatorFirstPasswords = method("platform", "operatorFirstPasswords", {
  payload: z.object({ ids: z.array(id).min(1).max(firstPasswordsAtOnce) }),
  answer: z.object({
    made: z.array(z.object({ accName: z.string(), name: z.string(), roles: z.string(), password: z.string() })),
  }),
  access: { fun: "userManage", button: "operator:reset" },
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_password_reset({ name }),
});
