/** Deleting a price policy: asks first. What was sold under it keeps its price. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { pricePolicyGet, pricePolicyRemove } from "~/contract/ticket/price";
import { attempt, done } from "~/form/submission.server";
import ResourceRemove from "~/resource/remove";

const list = "/ticket/pricePolicyList";

function idOf({ params }: LoaderFunctionArgs): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  return Number(params.id);
}

export async function loader(args: LoaderFunctionArgs) {
  const { record } = await args.context.dispatch.call(pricePolicyGet, { id: idOf(args) });
  if (!record) throw new Response(null, { status: 404 });
  return {
    title: m.engine_remove_title({ title: inSentence(m.policy_one()) }),
    question: m.engine_remove_question({ label: record.name }),
    back: list,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const id = idOf(args);
  const removed = await attempt(
    context,
    () => context.dispatch.call(pricePolicyRemove, { id }),
    m.error_remove_title(),
  );
  if (!removed.ok) return data({ notice: removed.refusal.notice }, removed.refusal.status);
  return done(context, list, "removed");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function PricePolicyRemove() {
  return <ResourceRemove />;
}
