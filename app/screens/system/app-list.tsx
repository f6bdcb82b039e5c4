/** Personal apps (`/personalApp/addApp`): the engine's list, with the way to their menu entries. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { personalApplication } from "~/contract/platform/personal-app";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { Link } from "~/widgets/link";

const resource = personalApplication;
const menus = "/personalApp/addAppMenu";

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadList(args, resource);
  const links = [{ to: `${menus}?applicationId={id}`, label: m.system_app_menus() }, ...(view.rows[0]?.links ?? [])];
  return { ...view, rows: view.rows.map((row) => ({ ...row, links })) };
}

export const action = (args: ActionFunctionArgs) => commandList(args, resource);

export const meta: MetaFunction = () => [{ title: m.system_apps() }];

export default function AppList() {
  const answer = useActionData<typeof action>();
  const tools = (
    <Link className="button" to={menus}>
      {m.system_app_menus()}
    </Link>
  );
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} tools={tools} />;
}
