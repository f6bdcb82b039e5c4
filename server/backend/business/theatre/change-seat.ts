/**
 * Another seat for a ticket that is sold, or another pair for the two of a pair. At the same price the ticket keeps its number and its line; where the price differs
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
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { type ExchangedPiece, exchange, newChangeNo, writeExchanged } from "../order/exchange";
import type { SoldLine } from "../order/sellable";
import { type Tender, wayBack } from "../order/settlement";
import { counterTill } from "../order/shift-store";
import { type OrderWithLines, orderWithLines } from "../order/sold-order";
import { counterOptions, typesAt } from "../ticket/sale-options";
import { aloneInItsRows, gapOf, refuseGap, refuseLeaving, type TakeAlone } from "./gap-rule";
import { otherHalf, splitWhyNot } from "./pairs";
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

/** One ticket and its new seat. */
interface Move {
  line: SoldLine;
  old: OldTicket;
  seat: SeatRow;
  /** Fen of the new seat, what comes off it as it came off the old one, and what is left to pay for it. */
  unitPrice: number;
  discount: number;
  newPrice: number;
}

interface Change {
  sold: OrderWithLines;
  session: SessionRow;
  /** The ticket that was named; behind it the other one of its pair, where both go into another pair. */
  moves: [Move, ...Move[]];
  due: number;
  back: number;
  ways: Tender[];
}

export const changeSeatServed = [
  serve(theatreChangeQuote, async (call, wish) => {
    const { session, moves, due, back, ways } = await changeOf(call, { ...wish, both: true }, false);
    const [{ old, seat }] = moves;
    const paymentTypes = typesAt(await counterOptions(call), (await counterTill(call)).posId);
    const { paymentType: types = [] } = await dictionariesOf(call.db, ["paymentType"], call.locale);
    const named = ways.map(({ paymentType, amount }) => ({
      name: types.find(({ value }) => value === paymentType)?.label ?? paymentType,
      amount,
    }));
    const gap = session.noGaps ? await gapOf(call, session, seatsOf(moves), freedOf(moves)) : "";
    const both = moves.length > 1;
    const pair = both ? "" : await splitWhyNot(call, session, old, seat);
    const prices = { price: oldPriceOf(moves), newPrice: newPriceOf(moves), due, back };
    const mayLeave = (gap !== "" || pair !== "") && (await call.may("seatSale:gaps"));
    return { ...namesOf(moves), ...prices, ways: named, paymentTypes, gap, both, pair, mayLeave };
  }),

  changeSeatWith(aloneInItsRows),
];

/** Old seats are free and new ones sold in one transaction; whoever is later than somebody else keeps what they had. */
export function changeSeatWith(takeAlone: TakeAlone): Served {
  return serve(theatreChangeSeat, async (call, payload) => {
    const { leaveGaps = false, both = false } = payload;
    const change = await changeOf(call, payload, true);
    const { due, back, session, moves } = change;
    await refuseLeaving(call, leaveGaps);
    await refuseHalf(call, change, { leaveGaps, both });
    const now = due - back;
    if (payload.expectedDue !== undefined && payload.expectedDue !== now)
      throw new Refusal(m.change_amount_moved({ now: sayDue(now), expected: sayDue(payload.expectedDue) }));
    const until = new Date(call.now.getTime() + 60_000);
    const seats = moves.map(({ seat }) => seat);
    const take = () => takeSeats(call, session, seatsOf(moves), { state: "held", holderId: call.caller.userId, until });
    await (session.noGaps ? takeAlone(call, session, seats, take) : take());
    if (session.noGaps && !leaveGaps) await refuseGap(call, session, seatsOf(moves), freedOf(moves));
    const tickets = await settleMoves(call, change, payload);
    const about = { thing: "theatreSession", thingId: session.id, label: session.name };
    const place = (named: readonly { no: string; label: string }[]) => ({
      place: joined(named.map(({ no, label }) => `${no} ${label}`)),
    });
    const before = place(moves.map(({ old }) => ({ no: old.ticketNo, label: old.label })));
    call.audit({ ...about, before, after: place(tickets) });
    const said = { label: joined(tickets.map(({ label }) => label)), ticketNo: joined(tickets.map(({ no }) => no)) };
    return { ...said, due, back };
  });
}

