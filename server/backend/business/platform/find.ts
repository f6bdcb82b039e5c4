/** Serves the search over everything: asks each finder whose function the caller may open. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { find, foundOfKind } from "~/contract/platform/find";
import type { Finder, Found, Sought } from "../../kernel/finder";
import { prepared } from "../../kernel/prepared";
import { type Call, type Served, serve } from "../../kernel/served";

export function findServed(finders: readonly Finder[]): Served[] {
  return [
    serve(find, async (call, { q }) => {
      const open: Finder[] = [];
      for (const finder of finders) if (await opensOne(call, finder)) open.push(finder);
      const text = q.normalize("NFKC").trim();
      const groups = text === "" ? await recent(call, open) : await matching(call, open, { text, now: call.now });
      return { groups: groups.filter(({ found }) => found.length > 0) };
    }),
  ];
}

async function opensOne(call: Call, { funs }: Finder): Promise<boolean> {
  for (const fun of funs) if (await call.opens(fun)) return true;
  return false;
}

interface Group {
  title: string;
  found: Found[];
}

async function matching(call: Call, finders: readonly Finder[], sought: Sought): Promise<Group[]> {
  const groups: Group[] = [];
  for (const finder of finders) {
    const fitting = finder.match(sought);
    if (fitting) groups.push({ title: finder.title(), found: await finder.read(call, fitting, foundOfKind) });
  }
  return groups;
}

/** Entries of the caller's own that are looked through for what they were about. */
const latestEntries = 60;

const dealtWith = `
  select thing, thing_id::float8 as id
  from (
    select thing, thing_id, id from audit_log where account_id = $1 order by id desc limit ${latestEntries}
  ) latest
  where thing_id > 0
  group by thing, thing_id
  order by max(id) desc
`;

/** In one group, latest first; of what is gone, or is not the caller's to see any more, nothing. */
async function recent(call: Call, finders: readonly Finder[]): Promise<Group[]> {
  const entries = await prepared<{ thing: string; id: number }>(call.db, dealtWith, [call.caller.userId]);
  const found: { place: number; one: Found }[] = [];
  for (const finder of finders) {
    const own = entries.filter(({ thing }) => thing === finder.thing).slice(0, foundOfKind);
    if (own.length === 0) continue;
    const ids = own.map(({ id }) => id);
    for (const one of await finder.read(call, sql`${finder.id} = any (${sql.param(ids)}::bigint[])`, foundOfKind))
      found.push({ place: entries.findIndex(({ thing, id }) => thing === finder.thing && id === one.id), one });
  }
  found.sort((one, other) => one.place - other.place);
  return [{ title: m.find_recent(), found: found.slice(0, foundOfKind * 2).map(({ one }) => one) }];
}
