/** The statements of ticket checking: what a code finds, and the one conditional statement that admits. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { maskIdentity } from "../../kernel/mask";
import { prepared } from "../../kernel/prepared";
import { preparedRowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { idOfOrderNo, joinOrder, lockingOrder, progress } from "../order/query-parts";
import type { GateSnapshot, TicketSnapshot } from "./check-verdict";
import type { Recognised } from "./ticket-code";

export interface FoundTicket extends TicketSnapshot {
  orderId: number;
  holderIdentity: string;
}

/** What an attempt leaves behind, whatever its verdict. */
export interface AttemptRow {
  gate: GateSnapshot;
  code: Recognised;
  /** The attempt's own key: the same one twice is one passage. */
  key: string;
  now: Date;
  offline: boolean;
  reason: string;
  message: string;
  forceReason: string;
}

export interface Admission {
  ticket: FoundTicket;
  /** Who goes in. */
  people: number;
  /** Entries that it takes from the ticket: none at an exit, fewer than people where a forced pass finds too few. */
  entries: number;
}

const ticketColumns = `
  t.id, t.ticket_no as "ticketNo", t.ticket_type_name as "ticketTypeName", t.state, t.order_id as "orderId",
  o.order_no as "orderNo", o.state as "orderState",
  t.park_id as "parkId", p.name as "parkName",
  t.gate_group_id as "gateGroupId", coalesce(gg.name, '') as "gateGroupName",
  t.visit_day as "visitDay", t.valid_from as "validFrom", t.valid_to as "validTo", t.slot,
  t.entry_from as "entryFrom", t.entry_to as "entryTo",
  t.admissions, t.used, t.pass_interval as "passInterval",
  t.last_passed_at as "lastPassedAt", coalesce(lg.name, '') as "lastGateName",
  t.holder_name as "holderName", t.holder_identity as "holderIdentity"
`;

const gateColumns = `
  jsonb_build_object(
    'id', g.id, 'name', g.name, 'parkId', g.park_id, 'parkName', gp.name, 'gateGroupId', g.gate_group_id,
    'gateGroupName', ggg.name, 'direction', g.direction, 'active', g.status = 'T'
  ) as gate
`;

const gates = `
  gate g
  join park gp on gp.corp_code = g.corp_code and gp.id = g.park_id
  join gate_group ggg on ggg.corp_code = g.corp_code and ggg.id = g.gate_group_id
`;

const gateOfId = `select ${gateColumns} from ${gates} where g.id = $1`;
const gatesOfCodes = `select g.code, ${gateColumns} from ${gates} where g.code = any ($1::text[])`;

export async function gatesByCode(db: Transaction, codes: string[]): Promise<Map<string, GateSnapshot>> {
  const rows = await prepared<{ code: string; gate: GateSnapshot }>(db, gatesOfCodes, [codes]);
  return new Map(rows.map(({ code, gate }) => [code, gate]));
}

/**
 * $1 what a code says, $2 the ticket that was chosen among several. With the gate $3 beside them: of no ticket one row, of
 * the gate alone.
 */
function ticketsWhere(condition: string, lock: string) {
  const tickets = `
    select ${ticketColumns}
    from ticket t
    ${joinOrder("t")}
    join park p on p.corp_code = t.corp_code and p.id = t.park_id
    left join gate_group gg on gg.corp_code = t.corp_code and gg.id = t.gate_group_id
    left join gate lg on lg.corp_code = t.corp_code and lg.id = t.last_gate_id
    where ${condition}
    order by t.id
    limit 1000
    ${lock}
  `;
  const withGate = `
    select found.*, ${gateColumns}
    from ${gates}
    left join lateral (${tickets}) found on true
    where g.id = $3
  `;
  return { tickets, withGate };
}

const orChosen = "and ($2::bigint is null or t.id = $2)";
const locked = lockingOrder;
const ticketsOf = {
  qr: ticketsWhere(`t.qr_text = $1 ${orChosen}`, locked),
  ticketNo: ticketsWhere(`t.ticket_no = $1 ${orChosen}`, locked),
  orderNo: ticketsWhere(`t.order_id = ${idOfOrderNo("$1")} ${orChosen}`, locked),
  identity: ticketsWhere(`t.holder_identity = $1 ${orChosen}`, ""),
  // A chosen ticket is found whoever holds it: the verdict says when it is somebody else.
  chosen: ticketsWhere("$1::text is not null and t.id = $2", locked),
};

function statementsOf({ kind }: Recognised, ticketId: number | undefined) {
  if (kind === "identity" && ticketId !== undefined) return ticketsOf.chosen;
  return kind === "mistyped" || kind === "unknown" ? null : ticketsOf[kind];
}

/**
 * The tickets that a code stands for. Where it names one order, its row is locked: refunds lock it first as well, so a
 * ticket is never admitted and refunded at once.
 */
export async function findTickets(db: Transaction, code: Recognised, ticketId?: number): Promise<FoundTicket[]> {
  const statements = statementsOf(code, ticketId);
  return statements ? prepared<FoundTicket>(db, statements.tickets, [code.value, ticketId ?? null]) : [];
}

