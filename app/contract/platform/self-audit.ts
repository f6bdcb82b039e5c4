/** What the nightly audit of the data found (`/system/selfAudit`): an empty list is a good one. */
import { moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const selfAudit = resource("platform", "selfAudit", {
  title: m.audit_title,
  path: "/system/selfAudit",
  fun: "selfAudit",
  nameField: "at",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  fields: {
    at: moment({ label: m.audit_at, list: true, filter: "between" }),
    words: text({ label: m.audit_words, max: 1000, list: true, localised: true }),
    jobId: number({ label: m.jobs_log, list: "answer", detail: false }),
  },
});
