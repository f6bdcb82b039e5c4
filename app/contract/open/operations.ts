/**
 * The open API: what connected applications may ask, each with its scope and the shapes of what it takes and answers. The
 * routes, docs/open-api.json and the checks of what comes in are made of this list (docs/open-api.md tells how it is used).
 */
import { z } from "zod";
import { documentKind } from "../identity-document";
import { m } from "../messages";
import { openBase } from "../open-wire";
import { ownFieldKinds, ownValues } from "../own-fields";
import { realNameRule, saleLine, visitor } from "../ticket/sale";
import { day, fen, id, textOf, visitorMobile } from "../validators";

export const openScopes = ["products", "orders", "query", "refunds", "changes"] as const;
export type OpenScope = (typeof openScopes)[number];

/** A number that the application has given: unique among its own. */
export const outerNo = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, { error: () => m.open_number_form() });

/** Values of fields that the house has added and opened to applications, by code; what has none is not there. */
const own = ownValues;

export const openField = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(ownFieldKinds),
  /** An order without it is refused. */
  required: z.boolean(),
  /** Masked where it is read. */
  personal: z.boolean(),
  help: z.string(),
  /** Letters of a text at most; null of other kinds. */
  max: z.number().nullable(),
  /** Bounds of a number; null where there is none. */
  least: z.number().nullable(),
  most: z.number().nullable(),
  /** What a choice takes: its codes, and what people call them. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
});

const slotOf = z.object({ slot: z.string(), price: fen, left: z.number().nullable() });

export const openProduct = z.object({
  ticketTypeId: id,
  code: z.string(),
  name: z.string(),
  parkName: z.string(),
  /** Fen, on the application's channel and this day. */
  price: fen,
  listPrice: fen,
  realName: realNameRule,
  documents: z.array(documentKind),
  /** Visitors that one of it names where each ticket has a name. */
  visitorsEach: z.number(),
  slots: z.array(slotOf),
  /** Places left on the day; null where nothing limits it. */
  left: z.number().nullable(),
  minPerOrder: z.number(),
  maxPerOrder: z.number(),
  /** Why it cannot be sold on this day; "" when it can. */
  whyNot: z.string(),
  /** Of fields that the house has added to ticket types. */
  own,
});

export const openMobile = z.object({
  name: z.string(),
  banners: z.array(
    z.object({
      /** Below the console's address; it needs no signature and is good for 15 minutes. */
      picture: z.string(),
      alt: z.string(),
      /** "" for none. */
      link: z.string(),
    }),
  ),
  /** Days ahead that may be booked, 0 for today alone; null where nothing limits it. */
  bookingDays: z.number().nullable(),
  /** HH:mm on the clock of the house, the end not included; "" for all day. */
  saleFrom: z.string(),
  saleTo: z.string(),
  /** HTML of the house's allow-list. */
  refundText: z.string(),
  phone: z.string(),
  serviceHours: z.string(),
});

export const openTicket = z.object({
  ticketNo: z.string(),
  /** What the gate reads, as a QR code; "" while the order is not paid. */
  code: z.string(),
  name: z.string(),
  state: z.string(),
  visitDay: day,
  slot: z.string(),
  validFrom: day,
  validTo: day,
  price: fen,
  used: z.number(),
  holderName: z.string(),
});

export const openOrder = z.object({
  outerNo: z.string(),
  orderNo: z.string(),
  state: z.enum([
    ...["pending", "paid", "partlyFulfilled", "fulfilled", "cancelled", "expired", "partlyRefunded", "refunded"],
  ] as const),
  visitDay: day,
  payable: fen,
  paid: fen,
  refunded: fen,
  /** Until when it is held, ISO 8601. */
  holdUntil: z.string(),
  /** Of the payment that counts; "" for none. */
  payNo: z.string(),
  /** A payment came when the places were gone: nothing was issued, and staff looks at it. */
  abnormal: z.boolean(),
  /** It is sold on the account of the application's agency, by `confirm`; else the application takes the money, and tells by `pay`. */
  onAccount: z.boolean(),
  tickets: z.array(openTicket),
  /** Of fields that the house has added to orders. */
  own,
});
export type OpenOrder = z.output<typeof openOrder>;

export const createRequest = z.object({
  outerNo,
  visitDay: day,
  lines: z.array(saleLine).min(1).max(50),
  contactName: textOf(40).default(""),
  contactMobile: visitorMobile,
  /** One for each ticket (perTicket) in the order of the lines, or one for the order (perOrder). */
  visitors: z.array(visitor).max(1000).default([]),
  /** What the caller believes it costs, fen; a price that moved is refused. */
  expectedPayable: fen.optional(),
  /** Fields that the house has added to orders (`GET /fields`), by code: a text, a number, a day (yyyy-MM-dd) or the code of a choice. */
  own: z.record(z.string().max(20), z.union([z.string().max(1000), z.number()])).optional(),
});

export const payRequest = z.object({ payNo: outerNo, amount: fen });
/** `payNo`: the agency's own number of what is charged, e.g. its voucher. */
export const confirmRequest = z.object({ payNo: outerNo, amount: fen });
export const cancelRequest = z.object({ reason: textOf(200).default("") });

const ticketNos = z.array(z.string().min(1).max(40)).max(200);

