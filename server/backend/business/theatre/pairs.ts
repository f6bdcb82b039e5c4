/** Couple seats are pairs: a sale, a pre-selection and a change of seat take both or none, where the session sells them so. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { partnersIn } from "~/contract/theatre/couples";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { Piece } from "../order/sellable";
import { ofTemplate } from "./of-template";
import { labelOf, type SeatRow, someSeats } from "./places";
import { priceIn, readSession, type SessionRow } from "./read-session";

type Pairs = ReadonlyMap<number, number>;

const couplesOf = ofTemplate(async ({ db }, { templateId }): Promise<Pairs> => {
  const seats = await rowsOf<{ id: number; row: string; at: number; kind: string }>(
    db,
    sql`
      select s.id::float8 as id, s.template_area_id || '/' || s.row_at as row, s.at, s.kind
      from theatre_seat s
      where s.corp_code = current_setting('app.corp_code') and s.template_id = ${templateId} and s.kind = 'couple'
    `,
  );
  const rows = new Map<string, typeof seats>();
  for (const seat of seats) rows.set(seat.row, [...(rows.get(seat.row) ?? []), seat]);
  const pairs = new Map<number, number>();
  for (const row of rows.values()) for (const [seat, partner] of partnersIn(row)) pairs.set(seat.id, partner.id);
  return pairs;
});

const none: Pairs = new Map();

/** The partner of each seat of a pair; nobody has one where the session sells couple seats one by one. */
export const pairsOf = async (call: Call, session: SessionRow): Promise<Pairs> =>
  session.splitPairs ? none : couplesOf(call, session);

interface Half {
  seat: number;
  partner: SeatRow;
}

/**
 * Chosen seats whose partner is not chosen with them and could be: it is free, or one's own already. One that somebody else
 * has, that is blocked, or that has no price leaves its partner to be sold alone.
 */
export async function halvesOf(
  call: Call,
  session: SessionRow,
  chosen: readonly number[],
  isOwn: (seat: SeatRow) => boolean,
): Promise<Half[]> {
  const pairs = await pairsOf(call, session);
  const lone = chosen.flatMap((seat) => {
    const partner = pairs.get(seat);
    return partner === undefined || chosen.includes(partner) ? [] : [{ seat, partner }];
  });
  if (lone.length === 0) return [];
  const rows = await someSeats(
    call,
    session,
    lone.map(({ partner }) => partner),
  );
  const open = new Map(
    rows
      .filter((row) => isOwn(row) || (row.state === null && priceIn(session, row.areaId, row.zone) !== null))
      .map((row) => [row.id, row]),
  );
  return lone.flatMap(({ seat, partner: id }) => {
    const partner = open.get(id);
    return partner ? [{ seat, partner }] : [];
  });
}

interface Taking {
  isOwn: (seat: SeatRow) => boolean;
  /** The partners are wanted as well, though they were not named. */
  withPartners: boolean;
  /** Half a pair is taken on purpose. */
  mayHalve?: boolean;
}

/** What is taken when these are: with their partners, or a refusal that names one that is missing. */
export async function wholePairs(
  call: Call,
  session: SessionRow,
  chosen: readonly number[],
  { isOwn, withPartners, mayHalve = false }: Taking,
): Promise<number[]> {
  const halves = await halvesOf(call, session, chosen, isOwn);
  // What one has already stays as long as its partner, also where half a pair was meant.
  const taken = halves.filter(({ partner }) => isOwn(partner) || (withPartners && !mayHalve));
  const left = halves.find((half) => !taken.includes(half));
  if (left && !mayHalve) throw await halfRefused(call, session, left);
  return [...chosen, ...taken.map(({ partner }) => partner.id)];
}

async function halfRefused(call: Call, session: SessionRow, { seat, partner }: Half): Promise<Refusal> {
  const [row] = await someSeats(call, session, [seat]);
  return new Refusal(m.theatre_r_pair({ seat: row ? labelOf(row) : "", partner: labelOf(partner) }));
}

