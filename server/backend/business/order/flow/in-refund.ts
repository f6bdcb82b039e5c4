/** A refund goes through the corp's chain: why not, whether a second person decides, and who is told. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { cash } from "~/contract/order/cash";
import { judgeRefund, type RefundJudged, type RefundNode, type Step } from "~/contract/order/flow-steps";
import { businessDay, startOfDay } from "../../../kernel/business-time";
import { yuan } from "../../../kernel/money";
import { notify } from "../../../kernel/notify";
import { firstOf } from "../../../kernel/rows";
import type { Call } from "../../../kernel/served";
import { refundSteps } from "./chain";
import { decidersOf } from "./told";

const nothing: RefundJudged = { whyNot: "", approval: "", tells: [] };

/** `reason` null: only quoted, and nobody has said one yet. */
export async function goThroughRefund(
  call: Call,
  orderId: number,
  { amount, ways }: { amount: number; ways: readonly { paymentType: string; amount: number }[] },
  reason: string | null,
): Promise<RefundJudged> {
  const steps = (await refundSteps(call)).filter(({ active }) => active);
  if (steps.length === 0) return nothing;
  const facts = await factsOf(call, orderId, steps);
  const inCash = ways.filter(({ paymentType }) => paymentType === cash).reduce((sum, way) => sum + way.amount, 0);
  return judgeRefund(steps, { amount, cash: inCash, reason, ...facts });
}

/** The order is the caller's to see; that was asked before. */
async function factsOf(call: Call, orderId: number, steps: readonly Step<RefundNode>[]) {
  const { db, now, caller } = call;
  const counts = steps.some(({ node }) => node === "approveMany");
  const found = await firstOf<{ createdAt: string; sellerId: number; before: number }>(
    db,
    sql`
      select o.created_at as "createdAt", o.seller_id::float8 as "sellerId",
             ${
               counts
                 ? sql`(select count(*)::int from refund r
                        where r.corp_code = o.corp_code and r.requested_by_id = ${caller.userId}
                          and r.requested_at >= ${startOfDay(businessDay(now)).toISOString()}::timestamptz)`
                 : sql`0`
             } as before
      from orders o
      where o.corp_code = current_setting('app.corp_code') and o.id = ${orderId}
    `,
  );
  if (!found) throw new Error(`no order ${orderId}`);
  const { createdAt, sellerId, before } = found;
  const own = sellerId === 0 ? null : sellerId === caller.userId;
  return { age: Math.max(0, now.getTime() - new Date(createdAt).getTime()), own, before };
}

export async function tellRefund(
  call: Call,
  { tells }: Pick<RefundJudged, "tells">,
  { refundNo, orderId, orderNo, amount }: { refundNo: string; orderId: number; orderNo: string; amount: number },
): Promise<void> {
  if (tells.length === 0) return;
  const order = await firstOf<{ parks: number[] }>(
    call.db,
    sql`
      select parks from orders where corp_code = current_setting('app.corp_code') and id = ${orderId}
    `,
  );
  const parks = (order?.parks ?? []).map(Number);
  for (const { node } of tells)
    await notify(call.db, call.now, {
      ...decidersOf(call, parks),
      title: (options) => m.flow_tell_refund({ refundNo, amount: yuan(amount) }, options),
      body: (options) => m.flow_tell_by({ by: call.caller.name, orderNo }, options),
      link: `/order/refundList?refundNo=${encodeURIComponent(refundNo)}`,
      matter: `flow ${node} ${refundNo}`,
    });
}
