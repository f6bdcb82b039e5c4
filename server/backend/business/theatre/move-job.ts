/** Background work: the tickets of a cancelled session move to another, order by order, in short transactions. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { theatreSession as resource } from "~/contract/theatre/session";
import { type JobRun, jobKind } from "../../jobs/kind";
import { standIn } from "../../jobs/stand-in";
import { writeAudits } from "../../kernel/audit";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import type { AuditEntry, Call } from "../../kernel/served";
import { joinOrder, lockOrder } from "../order/query-parts";
import { moveOrder, noteLeft, openTickets } from "./move-tickets";
import { readSession } from "./read-session";
import { targetWhyNot } from "./settle";

const result = z.object({ rows: z.number(), failed: z.number() });
const wanted = z.object({ sessionId: z.number(), toSessionId: z.number() });

export const moveSession = jobKind({
  kind: "moveSession",
  title: m.theatre_job_move,
  payload: wanted,
  outcome: (ended) => m.theatre_job_move_done(result.parse(ended)),
  page: ({ payload }) => `${resource.path}/${payload.sessionId}/settle`,
  tells: true,
  /** Begun anew it finds what is left: an order is moved in one transaction, and none that has moved is in the session. */
  async run(run, { sessionId, toSessionId }) {
    let done = 0;
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
      done += await settleOrder(run, { sessionId, toSessionId }, order);
      await run.progress(done);
    }
    const counted = await run.read((tx) =>
      firstOf<{ rows: number; failed: number }>(
        tx,
        sql`
          select count(*) filter (where state = 'moved')::int as rows, count(*) filter (where state = 'left')::int as failed
          from theatre_move
          where corp_code = current_setting('app.corp_code') and session_id = ${sessionId} and to_session_id = ${toSessionId}
        `,
      ),
    );
    return { rows: 0, failed: 0, ...counted, link: `${resource.path}/${sessionId}/settle` };
  },
});

function settleOrder(
  run: JobRun,
  { sessionId, toSessionId }: z.infer<typeof wanted>,
  order: { id: number; orderNo: string },
): Promise<number> {
  return run.write(async (tx) => {
    const entries: AuditEntry[] = [];
    const asker = await standIn(run, tx, { fun: resource.fun });
    const call: Call = { ...asker, audit: (entry) => void entries.push(entry) };
    return ofEverybody(call, async () => {
      // Order, tickets, session: as refunds and changes of seats lock them.
      await tx.execute(lockOrder(sql`${order.id}`));
      const from = await readSession(call, sessionId);
      const tickets = await openTickets(call, from, order.id);
      if (tickets.length === 0) return 0;
      await tx.execute(sql`savepoint one_order`);
      try {
        const to = await readSession(call, toSessionId, "update");
        const why = targetWhyNot(to, call.now);
        if (why) throw new Refusal(why);
        await moveOrder(call, from, to, order, tickets);
        await tx.execute(sql`release savepoint one_order`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await tx.execute(sql`rollback to savepoint one_order`);
        entries.length = 0;
        await noteLeft(call, from, toSessionId, tickets, error.message);
      }
      await writeAudits(tx, call, { name: "theatreSettle" }, entries);
      return tickets.length;
    });
  });
}
