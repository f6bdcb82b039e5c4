/** Groups of the demonstration that agencies booked, of today and the days to come: a bus each, by the first ticket types of the first park. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";

export interface DemoGroup {
  number: string;
  agencyId: number;
  organisation: string;
  contact: string;
  mobile: string;
  guideId: number | null;
  guide: string | null;
  plate: string;
  day: string;
  arrival: string;
  people: number;
  tourNo: string;
  itinerary: string;
  /** Of the price, until two days before; given back until a day before. */
  prepayPercent: number | null;
  state: "booked" | "cancelled";
}

export async function insertGroups(tx: Transaction, groups: readonly DemoGroup[]): Promise<void> {
  await tx.execute(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(groups)}::json) as g (
        number text, "agencyId" bigint, organisation text, contact text, mobile text, "guideId" bigint, guide text,
        plate text, day date, arrival text, people int, state text, "tourNo" text, itinerary text, "prepayPercent" int
      )
    ),
    sold as (
      select id, park_id from ticket_type
      where status = 'onSale' and real_name = 'none' and kind = 'single'
        and park_id = (select min(id) from park)
        and not exists (select from ticket_type_slot s where s.ticket_type_id = ticket_type.id)
      order by sort, id
      limit 1
    ),
    booked as (
      insert into group_booking (
        booking_no, organisation, contact_name, mobile, guide, park_id, visit_day, arrival, persons, state,
        agency_id, guide_id, plate, tour_no, itinerary, prepay_percent, prepay_hours, prepay_back_hours
      )
      select g.number, g.organisation, g.contact, g.mobile, g.guide, sold.park_id, g.day, g.arrival, g.people, g.state,
             g."agencyId", g."guideId", g.plate, g."tourNo", g.itinerary, g."prepayPercent",
             case when g."prepayPercent" is not null then 48 end, case when g."prepayPercent" is not null then 24 end
      from given g, sold
      returning id, persons
    )
    insert into group_booking_line (group_booking_id, position, ticket_type_id, quantity)
    select booked.id, 0, sold.id, booked.persons from booked, sold
  `);
}
