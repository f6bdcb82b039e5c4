/**
 * Delivers webhooks: claims what is due with a lease, posts outside any transaction, and notes what came of it. A process
 * that is killed in between leaves the row to the next one, so an application may get the same twice, never none.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { type JobRun, jobKind } from "../../jobs/kind";
import { enqueue } from "../../kernel/enqueue";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Receiver, receiversOf } from "../platform/open-application";
import { lease, type Outcome, sendWebhook, waits } from "./send-webhook";

export const deliverKind = "deliverWebhooks";

const atOnce = 10;
/** Milliseconds after which a run leaves the rest to the next, so that other work comes to its turn. */
const longest = 20_000;

interface Due {
  id: number;
  appId: number;
  event: string;
  at: Date | string;
  outerNo: string;
  orderNo: string;
  facts: Record<string, unknown>;
  attempts: number;
}

export const deliverWebhooks = jobKind({
  kind: deliverKind,
  title: m.jobs_kind_deliver_webhooks,
  payload: z.object({}),
  schedule: { cron: "15 * * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_delivered_webhooks({ n: rows }),
  async run(run) {
    const until = Date.now() + longest;
    let rows = 0;
    while (Date.now() < until && !run.signal.aborted) {
      const due = await claim(run);
      if (due.length === 0) break;
      const receivers = await run.read((tx) =>
        receiversOf(
          tx,
          run,
          due.map(({ appId }) => appId),
        ),
      );
      const outcomes = await Promise.all(due.map((one) => deliver(run, one, receivers.get(one.appId))));
      await note(run, outcomes);
      rows += outcomes.filter(({ delivered }) => delivered).length;
      await run.progress(rows);
    }
    await lookAgain(run);
    return { rows };
  },
});

function claim(run: JobRun): Promise<Due[]> {
  return run.write((tx) =>
    rowsOf<Due>(
      tx,
      sql`
        update webhook_delivery d
        set attempts = attempts + 1, next_at = now() + make_interval(secs => ${lease})
        where corp_code = current_setting('app.corp_code')
          and id = any (array(
            select id from webhook_delivery
            where corp_code = current_setting('app.corp_code') and state = 'waiting' and next_at <= now()
            order by next_at, id
            limit ${atOnce}
            for update skip locked
          ))
        returning id, access_app_id as "appId", event, happened_at as at, outer_no as "outerNo", order_no as "orderNo",
                  facts, attempts
      `,
    ),
  );
}

function deliver(run: JobRun, due: Due, receiver: Receiver | undefined): Promise<Outcome> {
  const { id, attempts, event, outerNo, orderNo, facts } = due;
  const at = new Date(due.at).toISOString();
  return sendWebhook(run, { id, attempts, told: { deliveryId: id, event, at, outerNo, orderNo, ...facts } }, receiver);
}

async function note(run: JobRun, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ attempts, ...one }) => ({ ...one, wait: waits[attempts - 1] ?? null }));
  await run.write((tx) =>
    tx.execute(sql`
      update webhook_delivery d
      set state = case when o.delivered then 'delivered' when o.wait is null then 'failed' else 'waiting' end,
          delivered_at = case when o.delivered then now() end,
          next_at = case when not o.delivered then now() + make_interval(secs => o.wait) end,
          outcome = o.outcome, row_version = row_version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (id bigint, delivered boolean, outcome text, wait float8)
      where d.corp_code = current_setting('app.corp_code') and d.id = o.id and d.state = 'waiting'
    `),
  );
}

/** When the next is due. */
async function lookAgain(run: JobRun): Promise<void> {
  await run.write(async (tx) => {
    const next = await firstOf<{ seconds: number | null }>(
      tx,
      sql`
        select extract(epoch from min(next_at) - now())::float8 as seconds
        from webhook_delivery
        where corp_code = current_setting('app.corp_code') and state = 'waiting'
      `,
    );
    if (typeof next?.seconds !== "number") return;
    await enqueue(tx, { kind: deliverKind, delay: Math.max(0, next.seconds) * 1000 + 500, unlessWaiting: true });
  });
}
