/** Roles and what they are granted: functions of the tree, and buttons under them (specification 6). */
import { z } from "zod";
import { boolean, dictionary, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { code, id, requiredText, wholeNumber } from "../validators";

export const role = resource("platform", "role", {
  title: m.one_role,
  listTitle: m.admin_role,
  path: "/sysRole/list",
  fun: "sysRoleList",
  nameField: "name",
  freshProof: true,
  defaultSort: { field: "id", order: "asc" },
  tools: [{ label: m.duty_conflicts, to: "/sysRole/conflictList" }],
  fields: {
    code: text({ label: m.code, required: true, code: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, max: 40, list: true, filter: "contains", sort: true }),
    dataScope: dictionary("dataScope", {
      label: m.admin_data_scope,
      default: "all",
      list: true,
      filter: "equals",
      help: m.admin_data_scope_help,
    }),
    secondFactor: boolean({ label: m.factor_role, help: m.factor_role_help, list: true, filter: "equals" }),
    addresses: text({ label: m.factor_addresses, help: m.factor_addresses_help, max: 2000 }),
    remark: text({ label: m.remark, max: 200, list: true }),
  },
});

/** A right: a function code, or `function/button`. */
export const right = z.string().regex(/^[\w-]{1,60}(\/[\w:.-]{1,60})?$/, { error: () => m.v_option() });

const leaf = z.object({
  right,
  name: z.string(),
  granted: z.boolean(),
  /** The caller holds it, so may grant and take it; others stay as they are. */
  mine: z.boolean(),
});
export type RightView = z.output<typeof leaf>;

/** The tree of functions with their buttons, as a role has them. */
export const roleRights = method("platform", "roleRights", {
  payload: z.object({ id }),
  answer: z.object({
    role: z.object({ id, code: z.string(), name: z.string(), dataScope: z.string(), rowVersion: wholeNumber(0) }),
    groups: z.array(z.object({ id, name: z.string(), functions: z.array(leaf.extend({ buttons: z.array(leaf) })) })),
  }),
  access: { fun: "sysRoleList" },
});
export type RoleRights = z.output<typeof roleRights.answer>;

/**
 * Grants exactly `rights`, as far as the caller holds them: what they do not hold stays as it was, and asking for it anew
 * is refused. A button brings its function. It holds at the next request of whoever has the role.
 */
export const roleRightsSave = method("platform", "roleRightsSave", {
  payload: z.object({ id, rowVersion: wholeNumber(0), rights: z.array(right).max(5_000) }),
  answer: z.object({ id }),
  access: { fun: "sysRoleList", button: "role:grant" },
  writes: true,
  freshProof: true,
  told: ({ name, before, after }) =>
    m.did_role_rights({ name, added: after?.added ?? 0, removed: before?.removed ?? 0 }),
});

/** A new role with the same rights; the caller must hold them all. */
export const roleCopy = method("platform", "roleCopy", {
  payload: z.object({ id, code, name: requiredText(40) }),
  answer: z.object({ id }),
  access: { fun: "sysRoleList", button: "role:add" },
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_role_copy({ name }),
});

/** Who has a role. */
export const roleHolders = method("platform", "roleHolders", {
  payload: z.object({ id }),
  answer: z.object({
    role: z.object({ id, code: z.string(), name: z.string() }),
    holders: z.array(
      z.object({ id, accName: z.string(), name: z.string(), deptName: z.string(), status: z.enum(["T", "F"]) }),
    ),
    /** There are more than are shown. */
    capped: z.boolean(),
  }),
  access: { fun: "sysRoleList" },
});

/**
 * The session looks at the console as the role sees it: pages, menus and buttons of the role, as far as the caller holds
 * them too, with the caller's own scope of data. Every method that writes is refused until it ends.
 */
export const roleSee = method("platform", "roleSee", {
  payload: z.object({ id }),
  answer: z.object({ until: z.string() }),
  access: { fun: "sysRoleList", button: "role:see" },
  writes: true,
  told: ({ name }) => m.did_role_see({ name }),
});

export const roleSeeEnd = method("platform", "roleSeeEnd", {
  payload: z.object({}),
  answer: z.object({}),
  access: "signedIn",
  writes: true,
  whileSeeing: true,
  told: ({ name }) => m.did_role_see_end({ name }),
});
