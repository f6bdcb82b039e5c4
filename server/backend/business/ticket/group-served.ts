/** A group at the counter: received with how many came, settled by one order for those; the sheet of a day. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { PayloadOf } from "~/contract/method";
import { onAccount } from "~/contract/order/cash";
import type { Option } from "~/contract/resource";
import { groupArrive, groupDay, groupDesk, groupSettle, type groupStates } from "~/contract/ticket/group-booking";
import type { GroupPrepaid } from "~/contract/ticket/group-prepay";
import { businessDay } from "../../kernel/business-time";
import { maskMobile } from "../../kernel/mask";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { payerOf } from "../order/payment/by-account";
import { sellOrder } from "../order/sell";
import type { Tender } from "../order/settlement";
import { shiftStanding } from "../order/shift";
import { payingAgency, settlesOnAccount } from "../travel/sale-agency";
import { keepTradeOrder } from "../travel/trade-order";
import { bookedOf, bookingServed, type GroupBooking } from "./group-booking";
import { minuteOf, type NamesDue, namesDueOf, sayNames } from "./group-due";
import { groupHolders } from "./group-holders";
import { namesNeeded, namingOf } from "./group-named";
import { forgetNames } from "./group-names-gone";
import { freePlaces } from "./group-places";
import { creditPrepaid, isLate, type Prepaid, prepaidOf, sayCancelled, sayPrepaid } from "./group-prepaid";
import { prepayServed } from "./group-prepay";
import { type Came, leadersIn, priceGroup } from "./group-terms";
import { takeQuota } from "./quota-take";
import { concessionsOf, refuseConcessions } from "./sale-concession";
import { counterChannel } from "./sale-context";
import { counterOptions, typesAt } from "./sale-options";
import { ticketPart } from "./sale-store";

const columns = sql`
  id, booking_no as "bookingNo", organisation, contact_name as "contactName", mobile, coalesce(guide, '') as guide,
  park_id as "parkId", visit_day as "visitDay", coalesce(slot, '') as slot, coalesce(left(arrival::text, 5), '') as arrival,
  customer_group as "customerGroup", persons, arrived, amount, agency_id as "agencyId", guide_id as "guideId", coalesce(plate, '') as plate,
  coalesce(tour_no, '') as "tourNo", coalesce(itinerary, '') as itinerary, coalesce(leaders, '') as leaders,
  coalesce(order_no, '') as "orderNo", state
`;
type Booking = Pick<GroupBooking, "id" | "bookingNo" | "contactName" | "visitDay" | "customerGroup"> & {
  state: (typeof groupStates)[number];
  mobile: string;
  organisation: string;
  guide: string;
  plate: string;
  agencyId: number | null;
  guideId: number | null;
  slot: string;
  arrival: string;
  orderNo: string;
  tourNo: string;
  itinerary: string;
  leaders: string;
};

async function bookingById(call: Call, id: number): Promise<Booking> {
  const row = await firstOf<Booking>(call.db, sql`select ${columns} from group_booking where id = ${id}`);
  if (!row) throw new NotFound();
  return row;
}

/** How many came, by ticket type; as booked where nobody has said. */
const cameOf = (call: Call, id: number) =>
  rowsOf<Came & { name: string; booked: number; named: boolean; listed: number; needed: number; each: number }>(
    call.db,
    sql`
      select l.ticket_type_id as "ticketTypeId", t.name, l.quantity as booked, coalesce(a.arrived, l.quantity) as quantity,
             coalesce(a.unproven, 0) as unproven, naming.rule <> 'none' as named,
             -- Names of one ticket; 0: one name is enough for all.
             case naming.rule when 'perTicket' then naming.people else 0 end as each,
             ${namesNeeded(sql`coalesce(a.arrived, l.quantity)`)} as needed,
             (select count(*) from group_visitor v
              where v.corp_code = l.corp_code and v.booking_id = l.group_booking_id
                and v.ticket_type_id = l.ticket_type_id and not v.absent)::int as listed
      from group_booking_line l
      join ticket_type t on t.corp_code = l.corp_code and t.id = l.ticket_type_id
      left join group_booking_arrival a
        on a.corp_code = l.corp_code and a.booking_id = l.group_booking_id and a.ticket_type_id = l.ticket_type_id
      cross join ${namingOf}
      where l.group_booking_id = ${id}
      order by l.position
    `,
  );

