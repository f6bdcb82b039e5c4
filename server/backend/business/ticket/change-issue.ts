/** Changed tickets: the old ones are good for nothing any more, the new ones are issued in their place. */
import { sql } from "drizzle-orm";
import { businessDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { NewLine, Swap } from "./change-lines";
import { placesGivenUp, rowsOfPlaces } from "./quota-back";
import type { TakenPlaces, Taking } from "./quota-take";
import { drawsFrom } from "./sale-cart";
import type { SoldType } from "./sale-context";
import { newQrText, newTicketNumber } from "./ticket-code";

/** issued → changed. The statement carries its own condition: a ticket that was used or moved meanwhile is not counted. */
export async function withdrawOld({ db }: Call, lines: readonly NewLine[]): Promise<number> {
  const ids = lines.flatMap(({ swaps }) => swaps.map(({ old }) => old.id));
  const rows = await rowsOf(
    db,
    sql`
      update ticket
      set state = 'changed'
      where corp_code = current_setting('app.corp_code')
        and id = any (${sql.param(ids)}::bigint[])
        and state = 'issued'
        and used = 0
      returning id
    `,
  );
  return rows.length;
}

/** What stands on a printed ticket. */
export interface TicketCode {
  ticketNo: string;
  qrText: string;
}

export interface Issued {
  swap: Swap;
  lineId: number;
  oldLineId: number;
  id: number;
  ticketNo: string;
}

/**
 * With all that the old ones had (gates, hours, entries), under a number and a code of their own. Those that became another
 * type have its rules, and `codes` of the old ones by id.
 */
export async function issueNew(
  call: Call,
  lines: readonly NewLine[],
  lineIds: readonly number[],
  codes: ReadonlyMap<number, TicketCode> = new Map(),
): Promise<Issued[]> {
  const today = businessDay(call.now);
  const wanted = lines.flatMap((line, index) =>
    line.swaps.map((swap) => ({ swap, line, lineId: lineIds[index] ?? 0 })),
  );
  const unnumbered = wanted.filter(({ swap }) => !codes.has(swap.old.id)).length;
  let sequence = call.numbers.take("TK", today, unnumbered);
  const fresh = wanted.map(({ swap, line, lineId }) => ({
    old_id: swap.old.id,
    line_id: lineId,
    ticket_no: codes.get(swap.old.id)?.ticketNo ?? newTicketNumber(today, sequence++),
    qr_text: codes.get(swap.old.id)?.qrText ?? newQrText(),
    ...(line.type && line.type.id !== swap.old.typeId && { type: typeColumns(line.type) }),
    visit_day: line.day,
    slot: line.slot,
    valid_from: line.validFrom,
    valid_to: line.validTo,
    price: swap.price,
    holder_name: swap.holder.name,
    holder_document: swap.holder.document,
    holder_country: swap.holder.country,
    holder_identity: swap.holder.identity,
  }));
  const rows = await rowsOf<{ id: number; ticketNo: string }>(
    call.db,
    sql`
      insert into ticket (
        ticket_no, qr_text, order_id, line_id, ticket_type_id, ticket_type_name, park_id, gate_group_id, visit_day, slot,
        valid_from, valid_to, entry_from, entry_to, pass_interval, rules, price, admissions, holder_name,
        holder_document, holder_country, holder_identity, changes, issued_at
      )
      select f.ticket_no, f.qr_text, t.order_id, f.line_id, r.ticket_type_id, r.ticket_type_name, t.park_id,
             r.gate_group_id, f.visit_day, f.slot, f.valid_from, f.valid_to, r.entry_from, r.entry_to, r.pass_interval,
             r.rules, f.price, r.admissions, f.holder_name, f.holder_document, f.holder_country, f.holder_identity,
             t.changes + case when f.type is null then 1 else 0 end, ${call.now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as f (
             old_id bigint, line_id bigint, ticket_no text, qr_text text, visit_day date, slot text, valid_from date,
             valid_to date, price bigint, holder_name text, holder_document text, holder_country text,
             holder_identity text, type jsonb
           )
      join ticket t on t.id = f.old_id
      cross join lateral jsonb_populate_record(t, coalesce(f.type, '{}')) r
      order by f.ticket_no
      returning id, ticket_no as "ticketNo"
    `,
  );
  const ids = new Map(rows.map(({ id, ticketNo }) => [ticketNo, id]));
  return wanted.map(({ swap, line, lineId }, place) => {
    const ticketNo = fresh[place]?.ticket_no ?? "";
    return { swap, lineId, oldLineId: line.lineId, id: ids.get(ticketNo) ?? 0, ticketNo };
  });
}

/** What a ticket has of its type. */
const typeColumns = (type: SoldType) => ({
  ticket_type_id: type.id,
  ticket_type_name: type.name,
  gate_group_id: type.gateGroupId,
  entry_from: type.entryFrom,
  entry_to: type.entryTo,
  pass_interval: type.passInterval,
  rules: type.rules,
  admissions: type.admissions,
});

/** Where the new lines' places were taken; where nothing moved, they stay those of the old ones. */
export async function keepPlaces(
  call: Call,
  lines: readonly NewLine[],
  lineIds: readonly number[],
  taken: ReadonlyMap<Taking, TakenPlaces[]>,
): Promise<void> {
  const placed = lines.map((line, index) => ({ ...line, newId: lineIds[index] ?? 0, quantity: line.swaps.length }));
  const moved = [...taken].flatMap(([taking, places]) => {
    const drawing = placed.flatMap(({ type, day, slot, newId, quantity }) =>
      type && drawsFrom({ type, day, slot }, taking) ? [{ lineId: newId, quantity }] : [],
    );
    return rowsOfPlaces(drawing, places);
  });
  const rows = [...moved];
  for (const { type, lineId, newId, quantity } of placed) {
    if (type) continue;
    for (const { dayId, whole, ...kept } of await placesGivenUp(call, new Map([[lineId, quantity]])))
      rows.push({ line_id: newId, quota_day_id: dayId, quantity: whole ? null : kept.quantity });
  }
  await call.db.execute(sql`
    insert into sub_order_quota (line_id, quota_day_id, quantity)
    select w.line_id, w.quota_day_id, w.quantity
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (line_id bigint, quota_day_id bigint, quantity int)
  `);
}

/** Gives what is withdrawn numbers and codes that nobody has seen, and answers those that stand on paper, by id. */
export async function handOverCodes(call: Call, lines: readonly NewLine[]): Promise<Map<number, TicketCode>> {
  const today = businessDay(call.now);
  const ids = lines.flatMap(({ swaps }) => swaps.map(({ old }) => old.id));
  let sequence = call.numbers.take("TK", today, ids.length);
  const fresh = ids.map((id) => ({ id, ticket_no: newTicketNumber(today, sequence++), qr_text: newQrText() }));
  const rows = await rowsOf<TicketCode & { id: number }>(
    call.db,
    sql`
      update ticket t
      set ticket_no = f.ticket_no, qr_text = f.qr_text
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as f (id bigint, ticket_no text, qr_text text)
      join ticket before on before.id = f.id
      where t.id = f.id
        and t.state = 'changed'
      returning t.id, before.ticket_no as "ticketNo", before.qr_text as "qrText"
    `,
  );
  return new Map(rows.map(({ id, ...code }) => [id, code]));
}
