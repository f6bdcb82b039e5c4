/** The function tree as a list (`/application/menuManage`): the engine's, with the way to the tree. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { menu } from "~/contract/platform/menu";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { Link } from "~/widgets/link";

export const loader = (args: LoaderFunctionArgs) => loadList(args, menu);
export const action = (args: ActionFunctionArgs) => commandList(args, menu);

export const meta: MetaFunction = () => [{ title: m.system_menus() }];

export default function MenuList() {
  const answer = useActionData<typeof action>();
  const tools = (
    <Link className="button" to="/application/menuManage/tree">
      {m.system_menu_tree()}
    </Link>
  );
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} tools={tools} />;
}
