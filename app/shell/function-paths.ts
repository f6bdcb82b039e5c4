/** From ids of functions to the addresses that the menu shows, of those that are granted. */
import type { FunctionNode } from "~/contract/platform/function";

export function functionPaths(functions: readonly FunctionNode[]): (ids: readonly number[] | undefined) => string[] {
  const byId = new Map(functions.map(({ id, funUrl }) => [id, funUrl.split("?", 1)[0] ?? ""]));
  return (ids = []) => ids.flatMap((id) => byId.get(id) || []);
}
