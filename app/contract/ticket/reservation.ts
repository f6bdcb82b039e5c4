/**
 * Reservations of parks that only count visitors: a day and slot at no price. Each is a line of an order over a ticket type
 * of the kind "reservation", so that quota, capacity, gates and closures are those of tickets.
 */
import { z } from "zod";
import { command } from "../command";
import { boolean, date, dictionary, identity, mobile, moment, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { day, id, idempotencyKey, textOf, visitorMobile, wholeNumber } from "../validators";
import { slot } from "./price";
import { offer, visitor } from "./sale";

const path = "/ticket/reservationList";
export const reservationStates = ["booked", "arrived", "cancelled", "noShow"] as const;

/** What becomes of it follows from its tickets: somebody came, all were given back, the day passed. */
export const reservation = resource("ticket", "reservation", {
  title: m.reservation,
  path,
  fun: "reservationList",
  whenEmpty: m.empty_reservation,
  nameField: "orderNo",
  status: "state",
  readOnly: true,
  defaultSort: { field: "id", order: "desc" },
  tools: [
    { label: m.reservation_new, to: `${path}/new` },
    { label: m.reservation_day_sheet, to: `${path}/day` },
  ],
  links: [{ label: m.reservation_order, to: "/offlineOrderDetail?id={orderId}" }],
  fields: {
    orderNo: text({ label: m.reservation_no, required: true, list: true, filter: "equals" }),
    state: dictionary("reservationState", {
      ...{ label: m.status, values: reservationStates, required: true, default: "booked" },
      ...{ list: true, filter: "anyOf" },
    }),
    visitDay: date({ label: m.order_visit_day, required: true, list: true, filter: "between", sort: true }),
    slot: text({ label: m.sale_slot, list: true, filter: "equals" }),
    ticketTypeId: reference("ticketType", {
      ...{ label: m.reservation_type, required: true, list: true, filter: "equals" },
    }),
    name: text({ label: m.reservation_name, max: 40, list: true, filter: "contains" }),
    document: dictionary("identityDocument", { label: m.document_kind, list: "file" }),
    country: text({ label: m.document_country, max: 60, list: "file" }),
    identity: identity({ label: m.reservation_identity, mask: true, list: true, filter: "equals" }),
    mobile: mobile({ abroad: true, label: m.reservation_mobile, mask: true, list: true, filter: "equals" }),
    persons: number({ label: m.reservation_persons, required: true, list: true, total: true }),
    arrived: number({ label: m.reservation_arrived, default: 0, hideZero: true, list: true, total: true }),
    cancelledFor: dictionary("reservationCancelledBy", { label: m.reservation_cancelled_for, list: "file" }),
    reason: text({ label: m.reservation_reason, max: 200, list: "file" }),
    /** A no-show that is not counted against the person. */
    excused: boolean({ label: m.reservation_excused, default: false, list: "file" }),
    parkId: reference("park", { label: m.park, required: true, list: "file", filter: "equals" }),
    createdAt: moment({ label: m.reservation_made_at, required: true, list: true }),
    orderId: number({ label: m.order_no, required: true, list: "answer", detail: false }),
  },
  commands: {
    /** Its places are free again at once. */
    cancel: command({
      ...{ label: m.reservation_cancel, from: ["booked"], to: "cancelled", tone: "bad" },
      fields: {
        cancelledFor: dictionary("reservationCancelledBy", {
          ...{ label: m.reservation_cancelled_for, required: true, default: "visitor", values: ["visitor", "park"] },
        }),
        reason: text({ label: m.reservation_reason, max: 200 }),
      },
    }),
    excuse: command({
      ...{ label: m.reservation_excuse, from: ["noShow"], tone: "good" },
      fields: { reason: text({ label: m.reservation_excuse_reason, required: true, max: 200 }) },
    }),
  },
});

const access = { fun: "reservationList", button: "reservation:book" } as const;

/** What may be reserved on a day. */
export const reservationDesk = method("ticket", "reservationDesk", {
  payload: z.object({ visitDay: day.optional() }),
  answer: z.object({ today: day, visitDay: day, offers: z.array(offer) }),
  access,
});

/** Reserves: names, limits, quota and tickets in one transaction. */
export const reserve = method("ticket", "reserve", {
  payload: z.object({
    idempotencyKey,
    ticketTypeId: id,
    visitDay: day,
    slot: slot.default(""),
    persons: wholeNumber(1, 1000),
    /** One for each person where the type names each, else who reserves. */
    visitors: z.array(visitor).max(1000),
    mobile: visitorMobile,
    remark: textOf(200).optional(),
  }),
  answer: z.object({ orderId: id, orderNo: z.string() }),
  access,
  writes: true,
  told: ({ name, after }) => m.did_reserved({ name, n: after?.quantity ?? 0, day: String(after?.visitDay ?? "") }),
  idempotent: true,
});

/** Most rows that a day's sheet has. */
export const daySheetMost = 2000;

/** Everybody who is expected on a day, slot by slot: for the desk and for paper. */
export const reservationDay = method("ticket", "reservationDay", {
  payload: z.object({ day: day.optional(), slot: slot.optional() }),
  answer: z.object({
    today: day,
    day,
    /** Slots of the day's reservations. */
    slots: z.array(
      z.object({
        slot: z.string(),
        booked: z.number(),
        arrived: z.number(),
        cancelled: z.number(),
        noShow: z.number(),
      }),
    ),
    rows: z.array(
      z.object({
        id,
        orderNo: z.string(),
        slot: z.string(),
        typeName: z.string(),
        name: z.string(),
        /** Masked: it lies on paper. */
        identity: z.string(),
        mobile: z.string(),
        persons: z.number(),
        arrived: z.number(),
        state: z.enum(reservationStates),
      }),
    ),
    /** There are more than the sheet has. */
    more: z.boolean(),
  }),
  access: { fun: "reservationList" },
});
