/** The sale of an order: businesses quote and take, the core numbers, writes lines and payments, businesses issue. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { SaleNode, Step } from "~/contract/order/flow-steps";
import { allocate } from "../../kernel/allocate";
import { unknownItems } from "../../kernel/dictionaries";
import { yuan } from "../../kernel/money";
import { nextNumber } from "../../kernel/numbers";
import { parameterValue } from "../../kernel/parameters";
import { Invalid, Refusal } from "../../kernel/refusal";
import { preparedRowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { saleStepsValue } from "./flow/chain";
import { goThroughSale } from "./flow/in-sale";
import { payerOf, refuseAccountTypes } from "./payment/by-account";
import { readCode, startAttempt } from "./payment/gateway/attempt";
import { connectedTypes, type KeptPart } from "./payment/gateway/attempt-row";
import { choiceAt, choicesOf, notTakenHere, type PayChoice, type Till } from "./payment/pay-setting";
import { type Part, type PlacedLine, type PlacedOrder, type QuotedLine, type Sellable, sellableOf } from "./sellable";
import { type Settled, settle, type Tender } from "./settlement";
import { shiftWhyNot } from "./shift";
import { keptFromCaller, shiftHeldOf } from "./shift-store";

/** `payment` is null of an order that is held until it is paid (`hold.ts`). */
export interface Sale {
  channel: string;
  /** Of lines that name none. */
  visitDay: string;
  parts: readonly Part[];
  /** Fen off the whole. */
  discount: number;
  /** What the caller believes it costs; a price that moved is refused. */
  expectedPayable: number | undefined;
  payment: Paying | null;
  /** It costs nothing and nobody pays at a till: neither a payment nor an open shift is asked for. */
  free?: true;
  /** The till asks payment companies where it has accounts; `code`: the customer's payment code, "" to show one. */
  gateway?: { code: string };
  /** Of payments that accounts make: by which payment type, and what the account is known by. */
  accounts?: readonly PayingAccount[];
  posId: number | null;
  posName: string;
  contactName: string;
  contactMobile: string;
  remark: string;
  /** What the log says of it beside its figures. */
  noted?: Readonly<Record<string, unknown>>;
}

export interface PayingAccount {
  paymentType: string;
  id: string;
  /** Fen that its rule gives for nothing. */
  free?: number;
  /** When it was spent, where that was not now: a till that had no line told of it later. */
  at?: Date;
}

/** One payment of the whole, with what was handed over where that was counted; or several. */
export type Paying = { paymentType: string; given: number | undefined } | { payments: readonly Tender[] };

export interface Totals {
  total: number;
  /** Fen off: of the lines' own reductions, and of the whole. */
  discount: number;
  payable: number;
  /** The first reason against the whole; "" when it can be sold. */
  whyNot: string;
}

/** Quotations of several businesses for one order; `wishes` as each business has them. */
export function quoteParts(
  call: Call,
  sellables: readonly Sellable[],
  visitDay: string,
  wishes: readonly { business: string; wish: unknown }[],
): Promise<Part[]> {
  const businesses = [...new Set(wishes.map(({ business }) => business))];
  return Promise.all(
    businesses.map((business) =>
      sellableOf(sellables, business).quote(
        call,
        visitDay,
        wishes.filter((one) => one.business === business).map(({ wish }) => wish),
      ),
    ),
  );
}

/** Sums of a quotation. A discount above the total is Invalid. */
export function totalsOf(
  parts: readonly { lines: readonly Pick<QuotedLine, "amount" | "reductions">[]; whyNot: string }[],
  discount: number,
): Totals {
  const lines = parts.flatMap((part) => part.lines);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const left = lines.reduce((sum, line) => sum + leftOf(line), 0);
  if (discount > left) throw new Invalid({ discount: [m.r_discount_above_total({ total: yuan(left) })] });
  const payable = left - discount;
  return { total, discount: total - payable, payable, whyNot: parts.find(({ whyNot }) => whyNot !== "")?.whyNot ?? "" };
}

/** Fen of a line once its own reductions are off. */
const leftOf = ({ amount, reductions = [] }: Pick<QuotedLine, "amount" | "reductions">) =>
  reductions.reduce((left, off) => left - off.amount, amount);

