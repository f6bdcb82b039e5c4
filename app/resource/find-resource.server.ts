/** Finds the resource that a path belongs to: a loader does not know its route. */
import { resources } from "~/contract/registry";
import type { AnyResource } from "~/contract/resource";

type RowId = number | "{id}";

export function findByPath(path: string): AnyResource {
  const found = resources.find(
    ({ path: list, editPath }) => path === list || path === editPath || path.startsWith(`${list}/`),
  );
  if (!found) throw new Response(null, { status: 404 });
  return found;
}

/** Addresses of a resource's pages; `{id}` in place of an id stands for any row's. */
export function pagesOf({ path, editPath }: AnyResource) {
  return {
    list: path,
    create: editPath ?? `${path}/new`,
    detail: (id: RowId) => `${path}/${id}`,
    edit: (id: RowId) => (editPath ? `${editPath}?id=${id}` : `${path}/${id}/edit`),
    remove: (id: RowId) => `${path}/${id}/remove`,
  };
}
