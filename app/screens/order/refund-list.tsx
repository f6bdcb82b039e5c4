/** Refunds waiting for a second person, and those decided (`/order/refundList`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { decideRefund, refundList } from "~/contract/order/order";
import { attempt, done, typedOf } from "~/form/submission.server";
import { remembered } from "~/resource/list-memory.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { type FilterSpec, filterInputs, pagerView, readListQuery } from "~/resource/parts/list-query.server";
import type { ListView } from "~/resource/parts/view";

export const meta: MetaFunction = () => [{ title: m.order_refund_list_title() }];

export const loader = (args: LoaderFunctionArgs) => remembered(args, listOf(args));

async function listOf({ request, context }: LoaderFunctionArgs): Promise<ListView> {
  const filters: FilterSpec[] = [
    { name: "refundNo", label: m.order_refund_no(), kind: "text" },
    { name: "orderNo", label: m.order_no(), kind: "text" },
    { name: "state", label: m.order_state(), kind: "choice" },
  ];
  const query = readListQuery(new URL(request.url), filters, ["id"]);
  const reply = await context.dispatch.call(refundList, query.payload);
  const { options, capped } = reply.otherData;
  const stateLabel = (state: string) => options.state?.find((option) => option.value === state)?.label ?? state;
  const mayDecide = context.user?.sysButtonRolePOSet.some(({ code }) => code === "refund:decide") ?? false;
  return {
    title: m.order_refund_list_title(),
    path: "/order/refundList",
    create: null,
    filters: filterInputs(filters, query, options),
    filtered: query.filtered,
    columns: [
      { label: m.order_refund_no() },
      { label: m.order_no() },
      { label: m.order_state() },
      { label: m.order_quantity(), numeric: true },
      { label: m.order_refund_fee(), numeric: true },
      { label: m.order_refund_amount(), numeric: true },
      { label: m.order_refund_reason() },
      { label: m.order_refund_requested_by() },
      { label: m.order_refund_decided_by() },
    ],
    rows: reply.records.map((refund) => {
      const own = refund.requestedById === context.user?.id;
      const waiting = refund.state === "waiting" && mayDecide;
      return {
        id: refund.id,
        cells: [
          refund.refundNo,
          { to: `/offlineOrderDetail?id=${refund.orderId}`, text: refund.orderNo },
          { state: refund.state, label: stateLabel(refund.state) },
          String(refund.quantity),
          formatYuan(refund.fee),
          formatYuan(refund.amount),
          refund.reason,
          `${refund.requestedBy} ${refund.requestedAt}`,
          waiting && own ? m.order_refund_own() : `${refund.decidedBy} ${refund.decidedAt}`.trim(),
        ],
        commands:
          waiting && !own
            ? [
                { intent: "approve", label: m.order_refund_approve() },
                { intent: "reject", label: m.order_refund_reject() },
              ]
            : undefined,
      };
    }),
    pager: pagerView({ ...reply, capped }, query),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const decision = "approve" in typed ? "approve" : "reject";
  const id = typed[decision] ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const decided = await attempt(context, () => context.dispatch.call(decideRefund, { refundId: Number(id), decision }));
  if (!decided.ok) return data({ notice: decided.refusal.notice }, decided.refusal.status);
  return done(context, context.path, "refundDecided");
}

export default function RefundList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} />;
}
