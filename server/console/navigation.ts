/**
 * What a GET is for, as the browser itself says it (Fetch Metadata): a page that somebody goes to, data that a script of
 * ours fetches, or a part of another page (picture, frame, style), which whoever writes that page chooses.
 */
import type { Writes } from "../dispatch/client";

/**
 * - `page`: a document in a window of its own, by the visitor's navigation;
 * - `data`: fetched by a script of this origin;
 * - `part`: asked for by another page: a picture, a frame, something fetched ahead, whatever a foreign script fetches;
 * - `unknown`: the headers are absent: an old browser, or a tool.
 */
export type Purpose = "page" | "data" | "part" | "unknown";

export function purposeOf({ headers }: Request): Purpose {
  if (/prefetch|prerender/i.test(headers.get("sec-purpose") ?? headers.get("purpose") ?? "")) return "part";
  const destination = headers.get("sec-fetch-dest");
  if (destination === null) return "unknown";
  if (destination === "document") return headers.get("sec-fetch-mode") === "navigate" ? "page" : "part";
  const site = headers.get("sec-fetch-site");
  return destination === "empty" && (site === "same-origin" || site === "none") ? "data" : "part";
}

/** Reads only: what must change nothing. */
export function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** What the dispatch calls of a request may change. */
export function writesOf(request: Request): Writes {
  if (!isRead(request)) return "all";
  return purposeOf(request) === "part" ? "none" : "codes";
}
