/** Takes back all that one number of a gate let through: every ticket of an order, or a card. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { GateSnapshot } from "~/contract/ticket/gate-rules/facts";
import type { VerdictReason } from "~/contract/ticket/gate-rules/reasons";
import { prepared } from "../../kernel/prepared";
import { Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { lockOrder } from "../order/query-parts";
import { reverse, reverseAlone } from "./check-reverse";
import { reversedOther } from "./other-codes";

type Undoing = Pick<Call, "db" | "caller" | "now">;

interface Numbered {
  gateId: number;
  key: string;
}

interface Through {
  id: number;
  ticketId: number | null;
  ticketNo: string;
  orderId: number | null;
  direction: "in" | "out";
  reversed: boolean;
}

/**
 * Answers the reversals, none where all was taken back before. Throws where a ticket no longer has what it would get back: of
 * several none is taken back then.
 */
export async function takeBack(call: Undoing, { gateId, key }: Numbered, reason: string): Promise<number[]> {
  const { db } = call;
  // A card has no order to wait at: whoever comes second finds what the first has done.
  await prepared(db, lockNumber, [gateId, key]);
  const orders = await prepared<{ id: number }>(db, ordersOfNumber, [gateId, key]);
  for (const { id } of orders) await db.execute(lockOrder(sql`${id}`));
  const through = await prepared<Through>(db, throughByNumber, [gateId, key]);
  const made: number[] = [];
  for (const one of through.filter(({ reversed }) => !reversed)) {
    const id = one.ticketId === null ? await reverseOther(call, one, reason) : await reverse(call, one.id, reason);
    if (id === undefined) throw new Refusal(m.refused_reverse_refunding({ ticketNo: one.ticketNo }));
    made.push(id);
  }
  return made;
}

/** Who left by a card from before exits were counted has nothing on it to give back. */
async function reverseOther(call: Undoing, { id, direction }: Through, reason: string): Promise<number> {
  const of = await reversedOther(call, id);
  if (!of && direction === "in") throw new Refusal(m.refused_same_moment());
  return reverseAlone(call, id, reason);
}

const lockNumber = `
  select 1 from passage_key
  where corp_code = current_setting('app.corp_code') and gate_id = $1 and key = $2
  for update
`;

/** $1 the gate, $2 its number: of the moment of the number, by which its passages are found. */
const ofNumber = `
  from passage_key k
  join passage p on p.corp_code = k.corp_code and p.gate_id = k.gate_id and p.at = k.at and p.passage_key = k.key
  where k.corp_code = current_setting('app.corp_code')
    and k.gate_id = $1
    and k.key = $2
    and p.kind = 'pass'
    and p.admitted
`;

const ordersOfNumber = `
  select p.order_id as id
  from (select p.* ${ofNumber} and p.order_id is not null) p
  group by p.order_id
  order by p.order_id
`;

const throughByNumber = `
  select p.id, p.ticket_id as "ticketId", coalesce(t.ticket_no, '') as "ticketNo", p.order_id as "orderId", p.direction,
         exists (select from passage r where r.corp_code = p.corp_code and r.reverses_id = p.id) as reversed
  from (select p.* ${ofNumber}) p
  left join ticket t on t.corp_code = p.corp_code and t.id = p.ticket_id
  order by p.id
`;

export interface RefusedThere {
  gate: GateSnapshot;
  key: string;
  reason: VerdictReason;
}

/** Once: a gate that tells it again is told the same. Answers whether it was this time. */
export async function takeBackRefused(
  call: Undoing,
  { gate, key, reason, message }: RefusedThere & { message: string },
): Promise<boolean> {
  await takeBack(call, { gateId: gate.id, key }, m.passage_gate_refused());
  const done = await prepared(call.db, refusing, [gate.id, key, reason, message]);
  return done.length > 0;
}

const refusing = `
  update passage_key
  set admitted = false, opened = false, passed = 0, reason = $3, message = $4
  where corp_code = current_setting('app.corp_code')
    and gate_id = $1
    and key = $2
    and opened is null
  returning key
`;
