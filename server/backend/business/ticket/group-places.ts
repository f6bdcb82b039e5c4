/** Places that are held for groups: taken when one is confirmed, given free when it is settled or cancelled. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type Invariants, said } from "../../kernel/invariant";
import { move } from "../../kernel/ledger";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { endPromises } from "./park-promise";
import { quotas } from "./quota-ledger";
import { holdQuota, lockOrder, type Taking } from "./quota-take";

interface Booked {
  id: number;
  bookingNo: string;
}

export async function holdPlaces(call: Call, { id, bookingNo }: Booked, takings: readonly Taking[]): Promise<void> {
  const held = await holdQuota(call, takings, bookingNo);
  const rows = [...held.values()].flat().map(({ dayId, quantity }) => ({ day: dayId, quantity }));
  await call.db.execute(sql`
    insert into group_booking_hold (booking_id, quota_day_id, quantity)
    select ${id}::bigint, h.day, h.quantity
    from json_to_recordset(${JSON.stringify(rows)}::json) as h (day bigint, quantity int)
  `);
}

export async function freePlaces(call: Call, { id, bookingNo }: Booked): Promise<void> {
  await endPromises(call, "group", [id]);
  const rows = await rowsOf<{ day: number; quantity: number }>(
    call.db,
    sql`
      with freed as (
        delete from group_booking_hold where booking_id = ${id} returning quota_day_id, quantity
      )
      select f.quota_day_id as day, f.quantity
      from freed f
      join quota_day d on d.id = f.quota_day_id
      order by ${lockOrder}
    `,
  );
  for (const { day, quantity } of rows) {
    const source = { business: "ticket", kind: "groupFree", subject: bookingNo, part: String(day) };
    const freed = await move(call, quotas, { account: day, kind: "release", amount: quantity, source });
    if (!freed) throw new Error(`quota day ${day} holds fewer than ${quantity}`);
  }
}

export const groupInvariants: Invariants = {
  "places held for groups are those of bookings that are confirmed or arrived, and their quota holds them": {
    says: m.rule_places_held_for_groups_are_those_of,
    broken: `
      select b.booking_no as booking, h.quota_day_id, h.quantity
      from group_booking_hold h
      join group_booking b on b.corp_code = h.corp_code and b.id = h.booking_id
      join quota_day d on d.corp_code = h.corp_code and d.id = h.quota_day_id
      where b.state not in ('confirmed', 'arrived')
         or d.held < (
           select sum(o.quantity) from group_booking_hold o
           where o.corp_code = h.corp_code and o.quota_day_id = h.quota_day_id
         )
    `,
    found: (row, options) => m.audit_group_places({ booking: said(row.booking), n: said(row.quantity) }, options),
  },
};