/** Before anything is said of numbers. */
function whyNotNow({ now }: Call, { state, visitDay }: Booking): string {
  if (state === "settled" || state === "cancelled") return m.group_over();
  if (state === "booked") return m.group_not_confirmed();
  return visitDay === businessDay(now) ? "" : m.group_not_today({ day: visitDay });
}

const desk = serve(groupDesk, async (call, { id }) => {
  const booking = await bookingById(call, id);
  const came = await cameOf(call, id);
  const whyNot = whyNotNow(call, booking);
  const priced = whyNot === "" ? await priceGroup(call, booking, came) : null;
  const asked = priced?.cart.asked ?? [];
  const [options, shift] = [await counterOptions(call), await shiftStanding(call)];
  const lines = came.map(({ ticketTypeId, name, booked, quantity, unproven, named, listed, needed }, place) => {
    const { unitPrice = 0, type } = asked[place] ?? {};
    const own = (priced?.cart.lines ?? []).filter((line) => line.asked === place);
    return {
      ...{ ticketTypeId, name, booked, arrived: quantity, unproven, plain: !type?.combo },
      ...{ listed: named ? listed : null, needed },
      ...{
        unitPrice,
        retailPrice: priced?.retail[place] ?? 0,
        amount: own.reduce((sum, line) => sum + line.amount, 0),
      },
    };
  });
  const { mobile: _, customerGroup: __, agencyId: ___, guideId: ____, leaders, ...shown } = booking;
  const { freeMost = 0, free = 0, whyRetail = "", closed = "" } = priced ?? {};
  const { per: freePer = 0, count: freeCount = 1, started: freeStarted = false } = priced?.rule ?? {};
  const names = (await namesDueOf(call, [id])).get(id);
  const posId = shift.open?.posId ?? null;
  return {
    ...shown,
    lines,
    leaders: leadersIn(leaders),
    ...{ freePer, freeCount, freeStarted, freeMost, free, whyRetail },
    namesSay: names ? sayNames(names, call.now) : "",
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    prepaid: await standing(call, id, typesAt(options, posId)),
    whyNot,
    paymentTypes: await groupTypes(call, options, posId, closed ? null : booking.agencyId),
  };
});

/** How it stands with what it pays ahead; null: nothing is. */
async function standing(call: Call, id: number, types: readonly Option[]): Promise<GroupPrepaid | null> {
  const one = (await prepaidOf(call, [id])).get(id);
  if (!one || (one.asked === 0 && one.held === 0 && one.kept === 0)) return null;
  const { asked, held, kept, owed, ways } = one;
  return {
    ...{ asked, held, kept, owed, ways, isLate: isLate(one, call.now) },
    ...{ says: sayPrepaid(one, call.now), cancelSays: sayCancelled(one, call.now) },
    paymentTypes: types.filter(({ value }) => !payerOf(value)),
  };
}

/** A group of an agency that settles on its account is charged to it first; other ways stay. */
async function groupTypes(
  call: Call,
  options: Awaited<ReturnType<typeof counterOptions>>,
  posId: number | null,
  agencyId: number | null,
) {
  const charged = await settlesOnAccount(call, agencyId);
  const types = typesAt(options, posId, charged ? [onAccount] : []);
  return [...types.filter(({ value }) => value === onAccount), ...types.filter(({ value }) => value !== onAccount)];
}

