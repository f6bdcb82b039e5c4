/** What is typed into requests for approval, and what they would have done: it may name people. */
import { m } from "~/contract/messages";
import type { PersonalData } from "../kernel/personal-data";

export const approvalsPersonal: readonly PersonalData[] = [
  {
    ...{ table: "approval", what: m.personal_w_approvals, purpose: "order", since: { moment: "asked_at" } },
    columns: { reason: "empty", remark: "empty", payload: "noFacts" },
    ended: "state <> 'waiting'",
    partOf: { noun: "thing", by: "thing_id" },
    theirs: { number: "label", stands: m.personal_open_approval },
  },
];
