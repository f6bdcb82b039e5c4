/** How many of each type came with groups of registered guides, for businesses that reckon with it. */
import { sql } from "drizzle-orm";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface GroupArrival {
  day: string;
  guideId: number;
  agencyId: number | null;
  typeId: number;
  typeName: string;
  arrived: number;
}

interface Asked {
  from: string;
  to: string;
  guideId?: number | undefined;
  agencyId?: number | undefined;
}

export const groupArrivals = ({ db }: Call, { from, to, guideId, agencyId }: Asked, most: number) =>
  rowsOf<GroupArrival>(
    db,
    sql`
      select b.visit_day::text as day, b.guide_id::float8 as "guideId", b.agency_id::float8 as "agencyId",
             t.id::float8 as "typeId", t.name as "typeName", sum(a.arrived)::int as arrived
      from group_booking b
      join group_booking_arrival a on a.corp_code = b.corp_code and a.booking_id = b.id
      join ticket_type t on t.corp_code = a.corp_code and t.id = a.ticket_type_id
      where b.visit_day between ${from}::date and ${to}::date
        and b.guide_id is not null
        and b.state in ('arrived', 'settled')
        and (${guideId ?? null}::bigint is null or b.guide_id = ${guideId ?? null}::bigint)
        and (${agencyId ?? null}::bigint is null or b.agency_id = ${agencyId ?? null}::bigint)
      group by b.visit_day, b.guide_id, b.agency_id, t.id, t.name
      having sum(a.arrived) > 0
      limit ${most}
    `,
  );

/** Ids of the group bookings of an agency that the caller sees, the newest `most`. */
export async function bookingsOfAgency({ db }: Call, agencyId: number, most: number): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`select id::float8 as id from group_booking where agency_id = ${agencyId} order by id desc limit ${most}`,
  );
  return rows.map(({ id }) => id);
}
