/** What of people stands in orders. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../kernel/personal-data";

export const orderPersonal: PersonalOf = {
  erases: [
    {
      ...{
        table: "orders",
        ownFieldsOf: "order",
        what: m.personal_w_orders,
        purpose: "order",
        columns: { contact_name: "sign", contact_mobile: "token" },
      },
      ...{ since: { day: "coalesce(last_visit_day, visit_day)" }, ended: "state <> 'pending' and refunding = 0" },
    },
  ],
};
