/** The list of any resource; which one, the path tells. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { commandList } from "./command-list.server";
import { findByPath } from "./find-resource.server";
import { loadList } from "./load-list.server";
import { ListFrame } from "./parts/list-frame";

export const loader = (args: LoaderFunctionArgs) => loadList(args, findByPath(pathOf(args)));
export const action = (args: ActionFunctionArgs) => commandList(args, findByPath(pathOf(args)));

function pathOf({ context }: LoaderFunctionArgs): string {
  return context.path.split("?")[0] ?? "";
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function ResourceList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} cells={answer?.cells} />;
}
