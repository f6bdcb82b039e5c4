/** The list of what applications are told, and sending it again. */
import { webhookDelivery as contract } from "~/contract/open/delivery";
import { stamp } from "../../kernel/business-time";
import { enqueue } from "../../kernel/enqueue";
import { serveResource } from "../../kernel/resource";
import { applicationReference } from "../platform/access-app";
import { deliverKind } from "./deliver";
import { webhookDelivery as table } from "./schema";

export const deliveryServed = serveResource(contract, {
  table,
  references: { accessAppId: applicationReference },
  commands: {
    async resend(call) {
      await enqueue(call.db, { kind: deliverKind, unlessWaiting: true });
      return { set: { attempts: 0, nextAt: stamp(call.now), deliveredAt: null } };
    },
  },
});