const arrive = serve(groupArrive, async (call, { id, people }) => {
  await call.db.execute(sql`select id from group_booking where id = ${id} for update`);
  const booking = await bookingById(call, id);
  const no = whyNotNow(call, booking);
  if (no) throw new Refusal(no);
  const booked = await bookedOf(call, id);
  const known = (typeId: number) => booked.some(({ ticketTypeId }) => ticketTypeId === typeId);
  const wrong = people.findIndex(({ ticketTypeId }) => !known(ticketTypeId));
  if (wrong >= 0) throw new Invalid({ [`people.${wrong}.ticketTypeId`]: [m.r_no_ticket_type()] });
  await refuseProofs(call, people);
  await refuseUnnamed(call, id, people);
  const came = new Map(people.map((one) => [one.ticketTypeId, one]));
  const rows = booked.map(({ ticketTypeId, quantity }) => {
    const { arrived: n = quantity, unproven = 0 } = came.get(ticketTypeId) ?? {};
    return { type: ticketTypeId, n, unproven };
  });
  const arrived = rows.reduce((sum, { n }) => sum + n, 0);
  if (arrived === 0) throw new Refusal(m.group_nobody());
  await call.db.execute(sql`
    insert into group_booking_arrival (booking_id, ticket_type_id, arrived, unproven)
    select ${id}::bigint, a.type, a.n, a.unproven
    from json_to_recordset(${JSON.stringify(rows)}::json) as a (type bigint, n int, unproven int)
    on conflict (corp_code, booking_id, ticket_type_id) do update
    set arrived = excluded.arrived, unproven = excluded.unproven
  `);
  await call.db.execute(sql`
    update group_booking
    set state = 'arrived', arrived = ${arrived}, row_version = row_version + 1, updated_at = ${call.now.toISOString()}
    where id = ${id}
  `);
  call.audit({ thing: "groupBooking", thingId: id, label: booking.organisation, after: { state: "arrived", arrived } });
  return { id };
});

/** No more are without proof than came, and none of a combo. */
async function refuseProofs({ db }: Call, people: PayloadOf<typeof groupArrive>["people"]): Promise<void> {
  const combos = await rowsOf<{ id: number }>(
    db,
    sql`
      select id::float8 as id from ticket_type
      where id = any (${sql.param(people.map(({ ticketTypeId }) => ticketTypeId))}::bigint[]) and kind = 'combo'
    `,
  );
  for (const [place, { ticketTypeId, arrived, unproven = 0 }] of people.entries()) {
    if (unproven > arrived)
      throw new Invalid({ [`people.${place}.unproven`]: [m.group_unproven_most({ n: arrived })] });
    if (unproven > 0 && combos.some(({ id }) => id === ticketTypeId))
      throw new Invalid({ [`people.${place}.unproven`]: [m.group_unproven_combo()] });
  }
}

/** Of a group with a cut-off nobody is received who is not on its lists. */
async function refuseUnnamed(call: Call, id: number, people: PayloadOf<typeof groupArrive>["people"]): Promise<void> {
  const due = (await namesDueOf(call, [id])).get(id)?.due;
  if (!due) return;
  const came = new Map(people.map(({ ticketTypeId, arrived }) => [ticketTypeId, arrived]));
  for (const { ticketTypeId, name, quantity, named, listed, each } of await cameOf(call, id)) {
    const arrived = came.get(ticketTypeId) ?? quantity;
    if (!named || arrived === 0) continue;
    const needed = each === 0 ? 1 : arrived * each;
    if (needed <= listed) continue;
    throw new Refusal(m.group_names_unnamed({ name, needed, listed, n: needed - listed, when: minuteOf(due) }));
  }
}

/** One press gets it: whoever comes at the same moment waits, and finds it settled. */
export type ClaimGroup = (call: Call, id: number) => Promise<boolean>;

export const claimGroup: ClaimGroup = async (call, id) => {
  const row = await firstOf(
    call.db,
    sql`
      update group_booking
      set state = 'settled', row_version = row_version + 1, updated_at = ${call.now.toISOString()}
      where id = ${id} and state = 'arrived'
      returning id
    `,
  );
  return row !== undefined;
};

