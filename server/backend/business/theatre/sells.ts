/** What the order core asks of theatres: seats that are held and places without seats become tickets, one a piece. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { placesWanted } from "~/contract/theatre/sale";
import { id as idOf } from "~/contract/validators";
import { allocate } from "../../kernel/allocate";
import { stamp } from "../../kernel/business-time";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { looksAtIssue } from "../order/payment/issue-looks";
import type { Part, Piece, PlacedLine, PlacedOrder, QuotedLine, RefundItem, Sellable } from "../order/sellable";
import { mineIn } from "./map";
import { pairsSold } from "./pairs";
import { sellSeats, takeRoom } from "./places";
import { policiesOf, policyFor, reducedBy } from "./policy-price";
import { priceIn, readSession, type SessionRow, saleWhyNot } from "./read-session";

/** One place to be sold. */
interface Wanted {
  seatId: number | null;
  areaId: number;
  area: string;
  label: string;
  zone: string;
  /** Fen: what the zone costs, what this one does, and what made it cheaper. */
  full: number;
  price: number;
  policy: string;
}

/** A place of an order that is sold already is priced as it was. */
type Priced = Omit<Wanted, "full" | "policy"> & Partial<Pick<Wanted, "full" | "policy">>;

type PlacesWanted = z.output<typeof placesWanted>;

const wishes = z
  .array(
    z.object({
      sessionId: idOf,
      areas: z.array(placesWanted).default([]),
    }),
  )
  .length(1);

