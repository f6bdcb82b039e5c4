/** The refunds of others that wait, for who may decide them. */
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { refund } from "~/contract/order/refund-list";
import { mayPress } from "../rights.server";
import type { WaitingRefund } from "./refund-inbox";

const shownAtOnce = 20;

const row = z.object({
  ...{ id: z.number(), refundNo: z.string(), orderNo: z.string(), orderId: z.number(), quantity: z.number() },
  ...{ amount: z.number(), fee: z.number(), requestedById: z.number() },
  ...{ reason: z.string(), requestedBy: z.string(), requestedAt: z.string() },
});

export async function loadInbox(context: AppLoadContext): Promise<{ refunds: WaitingRefund[]; more: number }> {
  if (!mayPress(context, "refund:decide")) return { refunds: [], more: 0 };
  const asked = { filters: { state: "waiting" }, pageSize: shownAtOnce };
  const { records, count } = await context.dispatch.call(refund.methods.list, asked);
  const others = records.map((record) => row.parse(record)).filter((one) => one.requestedById !== context.user?.id);
  return { refunds: others.map(shown), more: Math.max(0, count - records.length) };
}

function shown({ amount, fee, requestedById: _, requestedBy: by, requestedAt, ...rest }: z.output<typeof row>) {
  const price = amount + fee;
  return {
    ...rest,
    ...{ amount: yuan(amount), price: yuan(price), fee: yuan(fee) },
    percent: price > 0 ? Math.round((fee / price) * 100) : 0,
    reason: rest.reason || m.approvals_no_reason(),
    by: by || m.timeline_system(),
    at: requestedAt.slice(0, 16),
  };
}

export const yuan = (fen: number) => `¥${formatYuan(fen)}`;
