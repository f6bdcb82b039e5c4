/** The check by seat: one ticket, by its number. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { theatreCheck, theatreUncheck } from "~/contract/theatre/check";
import { stamp } from "../../kernel/business-time";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { readSession } from "./read-session";

export const checkServed = [
  serve(theatreCheck, async (call, { sessionId, ticketNo }) => {
    const session = await readSession(call, sessionId, "share");
    if (session.status === "cancelled") throw new Refusal(m.theatre_r_cancelled({ session: session.name }));
    const no = ticketNo.trim().toUpperCase();
    const moved = await firstOf<{ label: string; policy: string }>(
      call.db,
      sql`
        update theatre_ticket
        set state = 'checked', checked_at = ${call.now.toISOString()}::timestamptz, checked_by = ${call.caller.name}
        where corp_code = current_setting('app.corp_code') and ticket_no = ${no} and session_id = ${sessionId} and state = 'sold'
        returning label, policy
      `,
    );
    if (!moved) throw new Refusal(await whyNot(call, sessionId, no));
    const about = { thing: "theatreSession", thingId: sessionId, label: session.name };
    call.audit({ ...about, after: { place: `${no} ${moved.label}` } });
    return {
      ticketNo: no,
      seat: moved.label,
      said: m.theatre_checked({ seat: [moved.label, moved.policy].filter(Boolean).join(" ") }),
    };
  }),

  serve(theatreUncheck, async (call, { sessionId, ticketNo }) => {
    const session = await readSession(call, sessionId);
    const moved = await firstOf<{ label: string }>(
      call.db,
      sql`
        update theatre_ticket
        set state = 'sold', checked_at = null, checked_by = ''
        where corp_code = current_setting('app.corp_code') and ticket_no = ${ticketNo} and session_id = ${sessionId} and state = 'checked'
        returning label
      `,
    );
    if (!moved) throw new Refusal(m.theatre_r_not_checked());
    const about = { thing: "theatreSession", thingId: sessionId, label: session.name };
    call.audit({ ...about, after: { reversed: `${ticketNo} ${moved.label}` } });
    return { seat: moved.label };
  }),
];

/** Unknown, given back, checked before (when and by whom), or of another session: which. */
async function whyNot({ db }: Call, sessionId: number, ticketNo: string): Promise<string> {
  const found = await firstOf<{
    state: string;
    label: string;
    sessionId: number;
    session: string;
    at: number;
    by: string;
  }>(
    db,
    sql`
      select t.state, t.label, t.session_id::float8 as "sessionId", x.name as session,
             (extract(epoch from t.checked_at) * 1000)::float8 as at, t.checked_by as by
      from theatre_ticket t
      join theatre_session x on x.corp_code = t.corp_code and x.id = t.session_id
      where t.corp_code = current_setting('app.corp_code') and t.ticket_no = ${ticketNo}
    `,
  );
  if (!found) return m.theatre_r_no_ticket({ no: ticketNo });
  if (found.sessionId !== sessionId) return m.theatre_r_wrong_session({ session: found.session, seat: found.label });
  if (found.state === "checked")
    return m.theatre_r_checked_before({ seat: found.label, at: stamp(new Date(found.at)), by: found.by });
  return found.state === "changed"
    ? m.theatre_r_changed({ seat: found.label })
    : m.theatre_r_gone({ seat: found.label });
}
