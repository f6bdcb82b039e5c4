/** Statements of agencies: what was sold on account in a period, less what went back; a movement stands in one statement. */
import { z } from "zod";
import { command } from "../command";
import { code, date, dictionary, file, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { fenInAll, id } from "../validators";

const reason = { reason: text({ label: m.travel_reason, required: true, max: 200 }) };

export const agencyStatement = resource("manage", "agencyStatement", {
  title: m.bill_title,
  listTitle: m.fun_statement_list,
  path: "/travel/statementList",
  fun: "statementList",
  nameField: "code",
  status: "status",
  links: [
    { label: m.bill_rows, to: "/travel/statementList/{id}/rows" },
    { label: m.invoice_statement_ask, to: "/invoice/list/request?statement={id}" },
    { label: m.bill_disputes, to: "/travel/statementDisputes?statementId={id}" },
  ],
  tools: [
    { label: m.bill_due, to: "/travel/statementList/due" },
    { label: m.bill_disputes, to: "/travel/statementDisputes" },
    { label: m.receipt_not_allocated, to: "/travel/receiptList?status=open,partly" },
  ],
  defaultSort: { field: "id", order: "desc" },
  rules: [
    {
      field: "toDay",
      holds: ({ fromDay, toDay }) => String(fromDay) <= String(toDay),
      message: m.travel_days_order,
    },
  ],
  fields: {
    code: code({ label: m.bill_no, required: true, createOnly: true, list: true, filter: "contains", sort: true }),
    agencyId: reference("agency", {
      ...{ label: m.travel_agency, required: true, createOnly: true, remote: true, list: true, filter: "equals" },
    }),
    fromDay: date({ label: m.travel_from, required: true, createOnly: true, list: true }),
    toDay: date({ label: m.travel_to, required: true, createOnly: true, list: true, filter: "between", sort: true }),
    /** That of the agency's agreement when it was made. */
    basis: dictionary("statementBasis", {
      ...{ label: m.bill_basis, required: true, values: ["sale", "admission"], default: "sale", form: false },
    }),
    total: money({ label: m.bill_total, required: true, default: 0, list: true, form: false }),
    paid: money({ label: m.bill_paid, required: true, default: 0, list: true, form: false }),
    remark: text({ label: m.remark, max: 200 }),
    /** As the agency sent it back, with its seal: without it nothing is confirmed. */
    stamped: file({ label: m.bill_stamped, help: m.bill_stamped_help, most: 3, megabytes: 5 }),
    /** Why it was disputed or written off, of the last time. */
    reason: text({ label: m.travel_reason, max: 200, form: false }),
    status: dictionary("agencyStatementState", {
      ...{ label: m.status, required: true, default: "draft", list: true, filter: "anyOf", form: false },
      values: ["draft", "sent", "disputed", "confirmed", "closed", "partlyPaid", "paid", "writtenOff", "void"],
    }),
  },
  editIn: ["draft", "sent", "disputed", "confirmed"],
  commands: {
    send: command({
      ...{ label: m.bill_send, from: ["draft", "disputed"], to: "sent", question: m.bill_send_question },
    }),
    dispute: command({ ...{ label: m.bill_dispute, from: ["sent"], to: "disputed", tone: "bad", fields: reason } }),
    confirm: command({
      ...{ label: m.bill_confirm, from: ["sent"], to: "confirmed", tone: "good", question: m.bill_confirm_question },
    }),
    close: command({
      ...{ label: m.bill_close, from: ["confirmed"], to: "closed", tone: "good", question: m.bill_close_question },
    }),
    allocate: command({
      ...{ label: m.bill_allocate, from: ["closed", "partlyPaid"], tone: "good" },
      fields: { amount: money({ label: m.account_amount, help: m.bill_allocate_help }) },
    }),
    writeOff: command({
      ...{ label: m.bill_write_off, from: ["closed", "partlyPaid"], to: "writtenOff", tone: "bad", fields: reason },
      approval: { limit: "statementWriteOffApproval" },
    }),
    cancel: command({
      ...{ label: m.bill_cancel, from: ["draft", "disputed"], to: "void", tone: "bad", fields: reason },
    }),
  },
});

export const statementPageSize = 50;
/** On one page, as it is printed and sent to the agency; whatever has more is printed page by page. */
export const statementPrintedMost = 2000;

/** A statement with a page of its movements, oldest first; with `all`, with everything that one page holds on paper. */
export const agencyStatementRows = method("manage", "agencyStatementRows", {
  payload: z.object({ id, page: z.number().int().min(1).max(100_000).default(1), all: z.boolean().default(false) }),
  answer: z.object({
    code: z.string(),
    /** Who sends it. */
    issuer: z.string(),
    agency: z.string(),
    /** The name that invoices are made out to; "" where it is not known. */
    taxTitle: z.string(),
    basis: z.string(),
    state: z.string(),
    from: z.string(),
    to: z.string(),
    total: fenInAll,
    paid: fenInAll,
    open: fenInAll,
    /** Of what was not paid: written off as a bad debt, and what refunds of its orders covered then. */
    lost: fenInAll,
    offset: fenInAll,
    count: z.number(),
    rows: z.array(
      z.object({
        id,
        at: z.string(),
        kind: z.string(),
        source: z.string(),
        /** Of an order: its visit date, and what was sold or went back; "" where the caller does not see it. */
        visitDay: z.string(),
        what: z.string(),
        amount: z.number(),
        /** How its last dispute stands; "" where nobody disputed it. */
        dispute: z.string(),
        /** Why, and what was answered. */
        reason: z.string(),
        answer: z.string(),
        /** It waits for its answer. */
        waits: z.boolean(),
      }),
    ),
    /** Its lines may be disputed now. */
    disputable: z.boolean(),
    receipts: z.array(z.object({ bankRef: z.string(), amount: z.number(), at: z.string(), by: z.string() })),
  }),
  access: { fun: "statementList" },
});
