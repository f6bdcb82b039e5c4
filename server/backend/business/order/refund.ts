/** Refunds: one quotation, then one commit; above a limit, or by the ticket's rule, a second person decides. */
import { m } from "~/contract/messages";
import { decideRefund, quoteRefund, refundOrder } from "~/contract/order/order";
import { nextNumber } from "../../kernel/numbers";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { type Call, serve } from "../../kernel/served";
import { parameterOf } from "../platform/parameter";
import { yuan } from "../ticket/money";
import { giveBackQuota } from "../ticket/quota-take";
import { quote, type Selection } from "./refund-quote";
import {
  claimMoney,
  decide,
  insertRefund,
  insertRefundTickets,
  linesOf,
  lockRefund,
  releaseTickets,
  settleMoney,
  settleOrderState,
  takeTickets,
  writePayments,
} from "./refund-store";
import { tellDecided, tellWaiting } from "./refund-told";
import { type Sold, soldOrder } from "./sold-order";

async function quoteOf(call: Call, { order, lines, tickets }: Sold, selection: Selection) {
  const limit = Number(await parameterOf(call.db, "refundApprovalLimit"));
  return quote(order, lines, tickets, selection, Number.isFinite(limit) ? limit : 0, call.now);
}

const serveQuote = serve(quoteRefund, async (call, payload) =>
  quoteOf(call, await soldOrder(call, payload.orderId, false), payload),
);

const serveRefund = serve(refundOrder, async (call, payload) => {
  if (payload.reason === "") throw new Invalid({ reason: [m.refund_reason_required()] });
  const sold = await soldOrder(call, payload.orderId, true);
  const { amount, fee, needsApproval, tickets, whyNot } = await quoteOf(call, sold, payload);
  if (whyNot !== "") throw new Refusal(whyNot);
  if (payload.expectedAmount !== undefined && payload.expectedAmount !== amount) {
    throw new Refusal(m.refund_amount_moved({ amount: yuan(amount) }));
  }
  const { db } = call;
  const { id: orderId, orderNo } = sold.order;
  const done = !needsApproval;
  const state: "done" | "waiting" = done ? "done" : "waiting";
  if (!(await claimMoney(db, orderId, amount, done))) throw new Refusal(m.refund_above_paid({ orderNo }));
  const refundNo = await nextNumber(call, "RF");
  const quantity = tickets.length;
  const { reason } = payload;
  const refundId = await insertRefund(call, { refundNo, orderId, state, amount, fee, quantity, reason });
  await insertRefundTickets(db, refundId, tickets);
  await takeTickets(db, refundId, quantity, done);
  if (done) {
    await writePayments(call, { id: refundId, orderId, amount });
    await settleOrderState(db, orderId);
    await giveBackQuota(call, orderNo, await linesOf(db, refundId));
  } else await tellWaiting(call, { id: refundId, refundNo, orderNo, amount, reason });
  const after = { refundNo, state, amount, fee, quantity, reason };
  call.audit({ thing: "order", thingId: orderId, label: orderNo, before: { state: sold.order.state }, after });
  return { refundId, refundNo, state, amount };
});

const serveDecision = serve(decideRefund, async (call, { refundId, decision, remark }) => {
  const { db, caller } = call;
  const refund = await lockRefund(db, refundId);
  if (!refund) throw new NotFound();
  const { refundNo, orderId, orderNo, amount } = refund;
  if (refund.state !== "waiting") throw new Refusal(m.refund_decided({ refundNo, state: stateName(refund.state) }));
  if (refund.requestedById === caller.userId) throw new Refusal(m.refund_own());
  const approved = decision === "approve";
  const state = approved ? "done" : "rejected";
  await decide(call, refundId, state, remark ?? "");
  await settleMoney(db, orderId, amount, approved);
  await releaseTickets(db, refund, approved);
  if (approved) {
    await writePayments(call, refund);
    await settleOrderState(db, orderId);
    await giveBackQuota(call, orderNo, await linesOf(db, refundId));
  }
  await tellDecided(call, refund, approved);
  const after = { refundNo, state, amount, remark: remark ?? "" };
  call.audit({ thing: "order", thingId: orderId, label: orderNo, before: { refundNo, state: "waiting" }, after });
  return { refundId, state } as const;
});

function stateName(state: "done" | "rejected" | "waiting"): string {
  if (state === "waiting") return m.refund_state_waiting();
  return state === "done" ? m.refund_state_done() : m.refund_state_rejected();
}

export const refunds = [serveQuote, serveRefund, serveDecision];
