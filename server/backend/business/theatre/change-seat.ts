/**
 * Another seat for a ticket that is sold. At the same price the ticket keeps its number and its line; where the price differs
 * it is exchanged through the order core: the old ticket is `changed`, one for the new seat is issued in the same order, and
 * the difference is paid or goes back the way it came.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { cash } from "~/contract/order/cash";
import { theatreChangeQuote, theatreChangeSeat } from "~/contract/theatre/change-seat";
import { stamp } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { yuan } from "../../kernel/money";
import { parameterOf } from "../../kernel/parameters";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { exchange, newChangeNo, writeExchanged } from "../order/exchange";
import type { SoldLine } from "../order/sellable";
import { type Tender, wayBack } from "../order/settlement";
import { counterTill } from "../order/shift-store";
import { type OrderWithLines, orderWithLines } from "../order/sold-order";
import { counterOptions, typesAt } from "../ticket/sale-options";
import { aloneInItsRows, gapOf, refuseGap, refuseLeaving, type TakeAlone } from "./gap-rule";
import { splitWhyNot } from "./pairs";
import { labelOf, refuseUnsaleable, type SeatRow, someSeats, takeSeats } from "./places";
import { priceIn, readSession, refuseClosed, type SessionRow } from "./read-session";
import { placeLine } from "./sells";

interface OldTicket {
  id: number;
  ticketNo: string;
  orderId: number;
  lineId: number;
  sessionId: number;
  seatId: number | null;
  label: string;
  state: string;
  price: number;
}

interface Change {
  sold: OrderWithLines;
  line: SoldLine;
  session: SessionRow;
  old: OldTicket;
  seat: SeatRow;
  /** Fen of the new seat, what comes off it as it came off the old one, and what is left to pay for it. */
  unitPrice: number;
  discount: number;
  newPrice: number;
  due: number;
  back: number;
  ways: Tender[];
}

export const changeSeatServed = [
  serve(theatreChangeQuote, async (call, wish) => {
    const { old, session, seat, newPrice, due, back, ways } = await changeOf(call, wish, false);
    const paymentTypes = typesAt(await counterOptions(call), (await counterTill(call)).posId);
    const { paymentType: types = [] } = await dictionariesOf(call.db, ["paymentType"], call.locale);
    const named = ways.map(({ paymentType, amount }) => ({
      name: types.find(({ value }) => value === paymentType)?.label ?? paymentType,
      amount,
    }));
    const gap = session.noGaps ? await gapOf(call, session, [seat.id], freedOf(old)) : "";
    const pair = await splitWhyNot(call, session, old, seat);
    const prices = { price: old.price, newPrice, due, back };
    const mayLeave = (gap !== "" || pair !== "") && (await call.may("seatSale:gaps"));
    return { from: old.label, to: labelOf(seat), ...prices, ways: named, paymentTypes, gap, pair, mayLeave };
  }),

  changeSeatWith(aloneInItsRows),
];

/** The old seat is free and the new one sold in one transaction; whoever is later than somebody else keeps what they had. */
export function changeSeatWith(takeAlone: TakeAlone): Served {
  return serve(theatreChangeSeat, async (call, payload) => {
    const { leaveGaps = false } = payload;
    const change = await changeOf(call, payload, true);
    const { due, back, old, session, seat } = change;
    await refuseLeaving(call, leaveGaps);
    const pair = leaveGaps ? "" : await splitWhyNot(call, session, old, seat);
    if (pair) throw new Refusal(pair);
    const now = due - back;
    if (payload.expectedDue !== undefined && payload.expectedDue !== now)
      throw new Refusal(m.change_amount_moved({ now: sayDue(now), expected: sayDue(payload.expectedDue) }));
    const until = new Date(call.now.getTime() + 60_000);
    const take = () => takeSeats(call, session, [seat.id], { state: "held", holderId: call.caller.userId, until });
    await (session.noGaps ? takeAlone(call, session, [seat], take) : take());
    if (session.noGaps && !leaveGaps) await refuseGap(call, session, [seat.id], freedOf(old));
    const isSame = change.unitPrice === change.line.unitPrice;
    const ticket = isSame ? await moveTicket(call, change) : await exchangeTicket(call, change, payload);
    const about = { thing: "theatreSession", thingId: session.id, label: session.name };
    const place = (no: string, label: string) => ({ place: `${no} ${label}` });
    call.audit({ ...about, before: place(old.ticketNo, old.label), after: place(ticket.ticketNo, labelOf(seat)) });
    return { label: labelOf(seat), ticketNo: ticket.ticketNo, due, back };
  });
}

