/** Refunds waiting for a second person, and those decided (`/order/refundList`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { decideRefund } from "~/contract/order/order";
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
];

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const decision = "approve" in typed ? "approve" : "reject";
  const id = typed[decision] ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const remark = textOf(200).safeParse(typed.remark ?? "");
  const decided = await attempt(context, () =>
    context.dispatch.call(decideRefund, {
      refundId: Number(id),
      decision,
      ...(remark.success && remark.data !== "" && { remark: remark.data }),
    }),
  );
  if (!decided.ok) return data({ notice: decided.refusal.notice }, decided.refusal.status);
  const { amount } = decided.value;
  const said = decision === "approve" ? m.order_refund_paid : m.order_refund_refused;
  return done(context, context.path, { text: said({ amount: yuan(amount) }) });
}

export default function RefundList() {
  const answer = useActionData<typeof action>();
  const { list, inbox } = useLoaderData<typeof loader>();
  return (
    <>
      {inbox.refunds.length > 0 && <RefundInbox {...inbox} />}
      <ListFrame view={list} notice={answer?.notice} />
    </>
  );
}
