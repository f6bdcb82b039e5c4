/** The lines of ticket types in statements that read many types at once: `t` is the type. */
import { sql } from "drizzle-orm";

/** Names of its slots (`HH:mm-HH:mm`), earliest first. */
export const slotNames = sql`(
  select coalesce(json_agg(slot.start_time || '-' || slot.end_time order by slot.start_time), '[]')
  from ticket_type_slot slot
  where slot.corp_code = t.corp_code and slot.ticket_type_id = t.id
)`;

/** As {@link RefundBand}, most hours first. */
export const refundBands = sql`(
  select coalesce(
    json_agg(json_build_object('hours', band.hours, 'feePercent', band.fee_percent) order by band.position), '[]'
  )
  from ticket_type_refund_band band
  where band.corp_code = t.corp_code and band.ticket_type_id = t.id
)`;