/** One of two couple seats does not leave the other, and whoever was shown that both move never has one moved alone. */
async function refuseHalf(call: Call, { session, moves }: Change, asked: { leaveGaps: boolean; both: boolean }) {
  if (moves.length > 1) return;
  const [{ old, seat }] = moves;
  const pair = asked.leaveGaps && !asked.both ? "" : await splitWhyNot(call, session, old, seat);
  if (pair) throw new Refusal(pair);
  if (asked.both) throw new Refusal(m.refused_same_moment());
}

const joined = (names: readonly string[]) => names.join(m.words_comma());
const namesOf = (moves: readonly Move[]) => ({
  from: joined(moves.map(({ old }) => old.label)),
  to: joined(moves.map(({ seat }) => labelOf(seat))),
});
const seatsOf = (moves: readonly Move[]) => moves.map(({ seat }) => seat.id);
const oldPriceOf = (moves: readonly Move[]) => moves.reduce((sum, { old }) => sum + old.price, 0);
const newPriceOf = (moves: readonly Move[]) => moves.reduce((sum, { newPrice }) => sum + newPrice, 0);
const freedOf = (moves: readonly Move[]) => moves.flatMap(({ old: { seatId } }) => (seatId === null ? [] : [seatId]));

/** What a change would cost, or why it cannot be. With `lock` nothing of it moves until the end of the transaction. */
async function changeOf(
  call: Call,
  wish: { ticketId: number; seatId: number; both?: boolean | undefined },
  lock: boolean,
): Promise<Change> {
  const { orderId } = await ticketOf(call, wish.ticketId);
  // The order before the ticket, as refunds lock them.
  const sold = await orderWithLines(call, orderId, lock);
  const old = await ticketOf(call, wish.ticketId, lock);
  const session = await readSession(call, old.sessionId, lock ? "share" : undefined);
  const first = await moveOf(call, { sold, session, old }, wish.seatId);
  const other = wish.both ? await otherHalf(call, session, old, first.seat) : null;
  const moves: Change["moves"] = [first];
  if (other)
    moves.push(await moveOf(call, { sold, session, old: await ticketOf(call, other.ticketId, lock) }, other.seatId));
  const [price, newPrice] = [oldPriceOf(moves), newPriceOf(moves)];
  const [due, back] = [Math.max(0, newPrice - price), Math.max(0, price - newPrice)];
  return { sold, session, moves, due, back, ways: await backBy(call, sold, back) };
}

