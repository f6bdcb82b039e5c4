/** What the order core asks of cards: lines, and the charges of cards, which are the pieces of those lines. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { id } from "~/contract/validators";
import { businessDay } from "../../kernel/business-time";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { looksAtIssue } from "../order/payment/issue-looks";
import type { Part, Piece, PlacedLine, PlacedOrder, QuotedLine, RefundItem, Sellable } from "../order/sellable";
import { endCards, freezeForRefund, thawAfterRefund } from "./end";
import { backOf, type Charge, chargesOf, ofTerm, type Priced, priceOfSale } from "./price";
import { type ReadType, readType, readTypes } from "./read-type";

const wishes = z
  .array(z.object({ cardTypeId: id }))
  .min(1)
  .max(20);

/** Lines of a step as the order has them. Who is bound to parks sells at one of them that the card admits to. */
export function linesOf(
  call: Pick<Call, "caller">,
  type: ReadType,
  { lines }: Pick<Priced, "lines">,
  quantity = 1,
): QuotedLine[] {
  const { scope, park } = call.caller;
  const parks = type.places.map(({ parkId }) => parkId).filter((one) => !scope?.parks || scope.parks.includes(one));
  const parkId = parks.find((one) => one === park?.id) ?? parks[0];
  if (parkId === undefined) throw new Refusal(m.card_not_your_park({ type: type.name }));
  return lines.map(({ kind, name, amount }) => ({
    ...{ kind, subjectId: type.id, name, parkId, quantity, unitPrice: amount, amount: amount * quantity },
    terms: { cardType: type.name, scale: type.fee.basis },
  }));
}

interface Making {
  type: ReadType;
  priced: Priced;
  /** Takes the card, or makes it; answers its id. */
  take: (call: Call) => Promise<number>;
}

/** One card's step as a part of an order: what is paid becomes charges of the card. */
export function partOf(call: Call, { take, ...step }: Making): Part {
  return partOfMany(call, { ...step, count: 1, take: async (taking) => [await take(taking)] });
}

interface MakingMany extends Omit<Making, "take"> {
  count: number;
  /** Answers their ids, `count` of them. */
  take: (call: Call) => Promise<readonly number[]>;
}

/** The same step of many cards: a line for all of them, and of each card its own charge. */
export function partOfMany(call: Call, { type, priced, count, take }: MakingMany): Part {
  let cardIds: readonly number[] = [];
  return {
    business: "card",
    lines: linesOf(call, type, priced, count),
    whyNot: priced.whyNot,
    take: async (taking) => {
      cardIds = await take(taking);
    },
    fulfil: (placing, order, lines) => insertCharges(placing, { cardIds, order, lines, priced, type }),
  };
}

interface Placed {
  cardIds: readonly number[];
  order: PlacedOrder;
  lines: readonly PlacedLine[];
  priced: Priced;
  type: ReadType;
}

/** What is sold keeps the scale that it was sold under. */
async function insertCharges(call: Call, { cardIds, order, lines, priced, type }: Placed): Promise<void> {
  const { basis, steps } = type.fee;
  const rows = lines.map(({ id: lineId, unitPrice, discount }, place) => {
    const kind = priced.lines[place]?.kind ?? "card";
    const isOfTerm = ofTerm.includes(kind);
    const term = isOfTerm ? priced.term : null;
    const scale = isOfTerm ? { basis, steps } : null;
    return { lineId, kind, amount: unitPrice - discount, from: term?.from ?? null, to: term?.to ?? null, scale };
  });
  await call.db.execute(sql`
    insert into season_card_charge (card_id, order_id, line_id, kind, amount, term_from, term_to, scale, paid_at)
    select c.id, ${order.id}, r."lineId", r.kind, r.amount, r."from", r."to", r.scale, ${call.now.toISOString()}::timestamptz
    from unnest(${`{${cardIds}}`}::bigint[]) with ordinality c (id, place)
    cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r ("lineId" bigint, kind text, amount bigint, "from" date, "to" date, scale jsonb)
    order by c.place, r."lineId"
  `);
}

