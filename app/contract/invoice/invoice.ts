/**
 * Electronic invoices (`/invoice/list`): requested → sent → issued | failed; a failed one is tried again with the same serial.
 * What is sent is never cancelled, only reversed: issued → partly reversed → reversed, by red letters.
 */
import { z } from "zod";
import { command } from "../command";
import { date, dictionary, email, file, moment, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { day, fen, fenInAll, id, idempotencyKey, requiredText, textOf } from "../validators";
import { mostChosen } from "./bounds";
import { treatments } from "./tax";

export const invoiceStates = [
  "requested",
  "sent",
  "issued",
  "failed",
  "partlyReversed",
  "reversed",
  "cancelled",
] as const;
export type InvoiceState = (typeof invoiceStates)[number];
export const invoiceKinds = ["ordinary", "special"] as const;
export const buyerKinds = ["person", "company", "abroad"] as const;
export const buyerUses = ["none", "used", "booked"] as const;

const reason = { reason: text({ label: m.invoice_reason, required: true, max: 200 }) };
/** What the tax platform gave: typed from it by staff. */
export const fromPlatform = {
  number: text({ label: m.invoice_number, help: m.invoice_number_help, required: true, max: 20 }),
  issuedOn: date({ label: m.invoice_issued_on, required: true, noFuture: true, fromToday: true }),
};

export const invoice = resource("manage", "invoice", {
  title: m.invoice,
  listTitle: m.fun_invoice_list,
  path: "/invoice/list",
  fun: "invoiceList",
  nameField: "serial",
  status: "status",
  fixedRows: true,
  tools: [
    { label: m.invoice_open, to: "/invoice/list/open" },
    { label: m.invoice_month, to: "/invoice/list/month" },
  ],
  links: [
    { label: m.invoice_print, to: "/electronicInvoiceDetail?id={id}" },
    { label: m.invoice_red_ask, to: "/invoice/list/{id}/red" },
  ],
  defaultSort: { field: "id", order: "desc" },
  fields: {
    serial: text({ label: m.invoice_serial, required: true, max: 40, list: true, filter: "equals", form: false }),
    status: dictionary("invoiceState", {
      ...{ label: m.status, required: true, values: invoiceStates, default: "requested" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
    title: text({ label: m.invoice_title, required: true, max: 100, list: true, filter: "contains", form: false }),
    gross: money({ label: m.invoice_gross, required: true, list: true, total: true, form: false }),
    tax: money({ label: m.invoice_tax, required: true, list: true, hiddenAtFirst: true, total: true, form: false }),
    reversed: money({
      ...{ label: m.invoice_reversed, required: true, default: 0, hideZero: true },
      ...{ list: true, total: true, form: false },
    }),
    kind: dictionary("invoiceKind", {
      ...{ label: m.invoice_kind, required: true, values: invoiceKinds, default: "ordinary" },
      ...{ list: true, hiddenAtFirst: true, filter: "equals", form: false },
    }),
    number: text({ label: m.invoice_number, max: 20, list: true, filter: "equals", form: false }),
    issuedOn: date({ label: m.invoice_issued_on, list: true, filter: "between", sort: true, form: false }),
    buyerKind: dictionary("invoiceBuyer", {
      ...{ label: m.invoice_buyer, required: true, values: buyerKinds, default: "person", list: "file", form: false },
    }),
    taxNumber: text({ label: m.invoice_tax_number, max: 20, list: "file", filter: "equals", form: false }),
    address: text({ label: m.invoice_address, max: 200, form: false }),
    bank: text({ label: m.invoice_bank, max: 200, form: false }),
    orders: text({ label: m.invoice_orders, max: 2000, list: "file", form: false }),
    agencyId: reference("agency", { label: m.invoice_agency, remote: true, form: false }),
    /** Whether the buyer has used it for deduction or booked it: then they have a say in its red letter. */
    buyerUse: dictionary("invoiceUse", {
      ...{ label: m.invoice_use, required: true, values: buyerUses, default: "none", form: false },
    }),
    way: dictionary("invoiceWay", {
      ...{ label: m.invoice_way, required: true, values: ["byHand", "platform"], default: "byHand", form: false },
    }),
    source: dictionary("invoiceSource", {
      ...{ label: m.invoice_source, required: true, values: ["staff", "visitor"], default: "staff" },
      ...{ list: "file", form: false },
    }),
    requestedAt: moment({ label: m.invoice_requested_at, required: true, list: "file", form: false }),
    requestedBy: text({
      label: m.invoice_requested_by,
      required: true,
      max: 60,
      default: "",
      list: "file",
      form: false,
    }),
    /** Why the platform issued none, or why nobody knows yet whether it did. */
    failure: text({ label: m.invoice_failure, max: 200, form: false }),
    sellerTitle: text({ label: m.invoice_seller, required: true, max: 100, form: false }),
    sellerNumber: text({ label: m.invoice_seller_number, required: true, max: 20, form: false }),
    mail: email({ label: m.invoice_mail, mask: true }),
    /** XML and PDF, as the platform gave them. */
    files: file({ label: m.invoice_files, help: m.invoice_files_help, most: 6 }),
    remark: text({ label: m.remark, max: 200 }),
  },
  commands: {
    issue: command({
      ...{ label: m.invoice_issue, from: ["requested", "failed"], to: "issued", tone: "good" },
      fields: fromPlatform,
    }),
    fail: command({ ...{ label: m.invoice_fail, from: ["requested"], to: "failed", tone: "bad" }, fields: reason }),
    retry: command({ label: m.invoice_retry, from: ["failed"], to: "requested", many: true, button: "issue" }),
    noteUse: command({
      ...{ label: m.invoice_note_use, from: ["issued", "partlyReversed"] },
      fields: {
        use: dictionary("invoiceUse", { label: m.invoice_use, required: true, values: buyerUses, default: "booked" }),
      },
    }),
    /** Its files go to the buyer, the first time or again. */
    mail: command({
      ...{ label: m.invoice_mail_send, from: ["issued", "partlyReversed", "reversed"], button: "issue", tone: "calm" },
      // The mail keeps it; the log, which everybody with the page reads, tells that it went.
      fields: { to: email({ label: m.invoice_mail_to, help: m.invoice_mail_to_help, logged: false }) },
    }),
    cancel: command({
      ...{ label: m.invoice_cancel, from: ["requested", "failed"], to: "cancelled", tone: "bad", fields: reason },
    }),
  },
});

/** A part of an order that may be invoiced, a top-up, or a line of an invoice. */
export const invoiceLine = z.object({
  /** Of the order; null for the fees that were kept, and for a top-up. */
  lineId: id.nullable(),
  kind: z.enum(["line", "fee", "topUp"]),
  name: z.string(),
  quantity: z.number().int(),
  taxCode: z.string(),
  treatment: z.enum(treatments),
  /** Basis points; null where nothing is taxed. */
  rate: z.number().int().nullable(),
  /** After the discount. */
  gross: fen,
  tax: fen,
  /** Of a rebate of the agency: what it was less by. */
  discount: fen,
});

/** Orders that were chosen, or all of a closed statement of which something is left. */
const askedFor = { orderIds: z.array(id).max(mostChosen).default([]), statementId: id.optional() };

/** What may be invoiced of orders now, and why not; takes nothing. */
export const quoteInvoice = method("manage", "quoteInvoice", {
  payload: z.object(askedFor),
  answer: z.object({
    orders: z.array(
      z.object({
        id,
        orderNo: z.string(),
        paid: fen,
        refunded: fen,
        invoiced: fen,
        /** Of what was paid, what is no money of today: a stored-value card was topped up with it before. */
        prepaid: fen,
        left: fen,
        whyNot: z.string(),
        lines: z.array(invoiceLine),
      }),
    ),
    gross: fenInAll,
    tax: fenInAll,
    /** Of rebates of the agency that no invoice shows yet, what this one is less by. */
    rebate: fenInAll,
    /** The one whom it is made out to, where that is nobody's to choose. */
    party: z.object({ title: z.string(), taxNumber: z.string() }).nullable(),
    /** Its number, where they are the orders of a statement. */
    statement: z.string(),
    whyNot: z.string(),
  }),
  access: { fun: "invoiceList", button: "invoice:request" },
});

export const buyer = {
  kind: z.enum(invoiceKinds),
  buyerKind: z.enum(buyerKinds),
  title: requiredText(100),
  taxNumber: textOf(30).default(""),
  address: textOf(200).default(""),
  bank: textOf(200).default(""),
  mail: textOf(100).default(""),
};

/** What is asked for beside the orders or top-ups that it is of. */
export const wanted = {
  ...buyer,
  remark: textOf(200).default(""),
  /** Refused where another amount is left by now. */
  expected: fenInAll.optional(),
  idempotencyKey,
};
/** A request for an invoice, whatever it is of. */
export const requesting = {
  answer: z.object({ id, serial: z.string(), gross: fen }),
  access: { fun: "invoiceList", button: "invoice:request" },
  writes: true,
  idempotent: true,
  told: ({ name }: { name: string }) => m.invoice_told_requested({ name }),
} as const;

export const requestInvoice = method("manage", "requestInvoice", {
  payload: z.object({ ...askedFor, ...wanted }),
  ...requesting,
});

export const openPageSize = 50;

/** Orders of which something may still be invoiced, latest first. */
export const invoiceOpenOrders = method("manage", "invoiceOpenOrders", {
  payload: z.object({
    orderNo: textOf(40).default(""),
    from: day.optional(),
    to: day.optional(),
    /** Id of the last order of the page before. */
    after: id.optional(),
  }),
  answer: z.object({
    from: day,
    to: day,
    rows: z.array(
      z.object({
        id,
        orderNo: z.string(),
        channel: z.string(),
        contact: z.string(),
        /** The agency or application that it was sold through. */
        party: z.string(),
        createdAt: z.string(),
        paid: fen,
        left: fen,
      }),
    ),
    sum: fenInAll,
    more: z.boolean(),
    /** Id of the last order that was looked at; 0 without any. */
    last: z.number().int(),
    /** Orders that were refunded before their invoice was reversed, as a closure does. */
    owed: z.array(
      z.object({ orderNo: z.string(), amount: fen, at: z.string(), invoiceId: id.nullable(), serial: z.string() }),
    ),
  }),
  access: { fun: "invoiceList" },
});

/** An invoice as it is printed, with its red letters. */
export const invoiceView = method("manage", "invoiceView", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    serial: z.string(),
    state: z.enum(invoiceStates),
    kind: z.string(),
    buyerKind: z.string(),
    title: z.string(),
    taxNumber: z.string(),
    address: z.string(),
    bank: z.string(),
    sellerTitle: z.string(),
    sellerNumber: z.string(),
    number: z.string(),
    issuedOn: z.string(),
    requestedBy: z.string(),
    remark: z.string(),
    failure: z.string(),
    buyerUse: z.enum(buyerUses),
    gross: fen,
    tax: fen,
    reversed: fen,
    orders: z.array(z.object({ id, orderNo: z.string(), offline: z.boolean(), gross: fen })),
    /** Of stored-value cards, by the number of the slip. */
    topUps: z.array(z.object({ id, cardId: id, number: z.string(), slipNo: z.string(), gross: fen })),
    lines: z.array(
      invoiceLine.extend({
        id,
        /** Or the slip of the top-up. */
        orderNo: z.string(),
        /** Of `gross`: reversed, or asked to be. */
        held: fen,
        reversed: fen,
      }),
    ),
    reds: z.array(
      z.object({
        id,
        serial: z.string(),
        state: z.string(),
        reason: z.string(),
        gross: fen,
        tax: fen,
        number: z.string(),
        issuedOn: z.string(),
      }),
    ),
    /** The latest first. */
    mails: z.array(
      z.object({
        to: z.string(),
        state: z.enum(["waiting", "sent", "failed"]),
        by: z.string(),
        at: z.string(),
        problem: z.string(),
      }),
    ),
  }),
  access: { fun: "invoiceList" },
});
