/** Delivers messages to other systems of the corp, as webhooks of orders are delivered: at least once each, none lost. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { type JobRun, jobKind } from "../../jobs/kind";
import { enqueue } from "../../kernel/enqueue";
import { firstOf, rowsOf } from "../../kernel/rows";
import { readSecret } from "../../kernel/secret-columns";
import { messageHook } from "./schema";
import { lease, type Outcome, sendWebhook, waits } from "./send-webhook";

export const messageHooksKind = "deliverMessageHooks";

const atOnce = 10;
/** Milliseconds after which a run leaves the rest to the next, so that other work comes to its turn. */
const longest = 20_000;

interface Due {
  id: number;
  hookId: number;
  kind: string;
  at: Date | string;
  title: string;
  facts: Record<string, unknown>;
  attempts: number;
  /** Null where it is suspended, or its corp is. */
  url: string | null;
  secret: string | null;
}

export const deliverMessageHooks = jobKind({
  kind: messageHooksKind,
  title: m.jobs_kind_message_hooks,
  payload: z.object({}),
  schedule: { cron: "17 * * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_delivered_webhooks({ n: rows }),
  async run(run) {
    const until = Date.now() + longest;
    let rows = 0;
    while (Date.now() < until && !run.signal.aborted) {
      const due = await claim(run);
      if (due.length === 0) break;
      const outcomes = await Promise.all(due.map((one) => deliver(run, one)));
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
        with claimed as (
          update message_hook_delivery d
          set attempts = attempts + 1, next_at = now() + make_interval(secs => ${lease})
          where corp_code = current_setting('app.corp_code')
            and id = any (array(
              select id from message_hook_delivery
              where corp_code = current_setting('app.corp_code') and state = 'waiting' and next_at <= now()
              order by next_at, id
              limit ${atOnce}
              for update skip locked
            ))
          returning corp_code, id, message_hook_id, kind, happened_at, title, facts, attempts
        )
        select d.id::float8 as id, d.message_hook_id::float8 as "hookId", d.kind, d.happened_at as at, d.title, d.facts,
               d.attempts, h.url, h.secret
        from claimed d
        left join message_hook h on h.corp_code = d.corp_code and h.id = d.message_hook_id and h.status = 'T'
          and exists (select from own_corp where status = 'T')
      `,
    ),
  );
}

async function deliver(run: JobRun, { id, hookId, kind, at, title, facts, attempts, url, secret }: Due) {
  const told = { deliveryId: id, event: "message", kind, at: new Date(at).toISOString(), title, ...facts };
  if (url === null || secret === null) return sendWebhook(run, { id, attempts, told }, undefined);
  const sealing = { secrets: run.secrets, caller: { corpCode: run.corpCode } };
  const opened = readSecret(sealing, messageHook.secret, secret);
  return sendWebhook(run, { id, attempts, told }, { code: `message-${hookId}`, url, secret: opened });
}

async function note(run: JobRun, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ attempts, ...one }) => ({ ...one, wait: waits[attempts - 1] ?? null }));
  await run.write((tx) =>
    tx.execute(sql`
      update message_hook_delivery d
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
        from message_hook_delivery
        where corp_code = current_setting('app.corp_code') and state = 'waiting'
      `,
    );
    if (typeof next?.seconds !== "number") return;
    await enqueue(tx, { kind: messageHooksKind, delay: Math.max(0, next.seconds) * 1000 + 500, unlessWaiting: true });
  });
}
