/** Reads the counter's form into a cart. Runs on the server; nonsense becomes messages beside the field, never an error. */
import { z } from "zod";
import { m } from "~/contract/messages";
import { parseYuan } from "~/contract/money";
import { cash } from "~/contract/order/cash";
import { parseDiscount } from "~/contract/ticket/discount-amount";
import { slot as slotSchema } from "~/contract/ticket/price";
import { type saleLine, visitor } from "~/contract/ticket/sale";
import { day, textOf, visitorMobile } from "~/contract/validators";
import type { Typed } from "~/form/submission.server";
import { keptLines } from "./counter-kept";

export interface Cart {
  visitDay: string;
  posId: number | null;
  paymentType: string;
  /** Fen of cash handed over for the whole; null where that is not counted. */
  given: number | null;
  /** Several payments, as they were handed over; they take the place of the one. */
  payments: { paymentType: string; amount: number }[];
  lines: z.output<typeof saleLine>[];
  discount: number;
  discountRate: number;
  discountOn: number | null;
  discountReason: string;
  discountWords: string;
  /** Whose staff tickets they are: another employee takes the place of whoever sells. */
  staff: string;
  /** The agency that buys, as typed. */
  agency: string;
  /** The guide who brings them, as typed. */
  guide: string;
  /** Promotion codes as typed. */
  card: string;
  /** What is set aside elsewhere and sold with it. */
  beside: { business: string; key: string }[];
  /** Of the account that pays: a stored-value card, as read or typed. */
  accountNo: string;
  /** Proofs that were ticked, of so many people. */
  proofs: { concessionId: number; seen: number }[];
  /** Places beyond quotas that were confirmed. */
  overbook: number;
  /** Why what the clock has closed is sold. */
  late: string;
  /** Of the customer's phone, as scanned. */
  paymentCode: string;
  contactName: string;
  contactMobile: string;
  visitors: z.output<typeof visitor>[];
  /** Each at its place; null where something is missing still. */
  places: (z.output<typeof visitor> | null)[];
  remark: string;
  idempotencyKey: string;
  expectedPayable: number | null;
}

export type CartErrors = Record<string, string[]>;

const maxVisitors = 1_000;

/** The cart and what is wrong with it. `visitorCount` visitors are read, all of them required. */
export function readCart(typed: Typed): { cart: Cart; errors: CartErrors } {
  const errors: CartErrors = {};
  const take = <S extends z.ZodType>(name: string, schema: S, fallback: z.output<S>): z.output<S> => {
    const result = schema.safeParse((typed[name] ?? "").trim());
    if (result.success) return result.data;
    errors[name] = [result.error.issues[0]?.message ?? m.v_invalid()];
    return fallback;
  };
  const discount = parseDiscount(typed.discount ?? "");
  if (discount === null) errors.discount = [m.sale_discount_wrong()];
  const paymentType = take("paymentType", textOf(20), "");
  const payments = readPayments(typed, errors);
  const places = readVisitors(typed, errors);
  const cart: Cart = {
    visitDay: take("visitDay", day, ""),
    posId: positiveInteger(typed.posId),
    paymentType,
    given: paymentType === cash && payments.length === 0 ? readGiven(typed, errors) : null,
    payments,
    lines: readLines(typed, errors),
    discount: discount?.amount ?? 0,
    discountRate: discount?.rate ?? 0,
    discountOn: discount?.amount || discount?.rate ? positiveInteger(typed.discountOn) : null,
    discountReason: take("discountReason", textOf(40), ""),
    discountWords: take("discountWords", textOf(100), ""),
    staff: take("staff", textOf(40), "") || take("staffOwn", textOf(40), ""),
    agency: take("agency", textOf(80), ""),
    guide: take("guide", textOf(80), ""),
    card: take("card", textOf(400), ""),
    beside: readBeside(typed),
    accountNo: take("accountNo", textOf(40), ""),
    proofs: readProofs(typed),
    overbook: /^[1-9]\d{0,3}$/.test(typed.overbook ?? "") ? Number(typed.overbook) : 0,
    late: take("late", textOf(100), ""),
    paymentCode: take("paymentCode", textOf(40), ""),
    contactName: take("contactName", textOf(40), ""),
    contactMobile: take("contactMobile", visitorMobile.or(z.literal("")), ""),
    visitors: places.filter((one) => one !== null),
    places,
    remark: take("remark", textOf(200), ""),
    idempotencyKey: typed.idempotencyKey ?? "",
    expectedPayable: wholeNumberOrNull(typed.expectedPayable),
  };
  if (cart.lines.length === 0 && Object.keys(errors).every((name) => !/^(quantity|also)\./.test(name))) {
    errors[""] = [m.sale_choose_tickets()];
  }
  return { cart, errors };
}

/** What was handed over in cash; of another payment type nothing is. */
export function readGiven(typed: Typed, errors: CartErrors): number | null {
  const text = (typed.given ?? "").trim();
  if (text === "") return null;
  const given = parseYuan(text);
  if (given === null) errors.given = [m.v_money()];
  return given;
}

