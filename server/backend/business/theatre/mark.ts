/** What the places of a session stand at. */
import { sql } from "drizzle-orm";
import { NotFound } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { stillTaken } from "./read-session";

/**
 * Asked every second while a map is open: how many places are taken now, by which transactions (a row that is written anew
 * has a later `xmin`), and what the places without seats stand at.
 */
export async function markOf({ db, now }: Call, sessionId: number): Promise<string> {
  const found = await firstOf<{ mark: string }>(
    db,
    sql`
      select concat_ws('.', p.taken, p.written, coalesce(
               (select sum(r.taken) from theatre_room r where r.corp_code = x.corp_code and r.session_id = x.id), 0
             ), x.template_id) as mark
      from theatre_session x
      cross join lateral (
        select count(*) filter (where ${stillTaken(now)}) as taken, sum(p.xmin::text::bigint) as written
        from theatre_place p where p.corp_code = x.corp_code and p.session_id = x.id
      ) p
      where x.corp_code = current_setting('app.corp_code') and x.id = ${sessionId}
    `,
  );
  if (!found) throw new NotFound();
  return found.mark;
}
