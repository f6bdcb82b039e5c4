import { sql } from "drizzle-orm";
import type { BackendManifest } from "../manifest";
import { looksForLate } from "../order/payment/late-looks";
import { deliverWebhooks } from "./deliver";
import { deliveryServed } from "./delivery";
import { messageHookServed } from "./message-hook";
import { deliverMessageHooks } from "./message-hook-job";
import * as schema from "./schema";
import { openServed } from "./serve";

looksForLate(
  (orders) => sql`
    select order_id, late_amount as amount from open_order
    where late_amount is not null and order_id in (${orders})
  `,
);

export const open: BackendManifest = {
  served: (sold) => [openServed(sold), ...deliveryServed, ...messageHookServed],
  tables: [schema],
  kinds: [deliverWebhooks, deliverMessageHooks],
  data: { settings: ["message_hook"], traces: ["message_hook_delivery"] },
};
