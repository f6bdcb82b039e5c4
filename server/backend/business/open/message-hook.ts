/** Where messages go beyond the console, what was told there, and sending it again. */
import { m } from "~/contract/messages";
import { leastSecret, messageHook, messageHookDelivery } from "~/contract/open/message-hook";
import { resends } from "../../jobs/outbox";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { originOf } from "../platform/auth-code";
import { messageHooksKind } from "./message-hook-job";
import { messageHookDelivery as deliveries, messageHook as table } from "./schema";

export const messageHookServed = [
  ...serveResource(messageHook, {
    table,
    check: (_call, values, before) => {
      if (!originOf(String(values.url ?? ""))) throw new Invalid({ url: [m.open_webhook_wrong()] });
      const { secret } = values as { secret?: string | null };
      const kept = before && !secret;
      if (!kept && (secret ?? "").length < leastSecret)
        throw new Invalid({ secret: [m.messaging_hook_secret_short({ n: leastSecret })] });
    },
  }),
  ...serveResource(messageHookDelivery, {
    table: deliveries,
    references: { messageHookId: { table, name: table.name, status: table.status } },
    commands: resends(messageHooksKind),
  }),
];
