/** Issued tickets: their print, their log, their trajectory. */
import { z } from "zod";
import { method } from "../method";
import { listPayload, optionsByField, pageReply } from "../resource";
import { day, fen, id } from "../validators";

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

export const issuedTicket = z.object({
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
  /** Masked unless the viewer may see it. */
  holderIdentity: z.string(),
  issuedAt: z.string(),
});
export type IssuedTicket = z.output<typeof issuedTicket>;

export const issuedTicketList = method("ticket", "issuedTicketList", {
  payload: listPayload,
  answer: pageReply(issuedTicket, z.object({ options: optionsByField, capped: z.boolean() })),
  access: { fun: ["issuedList", "buyTktLog", "tktChevkPage"] },
});

/** Everything that ever happened to one ticket, oldest first. */
export const ticketEvent = z.object({
  at: z.string(),
  kind: z.enum([
    "sold",
    "passed",
    "refused",
    "reversed",
    "refundRequested",
    "refunded",
    "refundRejected",
    "refundWithdrawn",
    "refundExpired",
    "changed",
    "voided",
    "printed",
  ]),
  /** Who did it. */
  by: z.string(),
  place: z.string(),
  text: z.string(),
});

/** `ticketNo` or `id`. */
export const ticketDetail = method("ticket", "ticketDetail", {
  payload: z.object({ id: id.optional(), ticketNo: z.string().max(40).optional() }),
  answer: z.object({
    ticket: issuedTicket.extend({ qrText: z.string() }),
    events: z.array(ticketEvent),
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
      }),
    ),
  }),
  access: { fun: ["issuedList", "buyTktLog", "tktChevkPage", "buyTktList"] },
});

/** What a printer needs of an order: one entry a ticket. Leaves a "printed" event on each ticket. */
export const printTickets = method("ticket", "printTickets", {
  payload: z.object({ orderId: id }),
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
    tickets: z.array(issuedTicket.extend({ qrText: z.string(), prints: z.number() })),
  }),
  access: { fun: ["buyTktList", "buyTktLog"], button: "sale:print" },
  writes: true,
});
