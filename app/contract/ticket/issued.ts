/** Issued tickets: their print, their time line, their trajectory. */
import { z } from "zod";
import { date, dictionary, identity, moment, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { printLayout } from "../print-layout";
import { resource } from "../resource";
import { changesAnswer, logPage } from "../resource-changes";
import { day, fen, id, textOf } from "../validators";
import { pointUse } from "./check";
import { presenceSeen } from "./presence-seen";

export const ticketStates = [
  "issued",
  "partlyUsed",
  "used",
  "refunding",
  "refunded",
  "changed",
  "voided",
  "expired",
] as const;

const ticketRow = z.object({
  id,
  /** Number with check digit. */
  ticketNo: z.string(),
  orderId: id,
  orderNo: z.string(),
  ticketTypeName: z.string(),
  parkName: z.string(),
  visitDay: day,
  slot: z.string(),
  validFrom: day,
  validTo: day,
  price: fen,
  state: z.enum(ticketStates),
  admissions: z.number(),
  used: z.number(),
  holderName: z.string(),
  /** Kind of the document and country of a passport; "" where the ticket has no holder. */
  holderDocument: z.string(),
  holderCountry: z.string(),
  /** Masked unless the viewer may see it. */
  holderIdentity: z.string(),
  issuedAt: z.string(),
});
export type IssuedTicket = z.output<typeof ticketRow>;

/** Also filtered by `ticketTypeId`, for which the page has no input. */
export const issuedTicket = resource("ticket", "issuedTicket", {
  title: m.issued_title,
  path: "/ticket/issuedList",
  fun: "issuedList",
  alsoFor: ["buyTktLog", "tktChevkPage"],
  thing: "ticket",
  nameField: "ticketNo",
  status: "state",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  pages: { detail: "/ticketLogDetail?ticketNo={ticketNo}" },
  fields: {
    ticketNo: text({ label: m.sale_ticket_no, list: true, filter: "equals" }),
    orderNo: text({ label: m.order_no, list: "file", filter: "equals" }),
    orderId: number({ label: m.order_no, list: "answer" }),
    ticketTypeName: text({ label: m.sale_ticket, list: true }),
    ticketTypeId: reference("ticketType", { label: m.sale_ticket, filter: "equals", search: false }),
    parkName: text({ label: m.issued_park, list: true }),
    state: dictionary("ticketState", { label: m.sale_state, list: true, filter: "equals", values: ticketStates }),
    visitDay: date({
      ...{ label: m.order_visit_day, list: true, filter: "between", sort: true },
      beside: ["slot"],
    }),
    slot: text({ label: m.sale_slot, list: "file" }),
    validFrom: date({ label: m.sale_valid, list: "answer" }),
    validTo: date({ label: m.sale_valid, list: "answer" }),
    price: money({ label: m.issued_price, list: true }),
    admissions: number({ label: m.jobs_admissions, list: "file" }),
    used: number({ label: m.order_used, heading: m.issued_used, list: true, beside: ["admissions"], apart: "/" }),
    holderName: text({ label: m.sale_holder, list: true, beside: ["holderIdentity"] }),
    holderDocument: dictionary("identityDocument", { label: m.document_kind, list: "file", filter: "anyOf" }),
    holderCountry: text({ label: m.document_country, list: "file" }),
    holderIdentity: identity({ label: m.jobs_identity, list: "file", mask: true, filter: "equals" }),
    issuedAt: moment({ label: m.issued_at, list: true }),
  },
});
export const issuedTicketList = issuedTicket.methods.list;

/** `ticketNo` or `id`. */
export const ticketDetail = method("ticket", "ticketDetail", {
  payload: z.object({ id: id.optional(), ticketNo: z.string().max(40).optional(), logPage }),
  answer: z.object({
    ticket: ticketRow.extend({ qrText: z.string() }),
    /** What it asks of a passage, a sentence each. */
    rules: z.array(z.string()),
    /** Of a select-point ticket: its points, how often each was used and how often it may still be; else none. */
    points: z.array(pointUse),
    presence: presenceSeen,
    /** Everything that ever happened to it, newest first, by pages. */
    log: changesAnswer,
    /** Passages only, with gate and direction: the trajectory. */
    passages: z.array(
      z.object({
        at: z.string(),
        gate: z.string(),
        park: z.string(),
        direction: z.string(),
        verdict: z.string(),
        reason: z.string(),
        by: z.string(),
        /** Entries that the ticket had used afterwards. */
        used: z.number(),
      }),
    ),
  }),
  access: { fun: ["issuedList", "buyTktLog", "tktChevkPage", "buyTktList"] },
});

/** As `PrintLayout` has it. */
/** What a printer needs of an order: one entry a ticket. Leaves a "printed" event on each ticket. */
export const printTickets = method("ticket", "printTickets", {
  payload: z.object({
    orderId: id,
    /** In the product's own layout, on paper without numbers. */
    plain: z.boolean().default(false),
    /** Of the first blank, where the stock has numbers. */
    serial: textOf(30)
      .transform((text) => text.toUpperCase())
      .default(""),
  }),
  answer: z.object({
    orderNo: z.string(),
    corpName: z.string(),
    sellerName: z.string(),
    soldAt: z.string(),
    /** receipt58, receipt80 or a4, by the POS. */
    printer: z.string(),
    paid: fen,
    paymentType: z.string(),
    /** In the order taken; `received`: fen of cash handed over, null where that was not counted. */
    payments: z.array(z.object({ paymentType: z.string(), amount: fen, received: fen.nullable() })),
    /** `choice`: of a select-point ticket, a sentence with its points and how many may be chosen; else "". */
    tickets: z.array(
      ticketRow.extend({
        qrText: z.string(),
        prints: z.number(),
        choice: z.string(),
        /** Under which concession it was sold and what is shown for it; else "". */
        concession: z.string(),
        /** Of the type; null: the product's own layout. */
        templateId: id.nullable(),
        /** Of its blank; "" where the paper has no numbers. */
        serial: z.string(),
        /** Fen off its price, and what for. */
        off: fen,
        offFor: z.string(),
      }),
    ),
    /** What its customer may scan: a label, and a path on this console. */
    links: z.array(z.object({ label: z.string(), path: z.string() })),
    /** Those that the tickets name. */
    templates: z.array(printLayout.extend({ id })),
  }),
  access: { fun: ["buyTktList", "buyTktLog"], button: "sale:print" },
  writes: true,
  told: ({ name, after }) => m.did_printed({ name, n: after?.printed ?? 0 }),
});

/** How many blanks with numbers an order takes, and the number after the caller's last; "" where there is none. */
export const nextSerial = method("ticket", "nextSerial", {
  payload: z.object({ orderId: id }),
  answer: z.object({
    count: z.number(),
    next: z.string(),
    /** Blanks that are kept by rolls: nobody types their numbers. */
    rolls: z.array(z.object({ item: z.string(), next: z.string(), left: z.number(), count: z.number() })).default([]),
  }),
  access: { fun: ["buyTktList", "buyTktLog"], button: "sale:print" },
});
