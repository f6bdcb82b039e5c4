/**
 * The usual check: one ticket, one passage, at a gate with a line. What {@link keep} writes for any number of them is said here
 * with plain values, which takes a quarter less of the database; it carries the same conditions.
 */
import type { Transaction } from "../../db/database";
import { prepared } from "../../kernel/prepared";
import { progress } from "../order/query-parts";

export interface OnePassage {
  key: string;
  gate_id: number;
  park_id: number;
  direction: "in" | "out";
  code: string;
  code_mark: string;
  reason: string;
  message: string;
  note: string;
  at: Date;
  device_id: number | null;
  ticket_id: number;
  order_id: number;
  people: number;
  entries: number;
}

interface One {
  passage: OnePassage;
  /** People that were asked for; null where that was left open. */
  asked: number | null;
  /** Entries that the ticket had used before. */
  used: number;
  by: { userId: number; name: string };
}

/** The id of the passage; undefined where somebody was faster. */
export async function keepOne(db: Transaction, { passage: p, asked, used, by }: One): Promise<number | undefined> {
  const ticket = [p.ticket_id, p.entries, used, p.direction === "in" ? p.at : null, p.gate_id];
  const passed = [p.key, p.order_id, p.park_id, p.direction, p.code, p.code_mark, p.people];
  const [done] = await prepared<{ id: number | null; admitted: number; keys: number }>(db, keeping, [
    ...ticket,
    ...passed,
    ...[p.reason, p.message, p.note, p.device_id, by.userId, by.name, p.at, asked],
  ]);
  return done?.admitted === 1 && done.keys === 1 ? Number(done.id) : undefined;
}

/**
 * $1 ticket, $2 entries, $3 used before, $4 when, of an entry, $5 gate, $6 the gate's number, $7 order, $8 park, $9 direction,
 * $10 what was shown, $11 its mark, $12 people, $13 to $15 reason, message and note, $16 device, $17 and $18 whose account,
 * $19 when, $20 people asked for.
 */
const keeping = `
  with admitted as (
    update ticket t
    set used = t.used + $2::int,
        state = case
          when $2::int = 0 then t.state
          when t.used + $2::int >= t.admissions then 'used'
          else 'partlyUsed'
        end,
        last_passed_at = greatest(t.last_passed_at, $4::timestamptz),
        last_gate_id = case when $4::timestamptz >= coalesce(t.last_passed_at, $4::timestamptz) then $5::bigint else t.last_gate_id end
    where t.corp_code = current_setting('app.corp_code')
      and t.id = $1::bigint
      -- "is true" keeps the planner from looking tickets up by their state, of which there are millions.
      and (t.state in ('issued', 'partlyUsed', 'used', 'expired')) is true
      and t.used = $3::int
      and t.used + $2::int <= t.admissions
    returning t.order_id, t.line_id, t.state, t.used
  ),
  started as (
    select line_id, 1 as pieces from admitted where $2::int > 0 and used = $2::int
  ),
  reached as (
    select order_id, true as begun,
           state <> 'used' or exists (
             select from ticket t
             where t.corp_code = current_setting('app.corp_code')
               and t.order_id = $7::bigint
               and t.state in ('issued', 'partlyUsed', 'refunding')
               and t.id <> $1::bigint
           ) as open
    from admitted
    where $2::int > 0
  ),
  ${progress("ticket", ["paid", "partlyFulfilled"])},
  made as (
    insert into passage (
      passage_key, ticket_id, order_id, gate_id, park_id, direction, code, code_mark, people, entries, through,
      admitted, reason, message, note, offline, device_id, account_id, account_name, at, counts_at
    )
    values ($6, $1::bigint, $7::bigint, $5::bigint, $8::bigint, $9, $10, $11, $12::int, $2::int, $12::int,
            true, $13, $14, $15, false, $16::bigint, $17::bigint, $18, $19::timestamptz, $19::timestamptz)
    returning id
  ),
  numbered as (
    insert into passage_key (gate_id, key, code_mark, people, admitted, reason, message, at, direction, passed, opened)
    values ($5::bigint, $6, $11, $20::int, true, $13, $14, $19::timestamptz, $9, $12::int, null)
    on conflict do nothing
    returning key
  )
  select (select id from made)::float8 as id,
         (select count(*)::int from admitted) as admitted,
         (select count(*)::int from numbered) as keys
`;