/** What the caller holds in the session and places without seats, as a part of an order. */
export async function theatrePart(call: Call, session: SessionRow, areas: readonly PlacesWanted[]): Promise<Part> {
  const held = await mineIn(call, session);
  const loose = await looseOf(call, session, areas);
  const wanted: Wanted[] = [...held, ...loose];
  const groups = new Map<string, Wanted[]>();
  for (const one of wanted) {
    const key = `${one.areaId}/${one.zone}/${one.full}/${one.price}/${one.policy}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const inGroups = [...groups.values()];
  return {
    business: "theatre",
    lines: inGroups.map((group) => placeLine(call, session, group)),
    whyNot: saleWhyNot(session, call.now) || (wanted.length === 0 ? m.theatre_r_nothing() : ""),
    async take(taking) {
      const seatIds = held.map(({ seatId }) => seatId);
      if (seatIds.length > 0) await sellSeats(taking, session.id, seatIds, taking.caller.userId);
      // In one order, so that two sales never wait for one another.
      for (const areaId of [...new Set(areas.map((one) => one.areaId))].sort((a, b) => a - b)) {
        const own = loose.filter((one) => one.areaId === areaId);
        await takeRoom(taking, session.id, areaId, own.length, own[0]?.area ?? "");
      }
    },
    fulfil: (placing, order, lines) => issue(placing, session, order, lines, inGroups),
  };
}

async function looseOf(call: Call, session: SessionRow, areas: readonly PlacesWanted[]) {
  if (areas.length === 0) return [];
  const rows = await rowsOf<{ id: number; name: string; zone: string }>(
    call.db,
    sql`
      select id::float8 as id, name, zone from theatre_template_area
      where corp_code = current_setting('app.corp_code') and template_id = ${session.templateId} and kind = 'unseated'
    `,
  );
  const policies = await policiesOf(call, session);
  return areas.flatMap(({ areaId, quantity, policyId }): (Wanted & { seatId: null })[] => {
    if (policyId !== undefined && !policies.some(({ id, how }) => id === policyId && how === "asked"))
      throw new Refusal(m.theatre_r_policy());
    const policy = policyFor(policies, policyId ?? null);
    const area = rows.find(({ id }) => id === areaId);
    const full = area ? priceIn(session, areaId, area.zone) : null;
    if (!area || full === null) throw new Refusal(m.theatre_r_no_price({ seat: area?.name ?? "" }));
    const price = full - reducedBy(full, policy);
    const named = { area: area.name, label: area.name, zone: area.zone, policy: policy?.name ?? "" };
    const one = { seatId: null, areaId, full, price, ...named };
    return Array.from({ length: quantity }, () => one);
  });
}

/** A line of the order: places of one area, zone and price. */
export function placeLine(
  { caller: { scope, park } }: Call,
  session: SessionRow,
  group: readonly Priced[],
): QuotedLine {
  const parks = session.parks.filter((one) => !scope?.parks || scope.parks.includes(one));
  const parkId = [park?.id, session.parkId].find((one) => one !== undefined && parks.includes(one)) ?? parks[0];
  if (parkId === undefined) throw new Refusal(m.theatre_r_not_your_park({ venue: session.venueName }));
  const { area = "", zone = "", price = 0, full = price, policy = "", seatId = null } = group[0] ?? {};
  const off = (full - price) * group.length;
  const isSeat = seatId !== null;
  return {
    ...{ kind: isSeat ? "seat" : "place", subjectId: session.id, parkId, quantity: group.length, unitPrice: full },
    name: [session.name, area, isSeat ? zone : "", policy].filter(Boolean).join(" ").slice(0, 120),
    amount: full * group.length,
    ...(off > 0 && {
      reductions: [
        { kind: "discount", reason: "", name: policy, words: "", quantity: group.length, amount: off } as const,
      ],
    }),
    day: session.day,
    terms: { session: session.name, startsAt: stamp(new Date(session.startsAt)), area, zone },
  };
}

/** Tickets, numbered within their order; each seat says which ticket has it. What is paid for each adds up to its line. */
async function issue(
  call: Call,
  session: SessionRow,
  order: PlacedOrder,
  lines: readonly PlacedLine[],
  groups: readonly (readonly Wanted[])[],
): Promise<void> {
  let number = 0;
  const rows = groups.flatMap((group, place) => {
    const { id: lineId = 0, discount = 0 } = lines[place] ?? {};
    const off = allocate(
      discount,
      group.map(() => 1),
    );
    return group.map(({ seatId, areaId, label, zone, policy, price }, index) => {
      number += 1;
      const ticketNo = `${order.orderNo}-${String(number).padStart(2, "0")}`;
      return { ticketNo, seatId, areaId, label, zone, policy, lineId, price: price - (off[index] ?? 0) };
    });
  });
  await call.db.execute(sql`
    with issued as (
      insert into theatre_ticket (ticket_no, session_id, template_area_id, seat_id, label, zone, order_id, line_id, price, policy)
      select r."ticketNo", ${session.id}::bigint, r."areaId", r."seatId", r.label, r.zone, ${order.id}::bigint, r."lineId", r.price,
             r.policy
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r ("ticketNo" text, "areaId" bigint, "seatId" bigint, label text, zone text, "lineId" bigint, price bigint, policy text)
      order by r."ticketNo"
      returning id, seat_id
    )
    update theatre_place p
    set ticket_id = issued.id
    from issued
    where p.corp_code = current_setting('app.corp_code') and p.session_id = ${session.id} and p.seat_id = issued.seat_id
      and p.state = 'sold'
  `);
}

export const sells: Sellable = {
  business: "theatre",

  async quote(call, _visitDay, wished) {
    const [{ sessionId, areas } = { sessionId: 0, areas: [] }] = wishes.parse(wished);
    return theatrePart(call, await readSession(call, sessionId, "share"), areas);
  },

  async pieces(call, order) {
    const rows = await rowsOf<{
      id: number;
      lineId: number;
      no: string;
      label: string;
      price: number;
      state: string;
      startsAt: number;
      sessionId: number;
      seatId: number | null;
      kind: string | null;
    }>(
      call.db,
      sql`
        select t.id::float8 as id, t.line_id::float8 as "lineId", t.ticket_no as no, t.label, t.price::float8 as price, t.state,
               (extract(epoch from x.starts_at) * 1000)::float8 as "startsAt", t.session_id::float8 as "sessionId",
               t.seat_id::float8 as "seatId", s.kind
        from theatre_ticket t
        join theatre_session x on x.corp_code = t.corp_code and x.id = t.session_id
        left join theatre_seat s on s.corp_code = t.corp_code and s.id = t.seat_id
        where t.corp_code = current_setting('app.corp_code') and t.order_id = ${order.id}
        order by t.id
      `,
    );
    const together = await pairsSold(call, rows);
    return rows.map(({ id, lineId, no, label, price, state, startsAt }): Piece => {
      const begun = call.now.getTime() >= startsAt;
      const whyNot =
        state === "checked"
          ? m.theatre_r_checked({ seat: label })
          : state === "changed"
            ? m.theatre_r_changed({ seat: label })
            : state !== "sold"
              ? m.theatre_r_gone({ seat: label })
              : begun
                ? m.theatre_r_begun({ at: stamp(new Date(startsAt)) })
                : "";
      return {
        ...{ id, no, lineId, price, fee: 0, refundable: whyNot === "", whyNot, needsApproval: false },
        ...(state !== "sold" && state !== "checked" && { gone: true }),
        ...together.get(id),
      };
    });
  },

  hold: (call, items) => moveTickets(call, items, ["sold"], "refunding"),
  release: (call, items) => moveTickets(call, items, ["refunding"], "sold"),

  /** The seats are free again, in the transaction in which the money goes back. */
  async giveBack(call, _order, items, held) {
    const moved = await moveTickets(call, items, held ? ["refunding"] : ["sold"], "refunded");
    if (moved === items.length) await freeOf(call, items);
    return moved;
  },
};

/** For a session that is cancelled: a ticket that was checked goes back as well. */
export const sellsOfCancelling: Sellable = {
  ...sells,
  async giveBack(call, _order, items) {
    const moved = await moveTickets(call, items, ["sold", "checked"], "refunded");
    if (moved === items.length) await freeOf(call, items);
    return moved;
  },
};

looksAtIssue("theatre", {
  pieces: (orders) => sql`
    select line_id, count(*)::int as pieces
    from theatre_ticket
    where order_id in (${orders})
    group by line_id
  `,
  subjects: sql`select id from theatre_session`,
});

const pieceIds = (items: readonly RefundItem[]) => sql`${`{${items.map(({ pieceId }) => pieceId)}}`}::bigint[]`;

/** The statement carries its own condition: a ticket that moved meanwhile is left, and not counted. */
async function moveTickets(
  call: Call,
  items: readonly RefundItem[],
  from: readonly string[],
  to: string,
): Promise<number> {
  const rows = await rowsOf(
    call.db,
    sql`
      update theatre_ticket
      set state = ${to}, checked_at = null
      where corp_code = current_setting('app.corp_code')
        and id = any (${pieceIds(items)})
        and state = any (${`{${from}}`}::text[])
      returning id
    `,
  );
  return rows.length;
}

async function freeOf(call: Call, items: readonly RefundItem[]): Promise<void> {
  await call.db.execute(sql`
    update theatre_move set state = 'refunded', at = ${call.now.toISOString()}::timestamptz
    where corp_code = current_setting('app.corp_code') and ticket_id = any (${pieceIds(items)}) and state = 'left'
  `);
  await call.db.execute(sql`
    delete from theatre_place
    where corp_code = current_setting('app.corp_code')
      and ticket_id = any (${pieceIds(items)})
      and (session_id, seat_id) in (
        select session_id, seat_id from theatre_ticket
        where corp_code = current_setting('app.corp_code') and id = any (${pieceIds(items)})
      )
  `);
  await call.db.execute(sql`
    update theatre_room r
    set taken = r.taken - g.n
    from (
      select session_id, template_area_id, count(*)::int as n from theatre_ticket
      where corp_code = current_setting('app.corp_code') and id = any (${pieceIds(items)}) and seat_id is null
      group by session_id, template_area_id
    ) g
    where r.corp_code = current_setting('app.corp_code') and r.session_id = g.session_id
      and r.template_area_id = g.template_area_id
  `);
}
