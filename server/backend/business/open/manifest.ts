import { sql } from "drizzle-orm";
import { storesFiles } from "../../kernel/file-letters";
import type { BackendManifest } from "../manifest";
import { tellsOrigins } from "../order/origins";
import { looksForLate } from "../order/payment/late-looks";
import { accessAppServed } from "./access-app";
import { deliverWebhooks } from "./deliver";
import { deliveryServed } from "./delivery";
import { corpStores, exportStoreServed } from "./export-store";
import { storeExports } from "./export-store-job";
import { messageHookServed } from "./message-hook";
import { deliverMessageHooks } from "./message-hook-job";
import { applicationOrigin } from "./order-origin";
import * as schema from "./schema";
import { openServed } from "./serve";

looksForLate(
  (orders) => sql`
    select order_id, late_amount as amount from open_order
    where late_amount is not null and order_id in (${orders})
  `,
);

storesFiles(corpStores);

tellsOrigins(applicationOrigin);

/** Delivered, or given up. */
const ended = sql`state <> 'waiting'`;
const deliveries = { kept: { parameter: "deliveryDays", in: "days" }, by: "updated_at", where: ended } as const;

export const open: BackendManifest = {
  served: (sold) => [
    openServed(sold),
    ...accessAppServed,
    ...deliveryServed,
    ...messageHookServed,
    ...exportStoreServed,
  ],
  tables: [schema],
  kinds: [deliverWebhooks, deliverMessageHooks, storeExports],
  purges: [
    { table: "webhook_delivery", what: "Webhooks of orders, delivered or given up", ...deliveries },
    { table: "message_hook_delivery", what: "Messages to other systems, delivered or given up", ...deliveries },
    { table: "export_store_file", what: "What went to export stores, or was given up", ...deliveries },
  ],
  // What was sent goes with where it was sent to.
  data: {
    settings: ["message_hook", "export_store", "message_hook_delivery", "export_store_file"],
    // What an order was is told by the order.
    traces: ["webhook_delivery"],
  },
};
