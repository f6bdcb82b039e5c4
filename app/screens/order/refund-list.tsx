/** Refunds waiting for a second person, and those decided (`/order/refundList`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { decideRefund } from "~/contract/order/order";
import { refund } from "~/contract/order/refund-list";
import { attempt, done, typedOf } from "~/form/submission.server";
import { loadList, type RowCommand } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";

export const meta: MetaFunction = () => [{ title: m.order_refund_list_title() }];

export const loader = (args: LoaderFunctionArgs) => loadList(args, refund, decisions);

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
  const decided = await attempt(context, () => context.dispatch.call(decideRefund, { refundId: Number(id), decision }));
  if (!decided.ok) return data({ notice: decided.refusal.notice }, decided.refusal.status);
  return done(context, context.path, "refundDecided");
}

export default function RefundList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} />;
}
