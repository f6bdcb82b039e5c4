/** The one conditional statement that admits, and keeps every attempt: tickets, lines, orders, passages, numbers, conflicts. */
import { m } from "~/contract/messages";
import type { Recognised } from "~/contract/ticket/gate-rules/code";
import { shownCode } from "~/contract/ticket/gate-rules/code";
import type { GateSnapshot } from "~/contract/ticket/gate-rules/facts";
import type { Plan } from "~/contract/ticket/gate-rules/plan";
import type { Judgement } from "~/contract/ticket/gate-rules/reasons";
import { Meanwhile } from "../../db/database";
import { prepared } from "../../kernel/prepared";
import { Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { progress } from "../order/query-parts";
import type { FoundTicket } from "./check-store";
import { keepOne } from "./check-write-one";

export interface Attempt {
  gate: GateSnapshot;
  code: Recognised;
  /** To find the same code again; "" where nothing is kept. */
  codeMark: string;
  /** The gate's own number of the passage. */
  key: string;
  people: number | undefined;
  now: Date;
  offline: boolean;
  /** Of a passage without a line: what the gate did. Online it does what it is told. */
  opened: boolean | null;
  /** Why somebody overruled the verdict. */
  note: string;
  deviceId?: number;
  /** What the rules cannot judge: its number is another passage's, or nobody knows when it was. */
  doubt?: Judgement;
  /** Its number is another passage's too. */
  reused?: boolean;
}

export interface Decided {
  attempt: Attempt;
  plan: Plan<FoundTicket>;
  /** What was shown is no ticket: its number, and who goes through by it. */
  also?: { no: string; name: string; admitted: boolean; people: number; visitors: number };
}

interface TicketChange {
  id: number;
  entries: number;
  used: number;
  /** Of the last entry, where there was one. */
  at: string | null;
  gateId: number;
}

/** Ids of the passages made, by attempt. Throws where somebody was faster: then all begins anew, once. */
export async function keep(
  { db, caller }: Pick<Call, "db" | "caller">,
  decided: readonly Decided[],
): Promise<number[][]> {
  const changes = changesOf(decided);
  const rows = decided.map(rowsOf);
  const one = oneOf(decided, rows);
  if (one) {
    const id = await keepOne(db, { ...one, by: caller });
    if (id === undefined) throw new Meanwhile(new Refusal(m.refused_same_moment()));
    return [[id]];
  }
  const keys = decided.map(({ attempt, plan, also }) => ({
    gate_id: attempt.gate.id,
    key: attempt.key,
    code_mark: attempt.codeMark,
    people: attempt.people ?? null,
    admitted: plan.admits.length > 0 || also?.admitted === true,
    direction: plan.direction,
    passed: also?.admitted ? also.people : plan.admits.reduce((sum, { people }) => sum + people, 0),
    opened: attempt.opened,
    reason: plan.reason,
    message: plan.message,
    at: attempt.now,
    reused: attempt.reused === true,
  }));
  const all = rows.flat();
  const values = [JSON.stringify(all.map((row, place) => ({ ...row, place }))), JSON.stringify(keys)];
  const by = [caller.userId, caller.name];
  const isPlain = changes.length === 0 && !all.some(({ conflict }) => conflict) && !keys.some(({ reused }) => reused);
  const [done] = await prepared<{ ids: number[]; admitted: number; keys: number }>(
    db,
    isPlain ? keepingPlain : keeping,
    isPlain ? [...values, ...by] : [...values, ...by, JSON.stringify(changes), changes.map(({ id }) => id)],
  );
  if (done?.admitted !== changes.length || done.keys !== keys.length)
    throw new Meanwhile(new Refusal(m.refused_same_moment()));
  let place = 0;
  return rows.map((of) => {
    place += of.length;
    return done.ids.slice(place - of.length, place);
  });
}

/** One ticket at a gate with a line; undefined of all else. */
function oneOf(decided: readonly Decided[], rows: readonly ReturnType<typeof rowsOf>[]) {
  const [one, another] = decided;
  const admits = one?.plan.admits;
  const [row] = rows[0] ?? [];
  if (!one || another || one.attempt.offline || admits?.length !== 1 || !admits[0]) return undefined;
  if (!row || row.ticket_id === null || row.order_id === null) return undefined;
  const passage = { ...row, ticket_id: row.ticket_id, order_id: row.order_id };
  return { passage, asked: one.attempt.people ?? null, used: admits[0].ticket.used };
}

/** By ticket, since one statement changes a row once. */
function changesOf(decided: readonly Decided[]): TicketChange[] {
  const changes = new Map<number, TicketChange>();
  for (const { attempt, plan } of decided) {
    for (const { ticket, entries } of plan.admits) {
      const change = changes.get(ticket.id) ?? {
        id: ticket.id,
        entries: 0,
        used: ticket.used,
        at: null,
        gateId: attempt.gate.id,
      };
      change.entries += entries;
      const at = attempt.now.toISOString();
      if (plan.direction === "in" && (change.at === null || at > change.at)) {
        change.at = at;
        change.gateId = attempt.gate.id;
      }
      changes.set(ticket.id, change);
    }
  }
  return [...changes.values()].sort((a, b) => a.id - b.id);
}

/** Who lets nobody through leaves one row as well; who walked in all the same is counted, and waits for a decision. */
function rowsOf({ attempt, plan, also }: Decided) {
  const shared = {
    key: attempt.key,
    gate_id: attempt.gate.id,
    park_id: plan.gate.parkId,
    direction: plan.direction,
    code: also?.no ?? shownCode(attempt.code),
    code_mark: attempt.codeMark,
    reason: plan.reason,
    message: plan.message,
    note: attempt.note,
    offline: attempt.offline,
    at: attempt.now,
    device_id: attempt.deviceId ?? null,
  };
  if (plan.admits.length > 0) {
    return plan.admits.map(({ ticket, people, entries }) => ({
      ...shared,
      ...{ ticket_id: ticket.id, order_id: ticket.orderId, people, entries, admitted: true, through: people },
      ...{ conflict: false, ticket_no: "", ticket_type_name: "" },
    }));
  }
  if (also?.admitted) {
    return [
      {
        ...shared,
        ...{ ticket_id: null, order_id: null, people: also.people, entries: 0, admitted: true, through: also.visitors },
        ...{ conflict: false, ticket_no: "", ticket_type_name: "" },
      },
    ];
  }
  const { ticket } = plan;
  const people = attempt.people ?? 1;
  const opened = attempt.opened === true;
  return [
    {
      ...shared,
      ...{ ticket_id: ticket?.id ?? null, order_id: ticket?.orderId ?? null, people, entries: 0, admitted: false },
      ...{ through: opened ? (also?.visitors ?? people) : 0, conflict: opened },
      ...{ ticket_no: ticket?.ticketNo ?? "", ticket_type_name: ticket?.ticketTypeName ?? also?.name ?? "" },
    },
  ];
}

/** Passages in their order. */
const made = `
  made as (
    insert into passage (
      passage_key, ticket_id, order_id, gate_id, park_id, direction, code, code_mark, people, entries, through,
      admitted, reason, message, note, offline, device_id, account_id, account_name, at, counts_at
    )
    select p.key, p.ticket_id, p.order_id, p.gate_id, p.park_id, p.direction, p.code, p.code_mark, p.people, p.entries,
           p.through, p.admitted, p.reason, p.message, p.note, p.offline, p.device_id, $3::bigint, $4, p.at, p.at
    from jsonb_to_recordset($1::jsonb) as p(
      key text, ticket_id bigint, order_id bigint, gate_id bigint, park_id bigint, direction text, code text,
      code_mark text, people int, entries int, through int, admitted boolean, reason text, message text, note text,
      offline boolean, device_id bigint, at timestamptz, place int
    )
    order by p.place
    returning id
  )`;

/** The gate's numbers. */
const numbered = `
  numbered as (
    insert into passage_key (gate_id, key, code_mark, people, admitted, reason, message, at, direction, passed, opened)
    select k.gate_id, k.key, k.code_mark, k.people, k.admitted, k.reason, k.message, k.at, k.direction, k.passed, k.opened
    from jsonb_to_recordset($2::jsonb) as k(
      gate_id bigint, key text, code_mark text, people int, admitted boolean, reason text, message text, at timestamptz,
      direction text, passed int, opened boolean, reused boolean
    )
    where not k.reused
    -- Refused with a line, and opened all the same, since the answer came too late: what the gate did is what was.
    on conflict (corp_code, gate_id, key) do update
    set admitted = excluded.admitted, people = excluded.people, reason = excluded.reason, message = excluded.message,
        direction = excluded.direction, passed = excluded.passed, opened = true, at = excluded.at
    where excluded.opened
      and passage_key.opened is null
      and not passage_key.admitted
      and passage_key.code_mark = excluded.code_mark
    returning key
  )`;

const idsOfMade = "(select coalesce(json_agg(id order by id), '[]') from made) as ids";

/** Of a card, and of what is refused, no ticket changes: a statement that knows none begins and ends sooner. */
const keepingPlain = `
  with ${made},
  ${numbered}
  select ${idsOfMade}, 0 as admitted, (select count(*)::int from numbered) as keys
`;

/**
 * $1 passages in their order, $2 numbers, $3 and $4 whose account, $5 tickets that change, $6 their ids. It carries its
 * own conditions: of two gates at once, one finds a ticket with entries left and the other finds none.
 * Lines count tickets that were used at all; an order is fulfilled when its last ticket is used up.
 */
const keeping = `
  with asked as (
    select * from jsonb_to_recordset($5::jsonb)
      as a(id bigint, entries int, used int, at timestamptz, "gateId" bigint)
  ),
  admitted as (
    update ticket t
    set used = t.used + a.entries,
        state = case
          when a.entries = 0 then t.state
          when t.used + a.entries >= t.admissions then 'used'
          else 'partlyUsed'
        end,
        last_passed_at = greatest(t.last_passed_at, a.at),
        last_gate_id = case when a.at >= coalesce(t.last_passed_at, a.at) then a."gateId" else t.last_gate_id end
    from asked a
    where t.corp_code = current_setting('app.corp_code')
      and t.id = a.id
      -- Said once more as a list: a join alone is planned, while few tickets are known, by reading every ticket there is.
      and t.id = any($6::bigint[])
      -- "is true" keeps the planner from looking tickets up by their state, of which there are millions.
      and (t.state in ('issued', 'partlyUsed', 'used', 'expired')) is true
      and t.used = a.used
      and t.used + a.entries <= t.admissions
    returning t.id, t.order_id, t.line_id, t.state, t.used, a.entries
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
  ${progress("ticket", ["paid", "partlyFulfilled"])},
  ${made},
  placed as (
    select id, row_number() over (order by id) - 1 as place from made
  ),
  ${numbered},
  reused as (
    insert into passage_key_reuse (gate_id, key, code_mark, people, admitted, reason, message, at, direction, opened)
    select k.gate_id, k.key, k.code_mark, coalesce(k.people, 0), k.admitted, k.reason, k.message, k.at, k.direction, k.opened
    from jsonb_to_recordset($2::jsonb) as k(
      gate_id bigint, key text, code_mark text, people int, admitted boolean, reason text, message text, at timestamptz,
      direction text, opened boolean, reused boolean
    )
    where k.reused
    on conflict (corp_code, gate_id, key, code_mark, people) do nothing
    returning key
  ),
  waiting as (
    insert into passage_conflict (
      passage_id, at, gate_id, park_id, ticket_no, ticket_type_name, shown, people, direction, reason, message
    )
    select placed.id, p.at, p.gate_id, p.park_id, p.ticket_no, p.ticket_type_name, p.code, p.people, p.direction, p.reason,
           p.message
    from jsonb_to_recordset($1::jsonb) as p(
      gate_id bigint, park_id bigint, direction text, code text, people int, reason text, message text, at timestamptz,
      conflict boolean, ticket_no text, ticket_type_name text, place int
    )
    -- By its place: a number that was reused is that of several.
    join placed on placed.place = p.place
    where p.conflict
    returning 1
  )
  select ${idsOfMade},
         (select count(*)::int from admitted) as admitted,
         (select count(*)::int from numbered) + (select count(*)::int from reused) as keys
`;
