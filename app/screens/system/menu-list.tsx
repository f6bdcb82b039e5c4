/** The function tree as a list (`/application/menuManage`): the engine's, with places to move to and the way to the tree. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { menu, menuDown, menuUp } from "~/contract/platform/menu";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import type { RowCommand } from "~/resource/row-commands.server";
import { Link } from "~/widgets/link";

const resource = menu;

const move = { button: menu.buttons.edit, flash: "saved", when: () => true } as const;
const moves: RowCommand[] = [
  { ...move, intent: "up", label: m.files_tree_up, method: menuUp },
  { ...move, intent: "down", label: m.files_tree_down, method: menuDown },
];

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadList(args, resource, moves);
  // Several at once would only change places with one another.
  const bulk = view.selection?.bulk.filter(({ intent }) => !moves.some((one) => one.intent === intent));
  return { ...view, ...(view.selection && bulk && { selection: { ...view.selection, bulk } }) };
}

export const action = (args: ActionFunctionArgs) => commandList(args, resource, moves);

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
