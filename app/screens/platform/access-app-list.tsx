/** Access applications: the engine's list, with the way to a new secret. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { accessApp } from "~/contract/platform/access-app";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { mayPress } from "~/screens/rights.server";

const resource = accessApp;

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadList(args, resource);
  if (!mayPress(args.context, "accessApp:secret")) return view;
  const secret = { to: `${accessApp.path}/{id}/secret`, label: m.frames_secret() };
  return { ...view, rows: view.rows.map((row) => ({ ...row, links: [...(row.links ?? []), secret] })) };
}

export const action = (args: ActionFunctionArgs) => commandList(args, resource);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function AccessAppList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} />;
}