const freedOf = ({ seatId }: OldTicket) => (seatId === null ? [] : [seatId]);

/** What a change would cost, or why it cannot be. With `lock` nothing of it moves until the end of the transaction. */
async function changeOf(call: Call, wish: { ticketId: number; seatId: number }, lock: boolean): Promise<Change> {
  const { orderId } = await ticketOf(call, wish.ticketId);
  // The order before the ticket, as refunds lock them.
  const sold = await orderWithLines(call, orderId, lock);
  const old = await ticketOf(call, wish.ticketId, lock);
  const session = await readSession(call, old.sessionId, lock ? "share" : undefined);
  refuseMoved(call, session, old);
  const line = sold.lines.find(({ id }) => id === old.lineId);
  const [seat, ...more] = await someSeats(call, session, [wish.seatId]);
  if (!line || !seat || more.length > 0) throw new Invalid({ seatId: [m.theatre_v_unknown_seat()] });
  await refuseUnsaleable(call, session, [seat], 1);
  if (seat.state !== null && !(seat.state === "held" && seat.holderId === call.caller.userId))
    throw new Refusal(m.theatre_r_taken({ seats: labelOf(seat), n: 1 }));
  const unitPrice = priceIn(session, seat.areaId, seat.zone) ?? 0;
  // A reduction stays what it was in money; it never makes a seat cost less than nothing.
  const discount = unitPrice === line.unitPrice ? line.unitPrice - old.price : reduction(line, old, unitPrice);
  const newPrice = unitPrice - discount;
  const [due, back] = [Math.max(0, newPrice - old.price), Math.max(0, old.price - newPrice)];
  return {
    sold,
    line,
    session,
    old,
    seat,
    unitPrice,
    discount,
    newPrice,
    due,
    back,
    ways: await backBy(call, sold, back),
  };
}

const reduction = ({ unitPrice }: SoldLine, { price }: OldTicket, newUnitPrice: number) =>
  Math.min(unitPrice - price, newUnitPrice);

async function ticketOf({ db }: Call, id: number, lock = false): Promise<OldTicket> {
  const row = await firstOf<OldTicket>(
    db,
    sql`
      select id::float8 as id, ticket_no as "ticketNo", order_id::float8 as "orderId", line_id::float8 as "lineId",
             session_id::float8 as "sessionId", seat_id::float8 as "seatId", label, state, price::float8 as price
      from theatre_ticket
      where corp_code = current_setting('app.corp_code') and id = ${id}
      ${lock ? sql`for update` : sql``}
    `,
  );
  if (!row) throw new NotFound();
  return row;
}

function refuseMoved(call: Call, session: SessionRow, { label, state, seatId }: OldTicket): void {
  if (session.status === "cancelled") refuseClosed(session, call.now);
  if (session.startsAt <= call.now.getTime())
    throw new Refusal(m.theatre_r_begun({ at: stamp(new Date(session.startsAt)) }));
  if (state === "checked") throw new Refusal(m.theatre_r_checked({ seat: label }));
  if (state === "changed") throw new Refusal(m.theatre_r_changed({ seat: label }));
  if (state !== "sold" || seatId === null) throw new Refusal(m.theatre_r_gone({ seat: label }));
}

/** How the difference goes back; above the limit of refunds it is a refund that somebody approves. */
async function backBy(call: Call, { order, left }: OrderWithLines, back: number): Promise<Tender[]> {
  if (back === 0) return [];
  const most = left.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  if (back > most) throw new Refusal(m.change_above_paid({ orderNo: order.orderNo }));
  const limit = Number(await parameterOf(call.db, "refundApprovalLimit"));
  if (Number.isFinite(limit) && back > limit)
    throw new Refusal(m.change_approval({ back: yuan(back), limit: yuan(limit) }));
  return wayBack(left, back);
}

async function moveTicket(call: Call, { session, old, seat }: Change): Promise<{ ticketNo: string }> {
  await call.db.execute(sql`
    update theatre_ticket
    set seat_id = ${seat.id}, template_area_id = ${seat.areaId}, zone = ${seat.zone}, label = ${labelOf(seat)}
    where corp_code = current_setting('app.corp_code') and id = ${old.id}
  `);
  await settlePlaces(call, session, old, seat, old.id);
  return old;
}

