/** Items of a dictionary (`/system/dictList/items?dictType=paymentType`): a new one begins in the same dictionary. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { dictItem } from "~/contract/platform/dictionary";
import type { AnyResource } from "~/contract/resource";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { Link } from "~/widgets/link";

const resource = dictItem as unknown as AnyResource;

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadList(args, resource);
  const filter = view.filters.find(({ name }) => name === "dictType");
  const chosen = filter?.kind === "choice" ? filter.value : "";
  if (!view.create || chosen === "") return view;
  return { ...view, create: `${view.create}?${new URLSearchParams({ dictType: chosen })}` };
}

export const action = (args: ActionFunctionArgs) => commandList(args, resource);

export const meta: MetaFunction = () => [{ title: m.system_dict_items() }];

export default function DictItemList() {
  const answer = useActionData<typeof action>();
  const tools = (
    <Link className="button" to="/system/dictList">
      {m.system_dicts()}
    </Link>
  );
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} tools={tools} />;
}
