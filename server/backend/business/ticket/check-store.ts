/** What a code finds at a gate: tickets with their rules and passages, as the rules want them. */

import type { Recognised } from "~/contract/ticket/gate-rules/code";
import type { GateSnapshot, TicketSnapshot } from "~/contract/ticket/gate-rules/facts";
import type { Transaction } from "../../db/database";
import { businessDay } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { idOfOrderNo, joinOrder, lockingOrder } from "../order/query-parts";
import { closuresOf, momentMaxOf } from "./closed-sql";
import { restrictionOfHolder } from "./restricted-visitor";

export interface FoundTicket extends TicketSnapshot {
  orderId: number;
  visitDay: string;
  holderName: string;
  holderDocument: string;
  holderCountry: string;
  holderIdentity: string;
  /** Which of its order's combos it belongs to; null of one that was sold by itself. */
  comboSet: number | null;
}

/** What became of a passage that is known by its gate's number. */
export interface KnownPassage {
  codeMark: string;
  people: number | null;
  admitted: boolean;
  reason: string;
  message: string;
  direction: "in" | "out";
  /** People who went through; null of numbers from before it was kept. */
  passed: number | null;
  /** What the gate did of itself; null where it was asked with a line. */
  opened: boolean | null;
}

export const knownColumns = `
  code_mark as "codeMark", people, admitted, reason, message, direction, passed, opened
`;

/** Of a passage: the group of its gate, or at a gate that parks share that of the park which it counts for. */
const groupOfPassage = `case when h.park_id = hg.park_id then hg.gate_group_id else (
  select s.gate_group_id
  from shared_gate w
  join shared_gate_park s on s.corp_code = w.corp_code and s.shared_gate_id = w.id
  where w.corp_code = hg.corp_code and w.gate_id = hg.id and s.park_id = h.park_id
) end`;

/** The newest passages that let somebody through: those of any rule's reach. */
export const passesOfTicket = `
  (
    select coalesce(json_agg(json_build_object(
             'at', h.at, 'direction', h.direction, 'people', h.through, 'entries', h.entries,
             'gateGroupId', ${groupOfPassage}, 'gate', hg.name
           ) order by h.id), '[]')
    from (
      select h.id, h.at, h.direction, h.through, h.entries, h.gate_id, h.park_id
      from passage h
      where h.corp_code = t.corp_code
        and h.ticket_id = t.id
        and h.through > 0
        -- Of a clock that is off nobody knows when it was: no rule goes by it.
        and h.reason <> 'clockOff'
        and not exists (
          select from passage r where r.corp_code = h.corp_code and r.reverses_id = h.id
        )
      order by h.id desc
      limit 400
    ) h
    join gate hg on hg.corp_code = t.corp_code and hg.id = h.gate_id
  )
`;

export const ticketColumns = `
  t.id, t.ticket_no as "ticketNo", t.ticket_type_name as "ticketTypeName", t.state, t.order_id as "orderId",
  o.order_no as "orderNo", o.state as "orderState",
  t.ticket_type_id as "ticketTypeId", t.park_id as "parkId", p.name as "parkName",
  t.gate_group_id as "gateGroupId", coalesce(gg.name, '') as "gateGroupName",
  t.visit_day as "visitDay", t.valid_from as "validFrom", t.valid_to as "validTo", t.slot,
  t.entry_from as "entryFrom", t.entry_to as "entryTo",
  t.admissions, t.used, t.pass_interval as "passInterval", t.rules, t.combo_set as "comboSet",
  t.holder_name as "holderName", t.holder_document as "holderDocument", t.holder_country as "holderCountry",
  t.holder_identity as "holderIdentity", ${restrictionOfHolder} as restriction,
  ${passesOfTicket} as passes
`;

/** Of `gate g`: the parks that share it, in their order; none where it is its own park's alone. */
export const facesOfGate = `coalesce((
  select json_agg(json_build_object(
           'parkId', s.park_id, 'parkName', sp.name, 'gateGroupId', s.gate_group_id,
           'gateGroupName', coalesce(sg.name, ''),
           'closures', ${closuresOf("s")}, 'momentMax', ${momentMaxOf("s")}
         ) order by s.position)
  from shared_gate w
  join shared_gate_park s on s.corp_code = w.corp_code and s.shared_gate_id = w.id
  join park sp on sp.corp_code = s.corp_code and sp.id = s.park_id
  left join gate_group sg on sg.corp_code = s.corp_code and sg.id = s.gate_group_id
  where w.corp_code = g.corp_code and w.gate_id = g.id and w.status = 'T'
), '[]')`;

