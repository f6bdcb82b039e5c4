/** Tickets that become a dearer type of the same park and day: the difference is paid, number and code stay. */
import { z } from "zod";
import { type Trace, yuanOf } from "../audit-trace";
import { documentKind } from "../identity-document";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { day, fen, id, idempotencyKey, textOf } from "../validators";
import { newHolder } from "./change";
import { slot } from "./price";
import { realNameRule } from "./sale";

const wish = {
  orderId: id,
  ticketIds: z.array(id).max(200).default([]),
  /** Left out: the quotation says what they could become. */
  toTypeId: id.optional(),
  /** Of a type with slots; left out: the ticket's own, where the type has it. */
  toSlot: slot.optional(),
  /** Of a type that is sold by name, those that have no holder yet. */
  holders: z.array(newHolder).max(200).default([]),
};

const access = {
  fun: ["networkOrderList", "offlineOrderList", "buyTktLog", "tktChevkPage"] as const,
  button: "order:supplement" as const,
};

const amounts = {
  /** Fen that were paid for the tickets, what they cost afterwards, and the difference. */
  price: fen,
  newPrice: fen,
  due: fen,
};

/** What a supplement would cost and why not; takes nothing. */
export const quoteSupplement = method("ticket", "quoteSupplement", {
  payload: z.object(wish),
  answer: z.object({
    orderNo: z.string(),
    /** All of the order's. */
    tickets: z.array(
      z.object({
        id,
        ticketNo: z.string(),
        name: z.string(),
        visitDay: day,
        slot: z.string(),
        price: fen,
        holderName: z.string(),
        /** Masked unless the caller may see it. */
        holderIdentity: z.string(),
        whyNot: z.string(),
      }),
    ),
    /** What the chosen tickets could become, the smallest difference first. */
    types: z.array(
      z.object({
        id,
        name: z.string(),
        /** Fen of one, and what is to pay for the first of the chosen tickets. */
        price: fen,
        due: fen,
        slots: z.array(z.string()),
        whyNot: z.string(),
      }),
    ),
    /** Chosen tickets that want a holder for the chosen type, and which documents it takes. */
    names: z.array(id),
    documents: z.array(documentKind),
    realName: realNameRule,
    /** By line: what becomes what. */
    lines: z.array(z.object({ name: z.string(), to: z.string(), quantity: z.number(), ...amounts })),
    ...amounts,
    /** By field, as a refusal has them. */
    wrong: z.record(z.string(), z.array(z.string())),
    whyNot: z.string(),
    paymentTypes: z.array(option),
  }),
  access,
});

/** In one transaction: places given back and taken, the difference paid, the ticket issued anew under its own number and code. */
export const supplementTickets = method("ticket", "supplementTickets", {
  payload: z.object({
    ...wish,
    toTypeId: id,
    idempotencyKey,
    /** What the caller believes is due; an amount that moved is refused. */
    expectedDue: fen.optional(),
    paymentType: z.string().max(20).optional(),
    /** Fen of cash that were handed over, where that is counted. */
    given: fen.optional(),
    payments: z
      .array(z.object({ paymentType: z.string().max(20), amount: fen }))
      .max(10)
      .default([]),
    reason: textOf(200).optional(),
  }),
  answer: z.object({ orderId: id, changeNo: z.string(), due: fen, ticketIds: z.array(id) }),
  access,
  writes: true,
  told: supplementTold,
  idempotent: true,
});

/** An entry about a supplement. */
export function supplementTold({ name, after }: Trace): string {
  const facts = { name, n: Number(after?.quantity ?? 0), no: String(after?.changeNo ?? "") };
  return m.did_supplemented({ ...facts, to: String(after?.toType ?? ""), amount: yuanOf(after?.due) });
}
