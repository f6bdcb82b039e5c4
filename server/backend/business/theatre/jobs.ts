/** Background work: holds and what was set aside end; the tickets of a cancelled session are given back, order by order. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { theatreSession as resource } from "~/contract/theatre/session";
import { type JobRun, jobKind } from "../../jobs/kind";
import { businessDay } from "../../kernel/business-time";
import { sequenceWithoutGap } from "../../kernel/numbers";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { giveBackFreely } from "../order/refund-freely";
import { noteRefunded } from "./move-tickets";
import { sellsOfCancelling } from "./sells";
import { walkOrders } from "./settle-walk";

/** What is over counts as free already; this only clears it away, and says so of what was set aside. */
export const endHolds = jobKind({
  kind: "endHolds",
  title: m.theatre_job_holds,
  payload: z.object({}),
  schedule: { cron: "*/5 * * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.theatre_job_holds_done({ n: rows }),
  async run(run) {
    const now = run.now().toISOString();
    const rows = await run.write(async (tx) => {
      await tx.execute(sql`
        update theatre_preselect
        set status = 'expired', seats = 0, row_version = row_version + 1, updated_at = ${now}::timestamptz
        where corp_code = current_setting('app.corp_code') and status = 'open' and until <= ${now}::timestamptz
      `);
      const { rowCount } = await tx.execute(sql`
        delete from theatre_place
        where corp_code = current_setting('app.corp_code')
          and (session_id, seat_id) in (
            select session_id, seat_id from theatre_place
            where corp_code = current_setting('app.corp_code') and until <= ${now}::timestamptz
            order by session_id, seat_id
            limit 5000
            for update skip locked
          )
      `);
      return rowCount ?? 0;
    });
    return { rows };
  },
});

const result = z.object({ rows: z.number(), failed: z.number() });

export const refundSession = jobKind({
  kind: "refundSession",
  title: m.theatre_job_refund,
  payload: z.object({ sessionId: z.number() }),
  outcome: (ended) => m.theatre_job_refund_done(result.parse(ended)),
  page: ({ payload }) => `${resource.path}/${payload.sessionId}/settle`,
  tells: true,
  run: (run, { sessionId }) =>
    walkOrders(run, {
      sessionId,
      async work(call, from, order, tickets) {
        const pieces = tickets.map(({ id, lineId, paid }) => ({ id, lineId, price: paid }));
        const numbers = { take: await refundNumber(run, call.db) };
        const why = m.theatre_refund_reason({ session: from.name, reason: await reasonOf(call, sessionId) });
        const given = await giveBackFreely({ ...call, numbers }, sellsOfCancelling, order, pieces, why.slice(0, 200));
        if (!given) throw new Refusal(m.theatre_r_payments_short());
        await noteRefunded(call, from, tickets);
      },
    }),
});

async function reasonOf({ db }: Call, sessionId: number): Promise<string> {
  const row = await firstOf<{ reason: string | null }>(
    db,
    sql`select reason from theatre_session where corp_code = current_setting('app.corp_code') and id = ${sessionId}`,
  );
  return row?.reason ?? "";
}

/** The number of one refund, drawn in its transaction. */
async function refundNumber(run: JobRun, tx: Call["db"]): Promise<Call["numbers"]["take"]> {
  const drawn = await sequenceWithoutGap({ db: tx }, "RF", businessDay(run.now()).replaceAll("-", ""), 1);
  return (kind, _period, count) => {
    if (kind !== "RF" || count !== 1) throw new Error(`no ${kind} in hand`);
    return drawn;
  };
}
