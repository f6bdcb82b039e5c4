/** What the page of an order says of the group booking that it settled. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { groupBooking } from "~/contract/ticket/group-booking";
import type { BesideOrder } from "../order/list-beside";
import type { OriginTeller } from "../order/origins";

export const groupOrigin: OriginTeller<{ id: number; bookingNo: string }> = {
  business: "ticket",
  kept: sql`(
    select jsonb_build_object('id', b.id, 'bookingNo', b.booking_no)
    from group_booking b
    where b.corp_code = o.corp_code and b.order_no = o.order_no
    limit 1
  )`,
  async tell(call, { id, bookingNo }) {
    const path = (await call.opens("createGroup")) ? `${groupBooking.path}/${id}` : null;
    return [{ label: m.group_booking(), text: bookingNo, path }];
  },
};

/** Its number in lists of orders. */
export const groupBeside: BesideOrder = {
  shown: sql`(
    select b.booking_no
    from group_booking b
    where b.corp_code = o.corp_code and b.order_no = o.order_no
    limit 1
  )`,
  found: (text) => sql`select b.order_no from group_booking b where b.booking_no = ${text} and b.order_no is not null`,
  by: "orderNo",
};
