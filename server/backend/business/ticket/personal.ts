/** What of people stands in tickets, reservations, groups and restrictions, and from when its days count. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../kernel/personal-data";

export const ticketPersonal: PersonalOf = {
  erases: [
    {
      ...{
        table: "ticket",
        what: m.personal_w_ticket,
        purpose: "admission",
        columns: { holder_name: "sign", holder_identity: "token" },
        theirs: {
          orders: { ids: "array[t.order_id]" },
          ...{ identity: "holder_identity", name: "holder_name", number: "ticket_no", stands: m.personal_open_ticket },
          open: (today) => `state = 'refunding' or (state in ('issued', 'partlyUsed') and valid_to >= ${today})`,
        },
      },
      // Its last day: a ticket that is good is not touched, whenever it was sold.
      ...{ since: { day: "valid_to" }, ended: "state not in ('issued', 'refunding')" },
    },
    {
      ...{ table: "reservation", what: m.personal_w_reservation, purpose: "admission" },
      columns: { name: "sign", identity: "token", mobile: "token", cancelled_for: "sign" },
      theirs: {
        ...{ identity: "identity", mobile: "mobile", name: "name", number: "order_no" },
        open: (today) => `state = 'booked' and visit_day >= ${today}`,
        stands: m.personal_open_reservation,
        orders: { numbers: "array[t.order_no]" },
      },
      ...{ since: { day: "visit_day" }, ended: "state <> 'booked'" },
    },
    {
      ...{ table: "group_booking", what: m.personal_w_group, purpose: "order", since: { day: "visit_day" } },
      columns: {
        ...{ contact_name: "sign", mobile: "token", guide: "sign", plate: "null", leaders: "sign" },
        ...{ remark: "null", itinerary: "sign" },
      },
      theirs: {
        ...{ mobile: "mobile", name: "contact_name", number: "booking_no", stands: m.personal_open_group },
        open: (today) => `state = 'arrived' or (state in ('booked', 'confirmed') and visit_day >= ${today})`,
      },
      with: [
        {
          ...{ table: "group_visitor", by: "booking_id", columns: { name: "sign", identity: "token" } },
          theirs: { identity: "identity", name: "name" },
        },
      ],
    },
    {
      ...{
        table: "restricted_visitor",
        what: m.personal_w_restricted,
        purpose: "restriction",
        since: { day: "until_day" },
      },
      // One row a person: whoever is restricted anew has another.
      columns: { name: "sign", identity: "token", person: "tokenOfRow", reason: "sign" },
      theirs: {
        ...{ identity: "identity", name: "name", stands: m.personal_open_restricted },
        open: (today) => `status = 'active' and until_day >= ${today}`,
      },
    },
  ],
  keeps: [{ table: "park", what: m.personal_kept_parks, columns: ["email", "telephone"], why: "company" }],
  traces: [{ table: "held_cart", says: "cart::text" }],
};
