/** What of a shared view its reader may have: never more than their own rights give. */
import type { SavedView } from "~/contract/platform/list-memory";
import { resources } from "~/contract/registry";
import type { AnyResource } from "~/contract/resource";
import { sensitiveButton } from "~/contract/resource-changes";
import type { Call } from "../../kernel/call";

/** How a list is looked at, whatever its fields. */
const ofEveryList = ["sort", "order", "pageSize"];

const listAt = (path: string): AnyResource | undefined => resources.find((one) => one.path === path);

export async function mayOpen(call: Call, path: string): Promise<boolean> {
  const list = listAt(path);
  if (!list) return false;
  for (const fun of [list.fun, ...(list.alsoFor ?? [])]) if (await call.opens(fun)) return true;
  return false;
}

/**
 * Null where the reader may not open the list. A filter over what is masked for them would tell them the value; a column
 * that the list has no more, or never had, is none.
 */
export async function withinRights(call: Call, path: string, view: SavedView): Promise<SavedView | null> {
  const list = listAt(path);
  if (!list || !(await mayOpen(call, path))) return null;
  const maySee = await call.may(sensitiveButton);
  const fieldOf = (name: string) => (Object.hasOwn(list.fields, name) ? list.fields[name] : undefined);
  const search = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(view.search)) {
    const field = fieldOf(name.replace(/\.(from|to)$/, ""));
    const isFilter = field?.filter !== undefined && (maySee || field.mask !== true);
    if (isFilter || ofEveryList.includes(name)) search.append(name, value);
  }
  const columns = view.columns.filter(({ name }) => fieldOf(name)?.list === true);
  return { ...view, search: search.toString(), columns };
}
