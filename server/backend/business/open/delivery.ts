/** The list of what applications are told, and sending it again. */
import { webhookDelivery as contract } from "~/contract/open/delivery";
import { resends } from "../../jobs/outbox";
import { serveResource } from "../../kernel/resource";
import { applicationReference } from "../platform/access-app";
import { deliverKind } from "./deliver";
import { webhookDelivery as table } from "./schema";

export const deliveryServed = serveResource(contract, {
  table,
  references: { accessAppId: applicationReference },
  commands: resends(deliverKind),
});
