/** Pre-selection: seats set aside until a moment, released by themselves, handed over to a sale (`hold.ts`). */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { theatrePreselect as resource, theatreAsideMap, theatreSetAside } from "~/contract/theatre/preselect";
import { momentOf, stamp } from "../../kernel/business-time";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { mapOf } from "./map";
import { withPartners as andPartners, wholePairs } from "./pairs";
import { freeSeats, labelOf, refuseUnsaleable, type SeatRow, seatsOf, someSeats, takeSeats } from "./places";
import { readSession } from "./read-session";
import { theatrePreselect } from "./schema";
import { sessionReference } from "./session";

export const preselectCommands: CommandsBackend<typeof resource> = {
  release: async (call, { id, sessionId }) => {
    const seats = await freeSeats(call, sessionId, ofPreselect(id));
    return { set: { seats: 0 }, notice: m.theatre_released({ n: seats }) };
  },
};

const ofPreselect = (id: number) => sql`p.state = 'aside' and p.preselect_id = ${id}`;

export const preselectServed = [
  ...serveResource(resource, {
    table: theatrePreselect,
    references: { sessionId: sessionReference },
    check: checkPreselect,
    saved: async ({ db }, row, before) => {
      if (!before || before.until === row.until) return;
      await db.execute(sql`
        update theatre_place p set until = e.until
        from theatre_preselect e
        where p.corp_code = current_setting('app.corp_code') and e.corp_code = p.corp_code and e.id = ${Number(row.id)}
          and p.preselect_id = e.id and p.state = 'aside'
      `);
    },
    commands: preselectCommands,
    dependents: async (call, id) => {
      const row = await firstOf<{ status: string }>(
        call.db,
        sql`select status from theatre_preselect where corp_code = current_setting('app.corp_code') and id = ${id}`,
      );
      if (row?.status === "open") throw new Refusal(m.theatre_release_first());
      // Places whose time is over stand for nothing.
      await freeOld(call, id);
      return [];
    },
  }),

  serve(theatreAsideMap, async (call, { preselectId, areaId, from }) => {
    const preselect = await readPreselect(call, preselectId);
    const session = await readSession(call, preselect.sessionId);
    const seats = await seatsOf(call, session, sql`p.state = 'aside' and p.preselect_id = ${preselectId}`);
    return {
      ...{ id: preselectId, name: preselect.name, status: preselect.status, until: stamp(new Date(preselect.until)) },
      seats: seats.map((seat) => ({ seatId: seat.id, label: labelOf(seat) })),
      map: await mapOf(call, preselect.sessionId, areaId, from),
    };
  }),

  serve(theatreSetAside, async (call, { preselectId, seatIds, off = false, withPartners = false }) => {
    // The session first, as everybody locks them; by then it may have been set aside in another.
    const session = await readSession(call, (await readPreselect(call, preselectId)).sessionId, "share");
    const preselect = await readPreselect(call, preselectId, true);
    if (preselect.sessionId !== session.id) throw new Refusal(m.theatre_r_aside_moved());
    if (preselect.status !== "open" || preselect.until <= call.now.getTime())
      throw new Refusal(m.theatre_r_aside_gone());
    if (session.status === "cancelled") throw new Refusal(m.theatre_r_cancelled({ session: session.name }));
    const named = [...new Set(seatIds)];
    if (off) await freeSeats(call, session.id, ofPreselect(preselectId), await andPartners(call, session, named));
    else {
      const isOwn = (seat: SeatRow) => seat.state === "aside" && seat.preselectId === preselectId;
      const wanted = await wholePairs(call, session, named, { isOwn, withPartners });
      const seats = await someSeats(call, session, wanted);
      await refuseUnsaleable(call, session, seats, wanted.length);
      await takeSeats(call, session, wanted, { state: "aside", preselectId, until: new Date(preselect.until) });
    }
    const row = await firstOf<{ seats: number }>(
      call.db,
      sql`
        update theatre_preselect e
        set seats = (select count(*) from theatre_place p
                     where p.corp_code = e.corp_code and p.session_id = e.session_id and p.preselect_id = e.id),
            updated_at = ${call.now.toISOString()}::timestamptz
        where e.corp_code = current_setting('app.corp_code') and e.id = ${preselectId}
        returning seats
      `,
    );
    const after = { seats: row?.seats ?? 0 };
    call.audit({
      thing: "theatrePreselect",
      thingId: preselectId,
      label: preselect.name,
      before: { seats: preselect.seats },
      after,
    });
    return after;
  }),
];

interface Preselect {
  name: string;
  status: string;
  sessionId: number;
  seats: number;
  until: number;
}

async function readPreselect({ db }: Call, id: number, lock = false): Promise<Preselect> {
  const row = await firstOf<Preselect>(
    db,
    sql`
      select name, status, session_id::float8 as "sessionId", seats, (extract(epoch from until) * 1000)::float8 as until
      from theatre_preselect
      where corp_code = current_setting('app.corp_code') and id = ${id}
      ${lock ? sql`for update` : sql``}
    `,
  );
  if (!row) throw new NotFound();
  return row;
}

async function freeOld({ db }: Call, id: number): Promise<void> {
  await db.execute(sql`
    delete from theatre_place where corp_code = current_setting('app.corp_code') and preselect_id = ${id}
  `);
}

/** Until a moment to come, and not beyond the beginning of the session. */
async function checkPreselect(call: Call, values: Values, before: Values | null): Promise<void> {
  if (before && before.status !== "open") throw new Refusal(m.theatre_r_aside_gone());
  const { until, sessionId } = { ...before, ...values };
  if (typeof until !== "string") return;
  if (until <= stamp(call.now)) throw new Invalid({ until: [m.theatre_v_until_past()] });
  const session = await readSession(call, Number(sessionId));
  if (momentOf(until.replace(" ", "T")).getTime() > session.startsAt)
    throw new Invalid({ until: [m.theatre_v_until_start({ at: stamp(new Date(session.startsAt)) })] });
}
