/** Closures: days or slots of a park on which nothing is sold and nobody enters, and what becomes of the orders. */
import { command } from "../command";
import { date, dictionary, mobile, moment, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const figure = { list: true, hideZero: true, form: false, default: 0, logged: false } as const;

/** draft → inForce → settling → settled; lifted ends it. Figures are of the tickets that were unused when it came into force. */
export const closure = resource("ticket", "closure", {
  title: m.closure,
  listTitle: m.closure_list,
  path: "/ticket/closureList",
  fun: "closureList",
  whenEmpty: m.empty_closure,
  nameField: "reason",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  links: [{ label: m.closure_orders, to: "/ticket/closureOrders?closureId={id}" }],
  rules: [
    {
      field: "lastDay",
      holds: ({ firstDay, lastDay }) => String(firstDay) <= String(lastDay),
      message: m.closure_last_before_first,
    },
    {
      field: "slot",
      holds: ({ slot }) => (slot ?? "") === "" || /^\d\d:\d\d-\d\d:\d\d$/.test(String(slot)),
      message: m.closure_slot_form,
    },
  ],
  fields: {
    reason: text({ label: m.closure_reason, help: m.closure_reason_help, required: true, max: 100, list: true }),
    parkId: reference("park", { label: m.park, required: true, list: true, filter: "equals" }),
    ticketTypeId: reference("ticketType", {
      ...{ label: m.closure_ticket_type, help: m.closure_ticket_type_help, remote: true, list: true },
    }),
    slot: text({ label: m.closure_slot, help: m.closure_slot_help, max: 11, list: true }),
    firstDay: date({ label: m.closure_first_day, required: true, list: true, filter: "between", sort: true }),
    lastDay: date({ label: m.closure_last_day, required: true, list: true }),
    status: dictionary("closureState", {
      ...{ label: m.status, values: ["draft", "inForce", "settling", "settled", "lifted"], required: true },
      ...{ default: "draft", list: true, filter: "anyOf", form: false },
    }),
    orders: number({ ...figure, label: m.closure_order_count }),
    tickets: number({ ...figure, label: m.closure_ticket_count }),
    amount: money({ ...figure, label: m.closure_amount }),
    treatment: dictionary("closureTreatment", { label: m.closure_treatment, list: true, form: false }),
    toDay: date({ label: m.closure_to_day, form: false }),
    /** The background work that settles it or takes it back. */
    jobId: number({ label: m.closure_job, form: false, logged: false, detail: false }),
  },
  commands: {
    enforce: command({
      ...{ label: m.closure_enforce, from: ["draft"], to: "inForce", question: m.closure_enforce_question },
    }),
    settle: command({
      ...{ label: m.closure_settle, from: ["inForce", "settling", "settled"], to: "settling" },
      fields: {
        treatment: dictionary("closureTreatment", { label: m.closure_treatment, required: true, default: "refund" }),
        toDay: date({
          ...{ label: m.closure_to_day, help: m.closure_to_day_help },
          when: { field: "treatment", is: ["move", "prolong"] },
          requiredWhen: { field: "treatment", is: ["move", "prolong"] },
        }),
      },
      approval: { limit: "closureApprovalLimit" },
    }),
    undo: command({
      ...{ label: m.closure_undo, from: ["settled"], to: "settling", question: m.closure_undo_question },
    }),
    lift: command({
      ...{ label: m.closure_lift, from: ["inForce", "settled"], to: "lifted", question: m.closure_lift_question },
      tone: "good",
    }),
  },
});

/** The orders that a closure touches, and what became of each. */
export const closureOrder = resource("ticket", "closureOrder", {
  title: m.closure_orders,
  path: "/ticket/closureOrders",
  fun: "closureList",
  nameField: "orderNo",
  status: "state",
  commands: {},
  readOnly: true,
  defaultSort: { field: "id", order: "asc" },
  fields: {
    orderNo: text({
      ...{ label: m.order_no, list: true, filter: "equals" },
      page: ({ offline, orderId }) => `/${offline ? "offline" : "network"}OrderDetail?id=${orderId}`,
    }),
    closureId: reference("closure", { label: m.closure, required: true, list: true, filter: "equals" }),
    state: dictionary("closureOrderState", {
      ...{ label: m.status, values: ["waiting", "refunded", "moved", "prolonged", "failed"] },
      ...{ required: true, default: "waiting" },
      ...{ list: true, filter: "anyOf" },
    }),
    visitDay: date({ label: m.order_visit_day, list: true }),
    tickets: number({ label: m.closure_ticket_count, required: true, default: 0, list: true, total: true }),
    amount: money({ label: m.closure_amount, required: true, default: 0, list: true, total: true }),
    contactName: text({ label: m.order_contact, list: true }),
    contactMobile: mobile({ abroad: true, label: m.order_mobile, list: true, mask: true }),
    note: text({ label: m.closure_note, list: true }),
    toldAt: moment({ label: m.closure_told_at, list: true }),
    orderId: number({ label: m.order_no, list: "answer", detail: false }),
    offline: number({ label: m.order_no, list: "answer", detail: false }),
  },
});
