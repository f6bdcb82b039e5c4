/** Refunds: one quotation over all lines, then one commit; above a limit, or by a piece's rule, a second person decides. */
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import {
  decideRefund,
  dropHeldRefund,
  payHeldRefund,
  quoteRefund,
  type RefundState,
  refundOrder,
} from "~/contract/order/order";
import { decideRequest } from "../../approvals/decide";
import type { ApprovalKind } from "../../approvals/kind";
import { askApproval, latestRequest } from "../../approvals/requests";
import { yuan } from "../../kernel/money";
import { nextNumber } from "../../kernel/numbers";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { goThroughRefund, tellRefund } from "./flow/in-refund";
import { freeRefunds } from "./gone-freely";
import { saidBack } from "./payment/by-account";
import { tellPaidFirst, whyHeld, whyNotFirst } from "./refund-holders";
import { quote, type Refundable, type Selection } from "./refund-quote";
import {
  aboutOrder,
  claimMoney,
  countOnLines,
  decide,
  endHeld,
  type HeldItem,
  heldRefunds,
  holdRefund,
  insertRefund,
  insertRefundItems,
  itemsOf,
  lockRefund,
  orderOfRefund,
  type RefundRow,
  settleMoney,
  settleOrderState,
  writePayments,
} from "./refund-store";
import { type Sellable, type SoldOrder, sellableOf } from "./sellable";
import { soldOrder } from "./sold-order";
import { lockOrders } from "./worth";

type Sellables = readonly Sellable[];

export const refunds = (sellables: Sellables): Served[] => [
  serve(quoteRefund, async (call, payload) => {
    const sold = await soldOrder(call, sellables, payload.orderId, false);
    const quotation = await quoteOf(call, sold, payload, null);
    const { pieces, amount, fee, ways, needsApproval, approvalWhy, whyNot } = quotation;
    const tickets = pieces.map(({ id, no, lineId, day = "", price, fee: own, refundable, whyNot: why, says }) => ({
      id,
      ticketNo: no,
      lineId,
      day,
      price,
      fee: own,
      refundable,
      whyNot: why,
      ...(refundable && says && { says }),
    }));
    const notes = await saidBack(call, payload.orderId, ways);
    return { tickets, lines: linesOf(sold, pieces), amount, fee, ways, notes, needsApproval, approvalWhy, whyNot };
  }),
  { ...serve(refundOrder, (call, payload) => refund(call, sellables, payload)), approval: approvalOf(sellables) },
  serve(decideRefund, (call, payload) => decideOn(call, approvalOf(sellables), payload)),
  { ...serve(payHeldRefund, (call, payload) => askToPay(call, sellables, payload)), approval: payingFirst(sellables) },
  serve(dropHeldRefund, (call, { refundId, reason }) => dropHeld(call, sellables, refundId, reason)),
];

/** By the rules of what was sold, then by the corp's chain. */
async function quoteOf(call: Call, sold: Refundable, selection: Selection, reason: string | null) {
  const { limit, gone } = await freeRefunds(call.db, sold.order.id);
  const quoted = quote(sold, selection, Math.max(0, limit - gone));
  const inParts = quoted.amount <= limit && quoted.amount > Math.max(0, limit - gone);
  const flow = await goThroughRefund(call, sold.order.id, quoted, reason);
  return {
    ...quoted,
    whyNot: quoted.whyNot || flow.whyNot,
    needsApproval: quoted.needsApproval || flow.approval !== "",
    approvalWhy: flow.approval || (inParts ? m.refund_in_parts({ gone: yuan(gone), limit: yuan(limit) }) : ""),
    tells: flow.tells,
  };
}

/** The quotation line by line: what each business says of its own. */
function linesOf({ lines }: Refundable, pieces: ReturnType<typeof quote>["pieces"]) {
  return lines.flatMap(({ id, business, name }) => {
    const own = pieces.filter(({ lineId, refundable }) => lineId === id && refundable);
    if (own.length === 0) return [];
    const price = own.reduce((sum, piece) => sum + piece.price, 0);
    const fee = own.reduce((sum, piece) => sum + piece.fee, 0);
    return [{ lineId: id, business, name, quantity: own.length, price, fee, amount: price - fee }];
  });
}

