/** Whether readers see an item at a moment, in words. */
import { m } from "~/contract/messages";
import { stamp } from "../../kernel/business-time";

/** What it hangs on; moments as people read them, on the clock of the corp. */
export interface Showing {
  status: string;
  visibleFrom: string | null;
  visibleUntil: string | null;
  changed: boolean;
}

/** From the beginning of `visibleFrom` until just before `visibleUntil`. */
export function sayShown({ status, visibleFrom: from, visibleUntil: until, changed }: Showing, now: Date): string {
  if (status === "draft") return m.content_shows_draft();
  if (status === "withdrawn") return m.content_shows_withdrawn();
  const at = stamp(now);
  const said =
    from !== null && at < from
      ? m.content_shows_later({ at: from })
      : until !== null && at >= until
        ? m.content_shows_over({ at: until })
        : until !== null
          ? m.content_shows_until({ at: until })
          : m.content_shows_now();
  return changed ? m.content_shows_changed({ shows: said }) : said;
}
