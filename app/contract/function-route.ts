/** The routes that a function list makes (specification 2.2): which function a page belongs to, and how it is shown. */
import { titlesOf } from "./function-title";
import { functionViews } from "./function-views";
import type { FunctionNode } from "./platform/function";

/** How a function's page is shown: in a frame, or by the view that its code names. */
export type OpenWay = "frame" | "embedded" | "view";

export interface FunctionRoute {
  id: number;
  parentIds: string;
  path: string;
  /** The query string of its address, without the question mark; "" for none. */
  query: string;
  /** The title, by whether the page is asked for with query parameters. */
  titles: readonly [plain: string, withQuery: string];
  openWay: OpenWay;
  outerChain: string;
  cloudFunUrl: string;
  /** What the view is registered under: the function code, or the function id for open type 9. */
  view: string;
  /** The screen of the function code; null where no screen has it. */
  screen: string | null;
}

/** Functions with an address, a code (or open type 2), and no function below them. */
export function functionRoutes(functions: readonly FunctionNode[]): FunctionRoute[] {
  const parents = new Set(functions.map((node) => node.parentId));
  return functions.filter((node) => isRoute(node) && !parents.has(node.id)).map(routeOf);
}

function isRoute({ funUrl, funCode, openType }: FunctionNode): boolean {
  return /^\/(?![/\\])/.test(funUrl) && (funCode !== "" || openType === "2");
}

function routeOf(node: FunctionNode): FunctionRoute {
  const { id, parentIds, funUrl, funCode, funName, openType, outerChain, cloudFunUrl } = node;
  const [path = "", query = ""] = splitAt(funUrl, "?");
  return {
    id,
    parentIds,
    path,
    query,
    titles: titlesOf(funName),
    openWay: openType === "_blank" ? "frame" : openType === "2" ? "embedded" : "view",
    outerChain,
    cloudFunUrl,
    view: openType === "9" ? String(id) : funCode,
    screen: Object.hasOwn(functionViews, funCode) ? (functionViews[funCode] ?? null) : null,
  };
}

/** The function that a page belongs to. Of several at one path, the one whose query the address repeats goes first. */
export function findFunctionRoute(routes: readonly FunctionRoute[], path: string, asked: URLSearchParams) {
  const here = routes.filter((route) => route.path.toLowerCase() === path.toLowerCase());
  const repeats = ({ query }: FunctionRoute) => [...new URLSearchParams(query)].every(([k, v]) => asked.get(k) === v);
  return here.find((route) => route.query !== "" && repeats(route)) ?? here[0] ?? null;
}

/** Where its frame leads: the outer-link address; with isReplaceReportUrl T the cloud function's, where it has one. */
export function frameAddress(
  { outerChain, cloudFunUrl }: Pick<FunctionRoute, "outerChain" | "cloudFunUrl">,
  replace: boolean,
): string {
  return (replace ? cloudFunUrl || outerChain : outerChain || cloudFunUrl).trim();
}

/** The page address of a route whose screen stands elsewhere: its own query kept, what was asked added. */
export function screenAddress({ id, screen, query, view }: FunctionRoute, asked: URLSearchParams): string {
  const merged = new URLSearchParams(query);
  for (const [name, value] of asked) merged.set(name, value);
  // Open type 9: the same screen under several functions; the id tells them apart.
  if (view === String(id)) merged.set("fun", view);
  const search = merged.toString();
  return (screen ?? "/404") + (search ? `?${search}` : "");
}

function splitAt(text: string, mark: string): [string, string] {
  const place = text.indexOf(mark);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place + 1)];
}
