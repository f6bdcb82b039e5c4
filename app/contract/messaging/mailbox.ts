/** Messages by mail: each account chooses for itself, by kind, and only an address that has answered gets anything. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { messageKinds } from "../platform/message";
import { sensitivity } from "../sensitivity";
import { corpCode, email, wholeNumber } from "../validators";

/** Of announcements those that are to go by mail: whoever confirmed an address has them at once, unless they choose otherwise. */
export const mailedKinds = messageKinds;
export type MailedKind = (typeof messageKinds)[number];

export const mailWays = ["console", "mail", "digest"] as const;
export type MailWay = (typeof mailWays)[number];

const way = z.enum(mailWays);
const ways = z.object({
  notice: way,
  approval: way,
  stock: way,
  expiry: way,
  task: way,
  announcement: way.default("mail"),
});

/** Digits of the code that goes to a new address, minutes that it is good for, and how often it may be typed wrong. */
export const codeDigits = 6;
export const codeMinutes = 30;
export const codeTries = 5;
/** Codes of one account in a day. */
export const codesADay = 5;

/** The caller's own. `offered`: the operator has set a mail server and an address of the console. */
export const messageMailbox = method("platform", "messageMailbox", {
  payload: z.object({}),
  answer: z.object({
    offered: z.boolean(),
    /** Has answered; "" for none. */
    address: z.string(),
    /** Waits for its code; "" for none. */
    asked: z.string(),
    ways,
    digestHour: z.number(),
    /** Why the last mail did not go; "" where it went, waits, or there was none. */
    problem: z.string(),
  }),
  access: "signedIn",
});

export const messageMailboxSave = method("platform", "messageMailboxSave", {
  payload: z.object({ ways, digestHour: wholeNumber(0, 23) }),
  answer: z.object({}),
  access: "signedIn",
  writes: true,
  told: () => m.messaging_did_save(),
});

/** Sends a code to the address; the one before it stays in use until the code has come back. */
export const messageMailboxAsk = method("platform", "messageMailboxAsk", {
  payload: z.object({ address: email }),
  answer: z.object({ address: z.string() }),
  access: "signedIn",
  writes: true,
  told: ({ name }) => m.messaging_did_ask({ name }),
});

export const messageMailboxConfirm = method("platform", "messageMailboxConfirm", {
  payload: z.object({ code: z.string().trim().max(20) }),
  /** `left`: how often it may be typed yet; 0 once it is right. */
  answer: z.object({ right: z.boolean(), left: z.number() }),
  access: "signedIn",
  writes: true,
  told: ({ name }) => m.messaging_did_confirm({ name }),
});

/** Nothing goes anywhere any more, and the address is forgotten. */
export const messageMailboxRemove = method("platform", "messageMailboxRemove", {
  payload: z.object({}),
  answer: z.object({}),
  access: "signedIn",
  writes: true,
  told: ({ name }) => m.messaging_did_remove({ name }),
});

const link = z.object({
  corpCode: corpCode.optional(),
  token: z.string().max(80).register(sensitivity, { kind: "secret" }),
});

/** What the link at the foot of a mail is for; whoever has it got the mail. `to` tells the address apart, no more. */
export const messageMailLink = method("platform", "messageMailLink", {
  payload: link,
  answer: z.object({ known: z.boolean(), to: z.string() }),
  access: "public",
});

export const messageMailStop = method("platform", "messageMailStop", {
  payload: link,
  answer: z.object({ known: z.boolean() }),
  access: "public",
  writes: true,
  told: ({ name }) => m.messaging_did_stop({ name }),
});
