/** A theatre with stalls, a circle and a lawn, a cinema hall, a week of sessions, tickets sold for tonight, and seats set aside. */
import { sql } from "drizzle-orm";
import { makeRows, type PlanRow, seatCount, standing } from "~/contract/theatre/seat-plan";
import type { Transaction } from "../../db/database";
import { addDays, businessDay, momentOf } from "../../kernel/business-time";
import { sequenceWithoutGap } from "../../kernel/numbers";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { DemoPeople } from "../manifest";
import { insertMadeUpOrders, type MadeUpOrders, nextOrderIds } from "../order/made-up";
import { settleSession } from "./session";
import { copyHall } from "./template";

const rows = (wanted: Partial<Parameters<typeof makeRows>[0]>) =>
  makeRows({
    ...{
      first: "1",
      rows: 6,
      seats: 20,
      growth: 0,
      numbering: "oddEven",
      aisles: [10],
      zone: "B",
      kind: "normal",
      arc: 0,
    },
    ...wanted,
  });

interface ShownArea {
  name: [zh: string, en: string];
  zone: string;
  plan?: PlanRow[];
  arc?: number;
  capacity?: number;
}

/** Wheelchair places with companions at the ends of a row. */
function withWheelchairs(plan: PlanRow[], row: number): PlanRow[] {
  return plan.map((one, index) => {
    if (index !== row) return one;
    const last = one.seats.length - 1;
    return {
      ...one,
      seats: one.seats.map((seat, place) =>
        place === 0 || place === last
          ? { ...seat, kind: "wheelchair" as const }
          : place === 1 || place === last - 1
            ? { ...seat, kind: "companion" as const }
            : seat,
      ),
    };
  });
}

const halls: readonly {
  venue: { code: string; name: [string, string]; kind: string; place: [string, string]; park: "first" | "last" };
  hall: { code: string; name: [string, string]; cleaning: number };
  zones: readonly [code: string, zh: string, en: string, tint: string, price: number][];
  areas: readonly ShownArea[];
  show: { code: string; name: [string, string]; kind: string; minutes: number };
  times: readonly string[];
  noGaps: boolean;
}[] = [
  {
    venue: {
      ...{ code: "VN-1", name: ["水秀剧场", "Water Show Theatre"], kind: "theatre", park: "last" },
      place: ["湖心岛", "On the island"],
    },
    hall: { code: "H1", name: ["主剧场", "Main hall"], cleaning: 30 },
    zones: [
      ["A", "贵宾席", "Premium", "violet", 16_800],
      ["B", "甲等席", "First class", "blue", 9_800],
      ["C", "乙等席", "Second class", "green", 6_000],
    ],
    areas: [
      {
        ...{ name: ["池座", "Stalls"], zone: "B", arc: 120 },
        plan: withWheelchairs([...rows({ rows: 4, zone: "A" }), ...rows({ first: "5", rows: 8 })], 11),
      },
      { name: ["楼座", "Circle"], zone: "C", arc: 80, plan: rows({ rows: 4, seats: 24, aisles: [8, 16], zone: "C" }) },
      { name: ["草坪", "Lawn"], zone: "C", capacity: 120 },
    ],
    show: { code: "SH-1", name: ["青云水秀", "Qingyun Water Show"], kind: "show", minutes: 50 },
    times: ["15:00", "19:30"],
    noGaps: true,
  },
  {
    venue: {
      ...{ code: "VN-2", name: ["青云影城", "Qingyun Cinema"], kind: "cinema", park: "first" },
      place: ["游客中心二层", "Visitor centre, second floor"],
    },
    hall: { code: "1", name: ["1 号厅", "Hall 1"], cleaning: 20 },
    zones: [["A", "普通", "Standard", "blue", 4_500]],
    areas: [
      {
        ...{ name: ["观众席", "Seats"], zone: "A" },
        plan: [
          ...rows({ rows: 7, seats: 12, aisles: [3, 9], numbering: "left", zone: "A" }),
          ...rows({ first: "8", rows: 1, seats: 12, aisles: [3, 9], numbering: "left", zone: "A", kind: "couple" }),
        ],
      },
    ],
    show: { code: "SH-2", name: ["山谷来信", "Letters from the Valley"], kind: "film", minutes: 104 },
    times: ["10:30", "14:00", "19:00"],
    noGaps: false,
  },
];

