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
        columns: { contact_name: "sign", contact_mobile: "token", remark: "empty" },
        record: { noun: "order" },
        theirs: {
          nameless: "t.contact_mobile = ''",
          ...{ mobile: "contact_mobile", name: "contact_name", number: "order_no", stands: m.personal_open_order },
          open: (today) => `state = 'pending' or refunding > 0
            or (coalesce(last_visit_day, visit_day) >= ${today}
              and state not in ('cancelled', 'expired', 'refunded', 'fulfilled'))`,
        },
      },
      ...{ since: { day: "coalesce(last_visit_day, visit_day)" }, ended: "state <> 'pending' and refunding = 0" },
    },
    // Why money went back is typed by hand; of what was sealed of a closed year it is no part.
    {
      ...{ table: "refund", what: m.personal_w_refunds, purpose: "order" },
      columns: { reason: "sign", decision_remark: "sign" },
      partOf: { noun: "'order'", by: "order_id" },
      theirs: { number: "refund_no", stands: m.personal_open_refund },
      ...{ since: { moment: "requested_at" }, ended: "state not in ('waiting', 'held')" },
    },
    {
      ...{ table: "order_repair", what: m.personal_w_repairs, purpose: "order", since: { moment: "at" } },
      columns: { reason: "sign" },
      partOf: { noun: "'order'", by: "order_id" },
    },
  ],
  keeps: [{ table: "order_change", what: m.personal_kept_changes, columns: ["reason"], why: "sealed" }],
};
