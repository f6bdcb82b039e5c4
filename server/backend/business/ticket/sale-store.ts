/** A cart as a part of an order: takes its quota, and issues the tickets once the order is written. */
import { sql } from "drizzle-orm";
import { isForChildren } from "~/contract/ticket/concession-terms";
import { allocate } from "../../kernel/allocate";
import { businessDay } from "../../kernel/business-time";
import { preparedRowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { Part, PlacedLine, PlacedOrder, QuotedLine } from "../order/sellable";
import { claimCapacity } from "./capacity";
import { endPromises, promisePlaces } from "./park-promise";
import { rowsOfPlaces } from "./quota-back";
import type { TakenPlaces, TakeQuota, Taking } from "./quota-take";
import { freeCodes, type TakeCards, takeCards } from "./reduce/cards";
import type { ReducedCart } from "./reduce/reduce";
import { giveBackUnused, type TakeStaff, takeStaff } from "./reduce/staff";
import { noteReduced, type Taken } from "./reduce/tickets";
import { noteReservations } from "./reservation-store";
import type { SoldBeside } from "./rules/refund-beside";
import { validityOf } from "./rules/sellable";
import { type Cart, type CartLine, drawsFrom, peopleOf } from "./sale-cart";
import type { Visitor } from "./sale-visitors";
import { termsOfSale } from "./sold-terms";
import type { SoldType } from "./sold-type";
import { type SharedLine, shareSale } from "./sub-ticket-moves";
import { newQrText, newTicketNumber } from "./ticket-code";

type SoldCart = Cart & Partial<Pick<ReducedCart, "reduced" | "staff" | "cards">> & { contactMobile?: string };

/** How what is used up by reductions is taken. The tests put in ways without their conditions, and see them overdraw. */
export interface TakeReduced {
  staff: TakeStaff;
  cards: TakeCards;
}
export const takesReduced: TakeReduced = { staff: takeStaff, cards: takeCards };

/** `holders`: the holder of each ticket, line by line. */
export function ticketPart(
  cart: SoldCart,
  holders: readonly Visitor[][],
  takeQuota: TakeQuota,
  takeReduced: TakeReduced = takesReduced,
): Part {
  let quotaDays = new Map<Taking, TakenPlaces[]>();
  let taken: Taken = {};
  return {
    business: "ticket",
    lines: cart.lines.map((line, index) => ({
      ...quotedLine(cart, line),
      reductions: cart.reduced?.[index]?.reductions ?? [],
    })),
    whyNot: cart.whyNot,
    async take(call, orderNo) {
      await claimCapacity(call, cart.capacities, peopleOf(cart.lines));
      quotaDays = await takeQuota(call, cart.takings, orderNo);
      taken = { staff: await takeReduced.staff(call, cart.staff ?? [], orderNo) };
      await takeReduced.cards(call, cart.cards ?? [], orderNo);
    },
    async fulfil(call, order, lines) {
      const rows = rowsOfTickets(call, cart, holders, lines, quotaDays);
      await issue(call, order, rows);
      await noteReservations(call, order, cart.lines, lines, holders, cart.contactMobile ?? "");
      await noteReduced(call, order.id, cart.reduced ?? [], taken, numbersByLine(lines, rows));
      // What nobody has paid for is shared with nobody: `sale-held.ts` does it once it is.
      if (!order.unpaid) await shareSale(call, order.id, sharedLines(cart, lines, rows.tickets));
    },
    async keep(call, _order, lines): Promise<KeptTickets> {
      const rows = rowsOfTickets(call, cart, holders, lines, quotaDays);
      await noteQuotas(call, rows.quotas);
      await promisePlaces(call, promisedBy(cart, lines));
      return {
        rows: { ...rows, quotas: [] },
        reduced: cart.reduced ?? [],
        staff: [...(taken.staff ?? [])],
        uses: (cart.staff ?? []).map(({ ruleId, quantity }) => ({ ruleId, quantity })),
        codeIds: (cart.cards ?? []).map(({ codeId }) => codeId),
        ticketNos: numbersByLine(lines, rows),
        shared: sharedLines(cart, lines, rows.tickets),
      };
    },
  };
}

/** All that is left to write once the money is there: nothing is priced or numbered anew. As JSON. */
interface KeptTickets {
  rows: TicketRows;
  reduced: NonNullable<SoldCart["reduced"]>;
  /** Accounts of months by rule. */
  staff: [number, number][];
  uses: { ruleId: number; quantity: number }[];
  codeIds: number[];
  ticketNos: string[][];
  shared: SharedLine[];
}

export async function fulfilKept(call: Call, order: PlacedOrder, kept: unknown): Promise<void> {
  const { rows, reduced, staff, ticketNos, shared } = kept as KeptTickets;
  const lineIds = rows.lines.map(({ line_id }) => line_id);
  await endPromises(call, "line", lineIds);
  await issue(call, order, rows);
  await noteReduced(call, order.id, reduced, { staff: new Map(staff) }, ticketNos);
  await shareSale(call, order.id, shared);
}

/** Months of employees and promotion codes that nobody's ticket has used. Places go back with their lines. */
export async function letGoKept(call: Call, { orderNo }: PlacedOrder, kept: unknown): Promise<void> {
  const { staff, uses, codeIds } = kept as KeptTickets;
  const months = new Map(staff);
  for (const { ruleId, quantity } of uses) {
    const account = months.get(ruleId);
    if (account !== undefined) await giveBackUnused(call, account, quantity, orderNo);
  }
  await freeCodes(call, codeIds);
}

const numbersByLine = (lines: readonly PlacedLine[], { tickets }: TicketRows) =>
  lines.map(({ id }) => tickets.flatMap((one) => (one.line_id === id ? [one.ticket_no] : [])));

const promisedBy = ({ lines }: Cart, placed: readonly PlacedLine[]) =>
  placed.flatMap(({ id, quantity }, place) => {
    const line = lines[place];
    return line ? [{ source: "line" as const, id, parkId: line.type.parkId, day: line.day, people: quantity }] : [];
  });

/** Where places came from, before there are tickets: so that they go back there. */
async function noteQuotas(call: Call, quotas: TicketRows["quotas"]): Promise<void> {
  if (quotas.length === 0) return;
  await call.db.execute(sql`
    insert into sub_order_quota (line_id, quota_day_id, quantity)
    select q.line_id, q.quota_day_id, q.quantity
    from json_to_recordset(${JSON.stringify(quotas)}::json) as q (line_id bigint, quota_day_id bigint, quantity int)
  `);
}

type TicketRows = ReturnType<typeof rowsOfTickets>;

function quotedLine(
  { now, lines }: Cart,
  { type, day, slot, quantity, unitPrice, amount, ofCombo, ofGroup, late, ...line }: CartLine,
): QuotedLine {
  const { validFrom, validTo } = validityOf(type, { visitDay: day, now });
  return {
    kind: type.kind,
    subjectId: type.id,
    name: type.name,
    parkId: type.parkId,
    quantity,
    unitPrice,
    amount,
    day,
    terms: {
      ...termsOfSale(type, { slot, policyId: line.policyId, policyName: line.policyName, validFrom, validTo }),
      ...(ofCombo && { combo: ofCombo }),
      ...(ofGroup && { group: ofGroup }),
      ...(late && { late }),
      ...(lines.some((one) => one.type.concession?.perAdult) && { beside: besideOf(type) }),
    },
  };
}

function besideOf({ parkId, insteadOfId, concession }: SoldType): SoldBeside {
  return {
    parkId,
    insteadOfId,
    concessionId: concession?.id ?? null,
    perAdult: concession?.perAdult ?? null,
    child: concession ? isForChildren(concession) : false,
  };
}

/** Lines of types that are settled by parts, with what is paid for each of their tickets. */
function sharedLines(
  cart: Cart,
  placed: readonly PlacedLine[],
  tickets: readonly { line_id: number; price: number }[],
): SharedLine[] {
  return cart.lines.flatMap(({ type }, index) => {
    const lineId = placed[index]?.id;
    if (lineId === undefined || type.subParts.length === 0) return [];
    const prices = tickets.filter((ticket) => ticket.line_id === lineId).map(({ price }) => price);
    return [{ lineId, ticketTypeId: type.id, ticketTypeName: type.name, parts: type.subParts, prices }];
  });
}

/** The rows as the tables have them. What is off a ticket of its own is, and the order's discount is spread to the fen. */
function rowsOfTickets(
  call: Call,
  cart: SoldCart,
  holders: readonly Visitor[][],
  placed: readonly PlacedLine[],
  quotaDays: ReadonlyMap<Taking, TakenPlaces[]>,
) {
  const today = businessDay(call.now);
  let sequence = call.numbers.take(
    "TK",
    today,
    cart.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  );
  const lines = cart.lines.flatMap((line, index) => {
    const { type, day, slot } = line;
    const at = placed[index];
    if (!at) return [];
    const { validFrom, validTo } = validityOf(type, { visitDay: day, now: cart.now });
    return [
      {
        line_id: at.id,
        ticket_type_id: type.id,
        ticket_type_name: type.name,
        park_id: type.parkId,
        gate_group_id: type.gateGroupId,
        visit_day: day,
        slot,
        valid_from: validFrom,
        valid_to: validTo,
        entry_from: type.entryFrom,
        entry_to: type.entryTo,
        pass_interval: type.passInterval,
        rules: type.rules,
        admissions: type.admissions,
      },
    ];
  });
  const pricesOf = ({ quantity, unitPrice }: PlacedLine, index: number) =>
    Array.from({ length: quantity }, (_, place) => unitPrice - (cart.reduced?.[index]?.off[place] ?? 0));
  const tickets = placed.flatMap((line, index) => {
    const prices = pricesOf(line, index);
    return allocate(line.discount, prices).map((share, place) => ({
      line_id: line.id,
      ticket_no: newTicketNumber(today, sequence++),
      qr_text: newQrText(),
      price: (prices[place] ?? 0) - share,
      combo_set: cart.lines[index]?.places?.[place]?.set ?? null,
      holder_name: holders[index]?.[place]?.name ?? "",
      holder_document: holders[index]?.[place]?.document ?? "resident",
      holder_country: holders[index]?.[place]?.country ?? "",
      holder_identity: holders[index]?.[place]?.identity ?? "",
    }));
  });
  const quotas = [...quotaDays].flatMap(([taking, places]) => {
    const drawing = cart.lines.flatMap((line, index) =>
      drawsFrom(line, taking) ? [{ lineId: placed[index]?.id ?? 0, quantity: line.quantity }] : [],
    );
    return rowsOfPlaces(drawing, places);
  });
  return { lines, tickets, quotas };
}

/** Tickets, and where their places came from, in one statement. */
async function issue(call: Call, order: PlacedOrder, { lines, tickets, quotas }: TicketRows): Promise<void> {
  await preparedRowsOf(
    call.db,
    sql`
      with issued as (
        insert into ticket (
          ticket_no, qr_text, order_id, line_id, ticket_type_id, ticket_type_name, park_id, gate_group_id, visit_day,
          slot, valid_from, valid_to, entry_from, entry_to, pass_interval, rules, price, admissions, holder_name,
          holder_document, holder_country, holder_identity, combo_set, issued_at
        )
        select t.ticket_no, t.qr_text, ${order.id}::bigint, l.line_id, l.ticket_type_id, l.ticket_type_name, l.park_id,
               l.gate_group_id, coalesce(l.visit_day, ${order.visitDay}::date), l.slot, l.valid_from, l.valid_to, l.entry_from, l.entry_to,
               l.pass_interval, coalesce(l.rules, '{}'), t.price, l.admissions, t.holder_name, t.holder_document,
               t.holder_country, t.holder_identity, t.combo_set,
               ${call.now.toISOString()}::timestamptz
        from json_to_recordset(${JSON.stringify(tickets)}::json) as t (
               line_id bigint, ticket_no text, qr_text text, price bigint, holder_name text, holder_document text,
               holder_country text, holder_identity text, combo_set int
             )
        join json_populate_recordset(null::ticket, ${JSON.stringify(lines)}::json) l on l.line_id = t.line_id
        order by t.ticket_no
      )
      insert into sub_order_quota (line_id, quota_day_id, quantity)
      select q.line_id, q.quota_day_id, q.quantity
      from json_to_recordset(${JSON.stringify(quotas)}::json) as q (line_id bigint, quota_day_id bigint, quantity int)
    `,
  );
}
