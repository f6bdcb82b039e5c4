/** Tickets of an order that is held until it is paid: sold on any channel, shared once paid, taken again where that came late. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { reservationKind } from "~/contract/ticket/reservation-kind";
import type { sellTickets } from "~/contract/ticket/sale";
import { businessDay } from "../../kernel/business-time";
import { move } from "../../kernel/ledger";
import { Invalid, Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { channelOfOrder } from "../order/query-parts";
import { sellOrder } from "../order/sell";
import type { PlacedOrder, SoldLine } from "../order/sellable";
import { claimCapacity } from "./capacity";
import { quotas } from "./quota-ledger";
import { lockOrder, type TakeQuota, takeQuota } from "./quota-take";
import { reduceLines } from "./reduce/off";
import { refuseRestricted } from "./restricted-visitor";
import { payMinutesOf, shutWhyNot } from "./rules/booking-clock";
import { capacityWhyNot } from "./rules/capacity";
import { peopleOf, priceCart } from "./sale-cart";
import { refuseConcessions } from "./sale-concession";
import { closedWhyNot, readSaleContext } from "./sale-context";
import { checkMobileLimits } from "./sale-mobile";
import { ticketPart } from "./sale-store";
import { checkIdentityLimits, holdersOf, type Visitor } from "./sale-visitors";
import { type SubPart, shareSale, subPartsOf } from "./sub-ticket-moves";

type Sold = ParsedPayloadOf<typeof sellTickets>;

export interface HeldSale extends Pick<Sold, "visitDay" | "lines" | "visitors"> {
  channel: string;
  contactName: string;
  contactMobile: string;
  expectedPayable: number | undefined;
  /** How long it waits for its payment where no booking clock says so. */
  payMinutes: number;
  remark: string;
  /** Whose prices; default: those of everybody on the channel. */
  group?: string;
  layers?: readonly string[];
}

/**
 * Sells on a channel and holds the order until it is paid. Every rule of a sale counts but those of a till. `payMinutes` are
 * those of who asks; a booking clock of the channel may say others.
 */
export async function sellHeld(call: Call, sale: HeldSale, take: TakeQuota = takeQuota) {
  const { visitDay, lines, channel, visitors, contactMobile } = sale;
  const { group, layers } = sale;
  const cart = await priceCart(call, {
    ...{ visitDay, lines, channel, anyPage: true },
    ...(group !== undefined && { group }),
    ...(layers && { layers }),
  });
  // What is reserved has a desk of its own.
  const reserved = cart.asked.findIndex(({ type }) => type.kind === reservationKind);
  if (reserved >= 0) throw new Invalid({ [`lines.${reserved}.ticketTypeId`]: [m.r_no_ticket_type()] });
  if (cart.whyNot) throw new Refusal(cart.whyNot);
  const holders = holdersOf(cart, visitors);
  // Nobody looks at a proof here: who is entitled is told by the number alone.
  refuseConcessions({ ...cart, reduced: reduceLines(cart.lines, []) }, visitors, []);
  await refuseRestricted(call, visitors);
  await checkIdentityLimits(call, visitDay, cart.lines, holders);
  await checkMobileLimits(call, visitDay, cart.lines, contactMobile);
  const order = await sellOrder(call, {
    ...{
      channel,
      visitDay: cart.visitDay,
      discount: 0,
      payment: null,
      posId: null,
      posName: "",
    },
    ...{ expectedPayable: sale.expectedPayable, contactName: sale.contactName, contactMobile, remark: sale.remark },
    parts: [ticketPart({ ...cart, contactMobile }, holders, take)],
  });
  const types = cart.asked.map(({ type }) => type);
  return { ...order, payMinutes: payMinutesOf(types, channel, sale.payMinutes) };
}

