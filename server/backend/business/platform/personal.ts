/** What of people stands in employees and accounts that have gone. Their names stay with what they did. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../kernel/personal-data";

export const platformPersonal: PersonalOf = {
  erases: [
    {
      ...{
        table: "employee",
        ownFieldsOf: "employee",
        what: m.personal_w_employee,
        purpose: "staff",
        columns: { identity: "null", mobile: "null", remark: "null" },
        record: { noun: "employee" },
        theirs: {
          ...{ identity: "identity", mobile: "mobile", name: "name", number: "code" },
          stands: m.personal_open_employee,
        },
      },
      ...{ since: { day: "leave_day" }, ended: "state = 'left'" },
    },
    {
      ...{ table: "account", what: m.personal_w_account, purpose: "staff", columns: { mobile: "empty" } },
      theirs: { mobile: "mobile", stands: m.personal_open_account },
      ...{ since: { moment: "updated_at" }, ended: "status = 'F'" },
    },
  ],
  keeps: [{ table: "audit_log", what: m.personal_kept_audit, columns: ["label", "before", "after"], why: "sealed" }],
  traces: [{ table: "message", says: "concat_ws(' ', title, title_en, body, body_en)" }],
};
