/** Remix's request handler over the few routes that a page needs, instead of all of them. */
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "react-router-dom";
import { LastUsed } from "../last-used";

type RouteManifest = ServerBuild["routes"];
/** As the router wants them. */
type TableRoute = Parameters<typeof matchRoutes>[0][number];
type Handler = (request: Request, context: AppLoadContext) => Promise<Response>;
/** Who makes pages of a build: Remix, unless a test wants to see what reaches it. */
export type MakeHandler = (build: ServerBuild, mode: string) => Handler;

/** Addresses whose route is remembered. Ids stand in addresses, so there is no end of them. */
const remembered = 2_000;

/**
 * The router looks for a page's route three times a request, each time through all of the table, and renders with all of
 * it: in a profile of a list page about a fifth of the console's own work. So the route is looked for once, by the same router,
 * and the page made by a handler that knows that route and those around it.
 */
export function remixHandler(build: ServerBuild, mode: string, make: MakeHandler = createRequestHandler): Handler {
  const whole = make(build, mode);
  const table = tableOf(routesByParent(build.routes));
  const handlers = new Map<string, Handler>();
  const branches = new LastUsed<string[] | null>(remembered);

  const branchOf = (pathname: string): string[] | null => {
    const known = branches.get(pathname);
    if (known !== undefined) return known;
    const found = matchRoutes(table, pathname)?.map(({ route }) => route.id ?? "") ?? null;
    branches.set(pathname, found);
    return found;
  };

  return (request, context) => {
    const branch = branchOf(pagePathOf(new URL(request.url).pathname));
    const leaf = branch?.at(-1);
    if (!branch || leaf === undefined) return whole(request, context);
    const known = handlers.get(leaf) ?? make(withOnly(build, new Set(branch)), mode);
    handlers.set(leaf, known);
    return known(request, context);
  };
}

/** As Remix reads the address of its `.data` requests. */
function pagePathOf(pathname: string): string {
  if (pathname === "/_root.data") return "/";
  return pathname.endsWith(".data") ? pathname.slice(0, -".data".length) : pathname;
}

/** Of each route those directly below it; "" stands for the root. Once through the manifest: it has more than a thousand. */
function routesByParent(routes: RouteManifest): Map<string, NonNullable<RouteManifest[string]>[]> {
  const below = new Map<string, NonNullable<RouteManifest[string]>[]>();
  for (const route of Object.values(routes)) {
    if (!route) continue;
    const siblings = below.get(route.parentId ?? "") ?? [];
    siblings.push(route);
    below.set(route.parentId ?? "", siblings);
  }
  return below;
}

function tableOf(below: ReturnType<typeof routesByParent>, parentId = ""): TableRoute[] {
  return (below.get(parentId) ?? []).map(({ id, path, index, caseSensitive = false }): TableRoute => {
    const at = { id, caseSensitive, ...(path !== undefined && { path }) };
    return index ? { ...at, index: true as const } : { ...at, children: tableOf(below, id) };
  });
}

/** The browser's own table is another one (its manifest file): what is left out here is only not rendered with. */
function withOnly(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const only = <R>(routes: Record<string, R>): Record<string, R> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
