/** Gate devices: paired with one gate by a code on their screen, with a token that checks there and does nothing else. */
import { z } from "zod";
import { command } from "../command";
import { dictionary, moment, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { day, id, idempotencyKey, textOf, wholeNumber } from "../validators";
import { offlinePassage, uploadPassages, verdict } from "./check";

export const gateDevice = resource("ticket", "gateDevice", {
  title: m.fun_gate_device,
  path: "/manage/gateDevice",
  fun: "gateDevice",
  whenEmpty: m.empty_gate_device,
  nameField: "name",
  status: "state",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  commands: {
    /** At once: its next call is refused. */
    revoke: command({
      ...{ label: m.device_revoke, did: m.device_revoked, told: m.device_revoke_told, tone: "bad" },
      ...{ from: ["paired"], to: "revoked", question: m.device_revoke_question, many: true },
    }),
  },
  fields: {
    name: text({ label: m.name, list: true, filter: "contains" }),
    gateId: reference("gate", { label: m.check_gate, list: true, filter: "equals" }),
    parkId: reference("park", { label: m.issued_park, list: true, filter: "equals" }),
    lastSeen: moment({ label: m.device_last_seen, list: true }),
    version: text({ label: m.device_version, list: true }),
    battery: number({ label: m.device_battery, list: true }),
    queue: number({ label: m.device_queue, list: true }),
    clockAhead: number({ label: m.device_clock, list: true }),
    pairedBy: text({ label: m.device_paired_by, list: "file" }),
    pairedAt: moment({ label: m.device_paired_at, list: "file" }),
    state: dictionary("gateDeviceState", {
      ...{ label: m.status, list: true, filter: "equals" },
      values: ["waiting", "paired", "revoked"],
    }),
  },
});

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const asDevice = { access: "public", writes: true, audit: false } as const;

/** A new device asks for a code to show. Its token is worth nothing until somebody has typed the code at a gate's page. */
export const deviceBegin = method("offline", "deviceBegin", {
  payload: z.object({ version: textOf(40).default("") }),
  answer: z.object({ token: z.string(), code: z.string(), until: z.string() }),
  ...asDevice,
});

/** A park whose tickets a gate takes. */
const face = z.object({
  parkId: id,
  parkName: z.string(),
  gateGroupId: id.nullable(),
  gateGroupName: z.string(),
  /** Of its park, the latest. */
  closures: z.array(
    z.object({
      parkId: id,
      firstDay: z.string(),
      lastDay: z.string(),
      ticketTypeId: id.nullable(),
      slot: z.string(),
      reason: z.string(),
    }),
  ),
  /** People that its park bears at a moment, where entry stops then. Without a line nobody knows how many there are. */
  momentMax: z.number().nullable(),
});

const gateOfDevice = face.extend({
  id,
  code: z.string(),
  name: z.string(),
  direction: z.string(),
  active: z.boolean(),
  /** Where several parks share it: all of them, in the order in which their tickets are taken. */
  shared: z.array(face).optional(),
});

/** Says that it lives, and learns whose gate it is; `clock` is its own. */
export const deviceBeat = method("offline", "deviceBeat", {
  payload: z.object({
    token,
    version: textOf(40),
    battery: wholeNumber(0, 100).optional(),
    queue: wholeNumber(0, 1_000_000),
    clock: z.iso.datetime({ offset: true }),
  }),
  answer: z.object({
    state: z.enum(["waiting", "paired"]),
    gate: gateOfDevice.nullable(),
    now: z.string(),
    zone: z.string(),
    ahead: z.number(),
  }),
  ...asDevice,
});

/** As {@link checkTicket}, at the device's gate. Nothing is forced, and nobody's number is shown. */
export const deviceCheck = method("offline", "deviceCheck", {
  payload: z.object({
    token,
    passageKey: idempotencyKey,
    code: textOf(200),
    people: wholeNumber(1, 1000).optional(),
    direction: z.enum(["in", "out"]).optional(),
  }),
  answer: verdict,
  ...asDevice,
});

/** The turnstile did not turn: takes back the device's own last passage, within three minutes. */
export const deviceTakeBack = method("offline", "deviceTakeBack", {
  payload: z.object({ token, passageKey: idempotencyKey }),
  answer: z.object({ id }),
  ...asDevice,
});

/** As {@link uploadPassages}; of its own gate alone. */
export const deviceUpload = method("offline", "deviceUpload", {
  payload: z.object({
    token,
    passages: z
      .array(offlinePassage.omit({ gateCode: true }))
      .min(1)
      .max(500),
    sentAt: z.iso.datetime({ offset: true }),
  }),
  answer: uploadPassages.answer,
  ...asDevice,
});

/**
 * A part of what a gate needs to judge without a line on a day: tickets with their rules and passages, found by hashes of
 * their codes: `SHA-256(salt, line feed, code)` as base64url, the first 22 characters. `after` asks for the next part,
 * `since` for what changed since an earlier package's `at`; a ticket that came before is replaced. Likewise cards.
 */
export const devicePackage = method("offline", "devicePackage", {
  payload: z.object({
    token,
    day,
    /** Cards are parts of their own, with an `after` of their own. */
    of: z.enum(["tickets", "cards"]).default("tickets"),
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
    since: z.iso.datetime({ offset: true }).optional(),
    /** Numbers of tickets and orders without their last four characters, which nobody can guess: a phone may be lost. */
    masked: z.boolean().default(false),
  }),
  answer: z.object({
    salt: z.string(),
    at: z.string(),
    next: z.number().nullable(),
    /** With the first part: what signed codes of tickets are judged by that are not in the package (`gate-rules/signed-code.ts`). */
    keys: z.array(z.object({ no: z.number(), publicKey: z.string() })),
    types: z.array(
      z.object({
        ticketTypeId: id,
        ticketTypeName: z.string(),
        parkId: id,
        parkName: z.string(),
        gateGroupId: id.nullable(),
        gateGroupName: z.string(),
        entryFrom: z.string().nullable(),
        entryTo: z.string().nullable(),
        passInterval: z.number().nullable(),
        rules: z.record(z.string(), z.unknown()),
      }),
    ),
    tickets: z.array(
      z.object({
        /** Of QR text, ticket number, and the holder's number where it has one. */
        codes: z.array(z.string()),
        order: z.string(),
        facts: z.record(z.string(), z.unknown()),
      }),
    ),
    /** Found by hashes of their numbers in lower case and of their holders' documents; judged by `contract/card/gate-card.ts`. */
    cards: z.array(z.object({ codes: z.array(z.string()), facts: z.record(z.string(), z.unknown()) })),
    /** With the first part of the cards: their types as they are now, whenever a card came. */
    cardTypes: z.array(z.object({ id, rules: z.record(z.string(), z.unknown()) })),
  }),
  ...asDevice,
});