async function exchangeTicket(call: Call, change: Change, payload: ParsedPayloadOf<typeof theatreChangeSeat>) {
  const { sold, line, session, old, seat, unitPrice, discount, newPrice, due, back, ways } = change;
  const withdrawn = await firstOf(
    call.db,
    sql`
      update theatre_ticket set state = 'changed'
      where corp_code = current_setting('app.corp_code') and id = ${old.id} and state = 'sold'
      returning id
    `,
  );
  if (!withdrawn) throw new Refusal(m.refused_same_moment());
  const changeNo = newChangeNo(call);
  const detail = { from: old.label, to: labelOf(seat) };
  const { paymentType = cash, given } = payload;
  const wanted = { seatId: seat.id, areaId: seat.areaId, area: seat.area, label: labelOf(seat), zone: seat.zone };
  const fresh = placeLine(call, session, [{ ...wanted, price: unitPrice }]);
  const { changeId, lineIds } = await exchange(call, {
    ...{ order: sold.order, changeNo, business: "theatre", price: old.price, fee: 0, newPrice },
    ...{ carried: Math.min(old.price, newPrice), due, back, ways, detail, reason: "" },
    lines: [{ ...fresh, oldLineId: line.id, discount }],
    payment: { paymentType, given: paymentType === cash ? given : undefined },
  });
  const [newLineId = 0] = lineIds;
  const issued = await issueInPlace(call, change, newLineId);
  await settlePlaces(call, session, old, seat, issued.id);
  await writeExchanged(call, changeId, [
    {
      ...{ lineId: line.id, pieceId: old.id, price: old.price, fee: 0 },
      ...{ newLineId, newPieceId: issued.id, newPrice },
    },
  ]);
  const after = { changeNo, quantity: 1, price: old.price, fee: 0, newPrice, due, back, ...detail };
  call.audit({ thing: "order", thingId: sold.order.id, label: sold.order.orderNo, after });
  return issued;
}

/** Its number follows those that the order has: the order is locked, so that no two get the same. */
async function issueInPlace(call: Call, { session, old, seat, newPrice }: Change, lineId: number) {
  const issued = await firstOf<{ id: number; ticketNo: string }>(
    call.db,
    sql`
      insert into theatre_ticket (ticket_no, session_id, template_area_id, seat_id, label, zone, order_id, line_id, price, policy)
      select o.order_no || '-' || lpad((count(t.id) + 1)::text, greatest(2, length((count(t.id) + 1)::text)), '0'),
             ${session.id}::bigint, ${seat.areaId}::bigint, ${seat.id}::bigint, ${labelOf(seat)}, ${seat.zone}, o.id,
             ${lineId}::bigint, ${newPrice}::bigint, min(t.policy) filter (where t.id = ${old.id})
      from (select ${old.orderId}::bigint as id, ${orderNoOf(old)}::text as order_no) o
      join theatre_ticket t on t.corp_code = current_setting('app.corp_code') and t.order_id = o.id
      group by o.id, o.order_no
      returning id::float8 as id, ticket_no as "ticketNo"
    `,
  );
  if (!issued) throw new Error("an insert answers its row");
  return issued;
}

const orderNoOf = ({ ticketNo }: OldTicket) => ticketNo.slice(0, ticketNo.lastIndexOf("-"));

/** The old seat is free, the new one is the ticket's. */
async function settlePlaces({ db }: Call, session: SessionRow, old: OldTicket, seat: SeatRow, ticketId: number) {
  await db.execute(sql`
    delete from theatre_place
    where corp_code = current_setting('app.corp_code') and session_id = ${session.id} and seat_id = ${old.seatId}
      and ticket_id = ${old.id}
  `);
  await db.execute(sql`
    update theatre_place
    set state = 'sold', holder_id = null, until = null, policy_id = null, ticket_id = ${ticketId}
    where corp_code = current_setting('app.corp_code') and session_id = ${session.id} and seat_id = ${seat.id}
  `);
}

function sayDue(fen: number): string {
  if (fen === 0) return m.change_said_even();
  return fen > 0 ? m.change_said_due({ amount: yuan(fen) }) : m.change_said_back({ amount: yuan(-fen) });
}