/**
 * Sells all parts in one order: paid at once; held until it is paid, with its pieces issued (`payment` null); or `waiting`: one
 * of its payments is a company's to take, and until it has, the order holds what it took and nothing is issued. Refusals
 * throw; nothing is written then.
 */
export async function sellOrder(
  call: Call,
  sale: Sale,
): Promise<{ orderId: number; orderNo: string; waiting: boolean }> {
  const { parts } = sale;
  const { visitDay } = daysOf(sale);
  const { total, discount, payable, whyNot } = totalsOf(parts, sale.discount);
  if (whyNot) throw new Refusal(whyNot);
  if (sale.expectedPayable !== undefined && sale.expectedPayable !== payable) {
    throw new Refusal(m.r_price_moved({ now: yuan(payable), expected: yuan(sale.expectedPayable) }));
  }
  const { payment } = sale;
  const { unknown, needsShift, connected, steps } =
    sale.free || !payment ? noTill : await tillStanding(call, payment, sale);
  const noShift = needsShift ? await shiftWhyNot(call, sale.posId) : "";
  if (noShift) throw new Refusal(noShift);
  const payments = payment ? paymentsOf(payable, payment, unknown) : [];
  const asked = sale.gateway ? askedOfCompany(payments, connected) : null;
  const code = asked ? readCode(sale.gateway?.code ?? "") : "";
  const tellWhoAsked = await goThroughSale(call, sale, { total, discount, payable }, steps);
  const orderNo = nextNumber(call, "OD");
  // Always in the same order, so that two sales never wait for one another.
  const inOrder = [...parts].sort((one, other) => one.business.localeCompare(other.business));
  for (const part of inOrder) await part.take(call, orderNo);
  // What cannot wait for its money is sold for money that is there.
  if (asked && parts.some((part) => !part.keep)) throw new Invalid({ payments: [m.pay_no_company_beside()] });
  if (asked && sale.accounts?.length) throw new Invalid({ payments: [m.pay_one_company()] });
  // What is taken beside the company is booked later: until this order is there its shift is not closed.
  if (asked && payments.length > 1) await shiftHeldOf(call, call.caller.userId);
  const isPending = asked !== null || !payment;
  const numbered = { orderNo, total, discount, payable, payments: asked ? [] : payments, isPending };
  const { orderId, placed } = await insertOrder(call, sale, numbered);
  const order = { id: orderId, orderNo, visitDay, unpaid: !payment };
  if (!asked) await takeFromAccounts(call, sale, order, payments);
  if (asked) {
    const kept = await keepParts(call, order, parts, placed);
    await startAttempt(call, { order, asked, payments, kept, code });
  } else for (const part of parts) await part.fulfil(call, order, placed.get(part) ?? []);
  const quantity = parts.reduce((sum, { lines }) => sum + lines.reduce((count, line) => count + line.quantity, 0), 0);
  const states = { ...(!payment && { state: "pending" }), ...(asked && { waiting: true }) };
  const after = { visitDay, quantity, total, discount, payable, payments, ...states, ...sale.noted };
  call.audit({ thing: "order", thingId: orderId, label: orderNo, after });
  await tellWhoAsked({ orderId, orderNo });
  return { orderId, orderNo, waiting: asked !== null };
}

async function takeFromAccounts(call: Call, sale: Sale, order: PlacedOrder, payments: readonly Settled[]) {
  const parkId = sale.parts.flatMap(({ lines }) => lines)[0]?.parkId ?? 0;
  // What a rule gives for nothing counts in the account's day, also where nothing is left to pay.
  const free = (sale.accounts ?? []).filter(
    (one) => one.free && !payments.some((paid) => paid.paymentType === one.paymentType),
  );
  for (const { paymentType, amount } of [...payments, ...free.map((one) => ({ ...one, amount: 0 }))]) {
    const { id: account = "", free = 0, at } = sale.accounts?.find((one) => one.paymentType === paymentType) ?? {};
    const taken = { account, amount, parkId, posId: sale.posId, free, ...(at && { at }) };
    if (amount > 0 || free > 0) await payerOf(paymentType)?.take(call, order, taken);
  }
}

const noTill = { unknown: [], needsShift: false, connected: [], steps: null };

