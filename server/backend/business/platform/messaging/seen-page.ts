/** Which function a message leads to: who has lost it is told no more of what hangs under it. */
import { manifests } from "~/contract/manifests";
import type { FunctionCode } from "~/contract/menu-entry";
import { resources } from "~/contract/registry";

const pathOf = (address: string) => address.split(/[?#]/, 1)[0] ?? "";

let pages: { path: string; fun: FunctionCode | FunctionCode[] }[] | undefined;

/** Longest addresses first. What stands in the menu says its function, and so does every resource. */
function known() {
  pages ??= [
    ...resources.map(({ path, fun }) => ({ path, fun: fun as FunctionCode | FunctionCode[] })),
    ...manifests.flatMap(({ menu = {} }) =>
      Object.entries(menu).map(([fun, { url }]) => ({ path: pathOf(url), fun: fun as FunctionCode })),
    ),
  ].sort((one, other) => other.path.length - one.path.length);
  return pages;
}

/** Null for a page that is no function's: a message without an address, the file of one's own export. */
export function functionOfPage(link: string): FunctionCode | FunctionCode[] | null {
  const path = pathOf(link);
  if (path === "" || path === "/") return null;
  return known().find((page) => path === page.path || path.startsWith(`${page.path}/`))?.fun ?? null;
}
