/** Messages to other systems of the corp: the rows are written by a trigger, signed as webhooks of orders are. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { outbox } from "../../jobs/outbox";
import { rowsOf } from "../../kernel/rows";
import { readSecret } from "../../kernel/secret-columns";
import { messageHook, messageHookDelivery } from "./schema";
import { lease, sendWebhook } from "./send-webhook";

export const messageHooksKind = "deliverMessageHooks";

interface Due {
  id: number;
  hookId: number;
  kind: string;
  at: Date | string;
  title: string;
  facts: Record<string, unknown>;
  /** Null where it is suspended, or its corp is. */
  url: string | null;
  secret: string | null;
}

export const deliverMessageHooks = outbox<Due>({
  kind: messageHooksKind,
  title: m.jobs_kind_message_hooks,
  cron: "17 * * * *",
  outcome: ({ rows = 0 }) => m.jobs_delivered_webhooks({ n: rows }),
  table: messageHookDelivery,
  ...{ atOnce: 10, lease },
  due: (tx, _run, ids) =>
    rowsOf(
      tx,
      sql`
        select d.id::float8 as id, d.message_hook_id::float8 as "hookId", d.kind, d.happened_at as at, d.title, d.facts,
               h.url, h.secret
        from message_hook_delivery d
        left join message_hook h on h.corp_code = d.corp_code and h.id = d.message_hook_id and h.status = 'T'
          and exists (select from own_corp where status = 'T')
        where d.corp_code = current_setting('app.corp_code') and d.id = any (${sql.param([...ids])}::bigint[])
      `,
    ),
  async send(run, { id, attempts, hookId, kind, at, title, facts, url, secret }) {
    const told = { deliveryId: id, event: "message", kind, at: new Date(at).toISOString(), title, ...facts };
    if (url === null || secret === null) return sendWebhook(run, { id, attempts, told }, undefined);
    const sealing = { secrets: run.secrets, caller: { corpCode: run.corpCode } };
    const opened = readSecret(sealing, messageHook.secret, secret);
    return sendWebhook(run, { id, attempts, told }, { code: `message-${hookId}`, url, secret: opened });
  },
});