/** What is paid for each line is shared among its parts, as its type says. */
export async function shareHeld(call: Call, order: PlacedOrder, lines: readonly SoldLine[]): Promise<void> {
  const types = sql`select unnest(${sql.param(lines.map(({ subjectId }) => subjectId))}::bigint[])`;
  const shares = await rowsOf<{ ticket_type_id: number; parts: SubPart[] }>(call.db, subPartsOf(types));
  if (shares.length === 0) return;
  const tickets = await rowsOf<{ lineId: number; price: number }>(
    call.db,
    sql`select line_id as "lineId", price from ticket where order_id = ${order.id} order by id`,
  );
  const shared = lines.flatMap((line) => {
    const parts = shares.find(({ ticket_type_id: id }) => Number(id) === line.subjectId)?.parts;
    if (!parts) return [];
    const prices = tickets.filter(({ lineId }) => lineId === line.id).map(({ price }) => price);
    return [{ lineId: line.id, ticketTypeId: line.subjectId, ticketTypeName: line.name, parts, prices }];
  });
  await shareSale(call, order.id, shared);
}

interface Withdrawn {
  channel: string;
  lineId: number;
  typeId: number;
  slot: string;
  name: string;
  document: Visitor["document"];
  country: string;
  identity: string;
}

/** Refuses where the day is over or closed, its sale too by the booking clock, or the places are gone. The tickets are those that the order had. */
export async function takeHeldAgain(call: Call, order: PlacedOrder, lines: readonly SoldLine[]): Promise<void> {
  const { visitDay, orderNo } = order;
  const today = businessDay(call.now);
  if (visitDay < today) throw new Refusal(m.r_day_past({ day: visitDay, today }));
  const tickets = await rowsOf<Withdrawn>(
    call.db,
    sql`
      select ${channelOfOrder(order.id)} as channel, line_id as "lineId", ticket_type_id as "typeId", slot,
             holder_name as name, holder_document as document, holder_country as country, holder_identity as identity
      from ticket
      where order_id = ${order.id} and state = 'voided'
      order by id
    `,
  );
  const context = await readSaleContext(call, visitDay, [...new Set(tickets.map(({ typeId }) => typeId))]);
  const again = lines.flatMap((line) => {
    const own = tickets.filter(({ lineId }) => lineId === line.id);
    const type = context.types.find(({ id }) => id === line.subjectId);
    if (own.length !== line.quantity || !type) throw new Refusal(m.refused_same_moment());
    const { slot = "", channel = "" } = own[0] ?? {};
    const closed = closedWhyNot(context, type, slot) || shutWhyNot(type, slot, { channel, visitDay, now: call.now });
    if (closed) throw new Refusal(closed);
    return [{ type, day: visitDay, quantity: own.length, own }];
  });
  const holders = again.map(({ own }) =>
    own.map(({ name, document, country, identity }) => ({ name, document, country, identity })),
  );
  await refuseRestricted(
    call,
    holders.flat().filter(({ identity }) => identity !== ""),
  );
  await checkIdentityLimits(call, visitDay, again, holders);
  const people = peopleOf(again);
  const full = context.capacities.map((one) => capacityWhyNot(one, people(one)));
  const no = full.find((sentence) => sentence !== "");
  if (no) throw new Refusal(no);
  await claimCapacity(call, context.capacities, people);
  await takePlacesAgain(call, lines, orderNo);
  await call.db.execute(sql`update ticket set state = 'issued' where order_id = ${order.id} and state = 'voided'`);
}

/** Where they were taken from at first, always in the same order. */
async function takePlacesAgain(call: Call, lines: readonly SoldLine[], orderNo: string): Promise<void> {
  const days = await rowsOf<{ id: number; quantity: number; pool: string; day: string }>(
    call.db,
    sql`
      select d.id, sum(coalesce(q.quantity, l.quantity))::int as quantity, p.name as pool, d.day
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (id bigint, quantity int)
      join sub_order_quota q on q.line_id = l.id
      join quota_day d on d.corp_code = q.corp_code and d.id = q.quota_day_id
      join quota_pool p on p.corp_code = d.corp_code and p.id = d.pool_id
      group by d.corp_code, d.id, d.pool_id, d.day, d.slot, d.part, p.name
      order by ${lockOrder}
    `,
  );
  for (const { id, quantity, pool, day } of days) {
    const source = { business: "order", kind: "takeAgain", subject: orderNo };
    const moved = await move(call, quotas, { account: id, kind: "sell", amount: quantity, source });
    if (!moved) throw new Refusal(m.r_sold_out({ pool, day }));
  }
  await call.db.execute(sql`
    update sub_order_quota set given = 0
    where line_id = any (${sql.param(lines.map(({ id }) => id))}::bigint[]) and given > 0
  `);
}
