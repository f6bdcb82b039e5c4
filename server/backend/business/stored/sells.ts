/** What the order core asks of stored-value cards: fees and purchases are lines, each with one piece. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { looksAtIssue } from "../order/payment/issue-looks";
import type { Part, Piece, QuotedLine, RefundItem, Sellable } from "../order/sellable";

export type ChargeKind = "card" | "issue" | "replacement" | "spend";

export interface Charged {
  kind: ChargeKind;
  line: QuotedLine;
  /** Of a purchase: the free part of its day. */
  free?: number;
}

/** Steps of cards as a part of an order, each line of the card that is its subject; `day`: on which its free part counts. */
export function partOf(charged: readonly Charged[], day: string): Part {
  return {
    business: "stored",
    lines: charged.map(({ line }) => line),
    whyNot: "",
    take: () => Promise.resolve(),
    async fulfil(call, order, lines) {
      const rows = lines.map(({ id, unitPrice, discount }, place) => {
        const { kind = "spend", free = 0, line } = charged[place] ?? {};
        const off = (line?.reductions ?? []).reduce((sum, one) => sum + one.amount, 0);
        return { lineId: id, cardId: line?.subjectId ?? 0, kind, amount: unitPrice - off - discount, free };
      });
      await call.db.execute(sql`
        insert into stored_charge (card_id, order_id, line_id, kind, amount, free, day)
        select r."cardId", ${order.id}, r."lineId", r.kind, r.amount, r.free, ${day}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("cardId" bigint, "lineId" bigint, kind text, amount bigint, free bigint)
      `);
    },
  };
}

const atCounter = () => Promise.reject(new Refusal(m.stored_counter_only()));

export const sells: Sellable = {
  business: "stored",

  /** A card is sold, and spent, at its own counter. */
  quote: async () => ({
    ...{ business: "stored", lines: [], whyNot: m.stored_counter_only(), take: atCounter, fulfil: atCounter },
  }),

  async pieces(call, order) {
    const rows = await rowsOf<{ id: number; lineId: number; no: string; kind: string; amount: number; state: string }>(
      call.db,
      sql`
        select h.id::float8 as id, h.line_id::float8 as "lineId", c.number as no, h.kind, h.amount::float8 as amount, h.state
        from stored_charge h
        join stored_card c on c.corp_code = h.corp_code and c.id = h.card_id
        where h.corp_code = current_setting('app.corp_code') and h.order_id = ${order.id}
        order by h.id
      `,
    );
    return rows.map(({ id, lineId, no, kind, amount, state }): Piece => {
      const whyNot = state !== "paid" ? m.stored_charge_gone() : kind !== "spend" ? m.stored_fee_stays() : "";
      return {
        ...{ id, no, lineId, price: amount, fee: 0 },
        ...{ refundable: whyNot === "", whyNot, needsApproval: false },
      };
    });
  },

  hold: (call, items) => moveCharges(call, items, "paid", "refunding"),
  release: (call, items) => moveCharges(call, items, "refunding", "paid"),
  giveBack: (call, _order, items, held) => moveCharges(call, items, held ? "refunding" : "paid", "refunded"),
};

looksAtIssue("stored", {
  pieces: (orders) => sql`
    select line_id, count(*)::int as pieces
    from stored_charge
    where order_id in (${orders})
    group by line_id
  `,
  subjects: sql`select id from stored_card`,
});

/** The statement carries its own condition: a charge that moved meanwhile is left, and not counted. */
async function moveCharges(call: Call, items: readonly RefundItem[], from: string, to: string): Promise<number> {
  const rows = await rowsOf(
    call.db,
    sql`
      update stored_charge
      set state = ${to}
      where corp_code = current_setting('app.corp_code')
        and id = any (${`{${items.map(({ pieceId }) => pieceId)}}`}::bigint[])
        and state = ${from}
      returning id
    `,
  );
  return rows.length;
}
