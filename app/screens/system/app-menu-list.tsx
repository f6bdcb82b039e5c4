/** Menu entries of personal apps (`/personalApp/addAppMenu`): the engine's list. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { personalMenu } from "~/contract/platform/personal-app";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { Link } from "~/widgets/link";

const resource = personalMenu;
const apps = "/personalApp/addApp";
export const handle = { menu: apps };

export const loader = (args: LoaderFunctionArgs) => loadList(args, resource);

export const action = (args: ActionFunctionArgs) => commandList(args, resource);

export const meta: MetaFunction = () => [{ title: m.system_app_menus() }];

export default function AppMenuList() {
  const answer = useActionData<typeof action>();
  const tools = (
    <Link className="button" to={apps}>
      {m.system_apps()}
    </Link>
  );
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} tools={tools} />;
}
