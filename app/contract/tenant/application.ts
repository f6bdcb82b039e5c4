/** Who wants to become a tenant: sent without an account, looked at by head office, opened in one step or rejected. */
import { z } from "zod";
import { command } from "../command";
import { dictionary, mobile, moment, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { corpCode, day, email, id, mobileNumber, requiredText, textOf } from "../validators";

export const tenantApplication = resource("platform", "tenantApplication", {
  title: m.tenant_application,
  listTitle: m.tenant_applications,
  path: "/tenantManage/tenantReview",
  fun: "tenantReview",
  nameField: "name",
  status: "status",
  readOnly: true,
  links: [{ label: m.tenant_open, to: "/tenantManage/tenantReview/{id}/open" }],
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.tenant_company, required: true, max: 80, list: true, filter: "contains" }),
    number: text({ label: m.tenant_number, required: true, max: 20, list: true, filter: "contains" }),
    licence: text({ label: m.tenant_licence, required: true, max: 40, list: true, filter: "contains" }),
    contact: text({ label: m.tenant_contact, required: true, max: 40, list: true }),
    mobile: mobile({ label: m.tenant_mobile, required: true, mask: true, list: true, filter: "equals" }),
    email: text({ label: m.tenant_email, max: 100 }),
    wishes: text({ label: m.tenant_wishes, max: 300, list: true }),
    at: moment({ label: m.tenant_applied_at, required: true, list: true, filter: "between" }),
    status: dictionary("tenantApplicationState", {
      ...{ label: m.status, required: true, list: true, filter: "anyOf", default: "submitted" },
      values: ["submitted", "approved", "opened", "rejected"],
    }),
    decidedBy: text({ label: m.tenant_decided_by, max: 60, list: "file" }),
    decidedAt: moment({ label: m.tenant_decided_at, list: "file" }),
    reason: text({ label: m.tenant_reason, max: 200, list: true }),
    openedCode: text({ label: m.tenant_code, max: 20, list: "file" }),
  },
  commands: {
    approve: command({
      ...{ label: m.tenant_approve, from: ["submitted"], to: "approved", tone: "good", question: true },
    }),
    reject: command({
      ...{ label: m.tenant_reject, from: ["submitted", "approved"], to: "rejected", tone: "bad" },
      fields: { reason: text({ label: m.tenant_reason, required: true, max: 200 }) },
    }),
  },
});

/** Only the platform of the SaaS edition takes applications. */
export const tenantApplyForm = method("platform", "tenantApplyForm", {
  payload: z.object({}),
  answer: z.object({ open: z.boolean() }),
  access: "public",
});

/** The answer is the same for a company that is a tenant already: nobody learns here who is. */
export const tenantApply = method("platform", "tenantApply", {
  payload: z.object({
    name: requiredText(80),
    licence: requiredText(40),
    contact: requiredText(40),
    mobile: mobileNumber,
    email: email.nullish(),
    wishes: textOf(300, { multiline: true }).nullish(),
    clientAddress: z.string().max(64).optional(),
  }),
  answer: z.object({ number: z.string() }),
  access: "public",
  writes: true,
  told: () => m.tenant_apply_told(),
});

/** What is proposed for the tenant of an approved application. */
export const tenantOpening = method("platform", "tenantOpening", {
  payload: z.object({ id }),
  answer: z.object({
    name: z.string(),
    contact: z.string(),
    state: z.string(),
    code: z.string(),
    packages: z.array(z.object({ id, name: z.string() })),
  }),
  access: { fun: "tenantReview" },
});

/**
 * Makes the tenant in one transaction: corp, parameters, dictionaries and roles, its first account, an administrator whose
 * password is told once and must be changed at the first sign-in. Refused where the code is taken.
 */
export const tenantOpen = method("platform", "tenantOpen", {
  payload: z.object({
    id,
    code: corpCode,
    accName: z.string().regex(/^[A-Za-z][A-Za-z0-9._@-]{1,39}$/, { error: () => m.org_acc_name_rule() }),
    packageId: id.optional(),
    expiresOn: z.union([z.literal(""), day], { error: () => m.v_date() }).default(""),
  }),
  answer: z.object({ tenantId: id, code: z.string(), accName: z.string(), password: z.string() }),
  access: { fun: "tenantReview", button: "tenantApplication:open" },
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_tenant_open({ name }),
});
