/** Dictionaries (`/system/dictList`): all of them at the left, the engine's list with the way to each one's items at the right. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { dictType } from "~/contract/platform/dictionary";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { typeLinks } from "./closed-types.server";
import { DictPanes } from "./dict-panes";

const resource = dictType;

export async function loader(args: LoaderFunctionArgs) {
  const [list, types] = await Promise.all([loadList(args, resource), typeLinks(args.context, "")]);
  const view = { ...list, types };
  const code = view.columns.findIndex(({ name }) => name === "code");
  const rows = view.rows.map((row) => {
    const query = new URLSearchParams({ dictType: String(row.cells[code] ?? "") });
    const items = { to: `/system/dictList/items?${query}`, label: m.system_dict_items() };
    return { ...row, links: [items, ...(row.links ?? [])] };
  });
  // Somebody may have left the column of codes out.
  return code < 0 ? view : { ...view, rows };
}

export const action = (args: ActionFunctionArgs) => commandList(args, resource);

export const meta: MetaFunction = () => [{ title: m.system_dicts() }];

export default function DictTypeList() {
  const answer = useActionData<typeof action>();
  const view = useLoaderData<typeof loader>();
  const list = <ListFrame view={view} notice={answer?.notice} />;
  return view.print ? list : <DictPanes types={view.types}>{list}</DictPanes>;
}
