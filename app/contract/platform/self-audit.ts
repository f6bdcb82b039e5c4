/**
 * The nightly audit of the data: what it found (`/system/selfAudit`: an empty list is a good one), and all its rules with
 * their last run (`/system/selfAudit/rules`).
 */
import { z } from "zod";
import { moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";

export const selfAudit = resource("platform", "selfAudit", {
  title: m.audit_title,
  path: "/system/selfAudit",
  fun: "selfAudit",
  whenEmpty: m.empty_self_audit,
  nameField: "at",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  tools: [{ label: m.audit_rules, to: "/system/selfAudit/rules" }],
  fields: {
    at: moment({ label: m.audit_at, list: true, filter: "between" }),
    words: text({ label: m.audit_words, max: 1000, list: true, localised: true }),
    jobId: number({ label: m.jobs_log, list: "answer", detail: false }),
  },
});

/** Of one rule so many discrepancies are told; that there are more is told as such. */
export const mostOfRule = 20;

export const selfAuditRules = method("platform", "selfAuditRules", {
  payload: z.object({}),
  answer: z.object({
    rules: z.array(
      z.object({
        rule: z.string(),
        says: z.string(),
        /** When it was last asked; "" for never. */
        at: z.string(),
        /** Milliseconds that it took. */
        ms: z.number(),
        /** Discrepancies of that run, at most one more than {@link mostOfRule}. */
        rows: z.number(),
        /** Those, in words. */
        found: z.array(z.string()),
      }),
    ),
    /** A run is waiting, or under way. */
    running: z.boolean(),
  }),
  access: { fun: "selfAudit" },
});

/** Asks some rules out of their turn, or all where none are named. */
export const selfAuditRun = method("platform", "selfAuditRun", {
  payload: z.object({ rules: z.array(z.string().max(300)).max(500) }),
  answer: z.object({ jobId: z.number() }),
  told: ({ name }) => m.audit_rule_told({ name }),
  access: { fun: "selfAudit", button: "selfAudit:run" },
  writes: true,
});
