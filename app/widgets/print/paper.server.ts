/** How a page is looked at: on the screen, or (`?print`) as it goes on paper. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { stamp } from "~/contract/business-time";
import type { Paper } from "./printable";

/** Of the page that is asked for: what its address says of it stays as it is. */
export function paperOf({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">): Paper {
  const query = new URL(request.url).searchParams;
  const printing = query.has("print");
  for (const passing of ["print", "_data"]) query.delete(passing);
  const path = context.path.split("?")[0] ?? "";
  const here = path + (query.size > 0 ? `?${query}` : "");
  if (printing) return { at: stamp(new Date()).slice(0, 16), back: here };
  query.set("print", "1");
  return { to: `${path}?${query}` };
}
