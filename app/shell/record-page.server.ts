/** Notes an opened page among the session's tabs, once its document is known to be good; and what the page is called. */
import type { EntryContext } from "@remix-run/node";
import type { ConsoleContext } from "~/contract/context";
import { openTab } from "~/contract/platform/shell";
import type { loader } from "./layout";
import { homePath, type Tab, tabOf } from "./tabs";

type ShellData = Awaited<ReturnType<typeof loader>>;

/** The title that the page's `meta` gives it. */
export function titleOf({ staticHandlerContext, routeModules }: EntryContext): string {
  const { matches, loaderData, errors, location } = staticHandlerContext;
  const leaf = matches.at(-1);
  const meta = leaf && routeModules[leaf.route.id]?.meta;
  if (!leaf || !meta || errors) return "";
  const { params } = leaf;
  const given = meta({ data: loaderData[leaf.route.id], params, location, matches: [], error: undefined } as never);
  const found = given?.find((entry): entry is { title: string } => "title" in entry);
  return found?.title ?? "";
}

export async function recordPage(context: ConsoleContext, remix: EntryContext, title: string): Promise<void> {
  const { matches, loaderData, errors, statusCode, location, actionData } = remix.staticHandlerContext;
  const shell = loaderData.shell as ShellData | undefined;
  const inShell = matches.some(({ route }) => route.id === "shell");
  if (!inShell || errors || statusCode >= 400 || actionData || !shell?.account) return;
  // Who looks as a role sees leaves no trace among their own tabs.
  if (shell.account.seeing) return;
  const tab = tabOf(shell.groups, { ...location, title });
  if (tab.path === homePath || shell.tabs.some((known) => isSame(known, tab))) return;
  await context.dispatch.call(openTab, noteOf(tab), { silent: true });
}

const isSame = (one: Tab, other: Tab) =>
  one.path === other.path && one.address === other.address && one.title === other.title;

/** The menu names its own tabs, in the language of the day. */
function noteOf({ path, address, title, starable }: Tab) {
  return { path, address, title: starable ? "" : title.slice(0, 80) };
}
