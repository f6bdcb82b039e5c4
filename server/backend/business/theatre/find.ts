/** Shows and films by a part of their name or code. */
import { sql } from "drizzle-orm";
import { theatreShow } from "~/contract/theatre/session";
import { partOf } from "../../kernel/finder";
import { finderOf, recordsOf } from "../../kernel/record-finder";

export const findsShows = finderOf({
  ...recordsOf(theatreShow),
  match: (sought) => partOf([sql`s.name`, sql`s.code`], sought),
  from: sql`theatre_show s`,
  letter: "s",
  name: sql`s.name`,
  hints: [sql`s.code`, { value: sql`s.kind`, dictionary: "theatreShowKind" }],
});
