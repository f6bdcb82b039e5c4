/** Figures of the workbench: straight from orders and payments, by their indexes on time. */

import { cash } from "~/contract/order/cash";
import type { ShiftHead } from "~/contract/order/shift";
import {
  bookingsTomorrow,
  ownSalesToday,
  refundsWaiting,
  salesToday,
  takingsByDay,
  takingsDays,
} from "~/contract/order/today";
import { addDays, businessDay, clock, momentOf, startOfDay } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import type { KeptLedger } from "../../kernel/ledger";
import { prepared } from "../../kernel/prepared";
import { type Call, serve } from "../../kernel/served";
import { movedInShift, openShiftOf } from "./shift-store";
import { takingsSince } from "./takings";

interface Sales {
  orders: number;
  tickets: number;
  revenue: number;
  refunded: number;
}

/** $1 since, $2 until; `seller` narrows orders, `taker` payments. */
const salesBetween = (seller: string, taker: string) => `
  with sold as (
    select count(*)::int as orders, coalesce(sum(quantity), 0)::int as tickets
    from orders
    where created_at >= $1
      and created_at < $2
      and state not in ('pending', 'cancelled', 'expired')
      ${seller}
  ),
  money as (
    select coalesce(sum(amount) filter (where kind = 'payment'), 0)::float8 as revenue,
           coalesce(-sum(amount) filter (where kind = 'refund'), 0)::float8 as refunded
    from payment
    where at >= $1
      and at < $2
      ${taker}
  )
  select orders, tickets, revenue, refunded from sold, money
`;
const ofAll = salesBetween("", "");
const ofOne = salesBetween("and seller_id = $3", "and account_id = $3");
/** $1 the shift, $2 whose. Orders of others that they took the money of are others' sales. */
const soldInShift = `
  select count(*)::int as orders, coalesce(sum(o.quantity), 0)::int as tickets, 0 as revenue, 0 as refunded
  from shift s
  join orders o
    on o.corp_code = s.corp_code
   and o.created_at >= s.opened_at
   and o.seller_id = $2
   and o.state not in ('pending', 'cancelled', 'expired')
  where s.id = $1
`;
const nothing: Sales = { orders: 0, tickets: 0, revenue: 0, refunded: 0 };

const today = ({ now }: Call) => startOfDay(businessDay(now));
/** After every moment that a row may have. */
const open = new Date("9999-01-01T00:00:00Z");

const allBetween = async ({ db }: Call, from: Date, until: Date): Promise<Sales> =>
  (await prepared<Sales>(db, ofAll, [from, until]))[0] ?? nothing;

const serveAll = serve(salesToday, async (call) => {
  const day = businessDay(call.now);
  const before = addDays(day, -7);
  const sameTime = momentOf(`${before}T${clock(call.now)}`);
  return {
    day,
    ...(await allBetween(call, today(call), open)),
    weekBefore: await allBetween(call, startOfDay(before), sameTime),
  };
});

/** $1 since, $2 the account. What was corrected counts as taken by the right way. */
const waysOfOne = `
  select payment_type as "paymentType",
         coalesce(sum(amount) filter (where kind <> 'refund'), 0)::float8 as taken,
         coalesce(-sum(amount) filter (where kind = 'refund'), 0)::float8 as refunded
  from payment
  where at >= $1
    and account_id = $2
  group by payment_type
  order by taken desc, payment_type
`;

interface Way {
  paymentType: string;
  taken: number;
  refunded: number;
}

type Own = Sales & { shift: ShiftHead | null; ways: Way[] };

