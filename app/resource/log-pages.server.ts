/** A log that came whole, as its page shows it: newest first, by pages. `?log=2` is the second. */
import type { AppLoadContext } from "@remix-run/node";
import type { TimelineEntry } from "~/widgets/timeline";
import type { ChangeLogView } from "./change-log.server";

const perPage = 10;

/** Of entries oldest first. */
export function logPages(context: Pick<AppLoadContext, "path">, entries: readonly TimelineEntry[]): ChangeLogView {
  const here = new URL(context.path, "http://page");
  const last = Math.max(1, Math.ceil(entries.length / perPage));
  const asked = here.searchParams.get("log") ?? "";
  const pageNo = Math.min(/^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1, last);
  const page = (n: number) => {
    if (n < 1 || n > last) return null;
    if (n === 1) here.searchParams.delete("log");
    else here.searchParams.set("log", String(n));
    return here.pathname + here.search;
  };
  return {
    entries: entries.toReversed().slice((pageNo - 1) * perPage, pageNo * perPage),
    older: page(pageNo + 1),
    newer: page(pageNo - 1),
  };
}
