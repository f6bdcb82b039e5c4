/** The statements of ticket checking: what a code finds, and the one conditional statement that admits. */
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../db/database";
import { maskIdentity } from "../kernel/mask";
import type { Call } from "../kernel/served";
import { preparedRowsOf, rowsOf } from "../order/rows";
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

const ticketColumns = sql`
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

const gateColumns = sql`
  g.id, g.name, g.park_id as "parkId", p.name as "parkName",
  g.gate_group_id as "gateGroupId", gg.name as "gateGroupName", g.direction, g.status = 'T' as active
`;

export async function gateById(db: Transaction, id: number): Promise<GateSnapshot | undefined> {
  return (await preparedRowsOf<GateSnapshot>(db, gate(sql`g.id = ${id}`)))[0];
}

export async function gatesByCode(db: Transaction, codes: string[]): Promise<Map<string, GateSnapshot>> {
  const rows = await rowsOf<GateSnapshot & { code: string }>(
    db,
    gate(sql`g.code in (select jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb))`),
  );
  return new Map(rows.map((row) => [row.code, row]));
}

function gate(condition: SQL): SQL {
  return sql`
    select ${gateColumns}, g.code
    from gate g
    join park p on p.corp_code = g.corp_code and p.id = g.park_id
    join gate_group gg on gg.corp_code = g.corp_code and gg.id = g.gate_group_id
    where ${condition}
  `;
}

/**
 * The tickets that a code stands for. Where it names one order, its row is locked: refunds lock it first as well, so a
 * ticket is never admitted and refunded at once.
 */
export async function findTickets(db: Transaction, code: Recognised, ticketId?: number): Promise<FoundTicket[]> {
  const condition = conditionOf(code, ticketId);
  if (!condition) return [];
  const lock = code.kind === "identity" && ticketId === undefined ? sql`` : sql`for update of o`;
  return preparedRowsOf<FoundTicket>(
    db,
    sql`
      select ${ticketColumns}
      from ticket t
      join orders o on o.corp_code = t.corp_code and o.id = t.order_id
      join park p on p.corp_code = t.corp_code and p.id = t.park_id
      left join gate_group gg on gg.corp_code = t.corp_code and gg.id = t.gate_group_id
      left join gate lg on lg.corp_code = t.corp_code and lg.id = t.last_gate_id
      where ${condition}
      order by t.id
      limit 1000
      ${lock}
    `,
  );
}

function conditionOf({ kind, value }: Recognised, ticketId: number | undefined): SQL | undefined {
  const chosen = ticketId === undefined ? sql`` : sql`and t.id = ${ticketId}`;
  if (kind === "qr") return sql`t.qr_text = ${value} ${chosen}`;
  if (kind === "ticketNo") return sql`t.ticket_no = ${value} ${chosen}`;
  if (kind === "orderNo") return sql`t.order_id = (select id from orders where order_no = ${value}) ${chosen}`;
  // A chosen ticket is found whoever holds it: the verdict says when it is somebody else.
  if (kind === "identity") return ticketId === undefined ? sql`t.holder_identity = ${value}` : sql`t.id = ${ticketId}`;
  return undefined;
}

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
  const at = attempt.now.toISOString();
  const rows = await preparedRowsOf<{ id: number }>(
    db,
    sql`
      with asked as (
        select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
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
            last_passed_at = greatest(t.last_passed_at, ${at}::timestamptz),
            last_gate_id = ${attempt.gate.id}::bigint
        from asked a
        where t.corp_code = current_setting('app.corp_code')
          and t.id = a.id
          -- "is true" keeps the planner from looking tickets up by their state, of which there are millions.
          and (t.state in ('issued', 'partlyUsed', 'used', 'expired')) is true
          and t.used = a.used
          and t.used + a.entries <= t.admissions
        returning t.id, t.order_id, t.line_id, t.state, t.used, a.people, a.entries
      ),
      lines as (
        update sub_order l
        set used = l.used + started.tickets
        from (
          select line_id, count(*)::int as tickets
          from admitted
          where entries > 0 and used = entries
          group by line_id
        ) started
        where l.corp_code = current_setting('app.corp_code')
          and l.id = started.line_id
      ),
      fulfilled as (
        update orders o
        set state = reached.state
        from (
          select id, case
            when exists (select from admitted a where a.order_id = entered.id and a.state <> 'used')
              then 'partlyFulfilled'
            when exists (
              select from ticket t
              where t.corp_code = current_setting('app.corp_code')
                and t.order_id = entered.id
                and t.state in ('issued', 'partlyUsed', 'refunding')
                and t.id not in (select id from admitted)
            ) then 'partlyFulfilled'
            else 'fulfilled'
          end as state
          from (select distinct order_id as id from admitted where entries > 0) entered
        ) reached
        where o.corp_code = current_setting('app.corp_code')
          and o.id = reached.id
          and o.state in ('paid', 'partlyFulfilled')
          -- Of an order of fifty, forty-eight tickets leave it as it is: a row written anew would be in all its indexes.
          and o.state <> reached.state
      )
      insert into passage (
        passage_key, ticket_id, order_id, gate_id, park_id, direction, code, people, entries,
        admitted, reason, message, note, offline, account_id, account_name, at
      )
      select ${attempt.key}, id, order_id, ${attempt.gate.id}::bigint, ${attempt.gate.parkId}::bigint,
             ${directionOf(attempt.gate)}, ${shownCode(attempt.code)}, people, entries,
             true, ${attempt.reason}, ${attempt.message}, ${attempt.forceReason}, ${attempt.offline}::boolean,
             ${caller.userId}::bigint, ${caller.name}, ${at}::timestamptz
      from admitted
      returning id
    `,
  );
  return rows.map(({ id }) => id);
}

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