/** From opening on, since nobody has two shifts at once: one that goes past midnight is one, and one before it is none of it. */
async function ofShift(call: Call, ledgers: readonly KeptLedger[], shift: ShiftHead): Promise<Own> {
  const moved = await movedInShift(call, ledgers, shift.id);
  const byType = new Map<string, Way>();
  for (const { paymentType, taken, corrected, heldTaken, givenBack, heldGivenBack } of moved) {
    // What lies in the drawer is told by the count alone, and a sum with cash in it would tell.
    if (paymentType === cash) continue;
    // Others may have moved money of this shift.
    const way = byType.get(paymentType) ?? { paymentType, taken: 0, refunded: 0 };
    way.taken += taken + corrected + heldTaken;
    way.refunded += givenBack + heldGivenBack;
    byType.set(paymentType, way);
  }
  const ways = [...byType.values()].sort((one, other) => other.taken - one.taken);
  const [sold = nothing] = await prepared<Sales>(call.db, soldInShift, [shift.id, call.caller.userId]);
  return { ...sold, revenue: ways.reduce((sum, { taken }) => sum + taken, 0), shift, ways };
}

async function ofDay(call: Call): Promise<Own> {
  const { userId } = call.caller;
  const [found = nothing] = await prepared<Sales>(call.db, ofOne, [today(call), open, userId]);
  return { ...found, shift: null, ways: await prepared<Way>(call.db, waysOfOne, [today(call), userId]) };
}

const serveOwn = (ledgers: readonly KeptLedger[]) =>
  serve(ownSalesToday, async (call) => {
    const own = await openShiftOf(call);
    const { orders, tickets, revenue, shift, ways } = own ? await ofShift(call, ledgers, own) : await ofDay(call);
    const { paymentType: types = [] } =
      ways.length === 0 ? {} : await dictionariesOf(call.db, ["paymentType"], call.locale);
    const labels = new Map(types.map(({ value, label }) => [value, label]));
    return {
      ...{ day: businessDay(call.now), orders, tickets, revenue },
      shift: shift && { shiftNo: shift.shiftNo, posName: shift.posName, openedAt: shift.openedAt },
      ways: ways.map((way) => ({ ...way, label: labels.get(way.paymentType) ?? way.paymentType })),
    };
  });

const serveTakings = serve(takingsByDay, async ({ db, now }) => {
  const last = businessDay(now);
  const days = Array.from({ length: takingsDays }, (_, place) => addDays(last, place + 1 - takingsDays));
  const rows = await takingsSince(db, days[0] ?? last, "the caller's corp");
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return days.map((day) => ({ day, sales: byDay.get(day)?.sales ?? 0, refunds: byDay.get(day)?.refunds ?? 0 }));
});

/** $1 the day. */
const bookedFor = `
  select o.offline,
         count(distinct o.id)::int as orders,
         coalesce(sum(l.quantity - l.refunded - l.changed - l.used), 0)::int as tickets
  from orders o
  join sub_order l on l.corp_code = o.corp_code and l.order_id = o.id
  where o.offline in (true, false)
    and (o.visit_day = $1 or o.visit_day < $1 and o.last_visit_day >= $1)
    and coalesce((l.terms ->> 'visitDay')::date, o.visit_day) = $1
    and o.state in ('paid', 'partlyFulfilled', 'partlyRefunded')
  group by o.offline
`;

const serveBookings = serve(bookingsTomorrow, async ({ db, now }) => {
  const day = addDays(businessDay(now), 1);
  const rows = await prepared<{ offline: boolean; orders: number; tickets: number }>(db, bookedFor, [day]);
  const of = (wanted: boolean) => {
    const { orders = 0, tickets = 0 } = rows.find(({ offline }) => offline === wanted) ?? {};
    return { orders, tickets };
  };
  return { day, network: of(false), offline: of(true) };
});

const waiting = "select count(*)::int as count from refund where state = 'waiting' and requested_by_id <> $1";

const serveWaiting = serve(refundsWaiting, async ({ db, caller }) => {
  const [found] = await prepared<{ count: number }>(db, waiting, [caller.userId]);
  return { count: found?.count ?? 0 };
});

export const todayServed = (ledgers: readonly KeptLedger[]) => [
  serveAll,
  serveOwn(ledgers),
  serveTakings,
  serveBookings,
  serveWaiting,
];
