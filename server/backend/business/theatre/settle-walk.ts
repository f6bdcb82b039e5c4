/** Background work on the tickets of a cancelled session, order by order, each in a short transaction of its own. */
import { sql } from "drizzle-orm";
import { theatreSession as resource } from "~/contract/theatre/session";
import type { JobRun } from "../../jobs/kind";
import { standIn } from "../../jobs/stand-in";
import { writeAudits } from "../../kernel/audit";
import { enqueue } from "../../kernel/enqueue";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import type { AuditEntry, Call } from "../../kernel/served";
import { joinOrder, lockOrder } from "../order/query-parts";
import { noteLeft, type OpenTicket, openTickets } from "./move-tickets";
import { readSession, type SessionRow } from "./read-session";

export interface Order {
  id: number;
  orderNo: string;
}

/** What becomes of one order; a refusal leaves it as it is, and is noted with its tickets. */
type Work = (call: Call, from: SessionRow, order: Order, tickets: readonly OpenTicket[]) => Promise<void>;

interface Walk {
  sessionId: number;
  /** Where tickets go; none: they go back. */
  toSessionId?: number | undefined;
  work: Work;
}

/**
 * Begun anew it finds what is left: an order is settled in one transaction, and none that is settled has good tickets in the
 * session. At the end their holders are told by work of its own.
 */
export async function walkOrders(run: JobRun, { sessionId, toSessionId, work }: Walk) {
  let done = 0;
  for (let after = 0; ; ) {
    const order = await nextOrder(run, sessionId, after);
    if (!order) break;
    after = order.id;
    done += await settleOrder(run, { sessionId, toSessionId, work }, order);
    await run.progress(done);
  }
  const [rows, failed] = await run.read(async (tx) => [
    await countOf(tx, sessionId, toSessionId === undefined ? "refunded" : "moved", toSessionId),
    await countOf(tx, sessionId, "left", toSessionId),
  ]);
  const ended = { rows, failed, link: `${resource.path}/${sessionId}/settle` };
  const { accountId, accountName, locale } = run;
  await run.complete(ended, async (tx) => {
    await enqueue(tx, { kind: "tellSettled", payload: { sessionId }, accountId, accountName, locale });
  });
  return ended;
}

const nextOrder = (run: JobRun, sessionId: number, after: number) =>
  run.read((tx) =>
    firstOf<Order>(
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

function settleOrder(run: JobRun, { sessionId, toSessionId, work }: Walk, order: Order): Promise<number> {
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
        await work(call, from, order, tickets);
        await tx.execute(sql`release savepoint one_order`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await tx.execute(sql`rollback to savepoint one_order`);
        entries.length = 0;
        await noteLeft(call, from, toSessionId ?? null, tickets, error.message);
      }
      await writeAudits(tx, call, { name: "theatreSettle" }, entries);
      return tickets.length;
    });
  });
}

async function countOf(tx: Call["db"], sessionId: number, state: string, toSessionId: number | undefined) {
  const row = await firstOf<{ n: number }>(
    tx,
    sql`
      select count(*)::int as n from theatre_move
      where corp_code = current_setting('app.corp_code') and session_id = ${sessionId} and state = ${state}
        ${toSessionId === undefined ? sql`` : sql`and to_session_id = ${toSessionId}`}
    `,
  );
  return row?.n ?? 0;
}
