/** Takes a passage back by a row of its own: its entries return to the ticket, line and order go back a step. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { reversePassage } from "~/contract/ticket/check";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import { type Call, serve } from "../../kernel/served";
import { lockOrder, progress } from "../order/query-parts";
import { worksIn } from "./check";
import { reversedOther } from "./other-codes";

interface Passed {
  id: number;
  kind: string;
  admitted: boolean;
  reversed: boolean;
  ticketId: number | null;
  ticketNo: string;
  orderId: number | null;
  parkId: number;
  direction: string;
  code: string;
}

export const serveReversal = serve(reversePassage, (call, asked) => ofEverybody(call, () => reverseOne(call, asked)));

async function reverseOne(call: Call, { passageId, reason }: ParsedPayloadOf<typeof reversePassage>) {
  if (reason === "") throw new Invalid({ reason: [m.v_required()] });
  const passed = await lockPassage(call, passageId);
  if (!passed || !worksIn(call, passed.parkId)) throw new NotFound();
  if (passed.kind === "reversal") throw new Refusal(m.refused_is_reversal());
  if (passed.reversed) throw new Refusal(m.refused_reversed());
  if (passed.admitted && passed.ticketId === null) {
    const of = await reversedOther(call, passageId);
    // Who left by a card before exits were kept of it has nothing on it to give back.
    if (!of && passed.direction === "in") throw new Refusal(m.refused_not_admitted());
    const id = await reverseAlone(call, passageId, reason);
    const exit = { thing: "passage", thingId: passageId, label: passed.code };
    call.audit({ ...(of ?? exit), after: { reversed: passageId, reason } });
    return { id };
  }
  if (!passed.admitted || passed.ticketId === null) throw new Refusal(m.refused_not_admitted());
  const id = await reverse(call, passed.id, reason);
  if (id === undefined) throw new Refusal(m.refused_reverse_refunding({ ticketNo: passed.ticketNo }));
  call.audit({
    thing: "ticket",
    thingId: passed.ticketId,
    label: passed.ticketNo,
    after: { reversed: passageId, reason },
  });
  return { id };
}

/** The order's row first, as every writer locks it; what is read after it is true until the end. */
async function lockPassage({ db }: Call, id: number): Promise<Passed | undefined> {
  await db.execute(lockOrder(sql`(select order_id from passage where id = ${id})`));
  return firstOf<Passed>(
    db,
    sql`
      select p.id, p.kind, p.admitted, p.ticket_id as "ticketId", coalesce(t.ticket_no, '') as "ticketNo",
             p.order_id as "orderId", p.park_id as "parkId", p.direction, p.code,
             exists (select from passage r where r.corp_code = p.corp_code and r.reverses_id = p.id) as reversed
      from passage p
      left join ticket t on t.corp_code = p.corp_code and t.id = p.ticket_id
      where p.id = ${id}
    `,
  );
}

/** Of a passage by a card: nothing of a ticket or an order moves with it. */
export async function reverseAlone(
  { db, caller, now }: Pick<Call, "db" | "caller" | "now">,
  passageId: number,
  reason: string,
): Promise<number> {
  const row = await firstOf<{ id: number }>(
    db,
    sql`
      insert into passage (
        at, counts_at, kind, gate_id, park_id, direction, admitted, reason, people, entries, through, note, reverses_id,
        account_id, account_name
      )
      select ${now.toISOString()}::timestamptz, p.counts_at, 'reversal', p.gate_id, p.park_id, p.direction, true, p.reason,
             p.people, 0, -p.through, ${reason}, p.id, ${caller.userId}::bigint, ${caller.name}
      from passage p
      where p.corp_code = current_setting('app.corp_code') and p.id = ${passageId}
      returning id
    `,
  );
  if (!row) throw new Error("an insert answers its row");
  return row.id;
}

/** Undefined where the ticket no longer has the entries to give back. A unique index allows one reversal a passage. */
export async function reverse(
  { db, caller, now }: Pick<Call, "db" | "caller" | "now">,
  passageId: number,
  reason: string,
): Promise<number | undefined> {
  const row = await firstOf<{ id: number }>(
    db,
    sql`
      with passed as (
        select * from passage where id = ${passageId}
      ),
      given as (
        update ticket t
        set used = t.used - p.entries,
            state = case
              when p.entries = 0 then t.state
              when t.used = p.entries then 'issued'
              else 'partlyUsed'
            end,
            (last_passed_at, last_gate_id) = (
              select max(e.at), (array_agg(e.gate_id order by e.at desc, e.id desc))[1]
              from passage e
              where e.corp_code = t.corp_code
                and e.ticket_id = t.id
                and e.kind = 'pass'
                and e.direction = 'in'
                and e.admitted
                and e.id <> p.id
                and not exists (select from passage r where r.corp_code = e.corp_code and r.reverses_id = e.id)
            )
        from passed p
        where t.corp_code = p.corp_code
          and t.id = p.ticket_id
          and t.used >= p.entries
          and t.state in ('issued', 'partlyUsed', 'used', 'expired')
        returning t.id, t.line_id, t.order_id, t.used, p.entries
      ),
      started as (
        select line_id, -1 as pieces from given where entries > 0 and used = 0
      ),
      reached as (
        select order_id, true as open,
               used > 0 or exists (
                 select from ticket t
                 where t.corp_code = current_setting('app.corp_code')
                   and t.order_id = given.order_id
                   and t.id <> given.id
                   and t.used > 0
               ) as begun
        from given
        where entries > 0
      ),
      ${sql.raw(progress("ticket", ["partlyFulfilled", "fulfilled"]))}
      insert into passage (
        at, counts_at, kind, gate_id, park_id, direction, ticket_id, order_id, admitted, reason, people, entries, through,
        note, reverses_id, account_id, account_name
      )
      select ${now.toISOString()}::timestamptz, p.counts_at, 'reversal', p.gate_id, p.park_id, p.direction, p.ticket_id, p.order_id, true,
             p.reason, p.people, -p.entries, -p.through, ${reason}, p.id, ${caller.userId}::bigint, ${caller.name}
      from passed p
      join given g on g.id = p.ticket_id
      returning id
    `,
  );
  return row?.id;
}
