/** Packages: the most that a tenant may grant, and how many accounts, parks and orders a month it may have. */
import { z } from "zod";
import { dictionary, number, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { right } from "../platform/role";
import { resource } from "../resource";
import { id, wholeNumber } from "../validators";

/** Its limits and rights are set together on a page of its own, which says first what is taken from whom. */
export const tenantPackage = resource("platform", "tenantPackage", {
  title: m.tenant_package,
  listTitle: m.fun_tenant_package_list,
  path: "/tenantManage/packageList",
  fun: "tenantPackageList",
  nameField: "name",
  status: "status",
  links: [{ label: m.tenant_package_content, to: "/tenantManage/packageList/{id}/content" }],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label: m.name, required: true, max: 40, list: true, filter: "contains", unique: true }),
    maxAccounts: number({ label: m.tenant_max_accounts, list: true, form: false }),
    maxParks: number({ label: m.tenant_max_parks, list: true, form: false }),
    maxOrders: number({ label: m.tenant_max_orders, list: true, form: false }),
    remark: text({ label: m.remark, max: 200, list: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

const limit = wholeNumber(0, 1_000_000_000);

/** `null`: as many as they like. */
const limits = z.object({ maxAccounts: limit.nullable(), maxParks: limit.nullable(), maxOrders: limit.nullable() });

const leaf = z.object({ right, name: z.string(), granted: z.boolean() });

export const tenantPackageContent = method("platform", "tenantPackageContent", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    name: z.string(),
    rowVersion: wholeNumber(0),
    limits,
    /** How many tenants have it. */
    tenants: z.number(),
    groups: z.array(z.object({ id, name: z.string(), functions: z.array(leaf.extend({ buttons: z.array(leaf) })) })),
  }),
  access: { fun: "tenantPackageList" },
});
export type TenantPackageContent = z.output<typeof tenantPackageContent.answer>;

/**
 * What a smaller package takes from one tenant. Roles lose rights that they are granted; a limit below what there is takes
 * nothing away, and lets nothing more be made.
 */
export const takenFrom = z.object({
  tenant: z.string(),
  /** The first of the roles that lose something, with the rights by name, and how many roles and rights there are. */
  roles: z.array(z.object({ role: z.string(), accounts: z.number(), rights: z.array(z.string()), count: z.number() })),
  over: z.array(z.string()),
});
export type TakenFrom = z.output<typeof takenFrom>;

/** Nothing is saved while something is taken from somebody and `taking` does not say that it is meant. */
const decided = z.object({ saved: z.boolean(), takes: z.array(takenFrom) });

/**
 * Sets limits and rights. A button brings its function. Where a tenant's roles lose what they are granted, or have more
 * than the limits, the first call answers what is taken from whom and saves nothing; with `taking` it is saved. It holds
 * at the tenants' next click.
 */
export const tenantPackageSet = method("platform", "tenantPackageSet", {
  payload: z.object({
    id,
    /** Left out: as many as they like. */
    maxAccounts: limit.optional(),
    maxParks: limit.optional(),
    maxOrders: limit.optional(),
    rowVersion: wholeNumber(0),
    rights: z.array(right).max(5_000),
    taking: z.boolean().default(false),
  }),
  answer: decided,
  access: { fun: "tenantPackageList", button: "tenantPackage:content" },
  writes: true,
  freshProof: true,
  told: ({ name, before, after }) =>
    m.did_tenant_package({ name, added: after?.added ?? 0, removed: before?.removed ?? 0 }),
});

export { decided as packageDecided };
