/** The check desk: which gates there are, what happened at this one last, how many went in today. */
import type { AnswerOf } from "~/contract/method";
import { getCheckDesk } from "~/contract/ticket/check";
import { businessDay, stamp, startOfDay } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { type Call, serve } from "../../kernel/served";

type Desk = AnswerOf<typeof getCheckDesk>;

export const serveDesk = serve(getCheckDesk, async (call, payload) => {
  const { db, now } = call;
  // Who has chosen a park checks there.
  const parkId = call.caller.park?.id ?? null;
  const gates = await prepared<Desk["gates"][number]>(db, openGates, [parkId]);
  const asked = payload.gateId === undefined ? null : await gateAsked(call, payload.gateId, parkId);
  const gateId = asked?.id ?? (gates[0] ? Number(gates[0].value) : null);
  // Suspended while its desk is open: that is said, and another one may be chosen.
  const suspended = asked !== null && !asked.active;
  if (asked && suspended) gates.push({ value: String(asked.id), label: asked.name });
  const open = gateId === null ? null : (asked ?? (await gateAsked(call, gateId, parkId)));
  const bothWays = open?.direction === "both";
  const rights = { mayForce: await call.may("check:force"), mayReverse: await call.may("check:reverse") };
  const about = { gates, gateId, suspended, bothWays, ...rights };
  if (gateId === null) return { ...about, recent: [], today: { admitted: 0, refused: 0 } };
  const recent = await prepared<Desk["recent"][number]>(db, lastAttempts, [gateId]);
  const [today] = await prepared<Desk["today"]>(db, dayAt, [gateId, startOfDay(businessDay(now))]);
  return {
    ...about,
    recent: recent.map((attempt) => ({ ...attempt, at: stamp(attempt.at) })),
    today: today ?? { admitted: 0, refused: 0 },
  };
});

interface Gate {
  id: number;
  name: string;
  direction: string;
  active: boolean;
}

async function gateAsked({ db }: Call, gateId: number, parkId: number | null): Promise<Gate> {
  const [gate] = await prepared<Gate>(db, oneGate, [gateId, parkId]);
  if (!gate) throw new NotFound();
  return gate;
}

/** $n the park, null for all: gates that stand there, and those that take its tickets. */
const servesPark = (n: string) => `(
  ${n}::bigint is null or park_id = ${n} or exists (
    select from shared_gate w
    join shared_gate_park s on s.corp_code = w.corp_code and s.shared_gate_id = w.id
    where w.corp_code = gate.corp_code and w.gate_id = gate.id and w.status = 'T' and s.park_id = ${n}
  )
)`;

const oneGate = `
  select id, name, direction, status = 'T' as active
  from gate
  where id = $1 and ${servesPark("$2")}
`;

/** $1 the park, null for all. */
const openGates = `
  select id::text as value, name as label
  from gate
  where status = 'T' and ${servesPark("$1")}
  order by name, id
  limit 500
`;

/**
 * $1 the gate. The few first, and one look for each: else whether they were reversed would be asked of every passage there
 * is.
 */
const lastAttempts = `
  select p.id, p.at, coalesce(t.ticket_no, p.code) as "ticketNo", coalesce(t.ticket_type_name, '') as "ticketTypeName",
         p.admitted, p.reason, p.account_name as "by", reversal.id is not null as reversed
  from (
    select *
    from passage
    where gate_id = $1
      and kind = 'pass'
    order by id desc
    limit 20
  ) p
  left join ticket t on t.corp_code = p.corp_code and t.id = p.ticket_id
  left join lateral (
    select r.id
    from passage r
    where r.corp_code = p.corp_code
      and r.reverses_id = p.id
    limit 1
  ) reversal on true
  order by p.id desc
`;

/** $1 the gate, $2 the day's begin. */
const dayAt = `
  select coalesce(sum(through), 0)::int as admitted, count(*) filter (where not admitted)::int as refused
  from passage
  where gate_id = $1
    and counts_at >= $2
`;
