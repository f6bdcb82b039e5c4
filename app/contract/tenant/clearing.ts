/** Clearing what a tenant's tables hold (`/tenantManage/clearTenantData`): an archive first, then the rows, and the way back. */
import { z } from "zod";
import { command } from "../command";
import { dictionary, moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id, requiredText } from "../validators";

const fun = "clearTenantData";
const path = "/tenantManage/clearTenantData";

/** What may be cleared at once. Settings stand on no records, so these go with them; the whole is the tenant itself. */
export const clearingScopes = ["records", "settings", "traces", "whole"] as const;
export type ClearingScope = (typeof clearingScopes)[number];

/** The tenant's code once more, typed: nobody clears a tenant by a slip of the mouse. */
const typedCode = text({ label: m.clearing_typed_code, required: true, max: 20 });

export const tenantClearing = resource("platform", "tenantClearing", {
  title: m.clearing_one,
  listTitle: m.fun_clear_tenant_data,
  path,
  fun,
  nameField: "tenantName",
  status: "status",
  readOnly: true,
  freshProof: true,
  tools: [{ label: m.clearing_begin, to: `${path}/start` }],
  begin: { label: m.clearing_begin, to: `${path}/start` },
  defaultSort: { field: "id", order: "desc" },
  fields: {
    tenantName: text({ label: m.tenant, required: true, max: 80, list: true, filter: "contains" }),
    tenantCode: text({ label: m.tenant_code, required: true, max: 20, list: true, filter: "contains" }),
    scope: dictionary("clearingScope", {
      ...{ label: m.clearing_scope, required: true, list: true, filter: "anyOf", values: clearingScopes },
    }),
    status: dictionary("clearingState", {
      ...{ label: m.status, required: true, list: true, filter: "anyOf", default: "archiving" },
      values: ["archiving", "clearing", "cleared", "restoring", "restored", "destroyed", "failed"],
    }),
    rows: number({ label: m.clearing_rows, list: true, max: 2_000_000_000 }),
    files: number({ label: m.clearing_files, list: true, max: 2_000_000_000 }),
    sizeKb: number({ label: m.clearing_size, list: true, max: 2_000_000_000 }),
    sha256: text({ label: m.clearing_sha256, max: 64 }),
    note: text({ label: m.clearing_note, max: 300, list: true }),
    byName: text({ label: m.clearing_by, required: true, max: 60, list: true }),
    at: moment({ label: m.clearing_at, required: true, list: true, filter: "between" }),
    clearedAt: moment({ label: m.clearing_cleared_at }),
  },
  commands: {
    resume: command({
      ...{ label: m.clearing_resume, from: ["archiving", "clearing", "restoring"], question: true },
      ...{ button: "tenantClearing:clear" },
    }),
    putBack: command({
      ...{ label: m.clearing_put_back, from: ["cleared"], to: "restoring", tone: "good" },
      fields: { code: typedCode },
    }),
    destroy: command({
      ...{ label: m.clearing_destroy, from: ["cleared", "restored"], to: "destroyed", tone: "bad" },
      fields: { code: typedCode },
    }),
  },
});

/** What stands of a tenant, and why a part of it may not go. `rows` are counted up to a million. */
export const tenantClearingForm = method("platform", "tenantClearingForm", {
  payload: z.object({ tenantId: id.optional() }),
  answer: z.object({
    tenants: z.array(z.object({ id, name: z.string(), code: z.string() })),
    chosen: z
      .object({
        id,
        name: z.string(),
        code: z.string(),
        /** Why nothing of it may be cleared now; "": it may. */
        refusal: z.string(),
        scopes: z.array(
          z.object({
            scope: z.enum(clearingScopes),
            rows: z.number(),
            capped: z.boolean(),
            /** What most of the rows are, by their names. */
            kinds: z.array(z.object({ name: z.string(), rows: z.number() })),
            refusal: z.string(),
          }),
        ),
      })
      .nullable(),
  }),
  access: { fun },
});

/** Puts the work in. Refused while the tenant is open, while records stand under retention, and while another one is under way. */
export const tenantClear = method("platform", "tenantClear", {
  payload: z.object({ tenantId: id, scope: z.enum(clearingScopes), code: requiredText(20) }),
  answer: z.object({ id }),
  access: { fun, button: "tenantClearing:clear" },
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_tenant_clear({ name }),
});
