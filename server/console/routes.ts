/**
 * Whether a path belongs to a route of the build, other than the one for what is missing. Without regard to letter case,
 * as Remix's router looks for routes: a spelling of its own must not lead past the guard.
 */
import type { ServerBuild } from "@remix-run/node";

interface KnownRoute {
  pattern: RegExp;
  /** `handle.permission` "own": the page asks for the right itself, so the guard lets it pass (specification 4.2.9). */
  ownPermission: boolean;
}

const patterns = new WeakMap<ServerBuild, KnownRoute[]>();

/** The route that a path belongs to; null for the one of what is missing. */
export function findRoute(build: ServerBuild, path: string): KnownRoute | null {
  const known = patterns.get(build) ?? patternsOf(build);
  patterns.set(build, known);
  const here = known.filter(({ pattern }) => pattern.test(path));
  // Where several fit, all of them must look after themselves: which one the router takes is not ours to guess.
  const [first] = here;
  return first ? { ...first, ownPermission: here.every(({ ownPermission }) => ownPermission) } : null;
}

function patternsOf(build: ServerBuild): KnownRoute[] {
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
    const handle = route.module?.handle as { permission?: unknown } | undefined;
    return [{ pattern: new RegExp(`^/${source}$`, "i"), ownPermission: handle?.permission === "own" }];
  });
}
