/**
 * The view registry: the screen that shows a function, by function code (specification 2.2). A function whose address in
 * the menu is another one is led there.
 */
import { functionTree } from "./function-tree";

export const functionViews: Readonly<Record<string, string>> = Object.fromEntries(
  functionTree.flatMap(({ entries }) =>
    entries.filter(({ built, code }) => built && code !== "").map(({ code, url }) => [code, url.split("?")[0] ?? ""]),
  ),
);
