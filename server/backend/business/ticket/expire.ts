/** Tickets that nobody used expire once their last day is over: issued → expired. Carts set aside go with their day. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { jobKind } from "../../jobs/kind";
import { businessDay } from "../../kernel/business-time";
import { forgetHeldCarts } from "./held-cart";

const batch = 500;

export const expireTickets = jobKind({
  kind: "expireTickets",
  title: m.jobs_kind_expire_tickets,
  payload: z.object({}),
  schedule: { cron: "10 0 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_expired_tickets({ n: rows }),
  async run(run) {
    const today = businessDay(run.now());
    await run.write((tx) => forgetHeldCarts(tx, today));
    let rows = 0;
    for (;;) {
      // A ticket that a gate or a refund holds at this moment is left for the next batch or the next night.
      const changed = await run.write(async (tx) => {
        const { rowCount } = await tx.execute(sql`
          update ticket
          set state = 'expired'
          where corp_code = current_setting('app.corp_code')
            and id = any (array(
              select id from ticket
              where corp_code = current_setting('app.corp_code')
                and state = 'issued'
                and valid_to < ${today}::date
              order by valid_to
              limit ${batch}
              for update skip locked
            ))
            and state = 'issued'
        `);
        return rowCount ?? 0;
      });
      rows += changed;
      await run.progress(rows);
      if (changed < batch) return { rows };
    }
  },
});
