/**
 * Whether a path belongs to a route of the build, other than the one for what is missing. Without regard to letter case,
 * as Remix's router looks for routes: a spelling of its own must not lead past the guard.
 */
import type { MetaFunction, ServerBuild } from "@remix-run/node";
import { locales } from "~/contract/messages";
import { currentLocale, localeStorage } from "~/i18n/locale.server";

interface KnownRoute {
  pattern: RegExp;
  /** `handle.permission` "own": the page asks for the right itself, so the guard lets it pass (specification 4.2.9). */
  ownPermission: boolean;
  meta: MetaFunction | undefined;
}

/** Routes by what their first part says, in small letters; those that begin with a parameter lie under "". */
type KnownRoutes = ReadonlyMap<string, readonly KnownRoute[]>;

const patterns = new WeakMap<ServerBuild, KnownRoutes>();

/** The route that a path belongs to; null for the one of what is missing. */
export function findRoute(build: ServerBuild, path: string): KnownRoute | null {
  const here = fittingRoutes(build, path);
  // Where several fit, all of them must look after themselves: which one the router takes is not ours to guess.
  const [first] = here;
  return first ? { ...first, ownPermission: here.every(({ ownPermission }) => ownPermission) } : null;
}

/**
 * A page that was called `kept` is called by its route in the language of now. What a page says of what it shows (an
 * order's number, somebody's name) is no text of ours, and stays.
 */
export function titleNow(build: ServerBuild, path: string, kept: string): string {
  for (const { meta } of fittingRoutes(build, path)) {
    if (!meta) continue;
    const said = new Map(
      locales.map((locale) => [locale, localeStorage.run(locale, () => titleWithoutData(meta, path))]),
    );
    if ([...said.values()].includes(kept)) return said.get(currentLocale()) || kept;
  }
  return kept;
}

function titleWithoutData(meta: MetaFunction, pathname: string): string {
  const location = { pathname, search: "", hash: "", state: null, key: "" };
  const given = meta({ data: undefined, params: {}, location, matches: [], error: undefined });
  return given?.find((entry): entry is { title: string } => "title" in entry)?.title ?? "";
}

function fittingRoutes(build: ServerBuild, path: string): KnownRoute[] {
  const known = patterns.get(build) ?? routesOf(build);
  patterns.set(build, known);
  const near = [...(known.get(firstPart(path)) ?? []), ...(known.get("") ?? [])];
  return near.filter(({ pattern }) => pattern.test(path));
}

function routesOf(build: ServerBuild): KnownRoutes {
  const known = new Map<string, KnownRoute[]>();
  for (const route of Object.values(build.routes)) {
    if (route?.path === undefined || route.path === "*") continue;
    const bare = route.path.replace(/^\/+/, "");
    const source = bare
      .split("/")
      .map((part) =>
        part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
      )
      .join("/");
    const handle = route.module?.handle as { permission?: unknown } | undefined;
    const first = /^[:*]/.test(bare) ? "" : firstPart(`/${bare}`);
    const near = known.get(first) ?? [];
    known.set(first, near);
    near.push({
      pattern: new RegExp(`^/${source}$`, "i"),
      ownPermission: handle?.permission === "own",
      meta: route.module?.meta as MetaFunction | undefined,
    });
  }
  return known;
}

/** Of "/Order/list" "order". */
function firstPart(path: string): string {
  const end = path.indexOf("/", 1);
  return path.slice(1, end < 0 ? undefined : end).toLowerCase();
}
