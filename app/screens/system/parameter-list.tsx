/** System parameters (`/system/paramList`): all of them under their headings, found and kept as in the engine's list. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { systemParameter } from "~/contract/platform/parameter-settings";
import { allRows } from "~/contract/resource";
import { attempt, done, typedOf } from "~/form/submission.server";
import { listQueryOf } from "~/resource/list-fields.server";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import type { Row } from "~/resource/parts/view";
import { commands, isOwn, resets } from "./parameter-commands.server";
import { ParameterGroups } from "./parameter-groups";
import { readSwitch, settingGroups } from "./parameter-groups.server";

const resource = systemParameter;

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const request = withAll(args.request);
  const view = await loadList({ ...args, request }, resource, commands);
  if (view.print) return { view, groups: [] };
  // The same call as the list's own: it is sent once.
  const { payload } = listQueryOf(resource, new URL(request.url));
  const { records, otherData } = await context.dispatch.call(resource.methods.list, payload);
  const byId = new Map(records.map((record) => [Number(record.id), record]));
  const rows = view.rows.map((row): Row => {
    const record = byId.get(row.id) ?? {};
    if (!isOwn(context, record)) return { ...row, links: [], commands: [] };
    return resets(context, record) ? row : { ...row, commands: [] };
  });
  const shown = new Map(rows.map((row) => [row.id, row]));
  return { view: { ...view, rows }, groups: settingGroups(context, records, shown, otherData.options.paramGroup) };
}

/** There are some dozens: they stand on one page. */
function withAll(request: Request): Request {
  const url = new URL(request.url);
  url.searchParams.set("pageSize", String(allRows));
  url.searchParams.delete("pageNo");
  return new Request(url, { headers: request.headers });
}

/** `set=<id>:<version>:<T|F>` is a switch; all else is the list's. */
export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const form = await args.request.formData();
  const { set } = typedOf(form);
  if (set === undefined) {
    const answer = await commandList(args, resource, commands, form);
    context.forgetParameters();
    return answer;
  }
  const asked = readSwitch(set);
  if (!asked) throw new Response(null, { status: 400 });
  const tried = await attempt(context, () => context.dispatch.call(resource.methods.save, asked), m.error_save_title());
  if (!tried.ok) {
    const { notice, errors, status } = tried.refusal;
    const message = notice?.message ?? Object.values(errors).flat().join(" ");
    return data({ notice: { title: notice?.title ?? m.error_save_title(), message } }, status);
  }
  context.forgetParameters();
  return done(context, context.path, "saved");
}

export const meta: MetaFunction = () => [{ title: m.system_parameters() }];

export default function ParameterList() {
  const answer = useActionData<typeof action>();
  const { view, groups } = useLoaderData<typeof loader>();
  return (
    <ListFrame view={view} notice={answer?.notice} whole>
      {groups.length > 0 ? (
        <ParameterGroups groups={groups} selection={view.selection} pager={view.pager} />
      ) : undefined}
    </ListFrame>
  );
}
