/** Tickets that were made cheaper by something that is used up: noted when they are issued, given back with them. */
import { sql } from "drizzle-orm";
import { move } from "../../../kernel/ledger";
import { rowsOf } from "../../../kernel/rows";
import type { Call } from "../../../kernel/served";
import type { ExchangedPiece } from "../../order/exchange";
import { giveBackCards } from "./cards";
import type { ReducedLine } from "./off";
import { staffQuotas } from "./staff-rules";

/** Subjects by kind: what the sale took for a rule or a code. */
export type Taken = Readonly<Partial<Record<string, ReadonlyMap<number, number>>>>;

/** `ticketNos`: of each line, in the order of its tickets. */
export async function noteReduced(
  call: Call,
  orderId: number,
  reduced: readonly ReducedLine[],
  taken: Taken,
  ticketNos: readonly (readonly string[])[],
): Promise<void> {
  const marks = reduced.flatMap(({ marks: own }, line) =>
    own.map(({ ticket, kind, subjectId, unit }) => ({
      ticket_no: ticketNos[line]?.[ticket] ?? "",
      kind,
      subject_id: taken[kind]?.get(subjectId) ?? subjectId,
      unit,
    })),
  );
  if (marks.length === 0) return;
  await call.db.execute(sql`
    insert into ticket_reduction (order_id, ticket_id, kind, subject_id, unit)
    select ${orderId}::bigint, t.id, k.kind, k.subject_id, k.unit
    from json_to_recordset(${JSON.stringify(marks)}::json) as k (ticket_no text, kind text, subject_id bigint, unit int)
    join ticket t on t.ticket_no = k.ticket_no
  `);
}

/** What a ticket had used goes with the one that takes its place: a later refund of that one gives it back. */
export async function moveReduced(call: Call, pieces: readonly ExchangedPiece[]): Promise<void> {
  const moved = pieces.map(({ pieceId, newPieceId }) => ({ old: pieceId, fresh: newPieceId }));
  await call.db.execute(sql`
    update ticket_reduction r
    set ticket_id = n.fresh
    from json_to_recordset(${JSON.stringify(moved)}::json) as n (old bigint, fresh bigint)
    where r.corp_code = current_setting('app.corp_code') and r.ticket_id = n.old and not r.given_back
  `);
}

/** Of tickets that are refunded now: what they had used comes back, of a combo when the last of it is. */
export async function giveBackReduced(call: Call, orderNo: string, ticketIds: readonly number[]): Promise<void> {
  const units = await rowsOf<{ kind: string; subjectId: number; n: number; ticket: number }>(
    call.db,
    sql`
      with touched as (
        select distinct order_id, kind, subject_id, unit
        from ticket_reduction
        where ticket_id = any (${sql.param([...ticketIds])}::bigint[])
          and not given_back
      ),
      back as (
        update ticket_reduction r
        set given_back = true
        from touched x
        where r.corp_code = current_setting('app.corp_code')
          and r.order_id = x.order_id and r.kind = x.kind and r.subject_id = x.subject_id and r.unit = x.unit
          and not exists (
            select from ticket_reduction other
            join ticket t on t.corp_code = other.corp_code and t.id = other.ticket_id
            where other.order_id = x.order_id and other.kind = x.kind and other.subject_id = x.subject_id
              and other.unit = x.unit and t.state <> 'refunded'
          )
        returning r.kind, r.subject_id, r.unit, r.ticket_id
      )
      select kind, subject_id as "subjectId", count(distinct unit)::int as n, min(ticket_id) as ticket
      from back
      group by kind, subject_id
      order by kind, subject_id
    `,
  );
  for (const { subjectId, n, ticket } of units.filter(({ kind }) => kind === "staff")) {
    const source = { business: "order", kind: "refund", subject: orderNo, part: String(ticket) };
    const moved = await move(call, staffQuotas, { account: subjectId, kind: "giveBack", amount: n, source });
    if (!moved) throw new Error(`the month ${subjectId} of an employee has fewer than ${n} used`);
  }
  // After the months, as the sale takes them.
  const codes = units.filter(({ kind }) => kind === "card").map(({ subjectId }) => subjectId);
  await giveBackCards(call, codes);
}