/** As {@link findTickets}, with the gate in the same trip; null where there is none of that id. */
export async function findAtGate(
  db: Transaction,
  gateId: number,
  code: Recognised,
  ticketId: number | undefined,
): Promise<{ gate: GateSnapshot; found: FoundTicket[] } | null> {
  const statements = statementsOf(code, ticketId);
  const rows = statements
    ? await prepared<AtGate>(db, statements.withGate, [code.value, ticketId ?? null, gateId])
    : await prepared<AtGate>(db, gateOfId, [gateId]);
  const [first] = rows;
  return first ? { gate: first.gate, found: rows.filter(({ id }) => typeof id === "number") } : null;
}

type AtGate = FoundTicket & { gate: GateSnapshot };

/**
 * Admits by one statement that carries its own conditions: of two gates at once, one finds a ticket with entries left
 * and the other finds none. Answers the passages made, fewer than asked for where another was first.
 * Lines count tickets that were used at all; an order is fulfilled when its last ticket is used up.
 */
export async function admit(
  { db, caller }: Pick<Call, "db" | "caller">,
  attempt: AttemptRow,
  admissions: readonly Admission[],
): Promise<number[]> {
  const asked = admissions.map(({ ticket, people, entries }) => ({
    id: ticket.id,
    people,
    entries,
    used: ticket.used,
  }));
  const { gate, key, code, reason, message, forceReason, offline } = attempt;
  const way = [key, gate.parkId, directionOf(gate), shownCode(code), reason, message, forceReason, offline];
  const values = [JSON.stringify(asked), attempt.now, gate.id, ...way, caller.userId, caller.name];
  const rows = await prepared<{ id: number }>(db, admitting, values);
  return rows.map(({ id }) => id);
}

/**
 * $1 who is to be admitted, $2 the moment, $3 the gate, $4 the attempt's key, $5 the gate's park, $6 its direction, $7 the
 * code as it is kept, $8 reason, $9 message, $10 why forced, $11 offline, $12 and $13 whose account.
 */
const admitting = `
  with asked as (
    select * from jsonb_to_recordset($1::jsonb)
      as a(id bigint, people int, entries int, used int)
  ),
  admitted as (
    update ticket t
    set used = t.used + a.entries,
        state = case
          when a.entries = 0 then t.state
          when t.used + a.entries >= t.admissions then 'used'
          else 'partlyUsed'
        end,
        last_passed_at = greatest(t.last_passed_at, $2::timestamptz),
        last_gate_id = $3::bigint
    from asked a
    where t.corp_code = current_setting('app.corp_code')
      and t.id = a.id
      -- "is true" keeps the planner from looking tickets up by their state, of which there are millions.
      and (t.state in ('issued', 'partlyUsed', 'used', 'expired')) is true
      and t.used = a.used
      and t.used + a.entries <= t.admissions
    returning t.id, t.order_id, t.line_id, t.state, t.used, a.people, a.entries
  ),
  started as (
    select line_id, count(*)::int as pieces
    from admitted
    where entries > 0 and used = entries
    group by line_id
  ),
  reached as (
    select order_id, true as begun,
           bool_or(state <> 'used') or exists (
             select from ticket t
             where t.corp_code = current_setting('app.corp_code')
               and t.order_id = entered.order_id
               and t.state in ('issued', 'partlyUsed', 'refunding')
               and t.id not in (select id from admitted)
           ) as open
    from admitted entered
    where entries > 0
    group by order_id
  ),
  ${progress("ticket", ["paid", "partlyFulfilled"])}
  insert into passage (
    passage_key, ticket_id, order_id, gate_id, park_id, direction, code, people, entries,
    admitted, reason, message, note, offline, account_id, account_name, at
  )
  select $4, id, order_id, $3::bigint, $5::bigint,
         $6, $7, people, entries,
         true, $8, $9, $10, $11::boolean,
         $12::bigint, $13, $2::timestamptz
  from admitted
  returning id
`;

/** An attempt that let nobody through. */
export async function recordRefusal(
  { db, caller }: Pick<Call, "db" | "caller">,
  attempt: AttemptRow,
  ticket: FoundTicket | null,
  people: number,
): Promise<number[]> {
  const rows = await preparedRowsOf<{ id: number }>(
    db,
    sql`
      insert into passage (
        passage_key, ticket_id, order_id, gate_id, park_id, direction, code, people, entries,
        admitted, reason, message, note, offline, account_id, account_name, at
      )
      values (
        ${attempt.key}, ${ticket?.id ?? null}, ${ticket?.orderId ?? null}, ${attempt.gate.id}, ${attempt.gate.parkId},
        ${directionOf(attempt.gate)}, ${shownCode(attempt.code)}, ${people}, 0,
        false, ${attempt.reason}, ${attempt.message}, ${attempt.forceReason}, ${attempt.offline},
        ${caller.userId}, ${caller.name}, ${attempt.now.toISOString()}
      )
      returning id
    `,
  );
  return rows.map(({ id }) => id);
}

function directionOf({ direction }: GateSnapshot): "in" | "out" {
  return direction === "out" ? "out" : "in";
}

/** Identity numbers are not kept in the log of attempts, nor is the secret of a QR text. */
function shownCode({ kind, value }: Recognised): string {
  if (kind === "identity") return maskIdentity(value);
  return kind === "qr" ? `${value.slice(0, 6)}…` : value.slice(0, 60);
}
