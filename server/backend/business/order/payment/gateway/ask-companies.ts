/** The round: attempts that nobody has heard of are asked for and closed in time, and money that goes back is sent and watched. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import type { Database } from "../../../../db/database";
import { type JobRun, jobKind } from "../../../../jobs/kind";
import { rowsOf } from "../../../../kernel/rows";
import type { Call } from "../../../../kernel/served";
import type { Sellable } from "../../sellable";
import { attemptById, isOpen } from "./attempt-row";
import { type Asking, drive } from "./drive";
import { quietly } from "./quiet-call";
import { askCompaniesKind, driveRefund, settleRefund } from "./send-back";
import { letGo, settle } from "./settle";

/** Attempts of one round; the next is five minutes away. */
const most = 200;

export const askCompanies = (sellables: readonly Sellable[]) =>
  jobKind({
    kind: askCompaniesKind,
    title: m.jobs_kind_pay,
    payload: z.object({}),
    schedule: { cron: "*/5 * * * *", of: "everyCorp" },
    tells: false,
    outcome: ({ rows = 0 }) => m.jobs_paid({ n: rows }),
    async run(run) {
      const asking = askingOf(run);
      let rows = 0;
      for (const id of await idsOf(run, sql`select id from pay_attempt where state in ('started', 'unknown')`)) {
        const heard = await drive(asking, id);
        if (heard) rows += await applied(run, id, (call) => settle(call, sellables, id, heard));
        run.signal.throwIfAborted();
      }
      // Of those that came to nothing, and that nobody took up again in time.
      const failed = sql`
      select a.id from pay_attempt a
      join orders o on o.corp_code = a.corp_code and o.id = a.order_id and o.state = 'pending'
      where a.state = 'failed'
        and a.kept is not null
        and a.expires_at < ${run.now().toISOString()}::timestamptz
        and not exists (
          select from pay_attempt b
          where b.corp_code = a.corp_code and b.order_id = a.order_id and b.state in ('started', 'unknown')
        )
    `;
      for (const id of await idsOf(run, failed)) {
        rows += await applied(run, id, async (call) => {
          const attempt = await attemptById(call.db, id);
          if (attempt && !isOpen(attempt)) await letGo(call, sellables, attempt);
        });
      }
      for (const id of await idsOf(run, sql`select id from pay_refund where state in ('started', 'pending')`)) {
        const standing = await driveRefund(asking, id);
        if (standing) await run.write((tx) => settleRefund(tx, id, standing, run.now()));
        rows += 1;
        run.signal.throwIfAborted();
      }
      return { rows };
    },
  });

/** Transactions of the tenant, with the fence of the job. */
function askingOf(run: JobRun): Asking {
  const tenant: Database["tenant"] = (_corp, work, { readOnly = false } = {}) =>
    readOnly ? run.read(work) : run.write(work);
  return { database: { tenant }, corpCode: run.corpCode, secrets: run.secrets, now: run.now() };
}

async function idsOf(run: JobRun, which: SQL): Promise<number[]> {
  const rows = await run.read((tx) => rowsOf<{ id: number }>(tx, sql`${which} order by id limit ${most}`));
  return rows.map(({ id }) => id);
}

async function applied(run: JobRun, id: number, work: (call: Call) => Promise<unknown>): Promise<number> {
  await run.write(async (tx) => {
    const attempt = await attemptById(tx, id);
    if (!attempt) return;
    const seller = { id: attempt.sellerId, name: attempt.sellerName };
    const { corpCode, secrets } = run;
    await quietly({ db: tx, corpCode, secrets, now: run.now(), seller }, work);
  });
  return 1;
}
