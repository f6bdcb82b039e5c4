/**
 * Whether a path belongs to a route of the build, other than the one for what is missing. Without regard to letter case,
 * as Remix's router looks for routes: a spelling of its own must not lead past the guard.
 */
import type { ServerBuild } from "@remix-run/node";

const patterns = new WeakMap<ServerBuild, RegExp[]>();

export function routeExists(build: ServerBuild, path: string): boolean {
  const known = patterns.get(build) ?? patternsOf(build);
  patterns.set(build, known);
  return known.some((pattern) => pattern.test(path));
}

function patternsOf(build: ServerBuild): RegExp[] {
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  return routes.flatMap((route) => {
    if (route.path === undefined || route.path === "*") return [];
    const source = route.path
      .replace(/^\/+/, "")
      .split("/")
      .map((part) =>
        part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
      )
      .join("/");
    return [new RegExp(`^/${source}$`, "i")];
  });
}
