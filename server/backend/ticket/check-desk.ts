/** The check desk: which gates there are, what happened at this one last, how many went in today. */
import { sql } from "drizzle-orm";
import type { AnswerOf } from "~/contract/method";
import { getCheckDesk } from "~/contract/ticket/check";
import { NotFound } from "../kernel/refusal";
import { serve } from "../kernel/served";
import { firstOf, rowsOf } from "../order/rows";
import { businessDay, stamp, startOfDay } from "./check-clock";

type Desk = AnswerOf<typeof getCheckDesk>;

export const serveDesk = serve(getCheckDesk, async (call, payload) => {
  const { db, now } = call;
  // Who has chosen a park checks there.
  const parkId = call.caller.park?.id ?? null;
  const gates = await rowsOf<Desk["gates"][number]>(
    db,
    sql`
      select id::text as value, name as label
      from gate
      where status = 'T' and (${parkId}::bigint is null or park_id = ${parkId}::bigint)
      order by name, id
      limit 500
    `,
  );
  if (payload.gateId !== undefined && !gates.some(({ value }) => value === String(payload.gateId))) {
    throw new NotFound();
  }
  const gateId = payload.gateId ?? (gates[0] ? Number(gates[0].value) : null);
  const rights = { mayForce: await call.may("check:force"), mayReverse: await call.may("check:reverse") };
  if (gateId === null) return { gates, gateId, ...rights, recent: [], today: { admitted: 0, refused: 0 } };
  const recent = await rowsOf<Desk["recent"][number]>(
    db,
    sql`
      select p.id, p.at, coalesce(t.ticket_no, p.code) as "ticketNo", coalesce(t.ticket_type_name, '') as "ticketTypeName",
             p.admitted, p.reason, p.account_name as "by", reversal.id is not null as reversed
      -- The few first, and one look for each: else whether they were reversed would be asked of every passage there is.
      from (
        select *
        from passage
        where gate_id = ${gateId}
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
    `,
  );
  const today = await firstOf<Desk["today"]>(
    db,
    sql`
      select coalesce(sum(people * case kind when 'reversal' then -1 else 1 end) filter (where admitted), 0)::int as admitted,
             count(*) filter (where not admitted)::int as refused
      from passage
      where gate_id = ${gateId}
        and at >= ${startOfDay(businessDay(now)).toISOString()}::timestamptz
    `,
  );
  return {
    gates,
    gateId,
    ...rights,
    recent: recent.map((attempt) => ({ ...attempt, at: stamp(attempt.at) })),
    today: today ?? { admitted: 0, refused: 0 },
  };
});
