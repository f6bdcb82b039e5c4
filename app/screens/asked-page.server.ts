/** What a 403 page says of the page and the right that were asked for: looked up here, since anybody can write its address. */
import { buttons, functionTree } from "~/contract/function-tree";
import { m } from "~/contract/messages";
import { localPath } from "~/shell/local-path";
import { functionsOfPage } from "./page-access";

const entries = functionTree.flatMap((group) => group.entries);
const rights = new Map([...buttons.values()].flat().map(({ code, label }) => [code, label]));

/** The menu entry that a path belongs to, in the language of the request; null where the menu has none. */
function pageTitle(path: string): string | null {
  const funs = functionsOfPage(path) ?? [];
  const own = entries.find(({ code }) => code !== "" && funs.includes(code));
  const here = entries.find(({ url }) => {
    const at = url.split("?")[0] ?? "";
    return at !== "" && (path === at || path.startsWith(`${at}/`));
  });
  return (own ?? here)?.label() ?? null;
}

/** /403 with what was asked: the path where the menu has it, the right (a button code) where there is such a button. */
export function forbiddenAddress(path: string, right?: string): string {
  if (localPath(path, "") === "" || pageTitle(path) === null) return "/403";
  const query = new URLSearchParams({ of: path, ...(right && rights.has(right) && { right }) });
  return `/403?${query}`;
}

/** The sentence for the query of such an address; null where it names nothing that the menu has. */
export function forbiddenText(query: URLSearchParams): string | null {
  const path = localPath(query.get("of"), "");
  const page = path === "" ? null : pageTitle(path);
  if (page === null) return null;
  const right = rights.get(query.get("right") ?? "");
  return right ? m.error_page_403_right({ page, right: right() }) : m.error_page_403_named({ page });
}
