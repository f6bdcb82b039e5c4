/** Messages beyond the console, to the backend. */
import type { BackendManifest } from "../../manifest";
import { mailMessages } from "./mail-job";
import { mailboxServed } from "./mailbox";
import * as schema from "./schema";

export const messaging: BackendManifest = {
  served: mailboxServed,
  data: { corp: ["message_mailbox"], traces: ["message_mail", "message_mail_item"] },
  tables: [schema],
  kinds: [mailMessages],
};
