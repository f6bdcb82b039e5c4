/** Payment accounts: the engine's list, with the way to a test of the connection. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { payAccount } from "~/contract/order/pay-account";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { mayPress } from "~/screens/rights.server";

const resource = payAccount;

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadList(args, resource);
  if (!mayPress(args.context, "payAccount:edit")) return view;
  const tried = { to: `${payAccount.path}/{id}/try`, label: m.pay_try() };
  return { ...view, rows: view.rows.map((row) => ({ ...row, links: [...(row.links ?? []), tried] })) };
}

export const action = (args: ActionFunctionArgs) => commandList(args, resource);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function PayAccountList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} />;
}
