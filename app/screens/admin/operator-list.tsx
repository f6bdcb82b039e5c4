/** Operators (`/corp/userManage`): the engine's list, with roles, locks, and only the commands that are the reader's. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { operator } from "~/contract/platform/operator";
import { listQueryOf } from "~/resource/list-fields.server";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import type { Row } from "~/resource/parts/view";
import { mayPress } from "~/screens/rights.server";

const resource = operator;

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const view = await loadList(args, resource);
  if (view.print || view.editing) return view;
  // The same call as the list's own: it is sent once.
  const { payload } = listQueryOf(resource, new URL(request.url));
  const { records } = await context.dispatch.call(resource.methods.list, payload);
  const byId = new Map(records.map((record) => [Number(record.id), record]));
  const password: NonNullable<Row["links"]> = mayPress(context, "operator:reset")
    ? [{ to: `${operator.path}/{id}/password`, label: m.org_reset() }]
    : [];
  const rows = view.rows.map((row): Row => {
    const { roles, accType, locked, seen, above } = byId.get(row.id) ?? {};
    const own = row.id === context.user?.id;
    const commands = row.commands?.filter(({ intent }) => (intent === "unlock" ? locked : !own) && !above);
    const links = above ? [] : [...(own ? [] : password), ...(row.links ?? [])];
    return {
      ...row,
      links: own ? links.filter(({ danger }) => !danger) : links,
      commands,
      cells: [
        ...row.cells,
        String(roles || (accType === "11" ? m.org_roles_all() : m.org_roles_none())),
        locked ? { state: "failed", label: m.org_locked() } : String(seen || m.org_never()),
      ],
    };
  });
  return { ...view, rows, columns: [...view.columns, { label: m.admin_role() }, { label: m.org_last_seen() }] };
}

export const action = (args: ActionFunctionArgs) => commandList(args, resource);

export const meta: MetaFunction = () => [{ title: m.org_operator() }];

export default function OperatorList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} />;
}
