/** A request in the forms in which Remix reads it. */
/** As Remix's router reads it before it looks for a route: another spelling must not lead past the guard. */
export function decodedPath(path: string): string {
  try {
    return path
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return path;
  }
}

/** The same request in Remix's `.data` form, for those who read JSON. */
export function dataForm(request: Request, url: URL, path: string): Request {
  const target = new URL(url);
  target.pathname = path === "/" ? "/_root.data" : `${path}.data`;
  return new Request(target, request);
}

/**
 * The origin is checked by now, by the settings. Remix checks it once more, against the host that it sees: behind a proxy
 * that is another one, and the answer would be an empty 500.
 */
export function withoutOrigin(request: Request): Request {
  if (!request.headers.has("origin")) return request;
  const headers = new Headers(request.headers);
  headers.delete("origin");
  return new Request(request, { headers });
}
