/** Finds the resource that a path belongs to: a loader does not know its route. */
import type { AppLoadContext } from "@remix-run/node";
import { resources } from "~/contract/registry";
import type { AnyResource } from "~/contract/resource";
import { withWayBack } from "./way-back.server";

type RowId = number | "{id}";

export function findByPath(path: string): AnyResource {
  // Of several whose path it lies below, the longest.
  const [found] = resources
    .filter(({ path: list, editPath }) => path === list || path === editPath || path.startsWith(`${list}/`))
    .toSorted((one, other) => matched(other, path) - matched(one, path));
  if (!found) throw new Response(null, { status: 404 });
  return found;
}

function matched({ path: list, editPath }: AnyResource, path: string): number {
  return path === editPath ? path.length : list.length;
}

/**
 * Addresses of a resource's pages; `{id}` in place of an id stands for any row's. `left` is the query of the list as
 * somebody left it (see {@link leftIn}): the row's pages hand it on, so that the way back finds filters, page and order.
 */
export function pagesOf({ path, editPath, pages }: Pick<AnyResource, "path" | "editPath" | "pages">, left = "") {
  const handed = left === "" ? "" : `list=${encodeURIComponent(left)}`;
  const handing = (address: string) =>
    handed === "" ? address : address + (address.includes("?") ? "&" : "?") + handed;
  // Hand-written pages know their way back, but for those that several lists lead to.
  const own = (page: "detail" | "edit" | "remove" | "command", id: RowId) => pages?.[page]?.replace("{id}", String(id));
  const back = left === "" ? path : `${path}?${left}`;
  return {
    list: path,
    back,
    create: pages?.create ?? editPath ?? `${path}/new`,
    detail: (id: RowId) => {
      const page = own("detail", id);
      if (page === undefined) return handing(`${path}/${id}`);
      return page.startsWith(`${path}/`) ? page : withWayBack(page, back);
    },
    edit: (id: RowId) => own("edit", id) ?? handing(editPath ? `${editPath}?id=${id}` : `${path}/${id}/edit`),
    remove: (id: RowId) => own("remove", id) ?? handing(`${path}/${id}/remove`),
    /** Where a command asks for what it needs. */
    command: (id: RowId, name: string) =>
      own("command", id)?.replace("{command}", name) ?? handing(`${path}/${id}/${name}`),
  };
}

/** The list's query that the address of a row's page carries; "" where it carries none, or the way back to another list. */
export function leftIn({ path }: Pick<AppLoadContext, "path">): string {
  const left = new URLSearchParams(path.split("?")[1]).get("list") ?? "";
  return left.startsWith("/") ? "" : new URLSearchParams(left).toString();
}
