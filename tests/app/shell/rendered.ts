/** Renders shell pages through Remix's own request handler, from the route modules, without a build. */
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import * as login from "~/auth/login";
import * as entry from "~/entry.server";
import { localeStorage } from "~/i18n/locale.server";
import * as root from "~/root";
import * as functionPage from "~/screens/function/function-page";
import * as home from "~/screens/home";
import * as shell from "~/shell/layout";
import { args, fakeContext } from "./fake-context";

const future = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_routeConfig: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: true,
  unstable_optimizeDeps: false,
};

interface RouteEntry {
  module: object;
  path?: string;
  parentId?: string;
}

const modules: Record<string, RouteEntry> = {
  root: { module: root, path: "" },
  "/login": { module: login, path: "/login", parentId: "root" },
  shell: { module: shell, parentId: "root" },
  "/index": { module: home, path: "/index", parentId: "shell" },
  "*": { module: functionPage, path: "*", parentId: "shell" },
};

/** A server build of the shell's routes, and of more. */
export function serverBuild(more: Record<string, RouteEntry> = {}): ServerBuild {
  const all = Object.entries({ ...modules, ...more });
  return {
    entry: { module: entry },
    routes: Object.fromEntries(all.map(([id, route]) => [id, { id, ...route }])),
    assets: {
      entry: { module: "/assets/entry.js", imports: ["/assets/vendor.js"] },
      routes: Object.fromEntries(
        all.map(([id, { module, ...route }]) => [
          id,
          {
            id,
            ...route,
            module: `/assets/${id}.js`,
            hasLoader: "loader" in module,
            hasAction: "action" in module,
            hasErrorBoundary: "ErrorBoundary" in module,
          },
        ]),
      ),
      url: "/assets/manifest.js",
      version: "1",
    },
    future,
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    isSpaMode: false,
  } as unknown as ServerBuild;
}

const handle = createRequestHandler(serverBuild(), "production");

interface Wanted extends NonNullable<Parameters<typeof fakeContext>[0]> {
  lite?: boolean;
  locale?: "zh-CN" | "en";
  headers?: Record<string, string>;
  /** Routes beside the shell's. */
  routes?: Record<string, RouteEntry>;
}

export async function rendered(path: string, wanted: Wanted = {}): Promise<{ status: number; html: string }> {
  const { lite = false, locale = "zh-CN", headers = {}, routes, ...fake } = wanted;
  const { context } = fakeContext(fake);
  const preferences = { ...(context.preferences as object), lite, locale };
  const { request } = args(context, path);
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  const serve = routes ? createRequestHandler(serverBuild(routes), "production") : handle;
  const answer = await localeStorage.run(locale, () => serve(request, { ...context, preferences } as typeof context));
  return { status: answer.status, html: await answer.text() };
}
