/** Price policies (`/ticket/pricePolicyList`): the engine's list, with the way to the calendar. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { pricePolicy } from "~/contract/ticket/price-policy-list";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { mayOpen } from "~/screens/rights.server";
import { Link } from "~/widgets/link";

export const meta: MetaFunction = () => [{ title: m.policy_title() }];

export async function loader(args: LoaderFunctionArgs) {
  return { view: await loadList(args, pricePolicy), calendar: mayOpen(args.context, "priceCalendar") };
}

export const action = (args: ActionFunctionArgs) => commandList(args, pricePolicy);

export default function PricePolicyList() {
  const { view, calendar } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const tools = calendar && (
    <Link className="button" to="/ticket/priceCalendar">
      {m.policy_calendar()}
    </Link>
  );
  return <ListFrame view={view} notice={answer?.notice} tools={tools} />;
}
