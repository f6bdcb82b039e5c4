/** What of people stands in seats that were set aside. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../kernel/personal-data";

export const theatrePersonal: PersonalOf = {
  erases: [
    {
      ...{
        table: "theatre_preselect",
        what: m.personal_w_preselect,
        purpose: "order",
        columns: { contact: "null", mobile: "null", remark: "null" },
        theirs: { mobile: "mobile", name: "contact", stands: m.personal_open_preselect },
      },
      ...{ since: { moment: "until" }, ended: "status <> 'open'" },
    },
  ],
};
