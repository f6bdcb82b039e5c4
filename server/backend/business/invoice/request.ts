/** Requests of invoices: what may be invoiced is reckoned with the orders locked, and written as a snapshot. */
import { quoteInvoice, requestInvoice } from "~/contract/invoice/invoice";
import { taxWithin } from "~/contract/invoice/tax";
import { isTaxNumber, plainTaxNumber } from "~/contract/invoice/tax-number";
import { m } from "~/contract/messages";
import { email } from "~/contract/validators";
import { businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { numberWithoutGap } from "../../kernel/numbers";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { lockOrders } from "../order/worth";
import { lockRebatesBooked, rebatesBooked } from "../travel/rebates-booked";
import { ordersAsked, stillOpen } from "./asked-orders";
import { type Left, leftOfOrders } from "./left";
import { isSameParty, type Party, partiesOf } from "./parties";
import { discounted, lessened, notShown } from "./rebates";
import { sellerInUse } from "./seller";
import { readTaxRules, ruleOf } from "./tax-rules";
import { type Buyer, type QuotedLine, type TakeSerial, writeInvoice } from "./write";

interface QuotedOrder {
  left: Left;
  lines: QuotedLine[];
  whyNot: string;
}

interface Quote {
  orders: QuotedOrder[];
  gross: number;
  tax: number;
  /** Of the agency's rebates, what its lines are less by. */
  rebate: number;
  party: Party | null;
  whyNot: string;
}

const closed = ["pending", "cancelled", "expired"];

/** How what is booked is read: by whoever writes the invoice with the agency locked. */
type ReadBooked = (call: Call, agencyId: number) => Promise<number>;

/** Takes nothing. Where the orders are locked it holds until the transaction ends. */
export async function quoteOf(
  call: Call,
  orderIds: readonly number[],
  booked: ReadBooked = rebatesBooked,
): Promise<Quote> {
  const unique = [...new Set(orderIds)];
  const lefts = await leftOfOrders(call, unique);
  if (lefts.length !== unique.length) throw new NotFound();
  const rules = await readTaxRules(call);
  const parties = await partiesOf(call, unique);
  const full = lefts.map((left): QuotedOrder => {
    const { order } = left;
    const day = businessDay(new Date(order.createdAt));
    const missing = left.parts.find(({ line }) => !ruleOf(rules, line, day));
    const why = missing ? m.invoice_no_rule({ name: missing.line?.name ?? m.invoice_fee_line(), day }) : "";
    const lines = left.parts.flatMap(({ line, gross }): QuotedLine[] => {
      const rule = ruleOf(rules, line, day);
      if (!rule) return [];
      const { id: ruleId, taxCode, treatment, rate } = rule;
      const name = `${rule.name} ${line?.name ?? m.invoice_fee_line()}`.slice(0, 120);
      const shared = { ruleId, name, taxCode, treatment, rate, gross, tax: taxWithin(gross, rate) };
      const quantity = line ? Math.max(1, line.quantity) : 1;
      return [{ lineId: line?.id ?? null, kind: line ? "line" : "fee", quantity, ...shared }];
    });
    return { left, lines, whyNot: nothingLeft(left) || why };
  });
  const party = parties.get(unique[0] ?? 0);
  const open = party?.by === "agency" ? await notShown(call, party.id, await booked(call, party.id)) : 0;
  const orders = lessBy(full, open);
  const all = orders.flatMap(({ lines }) => lines);
  const mixed = unique.some((id) => !isSameParty(parties.get(id), party));
  const none = orders.find(({ whyNot }) => whyNot !== "")?.whyNot ?? "";
  return {
    orders,
    gross: all.reduce((sum, { gross }) => sum + gross, 0),
    tax: all.reduce((sum, { tax }) => sum + tax, 0),
    rebate: all.reduce((sum, { discount = 0 }) => sum + discount, 0),
    party: party ?? null,
    whyNot: mixed ? m.invoice_two_parties() : none || (party ? untitled(party, orders[0]?.left) : ""),
  };
}

function lessBy(orders: readonly QuotedOrder[], rebate: number): QuotedOrder[] {
  const less = discounted(
    orders.flatMap(({ lines }) => lines),
    rebate,
  );
  let from = 0;
  return orders.map((order) => {
    const lines = less.slice(from, from + order.lines.length);
    from += order.lines.length;
    return { ...order, lines };
  });
}

function nothingLeft({ order, total, prepaid, invoiced }: Left): string {
  const { orderNo } = order;
  if (closed.includes(order.state)) return m.invoice_not_paid({ orderNo });
  if (total > 0) return "";
  return prepaid > 0 && invoiced === 0 ? m.invoice_all_prepaid({ orderNo }) : m.invoice_nothing_left({ orderNo });
}

/** A party without a title is invoiced by nobody: the sentence says who enters it, and where. */
function untitled({ by, name, title, taxNumber }: Party, first: Left | undefined): string {
  if (title && taxNumber) return "";
  if (by === "agency") return m.invoice_agency_no_title({ name });
  return m.invoice_application_no_title({ name, orderNo: first?.order.orderNo ?? "" });
}

/** How orders are locked; the tests put in one that locks nothing, and see one order invoiced twice. */
export type LockOrders = (call: Call, orderIds: readonly number[]) => Promise<void>;

export interface Asked extends Buyer {
  orderIds: readonly number[];
  /** In their place: all of a closed statement. */
  statementId?: number | undefined;
  remark: string;
  source: "staff" | "visitor";
  by: string;
  expected?: number | undefined;
}

interface Ways {
  lock?: LockOrders;
  serialOf?: TakeSerial;
  booked?: ReadBooked;
}

export async function makeInvoice(
  call: Call,
  asked: Asked,
  { lock = lockOrders, serialOf = numberWithoutGap, booked = lockRebatesBooked }: Ways = {},
): Promise<{ id: number; serial: string; gross: number }> {
  const all = await ordersAsked(call, asked);
  if (all.whyNot !== "") throw new Refusal(all.whyNot);
  await lock(call, all.orderIds);
  const orderIds = await stillOpen(call, all);
  if (orderIds.length === 0) throw new Refusal(m.invoice_statement_done());
  const quote = await quoteOf(call, orderIds, booked);
  if (quote.whyNot !== "") throw new Refusal(quote.whyNot);
  if (asked.expected !== undefined && asked.expected !== quote.gross)
    throw new Refusal(m.invoice_left_moved({ amount: yuan(quote.gross) }));
  const buyer = buyerOf(asked, {
    party: quote.party,
    orderNo: quote.orders[0]?.left.order.orderNo ?? "",
    lines: quote.orders.flatMap((order) => order.lines),
  });
  const seller = await sellerInUse(call);
  const lines = quote.orders.flatMap(({ left, lines: own }) =>
    own.map((line) => ({ orderId: left.order.id, topUpId: null, ...line })),
  );
  const ways = quote.orders.flatMap(({ left, lines: own }) =>
    lessened(
      left.ways,
      own.reduce((sum, { discount = 0 }) => sum + discount, 0),
    ).map((way) => ({ orderId: left.order.id, topUpId: null, ...way })),
  );
  const parks = [...new Set(quote.orders.flatMap(({ left }) => left.order.parks))];
  const numbers = quote.orders.map(({ left }) => left.order.orderNo).join(" ");
  return writeInvoice(
    call,
    {
      ...{ buyer, seller, gross: quote.gross, tax: quote.tax, numbers, parks },
      agencyId: quote.party?.by === "agency" ? quote.party.id : null,
      ...{ source: asked.source, by: asked.by, remark: asked.remark, lines, ways },
    },
    serialOf,
  );
}

interface MadeOutFor {
  party: Party | null;
  /** The first of its orders. */
  orderNo: string;
  lines: readonly Pick<QuotedLine, "treatment">[];
}

/** Whom it is made out to, checked; of an agency's or a channel's order nobody but its contracting party. */
export function buyerOf(asked: Buyer, { party, orderNo, lines }: MadeOutFor): Buyer {
  const given: Buyer = { ...asked, taxNumber: plainTaxNumber(asked.taxNumber) };
  const buyer = party ? partyAsBuyer(given, party, orderNo) : given;
  const errors: Record<string, string[]> = {};
  if (buyer.buyerKind === "company" && buyer.taxNumber === "") errors.taxNumber = [m.invoice_v_need_tax_number()];
  // A number of another country is in nobody's list.
  else if (buyer.buyerKind !== "abroad" && buyer.taxNumber !== "" && !isTaxNumber(buyer.taxNumber))
    errors.taxNumber = [m.invoice_v_tax_number()];
  else if (buyer.taxNumber.length > 20) errors.taxNumber = [m.v_too_long({ n: 20 })];
  if (buyer.mail !== "" && !email.safeParse(buyer.mail).success) errors.mail = [m.v_email()];
  if (buyer.kind === "special") {
    if (buyer.buyerKind !== "company" || !buyer.address || !buyer.bank) errors.kind = [m.invoice_v_special()];
    if (lines.some(({ treatment }) => treatment !== "taxed")) errors.kind = [m.invoice_exempt_special()];
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return buyer;
}

function partyAsBuyer(given: Buyer, party: Party, orderNo: string): Buyer {
  const { title, taxNumber, bank, address } = party;
  if (given.title !== title || (given.taxNumber !== "" && given.taxNumber !== plainTaxNumber(taxNumber)))
    throw new Invalid({
      title: [m.invoice_agency_only({ orderNo, name: title })],
    });
  return {
    ...given,
    buyerKind: "company",
    taxNumber: plainTaxNumber(taxNumber),
    bank: given.bank || bank,
    address: given.address || address,
  };
}

export const requestServed: Served[] = [
  serve(quoteInvoice, async (call, asked) => {
    const all = await ordersAsked(call, asked);
    const { statement } = all;
    const open = all.whyNot === "" ? await stillOpen(call, all) : [];
    if (open.length === 0) {
      const whyNot = all.whyNot || m.invoice_statement_done();
      return { orders: [], gross: 0, tax: 0, rebate: 0, party: null, statement, whyNot };
    }
    const { orders, gross, tax, rebate, party, whyNot } = await quoteOf(call, open);
    return {
      statement,
      orders: orders.map(({ left, lines, whyNot: why }) => ({
        id: left.order.id,
        orderNo: left.order.orderNo,
        paid: left.order.paid,
        refunded: left.order.refunded,
        invoiced: left.invoiced,
        prepaid: left.prepaid,
        left: left.total,
        whyNot: why,
        lines: lines.map(({ ruleId: _, discount = 0, ...line }) => ({ ...line, discount })),
      })),
      ...{ gross, tax, rebate },
      party: party && { title: party.title, taxNumber: party.taxNumber },
      whyNot,
    };
  }),
  serve(requestInvoice, (call, { idempotencyKey: _, ...payload }) =>
    makeInvoice(call, { ...payload, source: "staff", by: call.caller.name }),
  ),
];
