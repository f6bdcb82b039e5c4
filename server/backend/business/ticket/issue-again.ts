/** Tickets that an order was paid for and that are not there: issued from what their line was sold under. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { allocate } from "../../kernel/allocate";
import { businessDay } from "../../kernel/business-time";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { SoldLine, SoldOrder } from "../order/sellable";
import { newQrText, newTicketNumber } from "./ticket-code";

/** Names of visitors and places in a combo are nowhere but on the tickets: without them nothing is made up. */
export function issueAgainWhyNot({ terms }: SoldLine): string {
  if (terms.realName !== "none") return m.repair_no_names();
  return terms.combo === undefined ? "" : m.repair_no_combo();
}

/** With a new number and code each; what was paid for the line and is on no ticket is spread over them, to the fen. */
export async function issueAgain(call: Call, order: SoldOrder, line: SoldLine, missing: number): Promise<number> {
  const there = await firstOf<{ price: number }>(
    call.db,
    sql`select coalesce(sum(price), 0)::bigint as price from ticket where line_id = ${line.id}`,
  );
  const left = Math.max(0, line.unitPrice * line.quantity - line.discount - (there?.price ?? 0));
  const today = businessDay(call.now);
  let sequence = call.numbers.take("TK", today, missing);
  const shares = allocate(
    left,
    Array.from({ length: missing }, () => line.unitPrice || 1),
  );
  const fresh = shares.map((price) => ({
    price,
    ticket_no: newTicketNumber(today, sequence++),
    qr_text: newQrText(),
  }));
  const rows = await rowsOf(
    call.db,
    sql`
      insert into ticket (
        ticket_no, qr_text, order_id, line_id, ticket_type_id, ticket_type_name, park_id, gate_group_id, visit_day, slot,
        valid_from, valid_to, entry_from, entry_to, pass_interval, rules, price, admissions, issued_at
      )
      select f.ticket_no, f.qr_text, ${order.id}::bigint, ${line.id}::bigint, ${line.subjectId}::bigint, ${line.name},
             y.park_id, t."gateGroupId", coalesce(t."visitDay", ${order.visitDay}::date), t.slot, t."validFrom", t."validTo", t."entryFrom",
             t."entryTo", t."passInterval", coalesce(t.rules, '{}'), f.price, t.admissions,
             ${call.now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as f (price bigint, ticket_no text, qr_text text)
      cross join jsonb_to_record(${JSON.stringify(line.terms)}::jsonb) as t (
        "visitDay" date, "gateGroupId" bigint, slot text, "validFrom" date, "validTo" date, "entryFrom" text, "entryTo" text,
        "passInterval" int, rules jsonb, admissions int
      )
      join ticket_type y on y.id = ${line.subjectId}
      order by f.ticket_no
      returning id
    `,
  );
  return rows.length;
}
