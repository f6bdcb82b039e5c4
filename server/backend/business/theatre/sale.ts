/** The sale of what is held, its tickets, and another seat for one of them. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { cash } from "~/contract/order/cash";
import { theatreChangeSeat, theatreSell, theatreTickets } from "~/contract/theatre/sale";
import { stamp } from "../../kernel/business-time";
import { NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { joinOrder, orderOfNo } from "../order/query-parts";
import { sellOrder, totalsOf } from "../order/sell";
import { openShiftOf } from "../order/shift-store";
import { counterChannel } from "../ticket/sale-context";
import { labelOf, refuseUnsaleable, seatsOf, someSeats, takeSeats } from "./places";
import { priceIn, readSession, refuseClosed } from "./read-session";
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
    const order = await firstOf<{ soldAt: number; seller: string; payable: number }>(
      call.db,
      sql`
        select (extract(epoch from o.created_at) * 1000)::float8 as "soldAt", o.seller_name as seller, o.payable::float8 as payable
        from theatre_ticket t
        ${sql.raw(joinOrder("t"))}
        where t.corp_code = current_setting('app.corp_code') and t.id = ${first.id}
      `,
    );
    const prices = new Set(tickets.filter(({ state, seatId }) => state === "sold" && seatId).map(({ price }) => price));
    const mayChange = prices.size > 0 && (await call.may("seatSale:change")) && session.startsAt > call.now.getTime();
    const free = mayChange ? await seatsOf(call, session, sql`p.state is null and s.kind in ('normal', 'couple')`) : [];
    return {
      ...{ orderNo, sessionId: session.id, sessionName: session.name, showName: session.showName },
      ...{ venueName: session.venueName, hallName: session.hallName, startsAt: stamp(new Date(session.startsAt)) },
      ...{
        soldAt: order ? stamp(new Date(order.soldAt)) : "",
        seller: order?.seller ?? "",
        payable: order?.payable ?? 0,
      },
      tickets: tickets.map(({ orderId: _order, sessionId: _session, ...ticket }) => ticket),
      others: free
        .map((seat) => ({
          value: String(seat.id),
          label: labelOf(seat),
          price: priceIn(session, seat.areaId, seat.zone) ?? -1,
        }))
        .filter(({ price }) => prices.has(price))
        .slice(0, 500),
    };
  }),

  /** The old seat is free and the new one sold in one transaction; whoever is later than somebody else keeps what they had. */
  serve(theatreChangeSeat, async (call, { ticketId, seatId }) => {
    const found = await firstOf<{ sessionId: number }>(
      call.db,
      sql`
        select session_id::float8 as "sessionId" from theatre_ticket
        where corp_code = current_setting('app.corp_code') and id = ${ticketId} for update
      `,
    );
    if (!found) throw new NotFound();
    const session = await readSession(call, found.sessionId, "share");
    if (session.status === "cancelled") refuseClosed(session, call.now);
    if (session.startsAt <= call.now.getTime())
      throw new Refusal(m.theatre_r_begun({ at: stamp(new Date(session.startsAt)) }));
    const ticket = await firstOf<{
      label: string;
      state: string;
      price: number;
      seatId: number | null;
      ticketNo: string;
    }>(
      call.db,
      sql`
        select label, state, price::float8 as price, seat_id::float8 as "seatId", ticket_no as "ticketNo" from theatre_ticket
        where corp_code = current_setting('app.corp_code') and id = ${ticketId}
      `,
    );
    if (!ticket) throw new NotFound();
    if (ticket.state === "checked") throw new Refusal(m.theatre_r_checked({ seat: ticket.label }));
    if (ticket.state !== "sold" || ticket.seatId === null) throw new Refusal(m.theatre_r_gone({ seat: ticket.label }));
    const seats = await someSeats(call, session, [seatId]);
    await refuseUnsaleable(call, session, seats, 1);
    const [seat] = seats;
    if (!seat) throw new NotFound();
    if (priceIn(session, seat.areaId, seat.zone) !== ticket.price)
      throw new Refusal(m.theatre_r_other_price({ seat: labelOf(seat) }));
    const until = new Date(call.now.getTime() + 60_000);
    if (seat.state !== null) throw new Refusal(m.theatre_r_taken({ seats: labelOf(seat), n: 1 }));
    await takeSeats(call, session, [seatId], { state: "held", holderId: call.caller.userId, until });
    await call.db.execute(sql`
      update theatre_ticket set seat_id = ${seatId}, template_area_id = ${seat.areaId}, zone = ${seat.zone}, label = ${labelOf(seat)}
      where corp_code = current_setting('app.corp_code') and id = ${ticketId}
    `);
    await call.db.execute(sql`
      delete from theatre_place
      where corp_code = current_setting('app.corp_code') and session_id = ${session.id} and seat_id = ${ticket.seatId}
        and ticket_id = ${ticketId}
    `);
    await call.db.execute(sql`
      update theatre_place
      set state = 'sold', holder_id = null, until = null, ticket_id = ${ticketId}
      where corp_code = current_setting('app.corp_code') and session_id = ${session.id} and seat_id = ${seatId}
    `);
    const about = { thing: "theatreSession", thingId: session.id, label: session.name };
    const told = (label: string) => ({ place: `${ticket.ticketNo} ${label}` });
    call.audit({ ...about, before: told(ticket.label), after: told(labelOf(seat)) });
    return { label: labelOf(seat) };
  }),
];

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
}

const ticketsOf = ({ db }: Call, orderNo: string): Promise<TicketRow[]> =>
  rowsOf<TicketRow>(
    db,
    sql`
      select id::float8 as id, ticket_no as "ticketNo", label, zone, price::float8 as price, state, seat_id::float8 as "seatId",
             order_id::float8 as "orderId", session_id::float8 as "sessionId"
      from theatre_ticket
      where corp_code = current_setting('app.corp_code')
        and order_id = ${orderOfNo(orderNo)}
      order by theatre_ticket.id
    `,
  );
