/** What was done and who came in (`/system/auditList`, `/system/signInLog`): written by the program, read here. */
import { z } from "zod";
import { boolean, dictionary, moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";

export const audit = resource("platform", "audit", {
  title: m.system_audit,
  path: "/system/auditList",
  fun: "auditList",
  whenEmpty: m.empty_audit,
  nameField: "label",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  fields: {
    at: moment({ label: m.system_at, required: true, list: true, filter: "between" }),
    accountName: text({ label: m.system_who, required: true, list: true, filter: "equals" }),
    /** What was done, in a sentence without who. */
    what: text({ label: m.did_what, max: 400, list: true }),
    method: text({ label: m.system_method, required: true, list: "answer", filter: "equals", search: false }),
    thing: text({ label: m.system_thing, required: true, list: "answer", filter: "equals", choice: true }),
    thingId: number({ label: m.system_thing_id, required: true, list: "answer", filter: "between", search: false }),
    label: text({ label: m.system_target, required: true, max: 200, list: "answer", filter: "equals" }),
    /** Somebody saw what is masked for others, and changed nothing. */
    look: boolean({ label: m.did_look, list: "answer", filter: "equals", search: false }),
  },
});

export const signIn = resource("platform", "signIn", {
  title: m.system_sign_ins,
  path: "/system/signInLog",
  fun: "signInLog",
  nameField: "accName",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  fields: {
    at: moment({ label: m.system_at, required: true, list: true, filter: "between" }),
    accName: text({ label: m.admin_account, required: true, list: true, filter: "equals" }),
    outcome: dictionary("signInOutcome", { label: m.system_outcome, required: true, list: true, filter: "anyOf" }),
    ip: text({ label: m.system_ip, required: true, list: true, filter: "equals" }),
    userAgent: text({ label: m.system_device, required: true, max: 300, list: true }),
  },
});

/** One entry whole. Values are texts; what belongs to people is masked, for everybody, and secrets are left out. */
export const auditEntry = method("platform", "auditEntry", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    /** ISO 8601. */
    at: z.string(),
    by: z.string(),
    /** What was done, in a sentence without who. */
    what: z.string(),
    method: z.string(),
    thing: z.string(),
    thingId: z.number(),
    label: z.string(),
    requestId: z.string(),
    /** By the labels that forms have for them, with values as people read them. Null: there was no such field then. */
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        changed: z.boolean(),
      }),
    ),
  }),
  access: { fun: "auditList" },
});