/** Once: where there is a venue, or no park to put one in, everything is left as it is. */
export async function seedTheatre(tx: Transaction, people: DemoPeople, now: Date): Promise<void> {
  const there = await firstOf<{ venues: number; parks: number }>(
    tx,
    sql`
      select (select count(*)::int from theatre_venue where corp_code = current_setting('app.corp_code')) as venues,
             (select count(*)::int from named_park) as parks
    `,
  );
  if (!there || there.venues > 0 || there.parks === 0) return;
  for (const shown of halls) await seedHall(tx, people, now, shown);
  const { say } = people;
  await tx.execute(sql`
    insert into theatre_policy (name, how, off, days, until_time)
    values (${say("儿童票", "Child")}, 'asked', 50, 'any', null), (${say("学生票", "Student")}, 'asked', 20, 'any', null),
           (${say("早场", "Matinee")}, 'all', 20, 'any', '12:00')
  `);
}

const idOf = async (tx: Transaction, statement: ReturnType<typeof sql>) =>
  (await firstOf<{ id: number }>(tx, statement))?.id ?? 0;

async function seedHall(tx: Transaction, people: DemoPeople, now: Date, shown: (typeof halls)[number]): Promise<void> {
  const { say } = people;
  const { venue, hall, show } = shown;
  const park = sql.raw(venue.park === "first" ? "min(id)" : "max(id)");
  const venueId = await idOf(
    tx,
    sql`
      insert into theatre_venue (code, name, kind, park_id, place)
      select ${venue.code}, ${say(...venue.name)}, ${venue.kind}, ${park}, ${say(...venue.place)} from named_park
      returning id::float8 as id
    `,
  );
  const hallId = await idOf(
    tx,
    sql`
      insert into theatre_hall (code, name, venue_id, cleaning)
      values (${hall.code}, ${say(...hall.name)}, ${venueId}, ${hall.cleaning}) returning id::float8 as id
    `,
  );
  for (const [code, zh, en, tint] of shown.zones)
    await tx.execute(
      sql`insert into theatre_zone (code, name, hall_id, tint) values (${code}, ${say(zh, en)}, ${hallId}, ${tint})`,
    );
  for (const [place, area] of shown.areas.entries()) await seedArea(tx, people, hallId, place + 1, area);
  const capacity = shown.areas.reduce((sum, area) => sum + (area.capacity ?? 0), 0);
  const seats = shown.areas.reduce((sum, { plan = [] }) => sum + seatCount(plan), 0);
  const templateId = await idOf(
    tx,
    sql`
      insert into theatre_template (name, hall_id, version, seats, capacity)
      values (${say("标准座位", "Standard seating")}, ${hallId}, 1, ${seats}, ${capacity}) returning id::float8 as id
    `,
  );
  await copyHall({ db: tx }, { id: templateId, hallId }, null);
  const ticketId = await idOf(
    tx,
    sql`
      insert into theatre_template_ticket (name, hall_id) values (${say("平日票价", "Weekday prices")}, ${hallId})
      returning id::float8 as id
    `,
  );
  for (const [place, [code, , , , price]] of shown.zones.entries())
    await tx.execute(sql`
      insert into theatre_template_ticket_price (theatre_template_ticket_id, position, zone_id, price)
      select ${ticketId}::bigint, ${place}::int, id, ${price}::bigint from theatre_zone
      where corp_code = current_setting('app.corp_code') and hall_id = ${hallId} and code = ${code}
    `);
  const lawnTicket = capacity > 0 ? await seedAreaTicket(tx, people, hallId) : null;
  const showId = await idOf(
    tx,
    sql`
      insert into theatre_show (code, name, kind, minutes)
      values (${show.code}, ${say(...show.name)}, ${show.kind}, ${show.minutes}) returning id::float8 as id
    `,
  );
  for (let ahead = 0; ahead < 7; ahead += 1) {
    for (const time of shown.times) {
      const day = addDays(businessDay(now), ahead);
      const starts = momentOf(`${day}T${time}`).getTime();
      const [ends, free] = [starts + show.minutes * 60_000, starts + (show.minutes + hall.cleaning) * 60_000];
      const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
      const sessionId = await idOf(
        tx,
        sql`
          insert into theatre_session (
            name, show_id, hall_id, template_id, day, time, starts_at, ends_at, free_at, template_ticket_id, area_ticket_id, no_gaps
          )
          values (
            ${`${say(...show.name)} ${day} ${time}`}, ${showId}, ${hallId}, ${templateId}, ${day}, ${time}, ${at(starts)}, ${at(ends)},
            ${at(free)}, ${ticketId}, ${lawnTicket}, ${shown.noGaps}
          )
          returning id::float8 as id
        `,
      );
      const row = { id: sessionId, templateId, templateTicketId: ticketId, areaTicketId: lawnTicket };
      await settleSession({ db: tx }, row, null);
      const last = time === shown.times.at(-1);
      if (ahead < 2 && last) await seedSold(tx, people, now, sessionId, ahead === 0 ? 14 : 5);
      if (ahead === 1 && last) await seedAside(tx, people, sessionId, starts - 3 * 3_600_000);
    }
  }
}

