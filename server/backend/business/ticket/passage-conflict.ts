/** Conflicts of passages: what each decision does. The passage stays as it was told; what is decided is a row of its own. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { passageConflict as resource } from "~/contract/ticket/passage-conflict";
import { Meanwhile } from "../../db/database";
import { stamp } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Call, Served } from "../../kernel/served";
import { lockOrder, progress } from "../order/query-parts";
import { bookOther, otherBookWhyNot, reversedOther } from "./other-codes";
import { gate, park, passageConflict as table } from "./schema";

type Conflict = ResourceRow<typeof resource>;

export const conflictServed: Served[] = serveResource(resource, {
  table,
  references: { gateId: { table: gate, name: gate.name }, parkId: { table: park, name: park.name } },
  commands: {
    book: {
      mayNot: notBookable,
      async run(call, row) {
        await book(call, row);
        return { set: decided(call) };
      },
    },
    keep: { run: (call) => ({ set: decided(call) }) },
    strike: {
      async run(call, row, { note }) {
        const values = [row.id, note, call.now, call.caller.userId, call.caller.name];
        const [struck] = await prepared<{ passageId: number }>(call.db, striking, values);
        // What stands on a card of who walked in goes with it.
        if (struck) await reversedOther(call, struck.passageId);
        return { set: decided(call) };
      },
    },
  },
});

function decided({ now, caller }: Call) {
  return { decidedAt: stamp(now), decidedBy: caller.name };
}

interface Bookable {
  id: number;
  direction: "in" | "out";
  ticketId: number | null;
  left: number | null;
  state: string | null;
}

async function notBookable({ db }: Call, rows: readonly Conflict[]): Promise<(string | null)[]> {
  const found = await prepared<Bookable>(db, bookable, [rows.map(({ id }) => id)]);
  const of = (row: Conflict) => found.find(({ id }) => id === Number(row.id));
  const others = rows.filter((row) => of(row)?.ticketId === null);
  const told = await otherBookWhyNot({ db }, others.map(walkedBy));
  return rows.map((row) => {
    const one = of(row);
    if (!one || one.direction === "out") return m.conflict_no_ticket();
    if (one.ticketId === null) {
      const why = told[others.indexOf(row)];
      return why === undefined ? m.conflict_no_ticket() : why;
    }
    if (!["issued", "partlyUsed", "used", "expired"].includes(one.state ?? "")) return m.conflict_ticket_gone();
    const left = one.left ?? 0;
    return left < Number(row.people) ? m.conflict_no_entries({ left }) : null;
  });
}

const walkedBy = ({ shown, people }: Conflict) => ({ no: String(shown ?? ""), people: Number(people) });

const bookable = `
  select c.id, c.direction, p.ticket_id as "ticketId", t.admissions - t.used as "left", t.state
  from passage_conflict c
  join passage p on p.corp_code = c.corp_code and p.id = c.passage_id
  left join ticket t on t.corp_code = p.corp_code and t.id = p.ticket_id
  where c.id = any ($1::bigint[])
`;

/** Uses the ticket or the card for who walked in: a passage without people, since they are counted already. */
async function book(call: Call, row: Conflict): Promise<void> {
  const { db, now, caller } = call;
  const id = Number(row.id);
  await db.execute(lockOrder(orderOfConflict(id)));
  const done = await prepared(db, booking, [id, now, caller.userId, caller.name]);
  if (done.length > 0) return;
  const [walked] = await prepared<WalkedIn>(db, bookingOther, [id, now, caller.userId, caller.name]);
  const on = walked && (await bookOther(call, { ...walkedBy(row), ...walked }));
  if (!on) throw new Meanwhile(new Refusal(m.refused_same_moment()));
}

interface WalkedIn {
  passageId: number;
  walkedId: number;
  parkId: number;
  at: string;
  gateName: string;
}

const orderOfConflict = (id: number) => sql`(
  select p.order_id
  from passage_conflict c
  join passage p on p.corp_code = c.corp_code and p.id = c.passage_id
  where c.id = ${id}
)`;

/** $1 the conflict, $2 now, $3 and $4 whose account. */
const booking = `
  with walked as (
    select p.*
    from passage_conflict c
    join passage p on p.corp_code = c.corp_code and p.id = c.passage_id
    where c.id = $1
  ),
  admitted as (
    update ticket t
    set used = t.used + w.people,
        state = case when t.used + w.people >= t.admissions then 'used' else 'partlyUsed' end,
        last_passed_at = greatest(t.last_passed_at, w.at),
        last_gate_id = case when w.at >= coalesce(t.last_passed_at, w.at) then w.gate_id else t.last_gate_id end
    from walked w
    where t.corp_code = w.corp_code
      and t.id = w.ticket_id
      and (t.state in ('issued', 'partlyUsed', 'used', 'expired')) is true
      and t.used + w.people <= t.admissions
    returning t.id, t.order_id, t.line_id, t.state, t.used, w.people as entries
  ),
  started as (
    select line_id, 1 as pieces from admitted where used = entries
  ),
  reached as (
    select order_id, true as begun,
           state <> 'used' or exists (
             select from ticket t
             where t.corp_code = current_setting('app.corp_code')
               and t.order_id = entered.order_id
               and t.state in ('issued', 'partlyUsed', 'refunding')
               and t.id <> entered.id
           ) as open
    from admitted entered
  ),
  ${progress("ticket", ["paid", "partlyFulfilled"])}
  insert into passage (
    ticket_id, order_id, gate_id, park_id, direction, code, people, entries, through, admitted, reason, message, note,
    offline, account_id, account_name, at, counts_at
  )
  select w.ticket_id, w.order_id, w.gate_id, w.park_id, w.direction, w.code, w.people, w.people, 0, true, 'forced',
         w.message, w.reason, true, $3::bigint, $4, $2::timestamptz, w.at
  from walked w
  join admitted on admitted.id = w.ticket_id
  returning id
`;

/** The same of what is no ticket; nothing comes of a passage that had a ticket. Of the conflict's row is told when they walked in. */
const bookingOther = `
  with walked as (
    select p.*, g.name as gate_name
    from passage_conflict c
    join passage p on p.corp_code = c.corp_code and p.id = c.passage_id
    join gate g on g.corp_code = p.corp_code and g.id = p.gate_id
    where c.id = $1
      and p.ticket_id is null
  ),
  made as (
    insert into passage (
      gate_id, park_id, direction, code, people, entries, through, admitted, reason, message, note,
      offline, account_id, account_name, at, counts_at
    )
    select w.gate_id, w.park_id, w.direction, w.code, w.people, 0, 0, true, 'forced', w.message, w.reason, true,
           $3::bigint, $4, $2::timestamptz, w.at
    from walked w
    returning id
  )
  select made.id as "passageId", w.id as "walkedId", w.park_id as "parkId", w.at, w.gate_name as "gateName"
  from walked w, made
`;

/** Nobody went through: the people are taken back where they were counted. */
const striking = `
  insert into passage (
    at, counts_at, kind, gate_id, park_id, direction, ticket_id, order_id, admitted, reason, people, entries, through,
    note, reverses_id, account_id, account_name
  )
  select $3::timestamptz, p.counts_at, 'reversal', p.gate_id, p.park_id, p.direction, p.ticket_id, p.order_id, true,
         p.reason, p.people, 0, -p.through, $2, p.id, $4::bigint, $5
  from passage_conflict c
  join passage p on p.corp_code = c.corp_code and p.id = c.passage_id
  where c.id = $1
  returning reverses_id as "passageId"
`;
