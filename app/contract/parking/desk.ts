/** The attendant's desk: a plate comes in, or one that is inside pays and leaves; and what is printed for it. */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { fen, id, idempotencyKey, momentText, requiredText, textOf } from "../validators";
import { vehicleClasses } from "./vehicle";

const vehicleClass = z.enum(vehicleClasses, { error: () => m.v_option() });

/** One that is inside with what it has to pay now. */
export const parkingQuote = z.object({
  id,
  number: z.string(),
  plate: z.string(),
  vehicleName: z.string(),
  enteredAt: z.string(),
  duration: z.string(),
  /** In all, of it paid, and what is left to pay. */
  fee: fen,
  paid: fen,
  due: fen,
  /** How the fee comes about, a sentence a line. */
  sentences: z.array(z.string()),
  /** Number of the month pass that it stands by; "" of none. */
  pass: z.string(),
  /** The moment of the quote: what is paid soon after is held to it. */
  at: momentText,
});
export type ParkingQuote = z.output<typeof parkingQuote>;

export const parkingDesk = method("place", "parkingDesk", {
  payload: z.object({ lotId: id.optional(), recordId: id.optional() }),
  answer: z.object({
    lots: z.array(option),
    vehicles: z.array(option),
    paymentTypes: z.array(option),
    lot: z
      .object({
        id,
        name: z.string(),
        spaces: z.number(),
        inside: z.number(),
        free: z.number(),
        /** Why it takes no car now; "" where it does. */
        whyNot: z.string(),
        /** What is told beside an entry, e.g. that it is full. */
        warns: z.string(),
      })
      .nullable(),
    quote: parkingQuote.nullable(),
    /** What happened here last; a stay that is not over has no fee yet. */
    recent: z.array(
      z.object({
        ...{ id, plate: z.string(), vehicleName: z.string(), stateName: z.string(), at: z.string() },
        fee: fen.nullable(),
      }),
    ),
    /** A plate that cannot be read gets a number instead. */
    numbersUnreadable: z.boolean(),
    may: z.object({
      enter: z.boolean(),
      pay: z.boolean(),
      lost: z.boolean(),
      anyPlate: z.boolean(),
      release: z.boolean(),
    }),
    phone: z.string(),
    now: momentText,
  }),
  access: { fun: "parkingDesk" },
});

/**
 * A plate at the barrier: outside it comes in (`entered`), inside it is only found. `unreadable`: there is no plate that could
 * be read. Without a class the plate tells it.
 */
export const parkingEnter = method("place", "parkingEnter", {
  payload: z.object({
    lotId: id,
    plate: textOf(30),
    vehicleClass: vehicleClass.optional(),
    unreadable: z.boolean().default(false),
    idempotencyKey,
  }),
  answer: z.object({ id, plate: z.string(), entered: z.boolean(), notice: z.string() }),
  access: { fun: "parkingDesk", button: "parkingDesk:enter" },
  writes: true,
  idempotent: true,
  told: ({ name }) => m.parking_told_enter({ name }),
});

/** What is due is paid; with `leave` the car goes. `due` and `at` as they were quoted. */
export const parkingPay = method("place", "parkingPay", {
  payload: z.object({
    id,
    due: fen,
    at: momentText,
    paymentType: textOf(40).optional(),
    leave: z.boolean(),
    idempotencyKey,
  }),
  answer: z.object({ id, paid: fen, left: z.boolean(), notice: z.string() }),
  access: { fun: "parkingDesk", button: "parkingDesk:pay" },
  writes: true,
  idempotent: true,
  told: ({ name, after }) => m.parking_told_pay({ name, amount: yuanOf(after?.paid) }),
});

/** A car that stands at the exit and never came in: its entry is written down as it was estimated. */
export const parkingLost = method("place", "parkingLost", {
  payload: z.object({
    lotId: id,
    plate: requiredText(30),
    vehicleClass: vehicleClass.optional(),
    enteredAt: momentText,
    reason: requiredText(200),
    idempotencyKey,
  }),
  answer: z.object({ id, plate: z.string() }),
  access: { fun: "parkingDesk", button: "parkingDesk:lost" },
  writes: true,
  idempotent: true,
  told: ({ name }) => m.parking_told_lost({ name }),
});

/** What is printed of a stay. */
export const parkingReceipt = method("place", "parkingReceipt", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    number: z.string(),
    plate: z.string(),
    lot: z.string(),
    park: z.string(),
    vehicleName: z.string(),
    enteredAt: z.string(),
    leftAt: z.string(),
    duration: z.string(),
    sentences: z.array(z.string()),
    fee: fen,
    paid: fen,
    waived: fen,
    refunded: fen,
    pass: z.string(),
    payments: z.array(
      z.object({ at: z.string(), kind: z.string(), paymentType: z.string(), amount: z.number(), by: z.string() }),
    ),
    phone: z.string(),
  }),
  access: { fun: ["parkingDesk", "parkingRecordList"] },
});