async function seedArea(
  tx: Transaction,
  { say }: DemoPeople,
  hallId: number,
  sort: number,
  area: ShownArea,
): Promise<void> {
  const { plan = [], capacity = null, arc = 0 } = area;
  const seats = seatCount(plan);
  const areaId = await idOf(
    tx,
    sql`
      insert into theatre_area (name, hall_id, kind, zone_id, capacity, sort, seats)
      select ${say(...area.name)}, ${hallId}, ${capacity === null ? "seats" : "unseated"}, z.id, ${capacity}::int, ${sort}, ${seats}
      from theatre_zone z
      where z.corp_code = current_setting('app.corp_code') and z.hall_id = ${hallId} and z.code = ${area.zone}
      returning id::float8 as id
    `,
  );
  if (seats > 0)
    await tx.execute(sql`
      insert into theatre_plan (area_id, arc, rows) values (${areaId}, ${arc}, ${JSON.stringify(standing(plan, arc))}::jsonb)
    `);
}

async function seedAreaTicket(tx: Transaction, { say }: DemoPeople, hallId: number): Promise<number> {
  const id = await idOf(
    tx,
    sql`
      insert into theatre_area_ticket (name, hall_id) values (${say("草坪票", "Lawn ticket")}, ${hallId}) returning id::float8 as id
    `,
  );
  await tx.execute(sql`
    insert into theatre_area_ticket_price (theatre_area_ticket_id, position, area_id, price)
    select ${id}::bigint, (row_number() over (order by a.id) - 1)::int, a.id, 3000 from theatre_area a
    where a.corp_code = current_setting('app.corp_code') and a.hall_id = ${hallId} and a.kind = 'unseated'
  `);
  return id;
}