type Asked = ParsedPayloadOf<typeof refundOrder>;

/**
 * Whether refunds of several orders that are one to the guest need a second person, each of them: above the limit in total,
 * with `besides` (fen that go back with them) and with what went back of these orders freely; or where one of several waits,
 * so that none goes back before it. The orders are locked as they come.
 */
export async function togetherNeedApproval(
  call: Call,
  sellables: Sellables,
  { asked, besides }: { asked: readonly Asked[]; besides: number },
): Promise<boolean> {
  let total = besides;
  let most = 0;
  let waits = false;
  for (const payload of asked) {
    const { orderId, reason } = payload;
    const quoted = await quoteOf(call, await soldOrder(call, sellables, orderId, true), payload, reason);
    const { limit, gone } = await freeRefunds(call.db, orderId);
    total += quoted.amount + gone;
    most = limit;
    waits ||= quoted.needsApproval || (await whyHeld(call, { orderId, ways: quoted.ways, by: "refund" })) !== "";
  }
  return total > most || (waits && asked.length > 1);
}

/** Gives back what was chosen of an order, or puts it before a second person: where it must, or as it is `together` with others. */
export async function refund(call: Call, sellables: Sellables, payload: Asked, together = { needApproval: false }) {
  if (payload.reason === "") throw new Invalid({ reason: [m.refund_reason_required()] });
  const sold = await soldOrder(call, sellables, payload.orderId, true);
  const quoted = await quoteOf(call, sold, payload, payload.reason);
  const { amount, fee, ways, pieces, whyNot } = quoted;
  const needsApproval = quoted.needsApproval || together.needApproval;
  if (whyNot !== "") throw new Refusal(whyNot);
  if (payload.expectedAmount !== undefined && payload.expectedAmount !== amount) {
    throw new Refusal(m.refund_amount_moved({ amount: yuan(amount) }));
  }
  const { db } = call;
  const { id: orderId, orderNo } = sold.order;
  const heldFor = needsApproval ? "" : await whyHeld(call, { orderId, ways, by: "refund" });
  const state: "waiting" | "held" | "done" = needsApproval ? "waiting" : heldFor === "" ? "done" : "held";
  const done = state === "done";
  if (!(await claimMoney(db, orderId, amount, done))) throw new Refusal(m.refund_above_paid({ orderNo }));
  const refundNo = nextNumber(call, "RF");
  const quantity = pieces.length;
  const { reason } = payload;
  const refundId = await insertRefund(call, { refundNo, orderId, state, amount, fee, quantity, reason, ways, heldFor });
  await insertRefundItems(db, refundId, pieces);
  const items = await itemsOf(db, refundId);
  const moved = await eachBusiness(sellables, items, (sellable, own) =>
    done ? sellable.giveBack(call, sold.order, own, false) : sellable.hold(call, own),
  );
  if (moved !== quantity) throw new Refusal(m.refused_same_moment());
  await countOnLines(db, refundId, done ? "give" : "hold");
  if (done) {
    await writePayments(call, { id: refundId, orderId, amount, ways });
    await settleOrderState(db, orderId);
  } else if (needsApproval) {
    const about = await aboutOrder(call, orderId);
    await askApproval(call, approvalOf(sellables), { thingId: refundId, label: refundNo, amount, reason, about });
  }
  const after = { refundNo, state, amount, fee, quantity, reason, ways };
  call.audit({ thing: "order", thingId: orderId, label: orderNo, before: { state: sold.order.state }, after });
  await tellRefund(call, quoted, { refundNo, orderId, orderNo, amount });
  return { refundId, refundNo, state, amount, heldFor };
}

