/** Lists that are no entry of the menu themselves hang under the entry of their function. */
import { manifests } from "~/contract/manifests";
import type { AnyResource } from "~/contract/resource";

const urls = new Map<string, string>(
  manifests.flatMap(({ menu = {} }) => Object.entries(menu).map(([code, { url }]) => [code, url])),
);
const entries = new Set(urls.values());

/** For the page's answer: `menuAbove` where the sidebar could not tell by the address. */
export function menuAbove({ path, fun }: Pick<AnyResource, "path" | "fun">): { menuAbove?: string } {
  const url = urls.get(fun);
  return url === undefined || entries.has(path) ? {} : { menuAbove: url };
}
