/** Background work: holds and what was set aside end; the tickets of a cancelled session are given back, order by order. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { theatreSession as resource } from "~/contract/theatre/session";
import { type JobRun, jobKind } from "../../jobs/kind";
import { standIn } from "../../jobs/stand-in";
import { writeAudits } from "../../kernel/audit";
import { businessDay } from "../../kernel/business-time";
import { sequenceWithoutGap } from "../../kernel/numbers";
import { firstOf, rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import type { AuditEntry, Call } from "../../kernel/served";
import { joinOrder, lockOrder } from "../order/query-parts";
import { giveBackFreely } from "../order/refund-freely";
import { sellsOfCancelling } from "./sells";

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
  page: ({ payload }) => `${resource.path}/${payload.sessionId}`,
  tells: true,
  async run(run, { sessionId }) {
    let [rows, failed] = [0, 0];
    for (let after = 0; ; ) {
      const order = await run.read((tx) =>
        firstOf<{ id: number; orderNo: string }>(
          tx,
          sql`
            select t.order_id::float8 as id, o.order_no as "orderNo"
            from theatre_ticket t
            ${sql.raw(joinOrder("t"))}
            where t.corp_code = current_setting('app.corp_code') and t.session_id = ${sessionId}
              and t.state in ('sold', 'checked') and t.order_id > ${after}
            order by t.order_id
            limit 1
          `,
        ),
      );
      if (!order) break;
      after = order.id;
      if (await giveBackOrder(run, sessionId, order)) rows += 1;
      else failed += 1;
      await run.progress(rows + failed);
    }
    return { rows, failed, link: `${resource.path}/${sessionId}` };
  },
});

/** In a transaction of its own: one that fails leaves the others done. Begun anew, the job finds what is left. */
async function giveBackOrder(run: JobRun, sessionId: number, order: { id: number; orderNo: string }): Promise<boolean> {
  return run.write(async (tx) => {
    const entries: AuditEntry[] = [];
    const asker = await standIn(run, tx, { fun: resource.fun });
    const numbers = { take: await refundNumber(run, tx) };
    const call: Call = { ...asker, numbers, audit: (entry) => void entries.push(entry) };
    return ofEverybody(call, async () => {
      await tx.execute(lockOrder(sql`${order.id}`));
      const pieces = await rowsOf<{ id: number; lineId: number; price: number }>(
        tx,
        sql`
          select id::float8 as id, line_id::float8 as "lineId", price::float8 as price from theatre_ticket
          where corp_code = current_setting('app.corp_code') and session_id = ${sessionId} and order_id = ${order.id}
            and state in ('sold', 'checked')
          order by theatre_ticket.id
          for update
        `,
      );
      if (pieces.length === 0) return true;
      const session = await firstOf<{ name: string; reason: string | null }>(
        tx,
        sql`select name, reason from theatre_session where corp_code = current_setting('app.corp_code') and id = ${sessionId}`,
      );
      const why = m.theatre_refund_reason({ session: session?.name ?? "", reason: session?.reason ?? "" });
      const given = await giveBackFreely(call, sellsOfCancelling, order, pieces, why.slice(0, 200));
      await writeAudits(tx, call, { name: "theatreSettle" }, entries);
      return given !== null;
    });
  });
}

/** The number of one refund, drawn in its transaction. */
async function refundNumber(run: JobRun, tx: Call["db"]): Promise<Call["numbers"]["take"]> {
  const drawn = await sequenceWithoutGap({ db: tx }, "RF", businessDay(run.now()).replaceAll("-", ""), 1);
  return (kind, _period, count) => {
    if (kind !== "RF" || count !== 1) throw new Error(`no ${kind} in hand`);
    return drawn;
  };
}
