/** Gates that stopped admitting, over all corps: for the health page and for whoever watches, who are told sums alone. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { rowsOf } from "../../kernel/rows";

interface GatesCounted {
  /** In use. */
  gates: number;
  /** Admitted within a week and not within a day. */
  silent: number;
  /** Their device was there within twelve hours, and not within ten minutes. */
  offline: number;
}

/** Of a gate `g`: when its device was there last. */
const seenAt = `(
  select max(d.last_seen) from gate_device d
  where d.corp_code = g.corp_code and d.gate_id = g.id and d.state = 'paired'
)`;
/** After such a moment: it was there within twelve hours, and not within ten minutes. */
const isAway = "between now() - interval '12 hours' and now() - interval '10 minutes'";

/** As the owner. One look into an index for each gate. */
export async function countGates(db: Transaction): Promise<GatesCounted> {
  const [counted] = await rowsOf<GatesCounted>(
    db,
    sql`
      with used as (
        select (select max(p.at) from passage p where p.corp_code = g.corp_code and p.gate_id = g.id) as last_at,
               ${sql.raw(seenAt)} as seen_at
        from gate g
        where g.status = 'T'
      )
      select count(*)::int as gates,
             count(*) filter (where last_at between now() - interval '7 days' and now() - interval '1 day')::int as silent,
             count(*) filter (where seen_at ${sql.raw(isAway)})::int as offline
      from used
    `,
  );
  return counted ?? { gates: 0, silent: 0, offline: 0 };
}

/** Gates in use whose device is away, by corp: as the owner of all, under the role of `asGroup` of a group's. */
export const gatesAway = (db: Transaction): Promise<{ corpCode: string; n: number }[]> =>
  rowsOf<{ corpCode: string; n: number }>(
    db,
    sql`
      select g.corp_code as "corpCode", count(*)::int as n
      from gate g
      where g.status = 'T' and ${sql.raw(seenAt)} ${sql.raw(isAway)}
      group by g.corp_code
    `,
  );
