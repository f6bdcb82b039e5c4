/** What became of the tickets of cancelled sessions, with whom to call. */
import { dictionary, mobile, moment, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const theatreMove = resource("cinema", "theatreMove", {
  title: m.theatre_settled_tickets,
  path: "/theatre/settledTickets",
  fun: "sessionList",
  nameField: "ticketNo",
  status: "state",
  commands: {},
  readOnly: true,
  defaultSort: { field: "id", order: "asc" },
  fields: {
    ticketNo: text({ label: m.theatre_ticket_no, list: true }),
    orderNo: text({
      ...{ label: m.order_no, list: true, filter: "equals" },
      page: ({ offline, orderId }) => `/${offline ? "offline" : "network"}OrderDetail?id=${orderId}`,
    }),
    contactName: text({ label: m.order_contact, list: true }),
    contactMobile: mobile({ abroad: true, label: m.order_mobile, list: true, mask: true }),
    toldAt: moment({ label: m.theatre_told_at, list: true }),
    state: dictionary("theatreMoveState", {
      ...{ label: m.status, values: ["moved", "left", "refunded"], required: true, list: true, filter: "anyOf" },
    }),
    sessionId: reference("theatreSession", {
      ...{ label: m.theatre_settle_old_session, required: true, remote: true, list: true, filter: "equals" },
    }),
    fromLabel: text({ label: m.theatre_settle_from, required: true, list: true }),
    toSessionId: reference("theatreSession", { label: m.theatre_settle_session, remote: true, list: true }),
    toLabel: text({ label: m.theatre_settle_new, list: true }),
    note: text({ label: m.theatre_settle_note, list: true }),
    at: moment({ label: m.theatre_settled_at, required: true }),
    orderId: number({ label: m.order_no, list: "answer", detail: false }),
    offline: number({ label: m.order_no, list: "answer", detail: false }),
  },
});
