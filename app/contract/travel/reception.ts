/**
 * Reception tickets: a department asks for its guests, another person approves within the department's quota of the year, and
 * tickets of price zero are issued: requested → approved → issued; rejected | withdrawn.
 */
import { z } from "zod";
import { command } from "../command";
import { date, dictionary, file, mobile, money, number, reference, text, tree } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { fenInAll, wholeNumber } from "../validators";

const reason = { answer: text({ label: m.travel_reason, required: true, max: 200 }) };

export const receptionRequest = resource("manage", "receptionRequest", {
  title: m.reception_one,
  listTitle: m.fun_reception_tickets,
  path: "/travelInfo/reception",
  fun: "receptionTickets",
  nameField: "code",
  status: "status",
  keptRows: true,
  defaultSort: { field: "id", order: "desc" },
  tools: [
    { label: m.reception_quotas, to: "/travelInfo/reception/quotas" },
    { label: m.reception_report, to: "/travelInfo/reception/report" },
  ],
  links: [{ label: m.order_title, to: "/offlineOrderDetail?orderNo={orderNo}" }],
  fields: {
    code: text({ label: m.reception_code, required: true, max: 30, list: true, filter: "contains", form: false }),
    departmentId: tree("department", { label: m.reception_host, required: true, list: true, filter: "equals" }),
    guests: text({ label: m.reception_guests, required: true, max: 200, list: true, multiline: true }),
    count: number({ label: m.reception_count, required: true, min: 1, max: 500, list: true, total: true }),
    ticketTypeId: reference("ticketType", {
      ...{ label: m.ticket_type, required: true, remote: true, list: true, filter: "equals" },
    }),
    visitDay: date({ label: m.reception_day, required: true, list: true, filter: "between", sort: true }),
    contactMobile: mobile({ label: m.reception_mobile, mask: true }),
    reason: text({ label: m.reception_reason, required: true, max: 200 }),
    letter: file({ label: m.reception_letter, help: m.reception_letter_help, most: 3, megabytes: 5 }),
    maker: text({ label: m.reception_maker, required: true, max: 60, list: true, form: false }),
    makerId: number({
      ...{ label: m.reception_maker, required: true, form: false, detail: false, logged: false },
      max: Number.MAX_SAFE_INTEGER,
    }),
    approver: text({ label: m.reception_approver, max: 60, list: true, form: false }),
    answer: text({ label: m.reception_answer, max: 200, form: false }),
    orderNo: text({ label: m.reception_order, max: 30, list: true, filter: "equals", form: false }),
    /** Fen that the tickets cost whoever pays for them; of what was issued. */
    faceValue: money({ label: m.reception_face_value, list: true, total: true, form: false }),
    status: dictionary("receptionState", {
      ...{ label: m.status, required: true, default: "requested", list: true, filter: "anyOf", form: false },
      values: ["requested", "approved", "issued", "rejected", "withdrawn"],
    }),
  },
  commands: {
    approve: command({ label: m.reception_approve, from: ["requested"], to: "approved", tone: "good", question: true }),
    reject: command({ label: m.travel_reject, from: ["requested"], to: "rejected", tone: "bad", fields: reason }),
    issue: command({
      ...{
        label: m.reception_issue,
        from: ["approved"],
        to: "issued",
        tone: "good",
        question: m.reception_issue_question,
      },
    }),
    withdraw: command({
      ...{ label: m.reception_withdraw, from: ["requested", "approved"], to: "withdrawn", tone: "bad", fields: reason },
    }),
  },
});

export const receptionQuota = resource("manage", "receptionQuota", {
  title: m.reception_quota,
  listTitle: m.reception_quotas,
  path: "/travelInfo/reception/quotas",
  fun: "receptionTickets",
  nameField: "year",
  unique: [["departmentId", "year"]],
  defaultSort: { field: "year", order: "desc" },
  fields: {
    departmentId: tree("department", {
      ...{ label: m.reception_host, required: true, createOnly: true, list: true, filter: "equals" },
    }),
    year: number({
      ...{
        label: m.reception_year,
        required: true,
        createOnly: true,
        min: 2000,
        max: 2199,
        list: true,
        filter: "equals",
      },
      sort: true,
    }),
    tickets: number({ label: m.reception_quota_tickets, required: true, min: 1, max: 1_000_000, list: true }),
    /** Approved, and issued or not. */
    used: number({ label: m.reception_used, required: true, default: 0, max: 1_000_000, list: true, form: false }),
  },
});

/** Tickets issued in a year and their face value, by department and month; and how far quotas are used. */
export const receptionReport = method("manage", "receptionReport", {
  payload: z.object({ year: wholeNumber(2000).max(2199).optional() }),
  answer: z.object({
    year: z.number(),
    quotas: z.array(
      z.object({ department: z.string(), tickets: wholeNumber(0), used: wholeNumber(0), left: wholeNumber(0) }),
    ),
    rows: z.array(
      z.object({
        department: z.string(),
        month: z.string(),
        requests: wholeNumber(0),
        tickets: wholeNumber(0),
        faceValue: fenInAll,
      }),
    ),
    total: z.object({ requests: wholeNumber(0), tickets: wholeNumber(0), faceValue: fenInAll }),
  }),
  access: { fun: "receptionTickets" },
});
