/** The sale of what is held, and its tickets. */
import { sql } from "drizzle-orm";
import { cash } from "~/contract/order/cash";
import { theatreSell, theatreTickets } from "~/contract/theatre/sale";
import { stamp } from "../../kernel/business-time";
import { NotFound } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { joinOrder, orderOfNo } from "../order/query-parts";
import { sellOrder, totalsOf } from "../order/sell";
import { openShiftOf } from "../order/shift-store";
import { counterChannel } from "../ticket/sale-context";
import { mineIn } from "./map";
import { labelOf, seatsOf } from "./places";
import { priceIn, readSession, type SessionRow } from "./read-session";
import { theatrePart } from "./sells";

export const saleServed = [
  serve(theatreSell, async (call, payload) => {
    const { sessionId, areas, paymentType, given, expected } = payload;
    const session = await readSession(call, sessionId, "share");
    const part = await theatrePart(call, session, areas);
    const { payable } = totalsOf([part], 0);
    const shift = await openShiftOf(call);
    const { orderId, orderNo } = await sellOrder(call, {
      ...{ channel: counterChannel, visitDay: session.day, parts: [part], discount: 0, expectedPayable: expected },
      payment: { paymentType, given: paymentType === cash ? given : undefined },
      ...{ posId: shift?.posId ?? null, posName: shift?.posName ?? "", remark: "" },
      ...{ contactName: payload.contactName ?? "", contactMobile: payload.contactMobile ?? "" },
    });
    const tickets = part.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const change = paymentType === cash && given !== undefined ? given - payable : 0;
    return { orderId, orderNo, tickets, payable, change };
  }),

  serve(theatreTickets, async (call, { orderNo }) => {
    const tickets = await ticketsOf(call, orderNo);
    const [first] = tickets;
    if (!first) throw new NotFound();
    const session = await readSession(call, first.sessionId);
    const sessions = new Map([[session.id, session]]);
    for (const { sessionId } of tickets)
      if (!sessions.has(sessionId)) sessions.set(sessionId, await readSession(call, sessionId));
    const order = await firstOf<{ soldAt: number; seller: string; payable: number }>(
      call.db,
      sql`
        select (extract(epoch from o.created_at) * 1000)::float8 as "soldAt", o.seller_name as seller, o.payable::float8 as payable
        from theatre_ticket t
        ${sql.raw(joinOrder("t"))}
        where t.corp_code = current_setting('app.corp_code') and t.id = ${first.id}
      `,
    );
    const isSeated = tickets.some(
      ({ state, seatId, sessionId }) => state === "sold" && seatId !== null && sessionId === session.id,
    );
    const mayChange = isSeated && (await call.may("seatSale:change")) && session.startsAt > call.now.getTime();
    return {
      ...{ orderNo, sessionId: session.id, sessionName: session.name, showName: session.showName },
      ...{ venueName: session.venueName, hallName: session.hallName, startsAt: stamp(new Date(session.startsAt)) },
      ...{
        soldAt: order ? stamp(new Date(order.soldAt)) : "",
        seller: order?.seller ?? "",
        payable: order?.payable ?? 0,
      },
      tickets: tickets.map(({ orderId: _order, ...ticket }) => {
        const { showName, venueName, hallName, startsAt } = sessions.get(ticket.sessionId) ?? session;
        return { ...ticket, showName, venueName, hallName, startsAt: stamp(new Date(startsAt)) };
      }),
      others: mayChange ? await othersOf(call, session) : [],
    };
  }),
];

/** Seats to change to: those that the caller holds, then free ones, no more than a list can offer. */
async function othersOf(call: Call, session: SessionRow) {
  const mine = await mineIn(call, session);
  const free = await seatsOf(call, session, sql`p.state is null and s.kind in ('normal', 'couple')`);
  const named = free.flatMap((seat) => {
    const price = priceIn(session, seat.areaId, seat.zone);
    return price === null ? [] : [{ seatId: seat.id, label: labelOf(seat), price }];
  });
  // A change costs what the zone does: what a held seat would be sold under is another sale's.
  return [...mine.map((one) => ({ ...one, price: one.full })), ...named]
    .slice(0, 500)
    .map(({ seatId, label, price }) => ({ value: String(seatId), label, price }));
}

interface TicketRow {
  id: number;
  ticketNo: string;
  label: string;
  zone: string;
  price: number;
  state: string;
  seatId: number | null;
  orderId: number;
  sessionId: number;
  policy: string;
}

const ticketsOf = ({ db }: Call, orderNo: string): Promise<TicketRow[]> =>
  rowsOf<TicketRow>(
    db,
    sql`
      select id::float8 as id, ticket_no as "ticketNo", label, zone, price::float8 as price, state, seat_id::float8 as "seatId",
             order_id::float8 as "orderId", session_id::float8 as "sessionId", policy
      from theatre_ticket
      where corp_code = current_setting('app.corp_code')
        and order_id = ${orderOfNo(orderNo)} and state <> 'changed'
      order by theatre_ticket.id
    `,
  );
