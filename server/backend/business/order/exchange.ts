/**
 * Pieces of an order given back for others of the same order, as a business has priced them. What the old ones were worth is
 * carried over; the difference is paid, or goes back the way it came, and only that stands in the payments.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { nextNumber } from "../../kernel/numbers";
import { Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { payerOf } from "./payment/by-account";
import { sendBackSoon } from "./payment/gateway/send-back";
import { whyHeld } from "./refund-holders";
import { type Paying, paymentsOf, tillStanding } from "./sell";
import type { QuotedLine, SoldOrder } from "./sellable";
import type { Tender } from "./settlement";
import { shiftWhyNot } from "./shift";
import { counterTill } from "./shift-store";

export interface Exchange {
  order: SoldOrder;
  /** Numbered before: movements of quotas carry it. */
  changeNo: string;
  business: string;
  lines: readonly ExchangeLine[];
  /** Fen of the pieces that go back, what is kept of it, what the new ones cost, and how the two meet. */
  price: number;
  fee: number;
  newPrice: number;
  carried: number;
  due: number;
  back: number;
  /** How `back` goes back. */
  ways: readonly Tender[];
  payment: Paying;
  /** From what to what, for the time line. */
  detail: Record<string, unknown>;
  reason: string;
}

export interface ExchangeLine extends QuotedLine {
  /** The line that its pieces come from. */
  oldLineId: number;
  discount: number;
}

export const newChangeNo = (call: Call): string => nextNumber(call, "CH");

/** Writes all but pieces; answers the ids of the new lines, in the order of `lines`. The order is locked. */
export async function exchange(call: Call, asked: Exchange): Promise<{ changeId: number; lineIds: number[] }> {
  const { db, caller, now } = call;
  const { order, lines, price, fee, newPrice, carried, due, back } = asked;
  if (price - fee !== carried + back || newPrice !== carried + due) throw new Error("an exchange does not add up");
  const held = await whyHeld(call, { orderId: order.id, ways: asked.ways, by: "change" });
  if (held !== "") throw new Refusal(held);
  const received = due > 0 ? await receive(call, due, asked.payment) : [];
  const at = sql`${now.toISOString()}::timestamptz`;
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  if (amount - discount !== newPrice) throw new Error("the new lines cost something else");
  const settled = await rowsOf(
    db,
    sql`
      update orders
      set total = total + ${amount}, discount = discount + ${discount}, payable = payable + ${newPrice},
          paid = paid + ${due}, exchanged = exchanged + ${carried}, refunded = refunded + ${back}, updated_at = ${at}
      where id = ${order.id}
        and refunded + refunding + ${back} <= paid + ${due}
      returning id
    `,
  );
  if (settled.length !== 1) throw new Refusal(m.change_above_paid({ orderNo: order.orderNo }));
  const change = await firstOf<{ id: number }>(
    db,
    sql`
      insert into order_change (
        at, change_no, order_id, quantity, price, fee, new_price, carried, due, back, detail, reason, account_id,
        account_name
      )
      values (
        ${at}, ${asked.changeNo}, ${order.id}, ${quantity}, ${price}, ${fee}, ${newPrice}, ${carried}, ${due}, ${back},
        ${JSON.stringify(asked.detail)}::jsonb, ${asked.reason}, ${caller.userId}, ${caller.name}
      )
      returning id
    `,
  );
  if (!change) throw new Error("the change was not written");
  const rows = [
    ...received.map(({ paymentType, amount: taken, received: given }) => ({
      kind: "payment",
      paymentType,
      amount: taken,
      given,
    })),
    ...asked.ways.map(({ paymentType, amount: given }) => ({
      kind: "refund",
      paymentType,
      amount: -given,
      given: null,
    })),
  ];
  await db.execute(sql`
    insert into payment (at, order_id, change_id, kind, payment_type, amount, received, account_id, account_name)
    select ${at}, ${order.id}, ${change.id}, p.kind, p."paymentType", p.amount, p.given, ${caller.userId}, ${caller.name}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (
      kind text, "paymentType" text, amount bigint, given bigint
    )
  `);
  for (const { paymentType, amount: given } of asked.ways)
    if (given > 0)
      await payerOf(paymentType)?.giveBack(call, { orderId: order.id, part: asked.changeNo, amount: given });
  if (asked.ways.length > 0) await sendBackSoon(db);
  return { changeId: change.id, lineIds: await writeLines(call, asked) };
}

/** Money that comes in needs what a sale needs. */
async function receive(call: Call, due: number, payment: Paying) {
  // What its customers pay, the application has taken.
  if (call.caller.application) return paymentsOf(due, payment, []);
  const till = await counterTill(call);
  const { unknown, needsShift } = await tillStanding(call, payment, till);
  const noShift = needsShift ? await shiftWhyNot(call, till.posId) : "";
  if (noShift) throw new Refusal(noShift);
  return paymentsOf(due, payment, unknown);
}

/** The old lines count what has gone from them; the new ones are appended. */
async function writeLines({ db }: Call, { order, business, lines }: Exchange): Promise<number[]> {
  const gone = lines.map(({ oldLineId, quantity }) => ({ id: oldLineId, quantity }));
  await db.execute(sql`
    update sub_order l
    set changed = l.changed + g.quantity
    from (
      select id, sum(quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as g (id bigint, quantity int)
      group by id
    ) g
    where l.corp_code = current_setting('app.corp_code')
      and l.order_id = ${order.id}
      and l.id = g.id
  `);
  const fresh = lines.map((line, index) => ({
    place: index + 1,
    kind: line.kind,
    subject_id: line.subjectId,
    name: line.name,
    park_id: line.parkId,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    amount: line.amount,
    discount: line.discount,
    terms: line.terms,
  }));
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`
      with added as (
        insert into sub_order (
          order_id, line_no, business, kind, subject_id, name, park_id, quantity, unit_price, amount, discount, terms
        )
        select ${order.id}, (select max(line_no) from sub_order where order_id = ${order.id}) + f.place, ${business},
               f.kind, f.subject_id, f.name, f.park_id, f.quantity, f.unit_price, f.amount, f.discount, f.terms
        from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as f (
          place int, kind text, subject_id bigint, name text, park_id bigint, quantity int, unit_price bigint,
          amount bigint, discount bigint, terms jsonb
        )
        returning id, line_no
      )
      select id from added order by line_no
    `,
  );
  return rows.map(({ id }) => id);
}

export interface ExchangedPiece {
  lineId: number;
  pieceId: number;
  price: number;
  fee: number;
  newLineId: number;
  newPieceId: number;
  newPrice: number;
}

/** Which piece came in the place of which. */
export async function writeExchanged({ db }: Call, changeId: number, pieces: readonly ExchangedPiece[]): Promise<void> {
  await db.execute(sql`
    insert into order_change_item (change_id, line_id, piece_id, price, fee, new_line_id, new_piece_id, new_price)
    select ${changeId}, p."lineId", p."pieceId", p.price, p.fee, p."newLineId", p."newPieceId", p."newPrice"
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p (
      "lineId" bigint, "pieceId" bigint, price bigint, fee bigint, "newLineId" bigint, "newPieceId" bigint,
      "newPrice" bigint
    )
  `);
}
