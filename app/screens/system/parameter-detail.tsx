/** A system parameter: the engine's page. By its code (`/system/paramList/isOpenNewPage`) it leads to where it is set. */
import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { definitionOf } from "~/contract/parameter-declaration";
import { systemParameter } from "~/contract/platform/parameter-settings";
import { allRows } from "~/contract/resource";
import ResourceDetail from "~/resource/detail";
import { loadDetail } from "~/resource/load-detail.server";
import { commands, isOwn, resets } from "./parameter-commands.server";

export const handle = { menu: "/system/paramList" };

export async function loader(args: LoaderFunctionArgs) {
  const { params, context } = args;
  if (definitionOf(params.id)) throw redirect(await addressOf(args, params.id ?? ""));
  const view = await loadDetail(args, commands);
  // The same call as the page's own: it is sent once.
  const { record } = await context.dispatch.call(systemParameter.methods.get, { id: view.id });
  const row = record ?? {};
  return {
    ...view,
    edit: isOwn(context, row) ? view.edit : null,
    commands: resets(context, row) ? view.commands : [],
  };
}

async function addressOf({ context }: LoaderFunctionArgs, code: string): Promise<string> {
  const filters = { paramCode: code };
  const { records } = await context.dispatch.call(systemParameter.methods.list, { filters, pageSize: allRows });
  const found = records.find(({ paramCode }) => paramCode === code);
  if (!found) throw new Response(null, { status: 404 });
  const page = `${systemParameter.path}/${found.id}`;
  return isOwn(context, found) ? `${page}/edit` : page;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.heading ?? "" }];

export default ResourceDetail;