const gateColumns = `
  jsonb_build_object(
    'id', g.id, 'name', g.name, 'parkId', g.park_id, 'parkName', gp.name, 'gateGroupId', g.gate_group_id,
    'gateGroupName', ggg.name, 'direction', g.direction, 'active', g.status = 'T',
    'closures', ${closuresOf("g")}, 'momentMax', ${momentMaxOf("g")}, 'shared', ${facesOfGate}
  ) as gate
`;

const gates = `
  gate g
  join park gp on gp.corp_code = g.corp_code and gp.id = g.park_id
  join gate_group ggg on ggg.corp_code = g.corp_code and ggg.id = g.gate_group_id
`;

/** What is known of the gate's number $4. */
const knownAtGate = `(
  select to_json(k)
  from (
    select ${knownColumns}
    from passage_key
    where corp_code = g.corp_code and gate_id = g.id and key = $4
  ) k
) as known`;

const gatesOfCodes = `select g.code, ${gateColumns} from ${gates} where g.code = any ($1::text[])`;

export async function gatesByCode(db: Transaction, codes: string[]): Promise<Map<string, GateSnapshot>> {
  const rows = await prepared<{ code: string; gate: GateSnapshot }>(db, gatesOfCodes, [codes]);
  return new Map(rows.map(({ code, gate }) => [code, gate]));
}

export const ticketsFrom = `
  from ticket t
  ${joinOrder("t")}
  join park p on p.corp_code = t.corp_code and p.id = t.park_id
  left join gate_group gg on gg.corp_code = t.corp_code and gg.id = t.gate_group_id
`;

/** $1 what a code says, $2 the ticket that was chosen among several, $3 the gate, $4 the attempt's number, $5 its day. */
const atGate = (condition: string, lock: string) => `
  select found.*, ${gateColumns}, ${knownAtGate}
  from ${gates}
  left join lateral (
    select ${ticketColumns}
    ${ticketsFrom}
    where ${condition}
    -- Of more, those that may still be used come first: what is used up stands in nobody's way.
    order by (t.state in ('issued', 'partlyUsed')) desc, t.id
    limit 1000
    ${lock}
  ) found on true
  where g.id = $3
`;

/**
 * Of the tickets of a person $1, those of the day $5 or its neighbours, usable ones first; of a person without any, the
 * newest few, which then say why not. A guide's number is on thousands.
 */
export const ofPerson = (identity: string, day: string) => `
  with own as (
    (
      select id
      from ticket
      where holder_identity = ${identity}
        and valid_to between ${day}::date - 1 and ${day}::date + 3660
        and valid_from <= ${day}::date
      order by (state in ('issued', 'partlyUsed')) desc, valid_to, id
      limit 300
    )
  )
  select id from own
  union all
  (
    select id
    from ticket
    where holder_identity = ${identity}
      and not exists (select from own)
    order by valid_to desc, id desc
    limit 20
  )
`;

const orChosen = "and ($2::bigint is null or t.id = $2)";
const statements = {
  qr: atGate(`t.qr_text = $1 ${orChosen} and $5::text is not null`, lockingOrder),
  ticketNo: atGate(`t.ticket_no = $1 ${orChosen} and $5::text is not null`, lockingOrder),
  orderNo: atGate(`t.order_id = ${idOfOrderNo("$1")} ${orChosen} and $5::text is not null`, lockingOrder),
  identity: atGate(`t.id in (${ofPerson("$1", "$5")}) ${orChosen}`, ""),
  // A chosen ticket is found whoever holds it: the verdict says when it is somebody else.
  chosen: atGate("$1::text is not null and t.id = $2 and $5::text is not null", lockingOrder),
  none: atGate("$1::text is null and $2::bigint is null and $5::text is null", ""),
};

function statementFor({ kind }: Recognised, ticketId: number | undefined): string {
  if (kind === "identity" && ticketId !== undefined) return statements.chosen;
  return kind === "mistyped" || kind === "unknown" ? statements.none : statements[kind];
}

