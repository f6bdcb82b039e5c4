/** The counter sale: what is on offer, what a cart costs, and the sale itself. */
import { documentKinds } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { onAccount } from "~/contract/order/cash";
import { sayConcession } from "~/contract/ticket/concession-terms";
import { sayOff } from "~/contract/ticket/gate-rules/off-days";
import { getCounter, type Offer, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { businessDay, clock, startOfDay } from "../../kernel/business-time";
import { Invalid, Refusal } from "../../kernel/refusal";
import { ofEverybody } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { partsBeside, setAsideBy } from "../order/beside";
import { lastPaymentType, lastSaleOf } from "../order/last-sale";
import { payerOf } from "../order/payment/by-account";
import { sellOrder, totalsOf } from "../order/sell";
import { shiftStanding } from "../order/shift";
import { counterTill } from "../order/shift-store";
import { ownAccountName } from "../platform/people";
import { agencyTyped, payingAgency, pricesOfAgency, sayAgency } from "../travel/sale-agency";
import { guideTyped, sayGuide } from "../travel/sale-guide";
import { keepTradeOrder } from "../travel/trade-order";
import { heldCartsOf } from "./held-cart";
import { type TakeQuota, takeQuota } from "./quota-take";
import { anyCard } from "./reduce/cards";
import { reduceCart, reducedLines, refuseProblems, sumsOf } from "./reduce/reduce";
import { anyStaffRule } from "./reduce/staff-rules";
import { checkReservations, reservationsKeptOut } from "./reservation-limits";
import { refuseRestricted, restrictedAmong } from "./restricted-visitor";
import { capacityWhyNot } from "./rules/capacity";
import { slotIsOver, slotWhyNot, typeWhyNot } from "./rules/sellable";
import { priceCart } from "./sale-cart";
import { partsWhyNot } from "./sale-combos";
import { concessionsOf, refuseConcessions } from "./sale-concession";
import {
  closedWhyNot,
  counterChannel,
  needsOf,
  priceOf,
  readSaleContext,
  type SaleContext,
  type SoldType,
  scarcestOf,
  slotOf,
} from "./sale-context";
import { insteadOf } from "./sale-instead";
import { neverClosed } from "./sale-late";
import { checkMobileLimits, mobileWhyNot } from "./sale-mobile";
import { offeredTypes } from "./sale-offered";
import { counterOptions, ordered, typesAt } from "./sale-options";
import { paidBy, refuseNumber } from "./sale-payer";
import { type TakeReduced, ticketPart } from "./sale-store";
import { checkIdentityLimits, holdersOf, visitorsBeyondLimit } from "./sale-visitors";
import { sayChoice } from "./select-policy";

const counter = serve(getCounter, async (call, { visitDay, posId }) => {
  const today = businessDay(call.now);
  const day = visitDay ?? today;
  const options = await counterOptions(call);
  const { posList, discountReasons } = options;
  const mayDiscount = await call.may("sale:discount");
  const may = { overbook: await call.may("sale:overbook"), late: await call.may("sale:late") };
  const shift = await shiftStanding(call);
  const wished = posId ?? shift.open?.posId;
  const known = posList.some(({ value }) => value === String(wished));
  const till = known && wished !== undefined ? wished : posList[0] ? Number(posList[0].value) : null;
  const context = await readSaleContext(call, day, "all", { posId: till ?? undefined });
  const offered = await offeredTypes(call, context);
  const lastSale = await lastSaleOf(call, startOfDay(today));
  return {
    today,
    visitDay: day,
    offers: offered.map(({ type, ...place }) => ({ ...offerOf(call, context, type, may), ...place })),
    posList,
    posId: till,
    paymentTypes: typesAt(options, till, [...(options.agencies ? [onAccount] : []), ...options.numbered]),
    accountTypes: options.numbered,
    takesAgencies: options.agencies,
    takesGuides: options.guides,
    connectedTypes: options.connected,
    lastPaymentType: ordered(options, till) ? null : await usualType(call, till),
    lastSale: lastSale && { ...lastSale, at: clock(lastSale.at) },
    mayDiscount,
    takesCards: await anyCard(call),
    blackouts: blackoutsFrom(
      today,
      offered.map(({ type }) => type),
    ),
    discountReasons: mayDiscount ? discountReasons : [],
    ownAccount: (await call.may("sale:staff")) && (await anyStaffRule(call)) ? await ownAccountName(call) : null,
    shift,
    held: await heldCartsOf(call),
    beside: await setAsideBy(call),
  };
});

/** What an account paid says nothing of the next customer. */
async function usualType(call: Call, till: number | null): Promise<string | null> {
  const last = await lastPaymentType(call, till);
  return last !== null && payerOf(last) ? null : last;
}

type OfferOf = Omit<Offer, "group" | "beyondPage">;

/** `may`: what the caller has the right to do beyond the rules. */
export function offerOf(
  call: Call,
  context: SaleContext,
  type: SoldType,
  may: { overbook?: boolean; late?: boolean } = {},
): OfferOf {
  const offer = offerByRules(call, context, type, may.overbook ?? false);
  const someClosed = offer.whyNot !== "" || offer.slots.some(({ whyNot }) => whyNot !== "");
  if (!may.late || !someClosed) return offer;
  const open = offerByRules(call, context, neverClosed(type), may.overbook ?? false);
  const slots = offer.slots.map((slot) => ({
    ...slot,
    late: slot.whyNot !== "" && open.slots.some((one) => one.slot === slot.slot && one.whyNot === ""),
  }));
  const late = offer.whyNot !== "" && open.whyNot === "";
  return late ? { ...open, slots, whyNot: offer.whyNot, late } : { ...offer, slots };
}

function offerByRules(call: Call, context: SaleContext, type: SoldType, mayOverbook: boolean): OfferOf {
  const beyondIn = (slots: readonly string[], left: number | undefined) =>
    mayOverbook && left !== undefined ? (scarcestOf(context, type, slots, { beyond: true })?.left ?? left) - left : 0;
  const wish = { channel: context.channel, visitDay: context.visitDay, now: call.now };
  const slots = type.slots
    .filter((slot) => !slotIsOver(slot, wish) && closedWhyNot(context, type, slot) === "")
    .map((slot) => {
      const left = scarcestOf(context, type, [slot])?.left;
      const price = priceOf(context, type, slot).price;
      const no = [type, ...(type.combo?.parts ?? []).map((part) => part.type)]
        .map((one) => slotWhyNot(one, slotOf(one, slot), wish))
        .find((sentence) => sentence !== "");
      return { slot, price, left: left ?? null, beyond: beyondIn([slot], left), whyNot: no ?? "", late: false };
    });
  const sold = slots.filter(({ whyNot }) => whyNot === "");
  const open = sold.length > 0 ? sold.map(({ slot }) => slot) : [""];
  const scarcest = scarcestOf(context, type, open);
  const beyond = beyondIn(open, scarcest?.left);
  const soldOut =
    scarcest && scarcest.left + beyond <= 0 ? m.r_sold_out({ pool: scarcest.pool.name, day: context.visitDay }) : "";
  const byRule = typeWhyNot(type, wish) || partsWhyNot(type);
  const byPart = (type.combo?.parts ?? []).map((part) => typeWhyNot(part.type, wish)).find((no) => no !== "") ?? "";
  return {
    ticketTypeId: type.id,
    code: type.code,
    name: type.name,
    parkName: type.parkName,
    price: (sold[0] ?? slots[0])?.price ?? priceOf(context, type, "").price,
    listPrice: type.listPrice,
    realName: type.realName,
    documents: type.documents.length > 0 ? type.documents : [...documentKinds],
    slots,
    left: scarcest?.left ?? null,
    beyond,
    minPerOrder: type.minPerOrder,
    maxPerOrder: type.maxPerOrder,
    ...insideOf(type),
    concession: concessionOf(type),
    late: false,
    whyNot: byRule || byPart || closedOffer(context, type, sold.length) || full(context, type) || soldOut,
  };
}

/** Told by nothing but a proof: the counter asks for it before it asks the server. */
function concessionOf({ concession }: SoldType): Offer["concession"] {
  if (!concession) return null;
  const { id, name, shows, proof } = concession;
  return { id, name, who: sayConcession(concession), shows, shown: proof === "shown" };
}

/** So that nobody is promised a day on which their ticket is not sold. */
function blackoutsFrom(today: string, types: readonly SoldType[]): { days: string; names: string[] }[] {
  const all = types.flatMap(({ name, rules }) => (rules.offDays ?? []).map((off) => ({ off, name })));
  const coming = all.filter(({ off }) => off.to >= today);
  coming.sort((one, other) => one.off.from.localeCompare(other.off.from) || one.off.to.localeCompare(other.off.to));
  const byDays = new Map<string, string[]>();
  for (const { off, name } of coming) byDays.set(sayOff(off), [...(byDays.get(sayOff(off)) ?? []), name]);
  return [...byDays].slice(0, 20).map(([days, names]) => ({ days, names }));
}

/** Of a type with slots: closed where every slot that is left is. */
function closedOffer(context: SaleContext, type: SoldType, open: number): string {
  if (type.slots.length === 0 || open > 0) return closedWhyNot(context, type, "");
  return type.slots.map((slot) => closedWhyNot(context, type, slot)).find((no) => no !== "") ?? "";
}

/** What is in it: of a combo the parts, and how many people one of it names; of a select-point type its choice. */
function insideOf(type: SoldType): Pick<Offer, "parts" | "choice" | "visitorsEach"> {
  const { combo } = type;
  return {
    choice: sayChoice(type),
    visitorsEach: combo?.people ?? 1,
    parts: (combo?.parts ?? []).map(({ type, partName, quantity }) => ({
      name: partName,
      parkName: type.parkName,
      quantity,
    })),
  };
}

/** Of a combo, as soon as one of its parks bears no more. */
function full({ capacities }: SaleContext, type: SoldType): string {
  const sentences = capacities.map((capacity) => {
    const own = needsOf(type).filter((need) => need.type.parkId === capacity.parkId);
    const each = own.reduce((sum, need) => sum + need.quantity * (need.type.rules.persons ?? 1), 0);
    const people = each * type.minPerOrder;
    return people > 0 ? capacityWhyNot(capacity, people) : "";
  });
  return sentences.find((no) => no !== "") ?? "";
}

const quote = serve(quoteSale, async (call, asked) => {
  const payload = await atTill(call, asked);
  const { visitDay, visitors } = payload;
  const { agency, problem } = await agencyTyped(call, payload.agency);
  const { guide, problem: noGuide } = await guideTyped(call, payload.guide, agency);
  const beside = await partsBeside(call, payload.beside);
  const cart = await reduceCart(call, await priceCart(call, { ...payload, ...(await pricesOfAgency(call, agency)) }), {
    ...payload,
    ...{ paidBy: paidBy(payload), beside: amountOf(beside) },
  });
  const others = beside.map(({ part }) => part);
  const { total, discount, payable } = totalsOf([{ lines: reducedLines(cart), whyNot: "" }, ...others], 0);
  // A person's limit counts what everybody sold them.
  const beyond = await ofEverybody(call, () => visitorsBeyondLimit(call, cart, visitors));
  const restricted = await restrictedAmong(call, visitors);
  const keptOut = await ofEverybody(call, () => reservationsKeptOut(call, cart, visitors));
  const conceded = concessionsOf(cart, visitors, payload.proofs);
  const refused = [...restricted, ...keptOut, ...conceded.wrong, ...beyond];
  const { contactMobile: mobile } = payload;
  const ofMobile = mobile ? await ofEverybody(call, () => mobileWhyNot(call, visitDay, cart.lines, mobile)) : "";
  // Of a combo the limit of any part counts.
  const limitOf = (type: SoldType) =>
    beyond.find(({ typeId }) => needsOf(type).some((need) => need.type.id === typeId))?.message ?? "";
  return {
    lines: cart.asked.map(({ type, day, slot, quantity, unitPrice, amount, policyName, whyNot }) => ({
      ticketTypeId: type.id,
      visitDay: day,
      slot,
      quantity,
      name: type.name,
      unitPrice,
      amount,
      policyName,
      realName: type.realName,
      ...insideOf(type),
      whyNot: whyNot || limitOf(type),
    })),
    beside: beside.map(({ business, key, part: { lines, whyNot } }) => ({
      ...{ business, key, whyNot },
      amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    })),
    total,
    discount,
    payable,
    reductions: sumsOf(cart),
    refusedReductions: [
      ...(problem ? [{ field: "agency", message: problem }] : []),
      ...(noGuide ? [{ field: "guide", message: noGuide }] : []),
      ...cart.problems,
    ],
    agency: agency ? await sayAgency(call, agency, payable) : "",
    guide: guide ? sayGuide(guide) : "",
    payer: cart.payer.says,
    staffStanding: cart.staffStanding,
    whyNot:
      problem ||
      noGuide ||
      cart.whyNot ||
      others.find(({ whyNot }) => whyNot !== "")?.whyNot ||
      cart.problems[0]?.message ||
      conceded.whyNot ||
      refused[0]?.message ||
      ofMobile,
    refusedVisitors: refused.map(({ place, message }) => ({ place, message })),
    proofs: conceded.proofs,
    instead: await insteadOf(call, cart, visitors),
    overbook: cart.overbook && { places: cart.overbook.places, says: cart.overbook.says },
    late: cart.late?.says ?? [],
  };
});

const amountOf = (beside: readonly { part: { lines: readonly { amount: number }[] } }[]) =>
  beside.reduce((sum, { part }) => sum + part.lines.reduce((all, { amount }) => all + amount, 0), 0);

/** The sale with a way of taking quota. The tests put in one without the condition, and see it oversell. */
/** A sale that names no point of sale is made at that of the seller's shift, whose sales page holds for it. */
async function atTill<P extends { posId?: number | undefined }>(call: Call, payload: P): Promise<P> {
  if (payload.posId !== undefined) return payload;
  const { posId } = await counterTill(call);
  return posId === null ? payload : { ...payload, posId };
}

export function sellWith(take: TakeQuota, takeReduced?: TakeReduced): Served {
  return serve(sellTickets, (call, payload) => sell(call, payload, take, takeReduced));
}

async function sell(
  call: Call,
  asked: ParsedPayloadOf<typeof sellTickets>,
  take: TakeQuota,
  takeReduced?: TakeReduced,
) {
  const payload = await atTill(call, asked);
  const { posId, payments } = payload;
  const { agency, problem } = await agencyTyped(call, payload.agency);
  if (problem) throw new Invalid({ agency: [problem] });
  const { guide, problem: noGuide } = await guideTyped(call, payload.guide, agency);
  if (noGuide) throw new Invalid({ guide: [noGuide] });
  refuseNumber(payload);
  const beside = await partsBeside(call, payload.beside, true);
  const cart = await reduceCart(call, await priceCart(call, { ...payload, ...(await pricesOfAgency(call, agency)) }), {
    ...payload,
    ...{ paidBy: paidBy(payload), beside: amountOf(beside) },
  });
  refuseProblems(cart.problems);
  if (cart.whyNot) throw new Refusal(cart.whyNot);
  const holders = holdersOf(cart, payload.visitors);
  refuseConcessions(cart, payload.visitors, payload.proofs);
  // A person's limit counts what everybody sold them; and who sees their own orders alone sells one that nobody has yet.
  return ofEverybody(call, async () => {
    await refuseRestricted(call, payload.visitors);
    await checkReservations(call, cart, payload.visitors);
    await checkIdentityLimits(call, cart.visitDay, cart.lines, holders);
    await checkMobileLimits(call, cart.visitDay, cart.lines, payload.contactMobile ?? "");
    const types = payments.length > 0 ? payments.map((one) => one.paymentType) : [payload.paymentType ?? ""];
    const order = await sellOrder(call, {
      channel: counterChannel,
      visitDay: cart.visitDay,
      parts: [
        ticketPart({ ...cart, contactMobile: payload.contactMobile ?? "" }, holders, take, takeReduced),
        ...beside.map(({ part }) => part),
      ],
      discount: 0,
      expectedPayable: payload.expectedPayable,
      payment: payments.length > 0 ? { payments } : { paymentType: payload.paymentType ?? "", given: payload.given },
      gateway: { code: payload.paymentCode },
      posId: posId ?? null,
      posName: cart.posName,
      contactName: payload.contactName ?? "",
      contactMobile: payload.contactMobile ?? "",
      remark: payload.remark ?? "",
      ...(cart.late && { noted: { late: cart.late.reason } }),
      accounts: [...payingAgency(agency?.id, types), ...cart.payer.accounts],
    });
    const trade = { agencyId: agency?.id ?? null, guideId: guide?.id ?? null };
    await keepTradeOrder(call, { orderId: order.orderId, visitDay: cart.visitDay, ...trade });
    return order;
  });
}

export const served = [counter, quote, sellWith(takeQuota)];
