/** Purchases with stored-value cards at tills without a line: what they may let through, what they bring, what is decided. */
import { z } from "zod";
import { command } from "../command";
import { date, dictionary, moment, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { option, resource } from "../resource";
import { fen, id, idempotencyKey, textOf } from "../validators";
import { mostEntries } from "./offline-bounds";

const note = { note: text({ label: m.conflict_note, required: true, max: 200 }) };

/** One row a purchase. `open`: the card could not be charged by the rules of its moment, and somebody decides. */
export const storedOffline = resource("smartcard", "storedOffline", {
  title: m.stored_offline,
  path: "/smartCard/offlineList",
  fun: "storedOffline",
  whenEmpty: m.empty_stored_offline,
  nameField: "number",
  status: "state",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  tools: [{ label: m.stored_offline_enter, to: "/smartCard/offlineList/enter" }],
  commands: {
    /** Takes it from the card as it is now. */
    book: command({
      ...{ label: m.stored_offline_book, from: ["open"], to: "settled", tone: "good", fields: note },
    }),
    /** The house bears it. */
    drop: command({ ...{ label: m.stored_offline_drop, from: ["open"], to: "dropped", tone: "bad", fields: note } }),
  },
  fields: {
    at: moment({ label: m.stored_offline_at, required: true, list: true, filter: "between", sort: true }),
    posId: reference("pos", { label: m.stored_rule_pos, required: true, list: true, filter: "equals" }),
    number: text({ label: m.card_number, required: true, max: 30, list: true, filter: "equals" }),
    cardId: reference("smartCard", { label: m.stored_card, list: "answer", filter: "equals", remote: true }),
    amount: money({ label: m.stored_spend_amount, required: true, list: true, total: true }),
    what: text({ label: m.stored_spend_what, max: 40, list: true }),
    state: dictionary("storedOfflineState", {
      ...{ label: m.status, required: true, list: true, filter: "anyOf" },
      values: ["booked", "open", "settled", "dropped"],
    }),
    message: text({ label: m.stored_offline_why, max: 300, list: true }),
    orderNo: text({ label: m.order_no, max: 40, list: true, filter: "equals" }),
    sentBy: text({ label: m.stored_offline_sent_by, required: true, max: 100, list: "file" }),
    note: text({ label: m.conflict_note, max: 200, list: "file" }),
    decidedAt: moment({ label: m.conflict_decided_at, list: "file" }),
    decidedBy: text({ label: m.stored_offline_decided_by, max: 100, list: "file" }),
    entryKey: text({ label: m.stored_offline_key, required: true, unique: true, max: 64, list: "file" }),
    /** The business day that its limits count on. */
    day: date({ label: m.stored_offline_day, required: true, list: "file" }),
  },
});

const access = { fun: "storedOffline", button: "storedOffline:upload" } as const;

/** Tills, and how much one may let through without a line: of a card a day where its rule says nothing, and of a batch. */
export const storedOfflineTerms = method("smartcard", "storedOfflineTerms", {
  payload: z.object({}),
  answer: z.object({ tills: z.array(option), cardMost: fen, batchMost: fen }),
  access,
});

/** As a till keeps it: the number hashed with the till's own salt. Whose card it is and what is on it stands nowhere. */
const offlineCard = z.object({
  code: z.string(),
  typeId: z.number(),
  status: z.string(),
  validTo: z.string().nullable(),
  soldAt: z.string().nullable(),
  frozenAt: z.string().nullable(),
});

const spendRule = z.object({
  id: z.number(),
  name: z.string(),
  percent: z.number(),
  dailyMost: fen.nullable(),
  freeDaily: fen.nullable(),
  offlineMost: fen.nullable(),
  places: z.array(z.object({ parkId: z.number(), posId: z.number().nullable() })),
});

/**
 * What a till judges by without a line: cards in people's hands, in parts, and with the first part the rules of their types
 * and what was used of the day. `since`: what changed of the cards alone, of whatever state. No name, no number, no balance.
 */
export const storedOfflineCards = method("smartcard", "storedOfflineCards", {
  payload: z.object({
    /** Drawn by the till. Codes are SHA-256 of salt, line feed and number in lower case, the first 22 characters as base64url. */
    salt: z.string().regex(/^[\w-]{16,64}$/),
    /** `next` of the part before; 0: the first. */
    after: z.number().int().min(0),
    since: z.iso.datetime({ offset: true }).optional(),
  }),
  answer: z.object({
    /** As of when; `since` of the next time. */
    at: z.string(),
    corpCode: z.string(),
    /** IANA name: business days are those of the parks. */
    zone: z.string(),
    day: z.string(),
    next: z.number().nullable(),
    places: z.array(z.object({ posId: z.number(), parkId: z.number() })),
    types: z.array(z.object({ id: z.number(), name: z.string(), rules: z.array(spendRule) })),
    /** Of the day: what was charged, what was free, and what tills brought of it. */
    used: z.array(z.object({ code: z.string(), spent: fen, free: fen, brought: fen })),
    cards: z.array(offlineCard),
  }),
  access,
});

const entry = z.strictObject({
  /** The till's own number of the purchase: the same one twice is one purchase. */
  entryKey: idempotencyKey,
  number: textOf(30),
  amount: fen.refine((amount) => amount > 0, { error: () => m.stored_amount_wanted() }),
  at: z.iso.datetime({ offset: true }),
  what: textOf(40).optional(),
  /** What the buyer was told that it takes from the card: never more is taken without somebody's word. */
  payable: fen.optional(),
});

/**
 * In any order, any number of times. Each is judged by its own moment: a loss that was reported later does not reach back.
 * What the rules or the balance do not bear is kept as `open`, never dropped.
 */
export const storedOfflineUpload = method("smartcard", "storedOfflineUpload", {
  payload: z.object({ posId: id, entries: z.array(entry).min(1).max(mostEntries) }),
  answer: z.object({
    booked: z.number(),
    repeated: z.number(),
    open: z.array(z.object({ entryKey: z.string(), number: z.string(), message: z.string() })),
  }),
  access,
  writes: true,
  told: () => m.did_stored_offline(),
});
