/** Roles (`/sysRole/list`): the engine's list, with each role's rights, holders and copy. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { role } from "~/contract/platform/role";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { mayPress } from "~/screens/rights.server";

const resource = role;

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadList(args, resource);
  const own = [
    { to: "/sysRole/rolePermissionSet?id={id}", label: m.admin_rights() },
    { to: "/sysRole/list/{id}/holders", label: m.admin_holders() },
    { to: "/sysRole/list/{id}/compare", label: m.role_compare() },
    ...(mayPress(args.context, role.buttons.add) ? [{ to: "/sysRole/list/{id}/copy", label: m.admin_copy() }] : []),
  ];
  const links = [...own, ...(view.rows[0]?.links ?? [])];
  return { ...view, rows: view.rows.map((row) => ({ ...row, links })) };
}

export const action = (args: ActionFunctionArgs) => commandList(args, resource);

export const meta: MetaFunction = () => [{ title: m.admin_role() }];

export default function RoleList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} />;
}
