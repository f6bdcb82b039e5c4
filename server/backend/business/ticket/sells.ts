/** What the order core asks of tickets: quote, take, issue, and give back. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { saleLine } from "~/contract/ticket/sale";
import { businessDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { looksAtIssue } from "../order/payment/issue-looks";
import type { RefundItem, Sellable } from "../order/sellable";
import { issueAgain, issueAgainWhyNot } from "./issue-again";
import { endPromises } from "./park-promise";
import { giveBackQuota } from "./quota-back";
import { takeQuota } from "./quota-take";
import { giveBackReduced } from "./reduce/tickets";
import { leftAloneWhyNot } from "./rules/refund-beside";
import { judgeCombos } from "./rules/refund-combos";
import { chargeFree } from "./rules/refund-free";
import { judgeTickets, type SoldTicket } from "./rules/refund-pieces";
import { priceCart } from "./sale-cart";
import { atWindowOnly } from "./sale-concession";
import { shareHeld, takeHeldAgain } from "./sale-held";
import { fulfilKept, letGoKept, ticketPart } from "./sale-store";
import { holdersOf } from "./sale-visitors";
import { dueByItself, ticketsOfOrder } from "./sold-tickets";
import { shareBack } from "./sub-ticket-moves";

const wishes = z.array(saleLine).min(1).max(50);

export const sells: Sellable = {
  business: "ticket",
  chosenByTicketId: true,

  async quote(call, visitDay, wished) {
    const cart = await priceCart(call, { visitDay, lines: wishes.parse(wished) });
    cart.whyNot ||= atWindowOnly(cart);
    return ticketPart(cart, holdersOf(cart, []), takeQuota);
  },

  async pieces(call, order, lines) {
    const tickets = await rowsOf<SoldTicket>(
      call.db,
      sql`
        select id, ticket_no as "ticketNo", line_id as "lineId", state, price, admissions, used, combo_set as "comboSet",
               visit_day as "visitDay", slot, valid_to as "validTo"
        from ticket
        where order_id = ${order.id}
          and ${ofOwnParks(call)}
        order by id
      `,
    );
    return judgeCombos(judgeTickets(lines, tickets, call.now), lines, tickets);
  },

  dueByItself: (call, after, most) => dueByItself(call, after, most),

  leftWhyNot: leftAloneWhyNot,
  charged: chargeFree,

  hold: (call, items) => moveTickets(call, items, good, sql`'refunding'`),
  release: (call, items) => moveTickets(call, items, ["refunding"], goodAgain(call)),

  async giveBack(call, { orderNo }, items, held) {
    const moved = await moveTickets(call, items, held ? ["refunding"] : good, sql`'refunded'`);
    const pieces = new Map<number, number[]>();
    for (const { lineId, pieceId } of items) pieces.set(lineId, [...(pieces.get(lineId) ?? []), pieceId]);
    const lines = [...pieces].map(([lineId, pieceIds]) => ({ lineId, pieceIds }));
    if (moved === items.length) {
      await giveBackQuota(call, orderNo, lines);
      await giveBackReduced(
        call,
        orderNo,
        items.map(({ pieceId }) => pieceId),
      );
      await shareBack(call, items);
    }
    return moved;
  },

  issueAgain: { whyNot: issueAgainWhyNot, run: issueAgain },

  paid: shareHeld,
  takeAgain: takeHeldAgain,

  async letGo(call, { orderNo }, { id, quantity }) {
    await call.db.execute(
      sql`update ticket set state = 'voided' where line_id = ${id} and state in ('issued', 'expired')`,
    );
    await endPromises(call, "line", [id]);
    // Some orders have no tickets: the line names the places.
    const places = { lineId: id, pieceIds: Array.from({ length: quantity }, () => id) };
    await giveBackQuota(call, orderNo, [places], "letGo");
  },

  fulfilKept,
  letGoKept,

  shown: { pieces: ticketsOfOrder },
};

/** A changed ticket is still one of its line. */
looksAtIssue("ticket", {
  pieces: (orders) => sql`
    select line_id, count(*)::int as pieces
    from ticket
    where order_id in (${orders})
    group by line_id
  `,
  subjects: sql`select id from ticket_type`,
});

/** Of an order of several parks, the tickets that the caller may give back: those of their own. */
function ofOwnParks({ caller: { scope } }: Call): SQL {
  return scope?.parks ? sql`park_id = any (${sql.param(scope.parks)}::bigint[])` : sql`true`;
}

/** Those of which nothing was used; of expired ones their rule says whether they go back at all. */
const good = ["issued", "expired"];

/** What a refund lets go is as it would be without it. */
const goodAgain = ({ now }: Call) =>
  sql`case when t.valid_to < ${businessDay(now)}::date then 'expired' else 'issued' end`;

/** The statement carries its own condition: a ticket that was used or moved meanwhile is left, and not counted. */
async function moveTickets(
  { db }: Call,
  items: readonly RefundItem[],
  from: readonly string[],
  to: SQL,
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`
      update ticket t
      set state = ${to}
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i ("pieceId" bigint, "lineId" bigint)
      where t.corp_code = current_setting('app.corp_code')
        and t.id = i."pieceId"
        and t.line_id = i."lineId"
        and t.state = any (${sql.param([...from])}::text[])
        and t.used = 0
      returning t.id
    `,
  );
  return rows.length;
}
