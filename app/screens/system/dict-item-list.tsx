/** Items of a dictionary (`/system/dictList/items?dictType=paymentType`): a new one begins in the same dictionary. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { dictItem } from "~/contract/platform/dictionary";
import { listQueryOf } from "~/resource/list-fields.server";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import type { ListView, Row } from "~/resource/parts/view";
import { closedTypes, typeLinks } from "./closed-types.server";
import { DictPanes } from "./dict-panes";

const resource = dictItem;

export async function loader(args: LoaderFunctionArgs) {
  const [list, closed] = await Promise.all([loadList(args, resource), closedTypes(args.context)]);
  const view = { ...list, rows: list.print || list.editing ? list.rows : await offeredRows(args, list.rows, closed) };
  const filter = view.filters.find(({ name }) => name === "dictType");
  const chosen = filter?.kind === "choice" ? filter.value : "";
  const types = await typeLinks(args.context, chosen);
  const now = types.find((type) => type.now);
  const known = {
    ...(now && !view.print ? withoutColumn(view, "dictType") : view),
    types,
    title: now ? m.system_dict_items_of({ name: now.name }) : view.title,
  };
  if (!view.create || chosen === "") return known;
  // Nothing is added to a dictionary whose codes the product asks for.
  if (closed.has(chosen)) return { ...known, create: null };
  return { ...known, create: `${view.create}?${new URLSearchParams({ dictType: chosen })}` };
}

/** What is the same in every row and stands in the heading needs no column. */
function withoutColumn<V extends ListView>(view: V, name: string): V {
  const at = view.columns.findIndex((column) => column.name === name);
  if (at < 0) return view;
  const columns = view.columns.filter((_, place) => place !== at);
  return { ...view, columns, rows: view.rows.map((row) => ({ ...row, cells: row.cells.filter((_, i) => i !== at) })) };
}

/** Items of a closed dictionary are not suspended. */
async function offeredRows({ request, context }: LoaderFunctionArgs, rows: Row[], closed: Set<string>) {
  // The same call as the list's own: it is sent once.
  const { payload } = listQueryOf(resource, new URL(request.url));
  const { records } = await context.dispatch.call(resource.methods.list, payload);
  const fixed = new Set(records.flatMap(({ id, dictType }) => (closed.has(String(dictType)) ? [Number(id)] : [])));
  return rows.map((row): Row => (fixed.has(row.id) ? { ...row, commands: [] } : row));
}

export const action = (args: ActionFunctionArgs) => commandList(args, resource);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? m.system_dict_items() }];

export default function DictItemList() {
  const answer = useActionData<typeof action>();
  const view = useLoaderData<typeof loader>();
  const list = <ListFrame view={view} notice={answer?.notice} />;
  return view.print ? list : <DictPanes types={view.types}>{list}</DictPanes>;
}
