/** Gates that stopped admitting, over all corps: for the health page, which tells sums alone. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { rowsOf } from "../../kernel/rows";

/** As the owner. One look into an index for each gate. */
export async function countGates(db: Transaction): Promise<{ gates: number; silent: number }> {
  const [counted] = await rowsOf<{ gates: number; silent: number }>(
    db,
    sql`
      with used as (
        select (select max(p.at) from passage p where p.corp_code = g.corp_code and p.gate_id = g.id) as last_at
        from gate g
        where g.status = 'T'
      )
      select count(*)::int as gates,
             count(*) filter (where last_at between now() - interval '7 days' and now() - interval '1 day')::int as silent
      from used
    `,
  );
  return counted ?? { gates: 0, silent: 0 };
}