/** Orders of two or three neighbours, from the front. */
async function seedSold(
  tx: Transaction,
  { seller, say }: DemoPeople,
  now: Date,
  sessionId: number,
  orders: number,
): Promise<void> {
  const seats = await rowsOf<{
    id: number;
    areaId: number;
    label: string;
    zone: string;
    price: number;
    parkId: number;
    session: string;
    day: string;
  }>(
    tx,
    sql`
      select s.id::float8 as id, s.template_area_id::float8 as "areaId", s.zone, (x.zone_prices ->> s.zone)::float8 as price,
             a.name || ' ' || s.row_name || ${say("排", "-")} || s.number || ${say("座", "")} as label,
             v.park_id::float8 as "parkId", x.name as session, x.day::text as day
      from theatre_session x
      join theatre_seat s on s.corp_code = x.corp_code and s.template_id = x.template_id
      join theatre_template_area a on a.corp_code = s.corp_code and a.id = s.template_area_id
      join theatre_hall h on h.corp_code = x.corp_code and h.id = x.hall_id
      join theatre_venue v on v.corp_code = h.corp_code and v.id = h.venue_id
      where x.corp_code = current_setting('app.corp_code') and x.id = ${sessionId} and s.kind = 'normal'
      order by a.sort, s.row_at, s.at
      limit ${orders * 4}
    `,
  );
  const at = new Date(now.getTime() - 3_600_000).toISOString();
  const today = businessDay(now).replaceAll("-", "");
  const number = await sequenceWithoutGap({ db: tx }, "OD", today, orders);
  const next = await nextOrderIds(tx);
  const made: MadeUpOrders = { orders: [], lines: [], refunds: [], items: [], payments: [] };
  const tickets: object[] = [];
  for (let place = 0; place < orders; place += 1) {
    const four = seats.slice(place * 4, place * 4 + 4);
    const [first] = four;
    if (!first) break;
    const own = four.slice(0, 2 + (place % 2) * 2).filter(({ zone }) => zone === first.zone);
    const [order_id, line_id] = [next.order + place, next.line + place];
    const order_no = `OD${today}${String(number + place).padStart(6, "0")}`;
    const amount = first.price * own.length;
    const at_till = { seller_id: seller.id, seller_name: seller.name, pos_id: null, pos_name: "" };
    made.orders.push({
      ...{ id: order_id, order_no, channel: "window", state: "paid", visit_day: first.day, quantity: own.length },
      ...{ contact_name: "", contact_mobile: "", total: amount, discount: 0, payable: amount, paid: amount },
      ...{ refunded: 0, refunding: 0, ...at_till, remark: "", parks: [first.parkId], created_at: at, updated_at: at },
    });
    made.lines.push({
      ...{ id: line_id, order_id, line_no: 1, business: "theatre", kind: "seat", subject_id: sessionId },
      ...{ name: `${first.session} ${first.zone}`, park_id: first.parkId, quantity: own.length },
      ...{ unit_price: first.price, amount, discount: 0, terms: { session: first.session, zone: first.zone } },
    });
    made.payments.push({
      ...{ at, order_id, kind: "payment", payment_type: place % 3 === 0 ? "cash" : "wechat", amount },
      ...{ account_id: seller.id, account_name: seller.name },
    });
    own.forEach((seat, index) => {
      tickets.push({ ...seat, order_id, line_id, no: `${order_no}-${String(index + 1).padStart(2, "0")}` });
    });
  }
  await insertMadeUpOrders(tx, made);
  await tx.execute(sql`
    with issued as (
      insert into theatre_ticket (ticket_no, session_id, template_area_id, seat_id, label, zone, order_id, line_id, price)
      select t.no, ${sessionId}::bigint, t."areaId", t.id, t.label, t.zone, t.order_id, t.line_id, t.price
      from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb)
        as t (id bigint, "areaId" bigint, label text, zone text, price bigint, no text, order_id bigint, line_id bigint)
      returning id, seat_id
    )
    insert into theatre_place (session_id, seat_id, state, ticket_id)
    select ${sessionId}::bigint, seat_id, 'sold', id from issued
  `);
}

async function seedAside(tx: Transaction, { say }: DemoPeople, sessionId: number, until: number): Promise<void> {
  const at = sql`${new Date(until).toISOString()}::timestamptz`;
  await tx.execute(sql`
    with aside as (
      insert into theatre_preselect (name, kind, session_id, contact, until, seats)
      values (${say("阳光旅行社团", "Sunshine Travel group")}, 'group', ${sessionId}, ${say("陈导", "Guide Chen")}, ${at}, 8)
      returning id
    )
    insert into theatre_place (session_id, seat_id, state, preselect_id, until)
    select x.id, s.id, 'aside', aside.id, ${at}
    from aside
    join theatre_session x on x.corp_code = current_setting('app.corp_code') and x.id = ${sessionId}
    cross join lateral (
      select id from theatre_seat s
      where s.corp_code = x.corp_code and s.template_id = x.template_id and s.row_at = 6 and s.kind = 'normal'
      order by s.template_area_id, s.at limit 8
    ) s
  `);
}
