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
      ...{ since: { moment: "at" }, ended: "status in ('opened', 'rejected')" },
    },
    {
      ...{
        table: "tenant",
        what: m.personal_w_tenant,
        purpose: "partner",
        columns: { contact: "null", mobile: "null", remark: "null" },
      },
      ...{ since: { moment: "updated_at" }, ended: "status = 'F'" },
    },
  ],
};
