/** Signing review: every agency that applies is looked at before anything is signed; submitted → approved | rejected. */
import { command } from "../command";
import { dictionary, file, moment, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { applyFiles } from "./apply-page";

export const agencyReview = resource("manage", "agencyReview", {
  title: m.travel_review,
  listTitle: m.fun_sing_verification,
  path: "/travelInfo/singVerification",
  fun: "singVerification",
  nameField: "name",
  status: "status",
  readOnly: true,
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.name, required: true, max: 80, list: true, filter: "contains" }),
    agencyId: reference("agency", {
      label: m.travel_agency,
      required: true,
      filter: "equals",
      remote: true,
    }),
    source: dictionary("agencySource", {
      ...{ label: m.travel_source, required: true, values: ["staff", "web"], default: "staff" },
      ...{ list: true, filter: "equals" },
    }),
    submittedAt: moment({ label: m.travel_submitted_at, required: true, list: true }),
    submittedBy: text({ label: m.travel_submitted_by, max: 60, list: true }),
    status: dictionary("agencyReviewState", {
      ...{ label: m.status, required: true, values: ["submitted", "approved", "rejected"], default: "submitted" },
      ...{ list: true, filter: "anyOf" },
    }),
    decidedBy: text({ label: m.travel_decided_by, max: 60, list: true }),
    decidedAt: moment({ label: m.travel_decided_at, list: "file" }),
    reason: text({ label: m.travel_reason, max: 200, list: true }),
    /** What came with the application. */
    files: file({ label: m.apply_files, most: applyFiles.most, megabytes: applyFiles.megabytes, form: false }),
  },
  commands: {
    approve: command({
      ...{ label: m.travel_approve, from: ["submitted"], to: "approved", tone: "good", question: true },
    }),
    reject: command({
      ...{ label: m.travel_reject, from: ["submitted"], to: "rejected", tone: "bad" },
      fields: { reason: text({ label: m.travel_reason, required: true, max: 200 }) },
    }),
    resubmit: command({
      ...{ label: m.travel_resubmit, from: ["rejected"], to: "submitted", question: m.travel_resubmit_question },
    }),
  },
});