/** With a way of claiming the booking: the tests put in one without the condition, and see it settled twice. */
export function settleWith(claim: ClaimGroup): Served {
  return serve(groupSettle, async (call, { id, paymentType, expectedPayable }) => {
    const booking = await bookingById(call, id);
    const no = whyNotNow(call, booking);
    if (no) throw new Refusal(no);
    if (booking.state !== "arrived") throw new Refusal(m.group_not_arrived());
    if (!(await claim(call, id))) throw new Refusal(m.group_over());
    const came = (await cameOf(call, id)).filter(({ quantity }) => quantity > 0);
    // Its places are free for the order that takes them in the same transaction.
    await freePlaces(call, booking);
    const priced = await priceGroup(call, booking, came);
    const { free, closed } = priced;
    if (closed && paymentType === onAccount) throw new Refusal(closed);
    const agencyId = closed ? null : booking.agencyId;
    const cart = { ...priced.cart, reduced: [] };
    if (cart.whyNot) throw new Refusal(cart.whyNot);
    const holders = await groupHolders(call, id, priced);
    // Whoever counts a group at the gate sees its proofs.
    const proofs = concessionsOf(cart, [], []).proofs.map(({ concessionId, needed }) => ({
      concessionId,
      seen: needed,
    }));
    refuseConcessions(cart, [], proofs);
    const { open } = await shiftStanding(call);
    const amount = cart.lines.reduce((sum, line) => sum + line.amount, 0);
    const prepaid = await creditPrepaid(call, booking, amount);
    const order = await ofEverybody(call, () =>
      sellOrder(call, {
        ...{ channel: counterChannel, visitDay: booking.visitDay, discount: 0, expectedPayable },
        parts: [ticketPart({ ...cart, contactMobile: booking.mobile }, holders, takeQuota)],
        payment: prepaid.length === 0 ? { paymentType, given: undefined } : paidWith(prepaid, paymentType, amount),
        ...{
          posId: open?.posId ?? null,
          posName: open?.posName ?? "",
          contactName: booking.contactName,
          contactMobile: booking.mobile,
        },
        remark: `${booking.bookingNo} ${booking.organisation}`,
        accounts: payingAgency(agencyId, [paymentType]),
      }),
    );
    await forgetNames(call, id);
    await keepTradeOrder(call, { ...booking, agencyId, orderId: order.orderId });
    await call.db.execute(sql`
      update group_booking set order_no = ${order.orderNo}, amount = ${amount} where id = ${id}
    `);
    const after = {
      state: "settled",
      orderNo: order.orderNo,
      amount,
      ...(free > 0 && { free }),
    };
    call.audit({ thing: "groupBooking", thingId: id, label: booking.organisation, after });
    return order;
  });
}

/** What was paid ahead by the ways that it came, and the rest by the one that is chosen. */
function paidWith(prepaid: readonly Tender[], paymentType: string, payable: number) {
  const rest = payable - prepaid.reduce((sum, { amount }) => sum + amount, 0);
  const same = prepaid.some((one) => one.paymentType === paymentType);
  const payments = prepaid.map((one) => ({
    ...one,
    amount: one.amount + (one.paymentType === paymentType ? rest : 0),
  }));
  return { payments: rest === 0 || same ? payments : [...payments, { paymentType, amount: rest }] };
}

const sheet = serve(groupDay, async (call, { day = businessDay(call.now) }) => {
  const rows = await rowsOf<
    Booking & { persons: number; arrived: number; remark: string; people: { name: string; quantity: number }[] }
  >(
    call.db,
    sql`
      select ${columns}, coalesce(remark, '') as remark,
             (
               select json_agg(json_build_object('name', t.name, 'quantity', l.quantity) order by l.position)
               from group_booking_line l
               join ticket_type t on t.corp_code = l.corp_code and t.id = l.ticket_type_id
               where l.group_booking_id = group_booking.id
             ) as people
      from group_booking
      where visit_day = ${day}::date and state <> 'cancelled'
      order by arrival nulls last, id
      limit 500
    `,
  );
  const names = await namesDueOf(
    call,
    rows.map(({ id }) => id),
  );
  const prepaid = await prepaidOf(
    call,
    rows.map(({ id }) => id),
  );
  return {
    day,
    groups: rows.map(
      ({ mobile, customerGroup: _, visitDay: __, orderNo: ___, agencyId: ____, guideId: _____, ...row }) => ({
        ...row,
        mobile: maskMobile(mobile),
        namesSay: sayOf(names.get(Number(row.id)), call.now),
        ...aheadOf(prepaid.get(Number(row.id)), call.now),
      }),
    ),
  };
});

const aheadOf = (one: Prepaid | undefined, now: Date) =>
  one
    ? { prepayAsked: one.asked, prepaid: one.held, prepayLate: isLate(one, now) }
    : { prepayAsked: 0, prepaid: 0, prepayLate: false };

const sayOf = (names: NamesDue | undefined, now: Date) => (names ? sayNames(names, now) : "");

export const groupServed: Served[] = [...bookingServed, desk, arrive, settleWith(claimGroup), sheet, prepayServed];
