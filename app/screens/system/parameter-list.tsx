/** System parameters (`/system/paramList`): the engine's list, with only what is the reader's to set. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { systemParameter } from "~/contract/platform/parameter-settings";
import { listQueryOf } from "~/resource/list-fields.server";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import type { Row } from "~/resource/parts/view";
import { commands, isOwn, resets } from "./parameter-commands.server";

const resource = systemParameter;

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const view = await loadList(args, resource, commands);
  if (view.print) return view;
  // The same call as the list's own: it is sent once.
  const { payload } = listQueryOf(resource, new URL(request.url));
  const { records } = await context.dispatch.call(resource.methods.list, payload);
  const byId = new Map(records.map((record) => [Number(record.id), record]));
  const rows = view.rows.map((row): Row => {
    const record = byId.get(row.id) ?? {};
    if (!isOwn(context, record)) return { ...row, links: [], commands: [] };
    return resets(context, record) ? row : { ...row, commands: [] };
  });
  return { ...view, rows };
}

export async function action(args: ActionFunctionArgs) {
  const answer = await commandList(args, resource, commands);
  args.context.forgetParameters();
  return answer;
}

export const meta: MetaFunction = () => [{ title: m.system_parameters() }];

export default function ParameterList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} />;
}