export const refundRequest = z.object({
  outerRefundNo: outerNo,
  /** Left out: all that can be given back. */
  ticketNos: ticketNos.default([]),
  reason: textOf(200),
  expectedAmount: fen.optional(),
});
export const refundAnswer = z.object({
  outerRefundNo: z.string(),
  refundNo: z.string(),
  /** `waiting`: somebody of the house decides; the webhook `refunded` tells. */
  state: z.enum(["done", "waiting"]),
  amount: fen,
});

export const changeRequest = z.object({
  outerChangeNo: outerNo,
  ticketNos: ticketNos.min(1),
  toDay: day.optional(),
  toSlot: z.string().max(11).optional(),
  /** Fen to pay, negative where it goes back; an amount that moved is refused. */
  expectedDue: z.number().int().optional(),
});
export const changeAnswer = z.object({
  outerChangeNo: z.string(),
  changeNo: z.string(),
  due: fen,
  back: fen,
  order: openOrder,
});

interface Operation {
  verb: "GET" | "POST";
  /** Below {@link openBase}; `{outerNo}` stands for the application's number. */
  path: string;
  scope: OpenScope;
  summary: string;
  /** Of the query of a GET, of the JSON body of a POST. */
  takes: z.ZodObject;
  answers: z.ZodType;
}

const one = "/orders/{outerNo}";

export const operations = {
  products: {
    ...{ verb: "GET", path: "/products", scope: "products" },
    summary: "What is sold on the application's channel on a day, with prices and places left by slot.",
    takes: z.object({ visitDay: day }),
    answers: z.object({
      visitDay: day,
      /** Whose prices they are, and on whose account they are sold; "" for none. */
      agency: z.string(),
      products: z.array(openProduct),
    }),
  },
  fields: {
    ...{ verb: "GET", path: "/fields", scope: "products" },
    summary:
      "Fields that the house has added and opened to applications: of orders, filled in at `POST /orders`; of ticket types, read at `GET /products`.",
    takes: z.object({}),
    answers: z.object({ order: z.array(openField), ticketType: z.array(openField) }),
  },
  mobile: {
    ...{ verb: "GET", path: "/mobile", scope: "products" },
    summary:
      "What the house has set for its mobile page: banners of this moment, booking window, hours of sale, refund text, contact.",
    takes: z.object({}),
    answers: openMobile,
  },
  create: {
    ...{ verb: "POST", path: "/orders", scope: "orders" },
    summary:
      "Places an order and holds its places until it is paid or the hold lapses. Again with the same outerNo: the same order.",
    takes: createRequest,
    answers: openOrder,
  },
  query: {
    ...{ verb: "GET", path: one, scope: "query" },
    summary: "An order of the application, as it stands.",
    takes: z.object({}),
    answers: openOrder,
  },
  pay: {
    ...{ verb: "POST", path: `${one}/pay`, scope: "orders" },
    summary:
      "The customer has paid the application. Again with the same payNo: nothing more happens. After the hold has lapsed the places are taken again where they are there; else `abnormal` is true and nothing is issued.",
    takes: payRequest,
    answers: openOrder,
  },
  confirm: {
    ...{ verb: "POST", path: `${one}/confirm`, scope: "orders" },
    summary:
      "Sells a held order on the account of the application's agency, prepaid money first and then credit. Again with the same payNo: nothing more happens. A refusal by the account has its figures in `facts`.",
    takes: confirmRequest,
    answers: openOrder,
  },
  cancel: {
    ...{ verb: "POST", path: `${one}/cancel`, scope: "orders" },
    summary: "Gives up an order that is not paid. Again: the same answer.",
    takes: cancelRequest,
    answers: openOrder,
  },
  refund: {
    ...{ verb: "POST", path: `${one}/refund`, scope: "refunds" },
    summary:
      "Gives tickets back by the refund rules of their types. Again with the same outerRefundNo: the same answer.",
    takes: refundRequest,
    answers: refundAnswer,
  },
  change: {
    ...{ verb: "POST", path: `${one}/change`, scope: "changes" },
    summary:
      "Moves tickets to another day or slot by the change rules of their types. Again with the same outerChangeNo: the same answer.",
    takes: changeRequest,
    answers: changeAnswer,
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** Which operation a request asks for, and the number in its path. */
export function operationAt(verb: string, path: string): { name: OperationName; outerNo: string } | null {
  for (const [name, operation] of Object.entries(operations)) {
    if (operation.verb !== verb) continue;
    const [before = "", after = ""] = `${openBase}${operation.path}`.split("{outerNo}");
    if (!operation.path.includes("{outerNo}")) {
      if (path === before) return { name: name as OperationName, outerNo: "" };
      continue;
    }
    if (!path.startsWith(before) || !path.endsWith(after)) continue;
    const number = path.slice(before.length, path.length - after.length);
    if (outerNo.safeParse(number).success) return { name: name as OperationName, outerNo: number };
  }
  return null;
}

/** What happened to an order, as webhooks tell it. */
export const openEvents = ["paid", "checked", "refunded", "cancelled"] as const;

/** Body of a webhook. */
export const webhook = z.object({
  /** The same for every attempt: whoever gets it twice takes it once. */
  deliveryId: z.number(),
  event: z.enum(openEvents),
  at: z.string(),
  outerNo: z.string(),
  orderNo: z.string(),
  /** State of the order when the event happened. */
  state: z.string(),
  /** Of `checked`. */
  ticketNo: z.string().optional(),
  people: z.number().optional(),
  /** Of `refunded`. */
  refundNo: z.string().optional(),
  amount: fen.optional(),
});
