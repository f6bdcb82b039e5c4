/** Seat sale: the sessions of a day, the map of one, holds, and the sale. */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { m } from "../messages";
import { method } from "../method";
import { standing } from "../order/shift";
import { option } from "../resource";
import { day, fen, id, idempotencyKey, textOf, visitorMobile, wholeNumber } from "../validators";
import { seatKinds } from "./seat-plan";

/** Of a seat in a session; `mine`: held by whoever asks; `aside`: set aside before the sale. */
export const seatStates = ["free", "held", "mine", "aside", "sold", "checked", "blocked"] as const;
export type SeatState = (typeof seatStates)[number];

/** Most seats that are told one by one; of a larger area a block of rows is, and the map has all of it (`large-map.ts`). */
export const mostShown = 400;

/** Most seats of one hold and one sale. */
export const mostChosen = 100;

const sessionShort = z.object({
  id,
  name: z.string(),
  showName: z.string(),
  hallName: z.string(),
  venueName: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  status: z.string(),
  /** Seats and places without seats that may still be sold, of how many. */
  free: z.number(),
  places: z.number(),
  /** Why nothing is sold now; "" where it is. */
  whyNot: z.string(),
});
export type SessionShort = z.output<typeof sessionShort>;

export const theatreSessions = method("cinema", "theatreSessions", {
  payload: z.object({ day: day.optional() }),
  answer: z.object({ day: z.string(), sessions: z.array(sessionShort) }),
  access: { fun: "seatSale" },
});

const seatView = z.object({
  id,
  number: z.string(),
  kind: z.enum(seatKinds),
  zone: z.string(),
  at: z.number(),
  x: z.number(),
  y: z.number(),
  /** Null: it has no price in this session, and is not sold. */
  price: fen.nullable(),
  state: z.enum(seatStates),
  /** Whom it is set aside for. */
  note: z.string(),
  /** The other half of its pair, with which it is sold; null where it is sold alone. */
  partner: z.object({ id, number: z.string() }).nullable(),
});
export type SeatView = z.output<typeof seatView>;

/** The map of a session: its areas (one with its rows, so that a large hall comes in parts), what the caller holds, and how to pay. */
export const theatreMap = method("cinema", "theatreMap", {
  payload: z.object({ sessionId: id, areaId: id.optional(), from: wholeNumber(0, 10_000).optional() }),
  answer: z.object({
    session: sessionShort.extend({ noGaps: z.boolean(), splitPairs: z.boolean() }),
    zones: z.array(
      z.object({ code: z.string(), name: z.string(), tint: z.string(), price: fen.nullable(), free: z.number() }),
    ),
    areas: z.array(
      z.object({
        id,
        name: z.string(),
        kind: z.enum(["seats", "unseated"]),
        price: fen.nullable(),
        free: z.number(),
        places: z.number(),
        /** Of an area without seats, what a place costs now: under what is taken off for all, and under each policy that may be chosen. */
        costs: z.array(z.object({ policyId: id.nullable(), name: z.string(), price: fen })),
      }),
    ),
    /** Rows of the area asked for, or of the first with seats: of a large one those of the block that `from` is in. */
    areaId: id.nullable(),
    /** Blocks of rows of a large area, by the place of their first row; none where all of it is shown. */
    blocks: z.array(z.object({ from: z.number(), first: z.string(), last: z.string(), isShown: z.boolean() })),
    rows: z.array(z.object({ name: z.string(), seats: z.array(seatView) })),
    /**
     * Of a large area, all of it: seats that are not free, by state, their ids packed (`seat-pack.ts`), and the fen of every
     * seat, or null where the price is that of the zone. Where its seats stand is `theatreLayout`.
     */
    large: z
      .object({
        taken: z.array(z.object({ state: z.enum(seatStates), seats: z.string() })),
        price: fen.nullable(),
      })
      .nullable(),
    /** `full` is what the zone costs; `policy` is what made it cheaper, "" for nothing. */
    mine: z.array(
      z.object({
        ...{ seatId: id, label: z.string(), zone: z.string(), price: fen, until: z.string() },
        ...{ full: fen, policyId: id.nullable(), policy: z.string() },
      }),
    ),
    /** What a seller may choose for a held seat, and for people without seats. */
    policies: z.array(z.object({ id, name: z.string(), off: z.number() })),
    asides: z.array(z.object({ id, name: z.string(), seats: z.number(), until: z.string() })),
    /** See {@link theatreMark}. */
    mark: z.string(),
    paymentTypes: z.array(option),
    shift: standing,
    maySell: z.boolean(),
    mayLeaveGaps: z.boolean(),
  }),
  access: { fun: "seatSale" },
});

/** What the places of a session stand at: another text as soon as a seat is held, sold, set aside, blocked or free again. */
export const theatreMark = method("cinema", "theatreMark", {
  payload: z.object({ sessionId: id }),
  answer: z.object({ mark: z.string() }),
  access: { fun: "seatSale" },
});

