/** One of a group is free for so many who pay, as the agreement in force on the day says. */
import { sql } from "drizzle-orm";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

/** 0: nobody is free. Of several agreements the one that lasts longest holds, as for statements. */
export async function freePerOf({ db }: Call, agencyId: number | null, day: string): Promise<number> {
  if (agencyId === null) return 0;
  const row = await firstOf<{ n: number }>(
    db,
    sql`
      select coalesce(free_per, 0)::int as n
      from travel_agreement
      where corp_code = current_setting('app.corp_code') and agency_id = ${agencyId}
        and status = 'signed' and ${day}::date between from_day and to_day
      order by to_day desc, id desc
      limit 1
    `,
  );
  return row?.n ?? 0;
}