/** The payment that a company is asked for; null where people take all of it. */
function askedOfCompany(payments: readonly Settled[], connected: readonly string[]): Settled | null {
  const [asked, another] = payments.filter(({ paymentType, amount }) => amount > 0 && connected.includes(paymentType));
  if (another) throw new Invalid({ payments: [m.pay_one_company()] });
  return asked ?? null;
}

async function keepParts(
  call: Call,
  order: PlacedOrder,
  parts: readonly Part[],
  placed: ReadonlyMap<Part, PlacedLine[]>,
): Promise<KeptPart[]> {
  const kept: KeptPart[] = [];
  for (const part of parts) {
    kept.push({ business: part.business, what: await part.keep?.(call, order, placed.get(part) ?? []) });
  }
  return kept;
}

/** The rows of the ledger; nonsense is Invalid, by the field that says it. */
export function paymentsOf(payable: number, paying: Paying, unknown: readonly string[]): Settled[] {
  const split = "payments" in paying;
  const tenders = split ? paying.payments : [{ paymentType: paying.paymentType, amount: paying.given ?? payable }];
  tenders.forEach(({ paymentType }, index) => {
    if (!unknown.includes(paymentType)) return;
    throw new Invalid({ [split ? `payments.${index}.paymentType` : "paymentType"]: [m.r_no_payment_type()] });
  });
  const settled = settle(payable, tenders);
  const field = split ? "payments" : "given";
  if (!settled.ok) {
    const facts = { given: yuan(settled.given), due: yuan(payable), short: yuan(Math.abs(payable - settled.given)) };
    if (settled.why === "above") throw new Invalid({ [field]: [m.r_paid_above_due(facts)] });
    throw new Invalid({ [field]: [settled.cashOnly ? m.r_cash_short(facts) : m.r_paid_short(facts)] });
  }
  // Nobody counted what was handed over: the ledger does not claim it.
  if (!split && paying.given === undefined) return settled.payments.map((payment) => ({ ...payment, received: null }));
  return settled.payments;
}

/**
 * What a sale asks of the till, in one look: payment types that nobody has, whether a shift must be open, and the chain of steps. A type that
 * the till does not take is Invalid.
 */
export async function tillStanding(
  call: Call,
  paying: Paying,
  till: Till & { accounts?: readonly PayingAccount[] },
): Promise<{ unknown: string[]; needsShift: boolean; connected: string[]; steps: readonly Step<SaleNode>[] | null }> {
  const split = "payments" in paying;
  const types = split ? paying.payments.map(({ paymentType }) => paymentType) : [paying.paymentType];
  const unsaid = types.filter((type) => !till.accounts?.some((account) => account.paymentType === type));
  refuseAccountTypes(unsaid, split ? "payments" : "paymentType");
  const [row] = await preparedRowsOf<Standing>(
    call.db,
    sql`
      select ${unknownItems("paymentType", types)} as unknown, ${parameterValue("saleNeedsShift")} as needed,
             ${choicesOf(till.channel, till.posId)} as choices, ${connectedTypes} as connected,
             ${saleStepsValue} as steps, ${keptFromCaller(call, till.posId)} as "keptFor"
    `,
  );
  const { unknown = [], needed, choices = [], connected = [], steps = null, keptFor = null } = row ?? {};
  if (keptFor !== null) throw new Refusal(m.pos_not_yours({ pos: keptFor }));
  const taken = choiceAt(choices, till);
  const place = types.findIndex((type) => taken !== null && !taken.includes(type) && !unknown.includes(type));
  if (place >= 0) {
    const field = split ? `payments.${place}.paymentType` : "paymentType";
    throw new Invalid({ [field]: [await notTakenHere(call, types[place] ?? "")] });
  }
  return { unknown, needsShift: needed === "T", connected, steps };
}

interface Standing {
  unknown: string[];
  needed: string;
  choices: PayChoice[];
  connected: string[];
  steps: readonly Step<SaleNode>[];
  /** Name of the till, where it is not the caller's. */
  keptFor: string | null;
}

/** The first of its days, and the last where that is another. */
function daysOf({ parts, visitDay }: Sale): { visitDay: string; lastDay: string | null } {
  const days = parts.flatMap(({ lines }) => lines.map(({ day = visitDay }) => day)).sort();
  const [first = visitDay, last = first] = [days[0], days.at(-1)];
  return { visitDay: first, lastDay: last > first ? last : null };
}

