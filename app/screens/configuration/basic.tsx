/** Basic configuration (`/basicConfiguration?sysBusType=18`): what it is of, the query says, and so the title of the tab. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { type Configuration, configurations } from "./configurations.server";
import { views } from "./views";

/** An address that names nothing that is configured here is told so. */
function askedFor(request: Request): [type: string, configuration: Configuration] {
  const type = new URL(request.url).searchParams.get("sysBusType") ?? "";
  const found = Object.hasOwn(configurations, type) ? configurations[type] : undefined;
  if (!found) throw new Response(m.configuration_unknown(), { status: 404 });
  return [type, found];
}

export async function loader(args: LoaderFunctionArgs) {
  const [type, { title, load }] = askedFor(args.request);
  return { type, title: title(), loaded: await load(args) };
}

export async function action(args: ActionFunctionArgs) {
  const [, { act }] = askedFor(args.request);
  if (!act) throw new Response(null, { status: 405 });
  return act(args);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? m.configuration_unknown() }];

export default function BasicConfiguration() {
  const { type, loaded } = useLoaderData<typeof loader>();
  const View = views[type];
  return View ? <View loaded={loaded} /> : null;
}
