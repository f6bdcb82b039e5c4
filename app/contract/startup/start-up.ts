/**
 * The start-up guide (`/guidePage` and its steps). A step makes what it makes by the methods of the businesses that own it,
 * so it asks for their rights beside its own function, and refuses by their rules. Whatever is pressed twice, or by two at
 * once, is made once.
 */
import { z } from "zod";
import { method } from "../method";
import { option } from "../resource";
import { sensitivity } from "../sensitivity";
import {
  code,
  fen,
  id,
  idempotencyKey,
  mobileNumber,
  requiredText,
  telephone,
  textOf,
  wholeNumber,
} from "../validators";
import { startUpSteps } from "./steps";
import { typeKeys } from "./templates";

const access = { fun: "guidePage" } as const;
const step = z.enum(startUpSteps);
/** Entries in the log are those of the methods that it calls. */
const writing = { access, writes: true, audit: false } as const;

/** Roles of a usual park, by the code that a role has. */
export const staffRoles = ["seller", "gatekeeper", "finance", "manager"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** What stands, what is left to do, and where to go on. Rows are the first of their kind, at most 200. */
export const startUpStanding = method("manage", "startUpStanding", {
  payload: z.object({}),
  answer: z.object({
    /** In use. */
    parks: z.array(z.object({ id, code: z.string(), name: z.string() })),
    /** Not retired; `status` as ticket types have it. */
    types: z.array(z.object({ id, parkId: id, code: z.string(), name: z.string(), price: fen, status: z.string() })),
    windows: z.array(z.object({ id, parkId: id, name: z.string(), printer: z.string() })),
    gates: z.array(z.object({ id, parkId: id, name: z.string() })),
    /** Accounts that may sign in. */
    staff: wholeNumber(0),
    /** Of those, to who may make accounts. */
    people: z.array(z.object({ id, accName: z.string(), name: z.string(), roles: z.string() })),
    roles: z.array(z.object({ key: z.enum(staffRoles), name: z.string(), there: z.boolean() })),
    /** Payment types that a counter may take, and those that a setting of all windows leaves; null without one. */
    payTypes: z.array(option),
    paying: z.array(z.string()).nullable(),
    printers: z.array(option),
    steps: z.array(
      z.object({
        step,
        state: z.enum(["done", "skipped", "open"]),
        /** Which right the caller lacks for it, in a sentence; "" for none. */
        lacking: z.string(),
      }),
    ),
    goOn: step,
    /** Nothing of it is shown on the workbench any more. */
    dismissed: z.boolean(),
    sale: z
      .object({ orderId: id, orderNo: z.string(), paid: fen, state: z.enum(["sold", "waiting", "takenBack"]) })
      .nullable(),
  }),
  access,
});

/** One that has the name is taken as it stands. */
export const startUpPark = method("manage", "startUpPark", {
  payload: z.object({
    idempotencyKey,
    name: requiredText(60),
    address: textOf(120).default(""),
    openingHours: textOf(60).default(""),
    telephone: z.literal("").or(telephone).default(""),
  }),
  answer: z.object({ id, made: z.boolean() }),
  ...writing,
  idempotent: true,
});

/** All of them, on sale, or none. One whose code stands already (park and key) is left as it is. */
export const startUpTypes = method("manage", "startUpTypes", {
  payload: z.object({
    idempotencyKey,
    parkId: id,
    types: z
      .array(z.object({ key: z.enum(typeKeys), name: requiredText(60), price: fen }))
      .min(1)
      .max(typeKeys.length),
  }),
  answer: z.object({ made: wholeNumber(0), stood: wholeNumber(0) }),
  ...writing,
  idempotent: true,
});

const names = z.array(requiredText(60)).max(50).default([]);

/** Points of sale, and gates at an entrance that is made where the park has none. Names that stand are left as they are. */
export const startUpGates = method("manage", "startUpGates", {
  payload: z.object({ idempotencyKey, parkId: id, windows: names, gates: names }),
  answer: z.object({ windows: wholeNumber(0), gates: wholeNumber(0) }),
  ...writing,
  idempotent: true,
});

/** Accounts, each with a password that is told in this answer alone; it opens nothing before it is changed. */
export const startUpStaff = method("manage", "startUpStaff", {
  payload: z.object({
    people: z
      .array(
        z.object({
          role: z.enum(staffRoles),
          accName: textOf(40),
          name: requiredText(40),
          mobile: z.literal("").or(mobileNumber).default(""),
        }),
      )
      .min(1)
      .max(10),
  }),
  answer: z.object({
    made: z.array(
      z.object({
        accName: z.string(),
        name: z.string(),
        role: z.string(),
        password: z.string().register(sensitivity, { kind: "secret" }),
      }),
    ),
    /** There already, under the same name. */
    stood: z.array(z.object({ accName: z.string(), name: z.string() })),
  }),
  ...writing,
});

/** What all windows take, in this order, and what they print on; "" leaves printers as they are. */
export const startUpPaying = method("manage", "startUpPaying", {
  payload: z.object({
    idempotencyKey,
    types: z.array(code).min(1).max(20),
    printer: textOf(20).default(""),
  }),
  answer: z.object({ types: wholeNumber(0), printers: wholeNumber(0) }),
  ...writing,
  idempotent: true,
});

/** Sells one ticket of today as the counter does. While one waits to be taken back, that one is answered. */
export const startUpTestSale = method("manage", "startUpTestSale", {
  payload: z.object({ idempotencyKey }),
  answer: z.object({ orderId: id, orderNo: z.string(), made: z.boolean() }),
  ...writing,
  idempotent: true,
});

/** Refunds the test sale whole; `state` as refunds have it. */
export const startUpTakeBack = method("manage", "startUpTakeBack", {
  payload: z.object({ idempotencyKey, orderId: id }),
  answer: z.object({ state: z.string(), amount: fen }),
  ...writing,
  idempotent: true,
});

/** A part is skipped or taken up again, or the workbench shows what is left no more. */
export const startUpMark = method("manage", "startUpMark", {
  /** `step`: of what is skipped or taken up again. */
  payload: z.object({ what: z.enum(["skip", "takeUp", "dismiss", "show"]), step: step.optional() }),
  answer: z.object({ goOn: step }),
  ...writing,
});
