/** The change of an order's tickets: another day, slot or holder, with the difference paid or given back. */
import { z } from "zod";
import { type Trace, yuanOf } from "../audit-trace";
import { documentFields, documentKind, readVisitor } from "../identity-document";
import { m } from "../messages";
import { method } from "../method";
import { way } from "../order/order";
import { option } from "../resource";
import { day, fen, id, idempotencyKey, textOf } from "../validators";
import { slot } from "./price";
import { realNameRule } from "./sale";

export const newHolder = z
  .object({ ticketId: id, name: textOf(40), ...documentFields })
  .transform((typed, ctx) => readVisitor(typed, ctx));

const wish = {
  orderId: id,
  ticketIds: z.array(id).max(200).default([]),
  /** Left out: the day, or slot, stays. */
  toDay: day.optional(),
  toSlot: slot.optional(),
  /** Of some of the tickets; those left out keep theirs. */
  holders: z.array(newHolder).max(200).default([]),
};

const access = { fun: ["networkOrderList", "offlineOrderList", "buyTktLog"] as const, button: "order:change" as const };

const amounts = {
  /** Fen: what was paid for the tickets that are given back, and what is kept of it. */
  price: fen,
  fee: fen,
  /** What the new ones cost. */
  newPrice: fen,
  /** To pay, or to give back: one of them is nothing. */
  due: fen,
  back: fen,
};

/** What a change would cost and why not; takes nothing. Without tickets: what could be changed at all. */
export const quoteChange = method("ticket", "quoteChange", {
  payload: z.object(wish),
  answer: z.object({
    orderNo: z.string(),
    today: day,
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
        realName: realNameRule,
        documents: z.array(documentKind),
        /** What its rule lets be changed. */
        what: z.array(z.enum(["day", "slot", "holder"])),
        rule: z.string(),
        changeable: z.boolean(),
        whyNot: z.string(),
      }),
    ),
    /** Of the chosen ones, by line. */
    lines: z.array(z.object({ name: z.string(), quantity: z.number(), ...amounts, policyName: z.string() })),
    ...amounts,
    /** How `back` goes back. */
    ways: z.array(way),
    /** Slots of the chosen tickets on the new day, and what is left there; null where nothing limits it. */
    slots: z.array(z.object({ slot: z.string(), left: z.number().nullable(), whyNot: z.string() })),
    left: z.number().nullable(),
    /** By field, as a refusal has them. */
    wrong: z.record(z.string(), z.array(z.string())),
    /** Why the choice as a whole cannot be changed; "" when it can. */
    whyNot: z.string(),
    paymentTypes: z.array(option),
  }),
  access,
});

/** Changes, in one transaction: places given back and taken, tickets issued anew, the difference paid or given back. */
export const changeTickets = method("ticket", "changeTickets", {
  payload: z.object({
    ...wish,
    idempotencyKey,
    /** What the caller believes is due, negative where it goes back; an amount that moved is refused. */
    expectedDue: z.number().int().optional(),
    paymentType: z.string().max(20).optional(),
    /** Fen of cash that were handed over, where that is counted. */
    given: fen.optional(),
    payments: z
      .array(z.object({ paymentType: z.string().max(20), amount: fen }))
      .max(10)
      .default([]),
    reason: textOf(200).optional(),
  }),
  answer: z.object({ orderId: id, changeNo: z.string(), due: fen, back: fen, ticketIds: z.array(id) }),
  access,
  writes: true,
  told: changeTold,
  idempotent: true,
});

/** An entry about a change. */
export function changeTold({ name, after }: Trace): string {
  const facts = { name, n: Number(after?.quantity ?? 0), no: String(after?.changeNo ?? "") };
  if (Number(after?.due ?? 0) > 0) return m.did_changed_paid({ ...facts, amount: yuanOf(after?.due) });
  if (Number(after?.back ?? 0) > 0) return m.did_changed_back({ ...facts, amount: yuanOf(after?.back) });
  return m.did_changed({ ...facts });
}
