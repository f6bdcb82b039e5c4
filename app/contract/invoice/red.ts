/**
 * Red letters (`/invoice/redList`). Where the buyer neither used nor booked the invoice the seller reverses it alone, whole;
 * else the letter waits for the buyer, and lapses where they say nothing.
 */
import { z } from "zod";
import { command } from "../command";
import { date, dictionary, file, moment, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { fen, id, idempotencyKey, textOf } from "../validators";
import { fromPlatform } from "./invoice";

export const redStates = ["waiting", "confirmed", "sent", "issued", "refused", "withdrawn", "lapsed"] as const;
export const redReasons = ["error", "returned", "stopped", "allowance", "rebate"] as const;

const why = { note: text({ label: m.invoice_reason, required: true, max: 200 }) };

export const invoiceRed = resource("manage", "invoiceRed", {
  title: m.invoice_red,
  listTitle: m.fun_invoice_red_list,
  path: "/invoice/redList",
  fun: "invoiceRedList",
  nameField: "serial",
  status: "status",
  fixedRows: true,
  defaultSort: { field: "id", order: "desc" },
  fields: {
    serial: text({ label: m.invoice_serial, required: true, max: 40, list: true, filter: "equals", form: false }),
    status: dictionary("redState", {
      ...{ label: m.status, required: true, values: redStates, default: "confirmed" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
    invoiceId: reference("invoice", {
      ...{ label: m.invoice_blue, required: true, list: true, filter: "equals", remote: true, form: false },
    }),
    title: text({ label: m.invoice_title, required: true, max: 100, list: true, form: false }),
    gross: money({ label: m.invoice_red_gross, required: true, list: true, total: true, form: false }),
    tax: money({ label: m.invoice_red_tax, required: true, list: true, hiddenAtFirst: true, total: true, form: false }),
    reason: dictionary("redReason", {
      ...{ label: m.invoice_red_reason, required: true, values: redReasons, default: "returned" },
      ...{ list: true, hiddenAtFirst: true, filter: "equals", form: false },
    }),
    waitsUntil: moment({ label: m.invoice_waits_until, list: true, form: false }),
    number: text({ label: m.invoice_number, max: 20, list: true, filter: "equals", form: false }),
    issuedOn: date({ label: m.invoice_issued_on, list: true, filter: "between", sort: true, form: false }),
    requestedAt: moment({ label: m.invoice_requested_at, required: true, list: "file", form: false }),
    requestedBy: text({
      label: m.invoice_requested_by,
      required: true,
      max: 60,
      default: "",
      list: "file",
      form: false,
    }),
    /** Why it came to nothing. */
    note: text({ label: m.invoice_reason, max: 200, form: false }),
    failure: text({ label: m.invoice_failure, max: 200, form: false }),
    files: file({ label: m.invoice_files, help: m.invoice_files_help, most: 6 }),
    remark: text({ label: m.remark, max: 200 }),
  },
  commands: {
    confirm: command({
      ...{ label: m.invoice_red_confirm, from: ["waiting"], to: "confirmed", tone: "good" },
      question: m.invoice_red_confirm_question,
    }),
    refuse: command({ ...{ label: m.invoice_red_refuse, from: ["waiting"], to: "refused", tone: "bad", fields: why } }),
    withdraw: command({
      ...{ label: m.invoice_red_withdraw, from: ["waiting", "confirmed"], to: "withdrawn", tone: "bad", fields: why },
    }),
    issue: command({
      ...{ label: m.invoice_red_issue, from: ["confirmed"], to: "issued", tone: "good", fields: fromPlatform },
    }),
  },
});

/** Asks for a red letter over an invoice: whole, or by line with an amount. */
export const requestRed = method("manage", "requestRed", {
  payload: z.object({
    invoiceId: id,
    reason: z.enum(redReasons),
    /** Empty: all that is not reversed yet. */
    lines: z
      .array(z.object({ lineId: id, gross: fen }))
      .max(500)
      .default([]),
    remark: textOf(200).default(""),
    idempotencyKey,
  }),
  answer: z.object({ id, serial: z.string(), gross: fen, waits: z.boolean() }),
  access: { fun: "invoiceList", button: "invoice:reverse" },
  writes: true,
  idempotent: true,
  told: ({ name }) => m.invoice_told_red({ name }),
});
