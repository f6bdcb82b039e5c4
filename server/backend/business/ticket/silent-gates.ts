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

/** As the owner. One look into an index for each gate. */
export async function countGates(db: Transaction): Promise<GatesCounted> {
  const [counted] = await rowsOf<GatesCounted>(
    db,
    sql`
      with used as (
        select (select max(p.at) from passage p where p.corp_code = g.corp_code and p.gate_id = g.id) as last_at,
               (
                 select max(d.last_seen) from gate_device d
                 where d.corp_code = g.corp_code and d.gate_id = g.id and d.state = 'paired'
               ) as seen_at
        from gate g
        where g.status = 'T'
      )
      select count(*)::int as gates,
             count(*) filter (where last_at between now() - interval '7 days' and now() - interval '1 day')::int as silent,
             count(*) filter (
               where seen_at between now() - interval '12 hours' and now() - interval '10 minutes'
             )::int as offline
      from used
    `,
  );
  return counted ?? { gates: 0, silent: 0, offline: 0 };
}