/** Amounts by payment type, `pay.card` and so on; those left empty or nought are none. */
export function readPayments(typed: Typed, errors: CartErrors): Cart["payments"] {
  return Object.entries(typed).flatMap(([name, raw]) => {
    const match = /^pay\.([A-Za-z0-9_-]{1,20})$/.exec(name);
    if (!match?.[1] || raw.trim() === "") return [];
    const amount = parseYuan(raw);
    if (amount === null) errors[name] = [m.v_money()];
    return amount ? [{ paymentType: match[1], amount }] : [];
  });
}

/** `beside.theatre.12`: of the business theatre what has the key 12. */
function readBeside(typed: Typed): Cart["beside"] {
  const found = Object.keys(typed).flatMap((name) => {
    const [, business, key] = /^beside\.([a-z]{1,20})\.([A-Za-z0-9-]{1,40})$/.exec(name) ?? [];
    return business && key ? [{ business, key }] : [];
  });
  return found.slice(0, 10);
}

/** `proof.7=2`: of concession 7 the proofs of two people were seen. What was ticked of others is none. */
function readProofs(typed: Typed): Cart["proofs"] {
  return Object.entries(typed).flatMap(([name, raw]) => {
    const match = /^proof\.([1-9]\d{0,14})$/.exec(name);
    return match && /^\d{1,4}$/.test(raw) && Number(raw) <= 1000
      ? [{ concessionId: Number(match[1]), seen: Number(raw) }]
      : [];
  });
}

/** Those of other days first, as they came into the cart: the order of the lines is that of the visitors. */
function readLines(typed: Typed, errors: CartErrors): Cart["lines"] {
  const lines = keptLines(typed).flatMap(({ field, visitDay, ticketTypeId, slot, quantity: text }) => {
    const quantity = readNumber(field, text, errors);
    if (quantity === 0) return [];
    if (day.safeParse(visitDay).success && slotSchema.safeParse(slot).success)
      return [{ ticketTypeId, visitDay, slot, quantity }];
    errors[field] = [m.v_option()];
    return [];
  });
  return [...lines, ...linesOnOffer(typed, errors)];
}

/** 0 for none, and for nonsense, which is told beside its field. */
function readNumber(name: string, text: string, errors: CartErrors): number {
  if (text === "" || /^0+$/.test(text)) return 0;
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1000) return Number(text);
  errors[name] = [/^\d+$/.test(text) ? m.v_at_most({ n: 1000 }) : m.v_integer()];
  return 0;
}

function linesOnOffer(typed: Typed, errors: CartErrors): Cart["lines"] {
  const lines: Cart["lines"] = [];
  for (const [name, raw] of Object.entries(typed)) {
    const match = /^quantity\.(\d{1,15})$/.exec(name);
    const quantity = match ? readNumber(name, raw.trim(), errors) : 0;
    if (!match || quantity === 0) continue;
    const ticketTypeId = Number(match[1]);
    const slot = typed[`slot.${ticketTypeId}`] ?? "";
    if (!slotSchema.safeParse(slot).success) {
      errors[`slot.${ticketTypeId}`] = [m.v_option()];
      continue;
    }
    lines.push({ ticketTypeId, slot, quantity });
  }
  return lines;
}

/** Visitors typed so far; one begun must be whole, with a right document. */
export function readVisitors(typed: Typed, errors: CartErrors): Cart["places"] {
  const visitors: Cart["places"] = [];
  for (let index = 0; index < maxVisitors; index += 1) {
    const name = typed[`visitorName.${index}`];
    const identity = typed[`visitorIdentity.${index}`];
    if (name === undefined && identity === undefined) break;
    const read = visitor.safeParse({
      name: name ?? "",
      document: typed[`visitorDocument.${index}`] || undefined,
      country: typed[`visitorCountry.${index}`],
      identity: identity ?? "",
    });
    const isWhole = read.success && read.data.name !== "";
    visitors.push(isWhole ? read.data : null);
    if (isWhole) continue;
    if (read.success || name === "")
      errors[`visitorName.${index}`] = [m.v_enter({ label: m.sale_visitor_name({ n: index + 1 }) })];
    for (const { path, message } of read.error?.issues ?? []) {
      const [part] = path;
      if (typeof part === "string") errors[visitorField(part, index)] ??= [message];
    }
  }
  return visitors;
}

/** `identity` of the second visitor is `visitorIdentity.1`. */
export function visitorField(part: string, index: number | string): string {
  return `visitor${part.charAt(0).toUpperCase()}${part.slice(1)}.${index}`;
}

/** What is asked to be off, as quotation and sale take it. */
export function reductionsOf({ discountOn, ...cart }: Cart) {
  const { discount, discountRate, discountReason, discountWords, staff, agency, guide, card } = cart;
  return {
    staff,
    agency,
    guide,
    card,
    discount,
    discountRate,
    ...(discountOn !== null && { discountOn }),
    discountReason,
    discountWords,
  };
}

/** By which account it is to be paid, as quotation and sale take it; of other payments a quotation asks nothing. */
export const payingOf = ({ accountNo, paymentType, payments }: Cart) =>
  accountNo === "" ? {} : { accountNo, ...(payments.length > 0 ? { payments } : { paymentType }) };

function positiveInteger(text: string | undefined): number | null {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function wholeNumberOrNull(text: string | undefined): number | null {
  return text && /^\d{1,12}$/.test(text) ? Number(text) : null;
}