export const held = z.object({ seats: z.number(), until: z.string(), payable: fen });
export const holds = { access: { fun: "seatSale", button: "seatSale:sell" }, writes: true, audit: false } as const;

/** Holds all of these for the caller, or by a refusal none; what they hold already stays theirs for the full time. */
export const theatreHold = method("cinema", "theatreHold", {
  payload: z.object({
    sessionId: id,
    seatIds: z
      .array(id)
      .min(1, { error: () => m.theatre_v_seats() })
      .max(mostChosen, { error: () => m.theatre_v_seats_most() }),
    /** Leaves a single seat, or takes half a pair, nonetheless; asks for its own right. */
    leaveGaps: z.boolean().optional(),
    /** Takes the partners of couple seats as well; without it half a pair is refused. */
    withPartners: z.boolean().optional(),
  }),
  answer: held,
  ...holds,
});

/** Holds the best seats together, of a zone or of any; of wheelchair places each with a companion's beside it. */
export const theatreBest = method("cinema", "theatreBest", {
  payload: z.object({
    sessionId: id,
    count: wholeNumber(1, 30),
    zone: z.string().max(1),
    wheelchair: z.boolean().optional(),
  }),
  answer: held,
  ...holds,
});

/** Lets go of these with their partners, or of all that the caller holds in the session. */
export const theatreRelease = method("cinema", "theatreRelease", {
  payload: z.object({ sessionId: id, seatIds: z.array(id).max(mostChosen).optional() }),
  answer: z.object({ seats: z.number() }),
  ...holds,
});

/** Takes over what was set aside: it is held by the caller then, and sold as any hold. */
export const theatreTakeAside = method("cinema", "theatreTakeAside", {
  payload: z.object({ sessionId: id, preselectId: id }),
  told: ({ name }) => m.theatre_told_take_aside({ name }),
  answer: held,
  access: { fun: "seatSale", button: "seatSale:sell" },
  writes: true,
});

/** Places without seats: so many people of an area, at its price or under a policy that is chosen for them. */
export const placesWanted = z.object({
  areaId: id,
  quantity: wholeNumber(1, mostChosen),
  policyId: id.optional(),
});

/** Sells what the caller holds in the session, and places without seats, in one order. */
export const theatreSell = method("cinema", "theatreSell", {
  payload: z.object({
    idempotencyKey,
    sessionId: id,
    areas: z.array(placesWanted).max(60),
    paymentType: textOf(40),
    given: fen.optional(),
    /** What the seller believes it costs. */
    expected: fen.optional(),
    contactName: textOf(40).optional(),
    contactMobile: visitorMobile.optional(),
  }),
  answer: z.object({ orderId: id, orderNo: z.string(), tickets: z.number(), payable: fen, change: fen }),
  access: { fun: "seatSale", button: "seatSale:sell" },
  told: ({ name, after }) => m.theatre_did_sold({ name, amount: yuanOf(after?.payable) }),
  writes: true,
  idempotent: true,
});

const ticketView = z.object({
  id,
  ticketNo: z.string(),
  label: z.string(),
  zone: z.string(),
  price: fen,
  state: z.string(),
  seatId: id.nullable(),
  /** What it was sold under; "" for the full price. */
  policy: z.string(),
});

/** The tickets of an order, to print and to change. */
export const theatreTickets = method("cinema", "theatreTickets", {
  payload: z.object({ orderNo: textOf(40) }),
  answer: z.object({
    orderNo: z.string(),
    soldAt: z.string(),
    seller: z.string(),
    payable: fen,
    sessionId: id,
    sessionName: z.string(),
    showName: z.string(),
    venueName: z.string(),
    hallName: z.string(),
    startsAt: z.string(),
    /** Each with its own session: an order may have seats of several, or some that were moved. */
    tickets: z.array(
      ticketView.extend({
        sessionId: id,
        showName: z.string(),
        venueName: z.string(),
        hallName: z.string(),
        startsAt: z.string(),
      }),
    ),
    /** Seats of the session to change to, those that the caller holds first, where they may change seats; never all of a large hall. */
    others: z.array(z.object({ value: z.string(), label: z.string(), price: fen })),
  }),
  access: { fun: "seatSale" },
});

/** Takes seats out of a session's sale, or puts them back. */
export const theatreBlock = method("cinema", "theatreBlock", {
  payload: z.object({
    sessionId: id,
    seatIds: z
      .array(id)
      .min(1, { error: () => m.theatre_v_seats() })
      .max(mostChosen),
    block: z.boolean(),
  }),
  told: ({ name }) => m.theatre_told_block({ name }),
  answer: z.object({ seats: z.number() }),
  access: { fun: "seatSale", button: "seatSale:block" },
  writes: true,
});
