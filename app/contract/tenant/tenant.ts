/** Tenants of the platform: what head office knows of each, and decides about it. */
import { z } from "zod";
import { command } from "../command";
import { date, dictionary, mobile, moment, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { day, fenInAll, id, wholeNumber } from "../validators";
import { packageDecided } from "./package";

/**
 * Rows are made by opening an application. Package and expiry are set on a page of its own, which says first what a smaller
 * package takes. How it stands and what it uses is counted when the list is read.
 */
export const tenant = resource("platform", "tenant", {
  title: m.tenant,
  listTitle: m.fun_tenant_list,
  path: "/tenantManage/list",
  fun: "tenantList",
  freshProof: true,
  nameField: "name",
  status: "status",
  fixedRows: true,
  links: [
    { label: m.tenant_detail, to: "/tenantManage/tenantManageDetail?id={id}" },
    { label: m.tenant_assign, to: "/tenantManage/list/{id}/package" },
    { label: m.tenant_host, to: "/tenantManage/list/{id}/host" },
  ],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label: m.name, required: true, max: 80, list: true, filter: "contains" }),
    code: text({ label: m.tenant_code, required: true, max: 20, list: true, filter: "contains", form: false }),
    standing: dictionary("tenantStanding", { label: m.tenant_standing, list: true, form: false, logged: false }),
    host: text({ label: m.tenant_host, max: 253, list: true, filter: "contains", form: false, unique: true }),
    expiresOn: date({ label: m.tenant_expires, ends: true, list: true, filter: "between", sort: true, form: false }),
    packageId: reference("tenantPackage", { label: m.tenant_package, list: true, filter: "equals", form: false }),
    accountsUse: text({ label: m.tenant_use_accounts, max: 40, list: true, form: false, logged: false }),
    parksUse: text({ label: m.tenant_use_parks, max: 40, list: true, form: false, logged: false }),
    ordersUse: text({ label: m.tenant_use_orders, max: 40, list: true, form: false, logged: false }),
    takings: money({ label: m.tenant_takings, list: true, form: false, logged: false }),
    lastSignIn: moment({ label: m.tenant_last_sign_in, list: true, form: false, logged: false }),
    contact: text({ label: m.tenant_contact, max: 40 }),
    mobile: mobile({ label: m.tenant_mobile, mask: true }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: "file", filter: "equals", form: false },
    }),
  },
  commands: {
    shut: command({
      ...{ label: m.tenant_shut, from: ["T"], to: "F", tone: "bad", question: m.tenant_shut_question },
    }),
    reopen: command({
      ...{ label: m.tenant_reopen, from: ["F"], to: "T", tone: "good", question: true, button: "shut" },
    }),
  },
});

const use = z.object({ used: z.number(), most: z.number().nullable() });

/** What head office decides by: figures alone, no row of the tenant's. */
export const tenantDetail = method("platform", "tenantDetail", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    name: z.string(),
    code: z.string(),
    standing: z.string(),
    package: z.string(),
    /** yyyy-MM-dd, or "": it does not end. */
    expiresOn: z.string(),
    readsFrom: z.string(),
    shutsFrom: z.string(),
    accounts: use,
    parks: use,
    orders: use,
    lastSignIn: z.string(),
    openedAt: z.string(),
    /** The last twelve months, this one last: orders made, and takings less what was paid back. */
    months: z.array(z.object({ month: z.string(), orders: z.number(), takings: fenInAll })),
    /** The group that it is in, and whether it leads it. */
    group: z.object({ id, name: z.string(), leads: z.boolean(), status: z.string() }).nullable(),
    parkNames: z.array(z.string()),
  }),
  access: { fun: "tenantList" },
});

export type TenantDetail = z.output<typeof tenantDetail.answer>;

/** Its ticket types with what was sold of them in the last thirty days. */
export const tenantTickets = method("platform", "tenantTickets", {
  payload: z.object({ id }),
  answer: z.object({
    name: z.string(),
    from: z.string(),
    rows: z.array(
      z.object({ name: z.string(), park: z.string(), status: z.string(), sold: z.number(), takings: fenInAll }),
    ),
    capped: z.boolean(),
  }),
  access: { fun: "tenantList" },
});

/** What may be assigned, and what is. */
export const tenantTerms = method("platform", "tenantTerms", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    name: z.string(),
    rowVersion: wholeNumber(0),
    packageId: id.nullable(),
    expiresOn: z.string(),
    packages: z.array(z.object({ id, name: z.string() })),
  }),
  access: { fun: "tenantList" },
});

/** As with a package that shrinks: what is taken is answered first, and saved with `taking`. */
export const tenantAssign = method("platform", "tenantAssign", {
  payload: z.object({
    id,
    rowVersion: wholeNumber(0),
    /** Left out: whatever there is. */
    packageId: id.optional(),
    /** The last day; "": it does not end. */
    expiresOn: z.union([z.literal(""), day], { error: () => m.v_date() }).default(""),
    taking: z.boolean().default(false),
  }),
  answer: packageDecided,
  access: { fun: "tenantList", button: "tenant:edit" },
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_tenant_assign({ name }),
});
