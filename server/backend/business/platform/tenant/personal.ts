/** What of people stands in applications of tenants, and in tenants that head office has shut. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../../kernel/personal-data";

export const tenantPersonal: PersonalOf = {
  erases: [
    {
      ...{ table: "tenant_application", what: m.personal_w_tenant_application, purpose: "partner" },
      columns: {
        ...{ contact: "sign", mobile: "token", email: "null", ip: "sign" },
        ...{ wishes: "sign", reason: "sign" },
      },
      theirs: { mobile: "mobile", name: "contact", number: "number", stands: m.personal_open_application },
      ...{ since: { moment: "at" }, ended: "status in ('opened', 'rejected')" },
    },
    {
      ...{
        table: "tenant",
        what: m.personal_w_tenant,
        purpose: "partner",
        columns: { contact: "null", mobile: "null", remark: "null" },
        theirs: { mobile: "mobile", name: "contact", number: "code", stands: m.personal_open_tenant },
      },
      ...{ since: { moment: "updated_at" }, ended: "status = 'F'" },
    },
  ],
};
