/** The rows of reservations, one a line: what becomes of them follows from their tickets, by a trigger. */
import { sql } from "drizzle-orm";
import { reservationKind } from "~/contract/ticket/reservation-kind";
import type { Call } from "../../kernel/served";
import type { PlacedLine, PlacedOrder } from "../order/sellable";
import type { CartLine } from "./sale-cart";
import type { Visitor } from "./sale-visitors";

/** Nothing is written where nothing is reserved. */
export async function noteReservations(
  call: Call,
  { id: orderId, orderNo }: PlacedOrder,
  lines: readonly CartLine[],
  placed: readonly PlacedLine[],
  holders: readonly Visitor[][],
  mobile: string,
): Promise<void> {
  const rows = lines.flatMap(({ type, day, slot, quantity }, index) => {
    const lineId = placed[index]?.id;
    if (type.kind !== reservationKind || lineId === undefined) return [];
    const holder = holders[index]?.[0];
    return [
      {
        ...{ line_id: lineId, ticket_type_id: type.id, park_id: type.parkId, day, slot, persons: quantity },
        ...{ name: holder?.name || null, document: holder?.identity ? holder.document : null },
        ...{ country: holder?.country || null, identity: holder?.identity || null },
      },
    ];
  });
  if (rows.length === 0) return;
  const at = sql`${call.now.toISOString()}::timestamptz`;
  await call.db.execute(sql`
    insert into reservation (
      order_id, line_id, order_no, ticket_type_id, park_id, visit_day, slot, persons, name, document, country, identity,
      mobile, created_at, updated_at
    )
    select ${orderId}::bigint, l.line_id, ${orderNo}, l.ticket_type_id, l.park_id, l.day, nullif(l.slot, ''),
           l.persons, l.name, l.document, l.country, l.identity, ${mobile || null}::text, ${at}, ${at}
    from json_to_recordset(${JSON.stringify(rows)}::json) as l (
      line_id bigint, ticket_type_id bigint, park_id bigint, day date, slot text, persons int, name text, document text,
      country text, identity text
    )
  `);
}
