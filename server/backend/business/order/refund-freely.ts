/** A refund by the house: pieces go back whole, without fee or rule, because the house cannot keep what it sold. */
import { nextNumber } from "../../kernel/numbers";
import type { Call } from "../../kernel/served";
import { tellPaidFirst } from "./refund-holders";
import {
  claimMoney,
  countOnLines,
  insertRefund,
  insertRefundItems,
  settleOrderState,
  writePayments,
} from "./refund-store";
import type { Piece, Sellable } from "./sellable";
import { wayBack } from "./settlement";
import { leftOfPayments } from "./sold-order";

/** `price` in fen: all of it goes back. */
export type FreePiece = Pick<Piece, "id" | "lineId" | "price">;

export interface GivenFreely {
  refundNo: string;
  /** Fen. */
  amount: number;
}

/**
 * Gives back pieces of one business. The order is locked by the caller; nothing is asked of its rules. Null, with nothing
 * written, where less is left of its payments. Throws where a piece has moved on: the caller rolls back.
 */
export async function giveBackFreely(
  call: Call,
  sellable: Sellable,
  order: { id: number; orderNo: string },
  given: readonly FreePiece[],
  reason: string,
): Promise<GivenFreely | null> {
  const { db } = call;
  const amount = given.reduce((sum, { price }) => sum + price, 0);
  const left = await leftOfPayments(call, order.id);
  if (left.reduce((sum, way) => sum + Math.max(0, way.amount), 0) < amount) return null;
  if (!(await claimMoney(db, order.id, amount, true))) return null;
  const ways = wayBack(left, amount);
  const refundNo = nextNumber(call, "RF");
  const quantity = given.length;
  const refundId = await insertRefund(call, {
    ...{ refundNo, orderId: order.id, state: "done", amount, fee: 0, quantity, reason, ways },
  });
  const pieces = given.map((piece) => ({
    ...piece,
    no: "",
    fee: 0,
    refundable: true,
    whyNot: "",
    needsApproval: false,
  }));
  await insertRefundItems(db, refundId, pieces);
  const items = given.map(({ id, lineId, price }) => ({ pieceId: id, lineId, price, fee: 0 }));
  const moved = await sellable.giveBack(call, order, items, false);
  if (moved !== quantity) throw new Error(`refund ${refundNo}: ${moved} of ${quantity} pieces went back`);
  await countOnLines(db, refundId, "give");
  await writePayments(call, { id: refundId, orderId: order.id, amount, ways });
  await settleOrderState(db, order.id);
  await tellPaidFirst(call, { orderId: order.id, refundId });
  const after = { refundNo, state: "done", amount, fee: 0, quantity, reason, ways };
  call.audit({ thing: "order", thingId: order.id, label: order.orderNo, after });
  return { refundNo, amount };
}
