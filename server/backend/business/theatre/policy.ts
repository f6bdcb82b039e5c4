/** What a session's seats are sold under: reductions of their zone's price, taken by all or chosen for a seat while it is held. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { theatrePolicy as resource, theatrePolicySet } from "~/contract/theatre/policy";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { rowsOf } from "../../kernel/rows";
import { serve } from "../../kernel/served";
import { heldNow } from "./held-now";
import { policiesOf } from "./policy-price";
import { readSession, refuseClosed } from "./read-session";
import { theatrePolicy } from "./schema";
import { showReference } from "./session";

dependsOn("theatreShow", {
  ...{ table: theatrePolicy, by: theatrePolicy.showId, name: theatrePolicy.name, words: m.theatre_has_policies },
});

export const policyServed = [
  ...serveResource(resource, {
    table: theatrePolicy,
    references: { showId: showReference },
    async check(_call, values, before) {
      const { fromTime, untilTime } = { ...before, ...values };
      if (typeof fromTime === "string" && typeof untilTime === "string" && fromTime >= untilTime)
        throw new Invalid({ untilTime: [m.theatre_v_policy_times()] });
    },
  }),

  serve(theatrePolicySet, async (call, { sessionId, seats }) => {
    const session = await readSession(call, sessionId, "share");
    refuseClosed(session, call.now);
    const asked = (await policiesOf(call, session)).filter(({ how }) => how === "asked");
    if (seats.some(({ policyId }) => policyId !== null && !asked.some(({ id }) => id === policyId)))
      throw new Refusal(m.theatre_r_policy());
    const wanted = new Map(seats.map(({ seatId, policyId }) => [seatId, policyId]));
    const rows = [...wanted].map(([seatId, policyId]) => ({ seatId, policyId }));
    const set = await rowsOf(
      call.db,
      sql`
        update theatre_place p
        set policy_id = w."policyId"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w ("seatId" bigint, "policyId" bigint)
        where p.corp_code = current_setting('app.corp_code') and p.session_id = ${sessionId} and p.seat_id = w."seatId"
          and p.state = 'held' and p.holder_id = ${call.caller.userId} and p.until > ${call.now.toISOString()}::timestamptz
        returning p.seat_id
      `,
    );
    if (set.length !== wanted.size) throw new Refusal(m.theatre_r_hold_over());
    return heldNow(call, session);
  }),
];