export const sells: Sellable = {
  business: "card",

  /** Prices alone: a card is sold to somebody, at its own counter. */
  async quote(call, _visitDay, wished) {
    const types = [];
    for (const { cardTypeId } of wishes.parse(wished)) types.push(await readType(call, cardTypeId));
    const priced = types.map((type) => ({ type, price: priceOfSale(type, call.now) }));
    return {
      business: "card",
      lines: priced.flatMap(({ type, price }) => linesOf(call, type, price)),
      whyNot: m.card_counter_only(),
      take: () => Promise.reject(new Refusal(m.card_counter_only())),
      fulfil: () => Promise.reject(new Refusal(m.card_counter_only())),
    };
  },

  async pieces(call, order) {
    const cards = await rowsOf<{ id: number; number: string; cardTypeId: number; status: string }>(
      call.db,
      sql`
        select c.id::float8 as id, c.number, c.card_type_id::float8 as "cardTypeId", c.status
        from season_card c
        where c.corp_code = current_setting('app.corp_code')
          and c.id in (select h.card_id from season_card_charge h
                       where h.corp_code = current_setting('app.corp_code') and h.order_id = ${order.id})
        order by c.id
      `,
    );
    const types = await readTypes(call, [...new Set(cards.map(({ cardTypeId }) => cardTypeId))]);
    const pieces: Piece[] = [];
    for (const card of cards) {
      const type = types.find(({ id: own }) => own === card.cardTypeId);
      const own = (await chargesOf(call, card.id)).filter(({ orderId }) => orderId === order.id);
      if (type) pieces.push(...own.map((charge) => pieceOf(charge, { ...card, type }, businessDay(call.now))));
    }
    return pieces;
  },

  async hold(call, items) {
    const moved = await moveCharges(call, items, "paid", "refunding");
    await freezeForRefund(call, await cardsOf(call, items));
    return moved;
  },

  async release(call, items) {
    const moved = await moveCharges(call, items, "refunding", "paid");
    await thawAfterRefund(call, await cardsOf(call, items));
    return moved;
  },

  async giveBack(call, { orderNo }, items, held) {
    const moved = await moveCharges(call, items, held ? "refunding" : "paid", "refunded");
    if (moved === items.length) await endCards(call, await cardsOf(call, items), orderNo);
    return moved;
  },
};

/** For the cancelling of a card, which ends the card by itself: charges move, and the card is left to its command. */
export const sellsOfCancelling: Sellable = {
  ...sells,
  hold: (call, items) => moveCharges(call, items, "paid", "refunding"),
  giveBack: (call, _order, items, held) => moveCharges(call, items, held ? "refunding" : "paid", "refunded"),
};

looksAtIssue("card", {
  pieces: (orders) => sql`
    select line_id, count(*)::int as pieces
    from season_card_charge
    where order_id in (${orders})
    group by line_id
  `,
  subjects: sql`select id from card_type`,
});

interface CardOfPiece {
  id: number;
  number: string;
  status: string;
  type: ReadType;
}

/** What of a card was paid for goes back together, since giving it back ends the card. */
function pieceOf(charge: Charge, card: CardOfPiece, today: string): Piece {
  const { id: chargeId, lineId, kind, amount, state } = charge;
  const back = backOf(charge, card.type, today);
  const whyNot =
    state !== "paid"
      ? m.card_charge_gone({ number: card.number })
      : !ofTerm.includes(kind)
        ? m.card_fee_stays()
        : card.status === "replaced"
          ? m.card_charge_gone({ number: card.number })
          : "";
  return {
    ...{ id: chargeId, no: card.number, lineId, price: amount, fee: amount - back },
    ...{ refundable: whyNot === "", whyNot, needsApproval: false },
    ...(whyNot === "" && { together: { key: `card/${card.id}`, name: card.number } }),
  };
}

const idsOf = (items: readonly RefundItem[]) => sql`${`{${items.map(({ pieceId }) => pieceId)}}`}::bigint[]`;

/** The statement carries its own condition: a charge that moved meanwhile is left, and not counted. */
async function moveCharges(call: Call, items: readonly RefundItem[], from: string, to: string): Promise<number> {
  const rows = await rowsOf(
    call.db,
    sql`
      update season_card_charge
      set state = ${to}
      where corp_code = current_setting('app.corp_code')
        and id = any (${idsOf(items)})
        and state = ${from}
      returning id
    `,
  );
  return rows.length;
}

async function cardsOf(call: Call, items: readonly RefundItem[]): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    call.db,
    sql`
      select distinct card_id::float8 as id
      from season_card_charge
      where corp_code = current_setting('app.corp_code') and id = any (${idsOf(items)})
      order by 1
    `,
  );
  return rows.map(({ id: cardId }) => cardId);
}