export interface AtGate {
  gate: GateSnapshot;
  found: FoundTicket[];
  known: KnownPassage | null;
}

interface Asking {
  gateId: number;
  code: Recognised;
  ticketId: number | undefined;
  key: string;
  now: Date;
}

/**
 * The gate, the tickets that a code stands for, and whether its number is known, in one trip; null where there is no such
 * gate. Where the code names one order, its row is locked: refunds lock it first as well, so a ticket is never admitted
 * and refunded at once.
 */
export async function findAtGate(db: Transaction, asking: Asking): Promise<AtGate | null> {
  const { gateId, code, ticketId, key, now } = asking;
  const values = [code.value, ticketId ?? null, gateId, key, businessDay(now)];
  const rows = await prepared<FoundTicket & AtGate>(db, statementFor(code, ticketId), values);
  const [first] = rows;
  return first
    ? { gate: first.gate, known: first.known, found: rows.filter(({ id }) => typeof id === "number") }
    : null;
}

const byIds = `
  select ${ticketColumns}
  ${ticketsFrom}
  where t.id = any ($1::bigint[])
  order by t.order_id, t.id
  ${lockingOrder}
`;

/** Under the locks of their orders, in an order that everybody keeps. */
export function lockTickets(db: Transaction, ids: readonly number[]): Promise<FoundTicket[]> {
  return ids.length === 0 ? Promise.resolve([]) : prepared<FoundTicket>(db, byIds, [ids]);
}

const ofCodes = `
  select c.kind, c.value, t.id
  from jsonb_to_recordset($1::jsonb) as c(kind text, value text, day text)
  join ticket t on t.qr_text = c.value
  where c.kind = 'qr'
  union all
  select c.kind, c.value, t.id
  from jsonb_to_recordset($1::jsonb) as c(kind text, value text, day text)
  join ticket t on t.ticket_no = c.value
  where c.kind = 'ticketNo'
  union all
  select c.kind, c.value, t.id
  from jsonb_to_recordset($1::jsonb) as c(kind text, value text, day text)
  join ticket t on t.order_id = ${idOfOrderNo("c.value")}
  where c.kind = 'orderNo'
  union all
  select c.kind, c.value, own.id
  from jsonb_to_recordset($1::jsonb) as c(kind text, value text, day text)
  cross join lateral (${ofPerson("c.value", "c.day")}) own
  where c.kind = 'identity'
`;

/** Ids of the tickets of many codes, by kind and value. */
export async function ticketsOfCodes(
  db: Transaction,
  codes: readonly { code: Recognised; now: Date }[],
): Promise<Map<string, number[]>> {
  const asked = new Map(codes.map(({ code, now }) => [keyOf(code), { ...code, day: businessDay(now) }]));
  const rows = await prepared<{ kind: string; value: string; id: number }>(db, ofCodes, [
    JSON.stringify([...asked.values()]),
  ]);
  const found = new Map<string, number[]>();
  for (const { kind, value, id } of rows) {
    const key = `${kind} ${value}`;
    found.set(key, [...(found.get(key) ?? []), id]);
  }
  return found;
}

export function keyOf({ kind, value }: Recognised): string {
  return `${kind} ${value}`;
}

const othersOfSet = `
  select t.ticket_type_name as "ticketTypeName", p.name as "parkName", sum(t.admissions - t.used)::int as left
  from ticket t
  join park p on p.corp_code = t.corp_code and p.id = t.park_id
  where t.order_id = $1
    and t.combo_set = $2
    and t.id <> $3
    and t.state in ('issued', 'partlyUsed')
  group by t.ticket_type_name, p.name
  order by min(t.id)
`;

/** Of a ticket's combo, what else may still be used; of a ticket that was sold by itself nothing. */
export async function leftOfSet(
  db: Transaction,
  { id, orderId, comboSet }: FoundTicket,
): Promise<{ ticketTypeName: string; parkName: string; left: number }[]> {
  return comboSet === null ? [] : prepared(db, othersOfSet, [orderId, comboSet, id]);
}

const gateOfId = `select ${gateColumns} from ${gates} where g.id = $1`;

export async function gateById(db: Transaction, id: number): Promise<GateSnapshot | null> {
  const [found] = await prepared<{ gate: GateSnapshot }>(db, gateOfId, [id]);
  return found?.gate ?? null;
}
