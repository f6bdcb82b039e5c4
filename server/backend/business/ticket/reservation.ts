/** Reservations: made at the desk, cancelled with their places, excused; the sheet of a day. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import type { ResourceRow } from "~/contract/resource";
import {
  daySheetMost,
  reservationDay,
  reservationDesk,
  reserve,
  reservation as resource,
} from "~/contract/ticket/reservation";
import { reservationKind } from "~/contract/ticket/reservation-kind";
import { businessDay } from "../../kernel/business-time";
import { maskIdentity, maskMobile } from "../../kernel/mask";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { lockOrder } from "../order/query-parts";
import { type FreePiece, giveBackFreely } from "../order/refund-freely";
import { sellOrder } from "../order/sell";
import { parkReference } from "./park";
import { type TakeQuota, takeQuota } from "./quota-take";
import { type CheckReservations, checkReservations } from "./reservation-limits";
import { refuseRestricted } from "./restricted-visitor";
import { offerOf } from "./sale";
import { priceCart } from "./sale-cart";
import { counterChannel, readSaleContext } from "./sale-context";
import { checkMobileLimits } from "./sale-mobile";
import { ticketPart } from "./sale-store";
import { checkIdentityLimits, holdersOf } from "./sale-visitors";
import { ticketType } from "./schema";
import { sells } from "./sells";
import { reservation as table } from "./visit-schema";

type Row = ResourceRow<typeof resource>;

const desk = serve(reservationDesk, async (call, { visitDay }) => {
  const today = businessDay(call.now);
  const day = visitDay ?? today;
  const context = await readSaleContext(call, day, "all");
  const types = context.types.filter(
    ({ kind, channels }) => kind === reservationKind && channels.includes(counterChannel),
  );
  return {
    today,
    visitDay: day,
    offers: types.map((type) => ({ ...offerOf(call, context, type), group: "", beyondPage: false })),
  };
});

/** With ways of taking places and of asking for limits: the tests put in others, and see them overdrawn. */
export function reserveWith(take: TakeQuota, limits: CheckReservations): Served {
  return serve(reserve, (call, payload) => book(call, payload, take, limits));
}

async function book(
  call: Call,
  { visitDay, ticketTypeId, slot, persons, visitors, mobile, remark = "" }: ParsedPayloadOf<typeof reserve>,
  take: TakeQuota,
  limits: CheckReservations,
) {
  const cart = await priceCart(call, { visitDay, lines: [{ ticketTypeId, slot, quantity: persons }], anyPage: true });
  if (cart.asked.some(({ type }) => type.kind !== reservationKind)) {
    throw new Invalid({ ticketTypeId: [m.reservation_no_type()] });
  }
  if (cart.whyNot) throw new Refusal(cart.whyNot);
  const holders = holdersOf(cart, visitors);
  // A person's limit counts what they have reserved anywhere.
  return ofEverybody(call, async () => {
    await refuseRestricted(call, visitors);
    await limits(call, cart, visitors);
    await checkIdentityLimits(call, visitDay, cart.lines, holders);
    await checkMobileLimits(call, visitDay, cart.lines, mobile);
    return sellOrder(call, {
      ...{ channel: counterChannel, visitDay, free: true, discount: 0, expectedPayable: 0 },
      parts: [ticketPart({ ...cart, contactMobile: mobile }, holders, take)],
      payment: { payments: [] },
      ...{ posId: null, posName: "", contactName: visitors[0]?.name ?? "", contactMobile: mobile, remark },
    });
  });
}

const commands: CommandsBackend<typeof resource> = {
  async cancel(call, row, { cancelledFor, reason }) {
    const words = cancelledFor === "visitor" ? m.reservation_cancelled_visitor() : m.reservation_cancelled_park();
    await giveBackPlaces(call, row, reason ? `${words}：${reason}` : words);
    return { set: { cancelledFor, reason: reason ?? null }, notice: m.reservation_cancelled({ n: row.persons }) };
  },
  excuse: {
    mayNot: (_call, rows) => rows.map(({ excused }) => (excused ? m.reservation_excused_already() : null)),
    run: (_call, _row, { reason }) => ({ set: { excused: true, reason } }),
  },
};

/** All of its tickets go back, and their places with them. */
async function giveBackPlaces(call: Call, { id, orderId, orderNo }: Row, reason: string): Promise<void> {
  const { db } = call;
  await db.execute(lockOrder(sql`${orderId}`));
  const tickets = await rowsOf<FreePiece & { state: string }>(
    db,
    sql`
      select t.id, t.line_id as "lineId", t.price, t.state
      from ticket t
      join reservation r on r.corp_code = t.corp_code and r.line_id = t.line_id
      where r.id = ${id}
        and t.state not in ('refunded', 'changed', 'voided')
      order by t.id
    `,
  );
  if (tickets.length === 0 || tickets.some(({ state }) => state !== "issued")) {
    throw new Refusal(m.reservation_moved_on());
  }
  const given = await giveBackFreely(call, sells, { id: orderId, orderNo }, tickets, reason.slice(0, 200));
  if (!given) throw new Refusal(m.reservation_moved_on());
}

const sheet = serve(reservationDay, async (call, { day: asked, slot }) => {
  const today = businessDay(call.now);
  const day = asked ?? today;
  const slots = await rowsOf<{ slot: string; booked: number; arrived: number; cancelled: number; noShow: number }>(
    call.db,
    sql`
      select coalesce(slot, '') as slot,
             coalesce(sum(persons) filter (where state in ('booked', 'arrived')), 0)::int as booked,
             coalesce(sum(arrived), 0)::int as arrived,
             coalesce(sum(persons) filter (where state = 'cancelled'), 0)::int as cancelled,
             coalesce(sum(persons) filter (where state = 'noShow'), 0)::int as "noShow"
      from reservation
      where visit_day = ${day}::date
      group by slot
      order by slot nulls first
    `,
  );
  const rows = await rowsOf<DayRow>(
    call.db,
    sql`
      select r.id, r.order_no as "orderNo", coalesce(r.slot, '') as slot, t.name as "typeName",
             coalesce(r.name, '') as name, coalesce(r.identity, '') as identity, coalesce(r.mobile, '') as mobile,
             r.persons, r.arrived, r.state
      from reservation r
      join ticket_type t on t.corp_code = r.corp_code and t.id = r.ticket_type_id
      where r.visit_day = ${day}::date
        and r.state <> 'cancelled'
        and (${slot ?? ""} = '' or r.slot = ${slot ?? ""})
      order by r.slot nulls first, r.id
      limit ${daySheetMost + 1}
    `,
  );
  const shown = rows.slice(0, daySheetMost).map((row) => ({
    ...row,
    identity: maskIdentity(row.identity),
    mobile: maskMobile(row.mobile),
  }));
  return { today, day, slots, rows: shown, more: rows.length > daySheetMost };
});

interface DayRow {
  id: number;
  orderNo: string;
  slot: string;
  typeName: string;
  name: string;
  identity: string;
  mobile: string;
  persons: number;
  arrived: number;
  state: Row["state"] & ("booked" | "arrived" | "cancelled" | "noShow");
}

export const reservationServed: Served[] = [
  ...serveResource(resource, {
    table,
    references: {
      ticketTypeId: { table: ticketType, name: ticketType.name },
      parkId: parkReference,
    },
    commands,
  }),
  desk,
  reserveWith(takeQuota, checkReservations),
  sheet,
];