/** What waits is the refund itself: its pieces and its money are held, so that nothing about them can change meanwhile. */
const approvalOf = (sellables: Sellables): ApprovalKind => ({
  code: "refund.giveBack",
  thing: "refund",
  label: m.approvals_command_refund,
  asking: refundOrder.access,
  deciding: { fun: "refundList", button: "refund:decide" },
  link: ({ label }) => `/order/refundList?refundNo=${encodeURIComponent(label)}`,
  lock: async ({ db }, id) => (await lockRefund(db, id)) !== undefined,
  grant: async (call, { thingId, remark }) => {
    await end(call, sellables, thingId, "done", remark);
    return {};
  },
  giveUp: (call, { thingId }, { state, remark }) => end(call, sellables, thingId, state, remark),
});

async function decideOn(
  call: Call,
  kind: ApprovalKind,
  { refundId, decision, remark = "" }: ParsedPayloadOf<typeof decideRefund>,
) {
  const request = await latestRequest(call, kind, refundId);
  if (!request) throw await whyNoRequest(call, refundId);
  await decideRequest(call, kind, { id: request.id, decision, remark });
  const { amount = 0, state } = (await lockRefund(call.db, refundId)) ?? {};
  const approved = state === "held" ? ("held" as const) : ("done" as const);
  return { refundId, state: decision === "approve" ? approved : ("rejected" as const), amount };
}

/** A refund that never had to wait. */
async function whyNoRequest({ db }: Call, refundId: number): Promise<Error> {
  const refund = await lockRefund(db, refundId);
  if (!refund) return new NotFound();
  return new Refusal(m.refund_decided({ refundNo: refund.refundNo, state: m.refund_state_done() }));
}

/** A refund that waited is given back, or its pieces and its money are let go. */
async function end(
  call: Call,
  sellables: Sellables,
  refundId: number,
  state: Exclude<RefundState, "waiting" | "held">,
  remark: string,
): Promise<void> {
  const { db } = call;
  const asked = await lockRefund(db, refundId);
  if (!asked) throw new NotFound();
  const { refundNo, orderId, orderNo, amount, ways } = asked;
  const heldFor = state === "done" ? await whyHeld(call, { orderId, ways, by: "refund" }) : "";
  const reached = heldFor === "" ? state : "held";
  await decide(call, refundId, reached, remark);
  if (reached === "held") await holdRefund(call, refundId, heldFor);
  else await letGo(call, sellables, asked, reached === "done");
  const after = { refundNo, state: reached, amount, remark };
  call.audit({ thing: "order", thingId: orderId, label: orderNo, before: { refundNo, state: "waiting" }, after });
}

/** What a refund has held goes back to the guest, or is good again. */
async function letGo(call: Call, sellables: Sellables, asked: RefundRow, given: boolean): Promise<void> {
  const { db } = call;
  const { id, refundNo, orderId, orderNo, amount, quantity } = asked;
  await settleMoney(db, orderId, amount, given);
  const order: Pick<SoldOrder, "orderNo"> = { orderNo };
  const moved = await eachBusiness(sellables, await itemsOf(db, id), (sellable, own) =>
    given ? sellable.giveBack(call, order, own, true) : sellable.release(call, own),
  );
  if (moved !== quantity) throw new Refusal(m.refund_tickets_moved({ refundNo }));
  await countOnLines(db, id, given ? "giveHeld" : "release");
  if (!given) return;
  await writePayments(call, asked);
  await settleOrderState(db, orderId);
}

/** Refunds of an order that were held go on, oldest first, as far as nobody holds them any more; answers their numbers. */
export async function goOnWithRefunds(call: Call, sellables: Sellables, orderId: number): Promise<string[]> {
  const gone: string[] = [];
  for (const refundId of await heldRefunds(call.db, orderId)) {
    const asked = await lockRefund(call.db, refundId);
    if (asked?.state !== "held") continue;
    const { refundNo, orderNo, amount, ways } = asked;
    const heldFor = await whyHeld(call, { orderId, ways, by: "refund" });
    if (heldFor !== "") {
      await holdRefund(call, refundId, heldFor);
      continue;
    }
    await endHeld(call, refundId, "done");
    await letGo(call, sellables, asked, true);
    const after = { refundNo, state: "done", amount };
    call.audit({ thing: "order", thingId: orderId, label: orderNo, before: { refundNo, state: "held" }, after });
    gone.push(refundNo);
  }
  return gone;
}