async function moveOf(
  call: Call,
  { sold, session, old }: Pick<Change, "sold" | "session"> & { old: OldTicket },
  seatId: number,
): Promise<Move> {
  refuseMoved(call, session, old);
  const line = sold.lines.find(({ id }) => id === old.lineId);
  const [seat, ...more] = await someSeats(call, session, [seatId]);
  if (!line || !seat || more.length > 0) throw new Invalid({ seatId: [m.theatre_v_unknown_seat()] });
  await refuseUnsaleable(call, session, [seat], 1);
  if (seat.state !== null && !(seat.state === "held" && seat.holderId === call.caller.userId))
    throw new Refusal(m.theatre_r_taken({ seats: labelOf(seat), n: 1 }));
  const unitPrice = priceIn(session, seat.areaId, seat.zone) ?? 0;
  // A reduction stays what it was in money; it never makes a seat cost less than nothing.
  const discount = unitPrice === line.unitPrice ? line.unitPrice - old.price : reduction(line, old, unitPrice);
  return { line, old, seat, unitPrice, discount, newPrice: unitPrice - discount };
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

/** Each ticket is good for its new seat: as it is, or as a new one where the price differs. In the order of the moves. */
async function settleMoves(call: Call, change: Change, payload: ParsedPayloadOf<typeof theatreChangeSeat>) {
  const { session, moves } = change;
  const issued = await exchangeTickets(call, change, payload);
  for (const move of moves) if (!issued.has(move)) await moveTicket(call, session, move);
  return moves.map((move) => ({ no: issued.get(move) ?? move.old.ticketNo, label: labelOf(move.seat) }));
}

async function moveTicket(call: Call, session: SessionRow, { old, seat }: Move): Promise<void> {
  await call.db.execute(sql`
    update theatre_ticket
    set seat_id = ${seat.id}, template_area_id = ${seat.areaId}, zone = ${seat.zone}, label = ${labelOf(seat)}
    where corp_code = current_setting('app.corp_code') and id = ${old.id}
  `);
  await settlePlaces(call, session, old, seat, old.id);
}

/** Of what has another price: the numbers of the new tickets. */
async function exchangeTickets(call: Call, change: Change, payload: ParsedPayloadOf<typeof theatreChangeSeat>) {
  const { sold, session, due, back, ways } = change;
  const moves = change.moves.filter(({ line, unitPrice }) => unitPrice !== line.unitPrice);
  const numbers = new Map<Move, string>();
  if (moves.length === 0) return numbers;
  await withdraw(call, moves);
  const changeNo = newChangeNo(call);
  const detail = namesOf(moves);
  const { paymentType = cash, given } = payload;
  const [price, newPrice] = [oldPriceOf(moves), newPriceOf(moves)];
  const { changeId, lineIds } = await exchange(call, {
    ...{ order: sold.order, changeNo, business: "theatre", price, fee: 0, newPrice },
    ...{ carried: Math.min(price, newPrice), due, back, ways, detail, reason: "" },
    lines: moves.map(({ line, seat, unitPrice, discount }) => {
      const wanted = { seatId: seat.id, areaId: seat.areaId, area: seat.area, label: labelOf(seat), zone: seat.zone };
      return { ...placeLine(call, session, [{ ...wanted, price: unitPrice }]), oldLineId: line.id, discount };
    }),
    payment: { paymentType, given: paymentType === cash ? given : undefined },
  });
  const exchanged: ExchangedPiece[] = [];
  for (const [at, move] of moves.entries()) {
    const newLineId = lineIds[at] ?? 0;
    const issued = await issueInPlace(call, session, move, newLineId);
    await settlePlaces(call, session, move.old, move.seat, issued.id);
    numbers.set(move, issued.ticketNo);
    exchanged.push({
      ...{ lineId: move.line.id, pieceId: move.old.id, price: move.old.price, fee: 0 },
      ...{ newLineId, newPieceId: issued.id, newPrice: move.newPrice },
    });
  }
  await writeExchanged(call, changeId, exchanged);
  const after = { changeNo, quantity: moves.length, price, fee: 0, newPrice, due, back, ...detail };
  call.audit({ thing: "order", thingId: sold.order.id, label: sold.order.orderNo, after });
  return numbers;
}

async function withdraw({ db }: Call, moves: readonly Move[]): Promise<void> {
  const withdrawn = await rowsOf(
    db,
    sql`
      update theatre_ticket set state = 'changed'
      where corp_code = current_setting('app.corp_code') and state = 'sold'
        and id in (${sql.join(
          moves.map(({ old }) => sql`${old.id}::bigint`),
          sql`, `,
        )})
      returning id
    `,
  );
  if (withdrawn.length !== moves.length) throw new Refusal(m.refused_same_moment());
}

/** Its number follows those that the order has: the order is locked, so that no two get the same. */
async function issueInPlace(call: Call, session: SessionRow, { old, seat, newPrice }: Move, lineId: number) {
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
