/** Holds that nobody paid for in time: pending → expired, and what they had taken is free. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { openCall } from "~/contract/open/call";
import type { Transaction } from "../../db/database";
import { jobKind } from "../../jobs/kind";
import { writeAudits } from "../../kernel/audit";
import type { Call } from "../../kernel/call";
import { enqueue } from "../../kernel/enqueue";
import { firstOf, rowsOf } from "../../kernel/rows";
import { letGoHeld, lockPending } from "../order/hold";
import type { Sellable } from "../order/sellable";
import { callOfJob } from "./job-call";

export const lapseKind = "lapseHolds";
const atOnce = 50;

export const lapseHolds = (sellables: readonly Sellable[]) =>
  jobKind({
    kind: lapseKind,
    title: m.jobs_kind_lapse_holds,
    payload: z.object({}),
    schedule: { cron: "25 * * * *", of: "everyCorp" },
    outcome: ({ rows = 0 }) => m.jobs_lapsed_holds({ n: rows }),
    async run(run) {
      let rows = 0;
      for (;;) {
        const lapsed = await run.write(async (tx) => {
          const call = callOfJob(run, tx);
          const over = await rowsOf<{ id: number }>(
            tx,
            sql`
              select order_id as id from open_order
              where waiting and order_id is not null and hold_until <= ${run.now()}
              order by hold_until, id
              limit ${atOnce}
            `,
          );
          await letGo(
            call,
            sellables,
            over.map(({ id }) => id),
          );
          return over.length;
        });
        rows += lapsed;
        await run.progress(rows);
        if (lapsed < atOnce) break;
      }
      await run.write((tx) => lookAgain(tx, run.now()));
      return { rows };
    },
  });

/** When the next hold is over, a minute from now at the earliest. */
async function lookAgain(tx: Transaction, now: Date): Promise<void> {
  const next = await firstOf<{ at: Date | string | null }>(
    tx,
    sql`select min(hold_until) as at from open_order where waiting and order_id is not null`,
  );
  if (!next?.at) return;
  const delay = Math.max(new Date(next.at).getTime() - now.getTime(), 60_000);
  await enqueue(tx, { kind: lapseKind, delay, unlessWaiting: true });
}

async function letGo(call: Call, sellables: readonly Sellable[], ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { db } = call;
  const orders = await lockPending(call, ids);
  for (const order of orders) await letGoHeld(call, sellables, order, "expired");
  // One that was paid or closed meanwhile waits for nobody either.
  await db.execute(sql`update open_order set waiting = false where order_id = any (${sql.param([...ids])}::bigint[])`);
  const entries = orders.map(({ id, orderNo }) => {
    const states = { before: { state: "pending" }, after: { did: "lapsed" } };
    return { thing: "order", thingId: id, label: orderNo, ...states };
  });
  await writeAudits(db, call, openCall, entries);
}