/** Whoever holds it says whether it may be paid all the same; a second person decides. */
async function askToPay(call: Call, sellables: Sellables, { refundId, reason }: ParsedPayloadOf<typeof payHeldRefund>) {
  if (reason === "") throw new Invalid({ reason: [m.refund_reason_required()] });
  const { refundNo, orderId, amount } = await mayPayFirst(call, refundId);
  const about = await aboutOrder(call, orderId);
  await askApproval(call, payingFirst(sellables), { thingId: refundId, label: refundNo, amount, reason, about });
  return { refundId, amount };
}

/** Order and refund are locked in this order, as whatever holds a refund locks them. */
async function lockHeld(call: Call, refundId: number): Promise<RefundRow | undefined> {
  const seen = await orderOfRefund(call.db, refundId);
  if (seen === null) return undefined;
  await lockOrders(call, [seen]);
  return lockRefund(call.db, refundId);
}

async function mayPayFirst(call: Call, refundId: number): Promise<RefundRow> {
  const asked = await lockHeld(call, refundId);
  if (!asked) throw new NotFound();
  const { refundNo, orderId, ways } = asked;
  if (asked.state !== "held") throw new Refusal(m.refund_not_held({ refundNo }));
  const why = await whyNotFirst(call, { orderId, ways, by: "refund" });
  if (why !== "") throw new Refusal(why);
  return asked;
}

/** What is held is paid, and whoever held it lists what is open now. */
const payingFirst = (sellables: Sellables): ApprovalKind => ({
  code: "refund.payFirst",
  thing: "refund",
  label: m.approvals_command_pay_first,
  asking: payHeldRefund.access,
  deciding: { fun: "refundList", button: "refund:decide" },
  link: ({ label }) => `/order/refundList?refundNo=${encodeURIComponent(label)}`,
  lock: async (call, id) => (await lockHeld(call, id)) !== undefined,
  grant: async (call, { thingId: refundId, remark }) => {
    const asked = await mayPayFirst(call, refundId);
    const { refundNo, orderId, orderNo, amount } = asked;
    await endHeld(call, refundId, "done", remark);
    await letGo(call, sellables, asked, true);
    await tellPaidFirst(call, { orderId, refundId });
    const after = { refundNo, state: "done", amount, remark };
    call.audit({ thing: "order", thingId: orderId, label: orderNo, before: { refundNo, state: "held" }, after });
    return {};
  },
});

async function dropHeld(call: Call, sellables: Sellables, refundId: number, reason: string) {
  if (reason === "") throw new Invalid({ reason: [m.refund_reason_required()] });
  const asked = await lockRefund(call.db, refundId);
  if (!asked) throw new NotFound();
  const { refundNo, orderId, orderNo, amount } = asked;
  if (asked.state !== "held") throw new Refusal(m.refund_not_held({ refundNo }));
  await endHeld(call, refundId, "withdrawn", reason);
  await letGo(call, sellables, asked, false);
  const after = { refundNo, state: "withdrawn", amount, remark: reason };
  call.audit({ thing: "order", thingId: orderId, label: orderNo, before: { refundNo, state: "waiting" }, after });
  return { refundId, amount };
}

/** Each business moves its own pieces, always in the same order; answers how many have moved in all. */
async function eachBusiness(
  sellables: Sellables,
  items: readonly HeldItem[],
  move: (sellable: Sellable, own: HeldItem[]) => Promise<number>,
): Promise<number> {
  let moved = 0;
  for (const business of [...new Set(items.map((item) => item.business))].sort()) {
    const own = items.filter((item) => item.business === business);
    moved += await move(sellableOf(sellables, business), own);
  }
  return moved;
}