interface Numbered {
  orderNo: string;
  total: number;
  discount: number;
  payable: number;
  payments: readonly Settled[];
  /** The money is still to come. */
  isPending: boolean;
}

/** The order, its lines as sold and its payments in one statement. The discount of the whole is spread over lines, exact to the fen. */
async function insertOrder(call: Call, sale: Sale, numbered: Numbered) {
  const { orderNo, total, discount, payable, payments, isPending } = numbered;
  const flat = sale.parts.flatMap((part) => part.lines.map((line) => ({ part, line })));
  const { visitDay, lastDay } = daysOf(sale);
  // A line says its day where it might be another than its order's, now or after a change.
  const saysDays = lastDay !== null || sale.parts.length > 1;
  const discounts = allocate(
    sale.discount,
    flat.map(({ line }) => leftOf(line)),
  );
  const lines = flat.map(({ part, line }, index) => ({
    line_no: index + 1,
    business: part.business,
    kind: line.kind,
    subject_id: line.subjectId,
    name: line.name,
    park_id: line.parkId,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    amount: line.amount,
    discount: line.amount - leftOf(line) + (discounts[index] ?? 0),
    terms: {
      ...line.terms,
      ...(saysDays && { visitDay: line.day ?? sale.visitDay }),
      ...(line.reductions?.length && { reductions: line.reductions }),
    },
  }));
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  const parks = `{${[...new Set(lines.map((line) => line.park_id))].sort((a, b) => a - b)}}`;
  const { userId, name } = call.caller;
  const [state, paid] = isPending ? ["pending", 0] : ["paid", payable];
  const at = sql`${call.now.toISOString()}::timestamptz`;
  const rows = await preparedRowsOf<{ orderId: number; id: number; lineNo: number }>(
    call.db,
    sql`
      with sold as (
        insert into orders (
          order_no, channel, state, visit_day, last_visit_day, contact_name, contact_mobile, quantity,
          total, discount, payable, paid, seller_id, seller_name, pos_id, pos_name, remark, parks, created_at, updated_at
        )
        values (
          ${orderNo}, ${sale.channel}, ${state}, ${visitDay}, ${lastDay}::date, ${sale.contactName}, ${sale.contactMobile},
          ${quantity}, ${total}, ${discount}, ${payable}, ${paid},
          ${userId}, ${name}, ${sale.posId}, ${sale.posName}, ${sale.remark},
          ${parks}::bigint[], ${at}, ${at}
        )
        returning id
      ),
      lines as (
        insert into sub_order (
          order_id, line_no, business, kind, subject_id, name, park_id, quantity, unit_price, amount, discount, terms
        )
        select sold.id, l.line_no, l.business, l.kind, l.subject_id, l.name, l.park_id, l.quantity, l.unit_price,
               l.amount, l.discount, l.terms
        from sold, json_to_recordset(${JSON.stringify(lines)}::json) as l (
          line_no int, business text, kind text, subject_id bigint, name text, park_id bigint, quantity int,
          unit_price bigint, amount bigint, discount bigint, terms jsonb
        )
        returning order_id, id, line_no
      ),
      received as (
        insert into payment (at, order_id, kind, payment_type, amount, received, account_id, account_name)
        select ${at}, sold.id, 'payment', p."paymentType", p.amount, p.received, ${userId}::bigint, ${name}
        from sold, json_to_recordset(${JSON.stringify(payments)}::json) as p (
          "paymentType" text, amount bigint, received bigint
        )
      )
      select order_id as "orderId", id, line_no as "lineNo" from lines order by line_no
    `,
  );
  const orderId = rows[0]?.orderId;
  if (orderId === undefined) throw new Error("an order has lines, and an insert answers them");
  const placed = new Map<Part, PlacedLine[]>();
  flat.forEach(({ part, line }, index) => {
    const { id = 0, lineNo = index + 1 } = rows[index] ?? {};
    const row = { id, lineNo, quantity: line.quantity, unitPrice: line.unitPrice, discount: discounts[index] ?? 0 };
    placed.set(part, [...(placed.get(part) ?? []), row]);
  });
  return { orderId, placed };
}
