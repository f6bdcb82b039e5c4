/** An item of a dictionary: the engine's page, with what can be done to an item of this one. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { dictItem } from "~/contract/platform/dictionary";
import ResourceDetail from "~/resource/detail";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { closedTypes } from "./closed-types.server";

export const handle = { menu: "/system/dictList" };

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const [view, closed] = await Promise.all([loadDetail(args), closedTypes(context)]);
  // The same call as the page's own: it is sent once.
  const { record } = await context.dispatch.call(dictItem.methods.get, { id: view.id });
  return closed.has(String(record?.dictType)) ? { ...view, commands: [], copy: null } : view;
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.heading ?? "" }];

export default ResourceDetail;
