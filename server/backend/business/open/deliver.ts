/** Webhooks of orders: the rows are written by triggers, the receivers are the applications that have an address. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { outbox } from "../../jobs/outbox";
import { rowsOf } from "../../kernel/rows";
import { type Receiver, receiversOf } from "../platform/open-application";
import { webhookDelivery } from "./schema";
import { lease, sendWebhook } from "./send-webhook";

export const deliverKind = "deliverWebhooks";

interface Due {
  id: number;
  appId: number;
  event: string;
  at: Date | string;
  outerNo: string;
  orderNo: string;
  facts: Record<string, unknown>;
  receiver: Receiver | undefined;
}

export const deliverWebhooks = outbox<Due>({
  kind: deliverKind,
  title: m.jobs_kind_deliver_webhooks,
  cron: "15 * * * *",
  outcome: ({ rows = 0 }) => m.jobs_delivered_webhooks({ n: rows }),
  table: webhookDelivery,
  ...{ atOnce: 10, lease },
  async due(tx, run, ids) {
    const rows = await rowsOf<Omit<Due, "receiver">>(
      tx,
      sql`
        select id::float8 as id, access_app_id::float8 as "appId", event, happened_at as at, outer_no as "outerNo",
               order_no as "orderNo", facts
        from webhook_delivery
        where corp_code = current_setting('app.corp_code') and id = any (${sql.param([...ids])}::bigint[])
      `,
    );
    const receivers = await receiversOf(
      tx,
      run,
      rows.map(({ appId }) => appId),
    );
    return rows.map((row) => ({ ...row, receiver: receivers.get(row.appId) }));
  },
  send(run, { id, attempts, event, at, outerNo, orderNo, facts, receiver }) {
    const told = { deliveryId: id, event, at: new Date(at).toISOString(), outerNo, orderNo, ...facts };
    return sendWebhook(run, { id, attempts, told }, receiver);
  },
});
