/** The page that an address means, whatever form of it is asked for: Remix asks for a page's data at `<path>.data`. */

/** Of the path alone: `/_root.data` and `/manage/parkList.data` are `/` and `/manage/parkList`. */
export function pagePath({ pathname }: URL): string {
  if (pathname === "/_root.data") return "/";
  return pathname.replace(/\.data$/, "") || "/";
}

/** Less what Remix adds for itself: which routes' data it wants, and the mark of an index route. */
export function pageQuery({ searchParams }: URL): URLSearchParams {
  const query = new URLSearchParams(searchParams);
  query.delete("_routes");
  if (query.get("index") === "") query.delete("index");
  return query;
}

/** Path and query as one goes there again. Two slashes at the beginning would lead to another host. */
export function addressOf(path: string, query: URLSearchParams): string {
  const search = query.toString();
  return path.replace(/^\/{2,}/, "/") + (search ? `?${search}` : "");
}
