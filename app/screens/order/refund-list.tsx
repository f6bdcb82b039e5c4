/** Refunds waiting for a second person, and those decided (`/order/refundList`). */
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { decideRefund, dropHeldRefund, payHeldRefund } from "~/contract/order/order";
import { refund } from "~/contract/order/refund-list";
import { textOf } from "~/contract/validators";
import { attempt, done, typedOf } from "~/form/submission.server";
import { loadList, type RowCommand } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { loadInbox, yuan } from "./load-refund-inbox.server";
import { RefundInbox } from "./refund-inbox";

export const meta: MetaFunction = () => [{ title: m.order_refund_list_title() }];

export async function loader(args: LoaderFunctionArgs) {
  const [list, inbox] = await Promise.all([loadList(args, refund, decisions), loadInbox(args.context)]);
  return { list, inbox };
}

const shared = {
  button: "refund:decide",
  method: decideRefund,
  flash: "refundDecided",
  single: true,
  when: (state: unknown) => state === "waiting",
} as const;
const decisions: RowCommand[] = [
  { ...shared, intent: "approve", label: m.order_refund_approve },
  { ...shared, intent: "reject", label: m.order_refund_reject },
  {
    ...{ ...shared, intent: "pay", label: m.order_refund_pay_first, method: payHeldRefund },
    when: (state: unknown) => state === "held",
  },
  {
    ...{ ...shared, intent: "drop", label: m.order_refund_drop, method: dropHeldRefund },
    when: (state: unknown) => state === "held",
  },
];

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  if ("pay" in typed) return payFirst(context, typed.pay ?? "");
  if ("drop" in typed) return drop(context, typed.drop ?? "");
  const decision = "approve" in typed ? "approve" : "reject";
  const id = typed[decision] ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const remark = textOf(200).safeParse(typed.remark ?? "");
  const decided = await attempt(
    context,
    () =>
      context.dispatch.call(decideRefund, {
        refundId: Number(id),
        decision,
        ...(remark.success && remark.data !== "" && { remark: remark.data }),
      }),
    m.error_refund_title(),
  );
  if (!decided.ok) return data({ notice: decided.refusal.notice }, decided.refusal.status);
  const { amount } = decided.value;
  const said = decision === "approve" ? m.order_refund_paid : m.order_refund_refused;
  return done(context, context.path, { text: said({ amount: yuan(amount) }) });
}

async function drop(context: AppLoadContext, id: string) {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const dropped = await attempt(
    context,
    () => context.dispatch.call(dropHeldRefund, { refundId: Number(id), reason: m.order_refund_drop_reason() }),
    m.error_refund_title(),
  );
  if (!dropped.ok) return data({ notice: dropped.refusal.notice }, dropped.refusal.status);
  return done(context, context.path, { text: m.order_refund_dropped({ amount: yuan(dropped.value.amount) }) });
}

async function payFirst(context: AppLoadContext, id: string) {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const asked = await attempt(
    context,
    () => context.dispatch.call(payHeldRefund, { refundId: Number(id), reason: m.order_refund_pay_first_reason() }),
    m.error_refund_title(),
  );
  if (!asked.ok) return data({ notice: asked.refusal.notice }, asked.refusal.status);
  return done(context, context.path, { text: m.order_refund_pay_first_asked({ amount: yuan(asked.value.amount) }) });
}

export default function RefundList() {
  const answer = useActionData<typeof action>();
  const { list, inbox } = useLoaderData<typeof loader>();
  return (
    <>
      {!list.print && inbox.refunds.length > 0 && <RefundInbox {...inbox} />}
      <ListFrame view={list} notice={answer?.notice} />
    </>
  );
}
