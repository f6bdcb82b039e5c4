/** Holds: by seat, the best together, of what was set aside; let go of; and seats taken out of a session's sale. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { bestTogether, type Standing } from "~/contract/theatre/choose-seats";
import {
  mostChosen,
  theatreBest,
  theatreBlock,
  theatreHold,
  theatreRelease,
  theatreTakeAside,
} from "~/contract/theatre/sale";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { aloneInItsRows, refuseGap, refuseLeaving, standingOf, type TakeAlone } from "./gap-rule";
import { heldNow } from "./held-now";
import { mineIn } from "./map";
import { withPartners as andPartners, pairsOf, wholePairs } from "./pairs";
import { freeSeats, holdUntil, labelOf, refuseUnsaleable, type SeatRow, seatsOf, someSeats, takeSeats } from "./places";
import { readSession, refuseClosed, type SessionRow } from "./read-session";

/** The hold with a way of taking seats where no single seat may be left. The tests put in one that takes them beside others. */
export const holdWith = (takeAlone: TakeAlone): Served =>
  serve(theatreHold, async (call, { sessionId, seatIds, leaveGaps = false, withPartners = false }) => {
    const session = await readSession(call, sessionId, "share");
    refuseClosed(session, call.now);
    const named = [...new Set(seatIds)];
    await refuseUnsaleable(call, session, await someSeats(call, session, named), named.length);
    await refuseLeaving(call, leaveGaps);
    const isOwn = ({ state, holderId }: SeatRow) => state === "held" && holderId === call.caller.userId;
    const wanted = await wholePairs(call, session, named, { isOwn, withPartners, mayHalve: leaveGaps });
    const seats = await someSeats(call, session, wanted);
    await refuseTooMany(call, session, wanted);
    const take = () => holdSeats(call, session, wanted);
    await (session.noGaps ? takeAlone(call, session, seats, take) : take());
    if (session.noGaps && !leaveGaps) await refuseGap(call, session, wanted);
    return heldNow(call, session);
  });

export const holdServed = [
  holdWith(aloneInItsRows),

  /** One at a time chooses in a session, so that the best are still free when they are taken. */
  serve(theatreBest, async (call, { sessionId, count, zone, wheelchair = false }) => {
    const session = await readSession(call, sessionId, "update");
    refuseClosed(session, call.now);
    const seats = await seatsOf(call, session);
    const all = seats.filter((seat) => hasPrice(session, seat)).map(standingOf);
    const chosen = wheelchair
      ? bestPairs(all, count, zone)
      : bestTogether(all, {
          ...{ count, zone, kinds: ["normal", "couple"], avoidsGaps: session.noGaps },
          pairs: await pairsOf(call, session),
        });
    if (!chosen) throw new Refusal(m.theatre_r_not_together({ n: count }));
    await refuseTooMany(call, session, chosen);
    await holdSeats(call, session, chosen);
    return heldNow(call, session);
  }),

  serve(theatreRelease, async (call, { sessionId, seatIds }) => {
    const session = await readSession(call, sessionId);
    const mine = sql`p.state = 'held' and p.holder_id = ${call.caller.userId}`;
    const wanted = seatIds && (await andPartners(call, session, seatIds));
    return { seats: await freeSeats(call, sessionId, mine, wanted) };
  }),

  serve(theatreTakeAside, async (call, { sessionId, preselectId }) => {
    const session = await readSession(call, sessionId, "share");
    refuseClosed(session, call.now);
    const until = await holdUntil(call);
    const found = await firstOf<{ name: string }>(
      call.db,
      sql`
        update theatre_preselect
        set status = 'handed', row_version = row_version + 1, updated_at = ${call.now.toISOString()}::timestamptz
        where corp_code = current_setting('app.corp_code') and id = ${preselectId} and session_id = ${sessionId}
          and status = 'open' and until > ${call.now.toISOString()}::timestamptz
        returning name
      `,
    );
    if (!found) throw new Refusal(m.theatre_r_aside_gone());
    const taken = await rowsOf(
      call.db,
      sql`
        update theatre_place
        set state = 'held', holder_id = ${call.caller.userId}, preselect_id = null, until = ${until.toISOString()}::timestamptz
        where corp_code = current_setting('app.corp_code') and session_id = ${sessionId} and preselect_id = ${preselectId}
          and state = 'aside'
        returning seat_id
      `,
    );
    if (taken.length === 0) throw new Refusal(m.theatre_r_aside_gone());
    const about = { thing: "theatrePreselect", thingId: preselectId, label: found.name };
    call.audit({ ...about, before: { status: "open" }, after: { status: "handed" } });
    return heldNow(call, session);
  }),

  serve(theatreBlock, async (call, { sessionId, seatIds, block }) => {
    const session = await readSession(call, sessionId, "share");
    const wanted = [...new Set(seatIds)];
    const seats = await someSeats(call, session, wanted);
    if (seats.length !== wanted.length) throw new Invalid({ seatIds: [m.theatre_v_unknown_seat()] });
    if (block) await takeSeats(call, session, wanted, { state: "blocked" });
    else await freeSeats(call, sessionId, sql`p.state = 'blocked'`, wanted);
    const named = seats.map(labelOf).join(m.words_comma());
    const about = { thing: "theatreSession", thingId: sessionId, label: session.name };
    call.audit({ ...about, after: block ? { removed: named } : { added: named } });
    return { seats: wanted.length };
  }),
];

async function holdSeats(call: Call, session: SessionRow, seatIds: readonly number[]): Promise<void> {
  await takeSeats(call, session, seatIds, {
    state: "held",
    holderId: call.caller.userId,
    until: await holdUntil(call),
  });
}

async function refuseTooMany(call: Call, session: SessionRow, more: readonly number[]): Promise<void> {
  const mine = await mineIn(call, session);
  const all = new Set([...mine.map(({ seatId }) => seatId), ...more]);
  if (all.size > mostChosen) throw new Invalid({ seatIds: [m.theatre_v_seats_most()] });
}

const hasPrice = ({ areaPrices, zonePrices }: SessionRow, { areaId, zone }: SeatRow) =>
  areaPrices[String(areaId)] !== undefined || zonePrices[zone] !== undefined;

/** Each wheelchair place with a companion's right beside it. */
function bestPairs(seats: readonly Standing[], pairs: number, zone: string): number[] | null {
  const chosen: number[] = [];
  for (const chair of seats) {
    if (chosen.length === pairs * 2) break;
    if (chair.kind !== "wheelchair" || !chair.free || (zone !== "" && chair.zone !== zone)) continue;
    const beside = seats.find(
      ({ id, row, at, kind, free }) =>
        row === chair.row && Math.abs(at - chair.at) === 1 && kind === "companion" && free && !chosen.includes(id),
    );
    if (beside) chosen.push(chair.id, beside.id);
  }
  return chosen.length === pairs * 2 ? chosen : null;
}