/** With the partners of these, of which the caller frees what is theirs. */
export async function withPartners(call: Call, session: SessionRow, chosen: readonly number[]): Promise<number[]> {
  const pairs = await pairsOf(call, session);
  return [...new Set(chosen.flatMap((seat) => [seat, pairs.get(seat) ?? seat]))];
}

/** Of tickets of an order those that are good for both seats of a pair: they go back together. */
export async function pairsSold(
  call: Call,
  tickets: readonly {
    id: number;
    sessionId: number;
    seatId: number | null;
    kind: string | null;
    label: string;
    state: string;
  }[],
): Promise<Map<number, Pick<Piece, "together">>> {
  const good = tickets.filter(({ kind, state }) => kind === "couple" && state === "sold");
  const pairs = new Map<number, Pairs>();
  for (const { sessionId } of good)
    if (!pairs.has(sessionId)) pairs.set(sessionId, await pairsOf(call, await readSession(call, sessionId)));
  return new Map(
    good.flatMap(({ id, sessionId, seatId, label }) => {
      const partner = good.find(
        (other) => other.sessionId === sessionId && other.seatId === pairs.get(sessionId)?.get(seatId ?? 0),
      );
      if (!partner) return [];
      const [first, second] = id < partner.id ? [label, partner.label] : [partner.label, label];
      const name = m.theatre_pair_of({ seats: `${first}${m.words_comma()}${second}` });
      return [[id, { together: { key: `pair/${Math.min(id, partner.id)}`, name } }] as const];
    }),
  );
}

/**
 * What the other ticket of a pair does when one goes to `to`: both go into another pair. Null where it is no pair that goes, or
 * none that it goes to.
 */
export async function otherHalf(
  call: Call,
  session: SessionRow,
  old: { orderId: number; seatId: number | null },
  to: SeatRow,
): Promise<{ ticketId: number; seatId: number } | null> {
  const pairs = await pairsOf(call, session);
  const [partner, seatId] = [old.seatId === null ? undefined : pairs.get(old.seatId), pairs.get(to.id)];
  if (partner === undefined || seatId === undefined || partner === to.id) return null;
  const [sold] = await rowsOf<{ id: number }>(
    call.db,
    sql`
      select id::float8 as id from theatre_ticket
      where corp_code = current_setting('app.corp_code') and session_id = ${session.id} and seat_id = ${partner}
        and order_id = ${old.orderId} and state = 'sold'
    `,
  );
  const isOwn = ({ state, holderId }: SeatRow) => state === "held" && holderId === call.caller.userId;
  const [half] = sold ? await halvesOf(call, session, [to.id], isOwn) : [];
  return sold && half ? { ticketId: sold.id, seatId } : null;
}

/** Why a ticket may not leave its seat for another alone; "" where it may. */
export async function splitWhyNot(
  call: Call,
  session: SessionRow,
  old: { orderId: number; seatId: number | null; label: string },
  to: SeatRow,
): Promise<string> {
  const pairs = await pairsOf(call, session);
  const partner = old.seatId === null ? undefined : pairs.get(old.seatId);
  if (partner === to.id) return "";
  if (partner !== undefined) {
    const [sold] = await rowsOf<{ label: string }>(
      call.db,
      sql`
        select label from theatre_ticket
        where corp_code = current_setting('app.corp_code') and session_id = ${session.id} and seat_id = ${partner}
          and order_id = ${old.orderId} and state in ('sold', 'checked', 'refunding')
      `,
    );
    if (sold) return m.theatre_r_pair_ticket({ seat: old.label, partner: sold.label });
  }
  const isOwn = ({ state, holderId }: SeatRow) => state === "held" && holderId === call.caller.userId;
  const [half] = await halvesOf(call, session, [to.id], isOwn);
  return half ? m.theatre_r_pair({ seat: labelOf(to), partner: labelOf(half.partner) }) : "";
}
