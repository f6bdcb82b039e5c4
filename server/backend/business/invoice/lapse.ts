/** Red letters that the buyer has not confirmed in time lapse: what they held may be reversed again. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { jobKind } from "../../jobs/kind";
import { rowsOf } from "../../kernel/rows";
import { freeLines } from "./reverse";

const atOnce = 100;

export const lapseReds = jobKind({
  kind: "lapseRedLetters",
  title: m.jobs_kind_lapse_reds,
  payload: z.object({}),
  schedule: { cron: "5,20,35,50 * * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_lapsed_reds({ n: rows }),
  async run(run) {
    let rows = 0;
    for (;;) {
      const lapsed = await run.write(async (tx) => {
        const found = await rowsOf<{ id: number }>(
          tx,
          sql`
            update invoice_red
            set status = 'lapsed', row_version = row_version + 1, updated_at = now()
            where corp_code = current_setting('app.corp_code')
              and status = 'waiting'
              and id = any (array(
                select id from invoice_red
                where corp_code = current_setting('app.corp_code') and status = 'waiting'
                  and waits_until <= ${run.now().toISOString()}::timestamptz
                order by waits_until
                limit ${atOnce}
                for update skip locked
              ))
            returning id::float8 as id
          `,
        );
        for (const { id } of found) await freeLines({ db: tx }, id);
        return found.length;
      });
      rows += lapsed;
      await run.progress(rows);
      if (lapsed < atOnce) return { rows };
    }
  },
});
